//! The types of the records of many files, and the one as which all are read (F14).

use std::fs;
use std::path::Path;
use std::sync::Arc;

use datafusion::error::{DataFusionError, Result};
use onesheet_arrow::newest;
use onesheet_dynamic::Type;
use onesheet_file::{Outline, Section};

use crate::files::{self, File};

/// What the headers of some files say.
#[derive(Debug, Default)]
pub(crate) struct Kinds {
    kinds: Vec<Kind>,
    /// Records and bytes of all files.
    pub(crate) records: u64,
    pub(crate) bytes: u64,
}

/// A type, with the last section of it.
#[derive(Debug)]
struct Kind {
    ty: Type,
    section: Section<'static>,
    path: Arc<Path>,
    at: u64,
}

impl Kinds {
    /// The types of the sections of some files.
    pub(crate) fn of(files: &[File]) -> Result<Self> {
        let mut found = Kinds::default();
        for File { path, len } in files {
            let outline = fs::File::open(path).and_then(|mut file| Outline::of(&mut file));
            let outline = outline.map_err(|error| files::at(path, error))?;
            let records = outline.blocks.iter().map(|block| u64::from(block.count)).sum();
            found.records = found.records.saturating_add(records);
            found.bytes = found.bytes.saturating_add(*len);
            for entry in outline.sections {
                found.add(entry.section, path, entry.at)?;
            }
        }
        Ok(found)
    }

    fn add(&mut self, section: Section<'static>, path: &Arc<Path>, at: u64) -> Result<()> {
        let is_same = |kind: &Kind| {
            kind.section.fingerprint() == section.fingerprint()
                && kind.section.schema() == section.schema()
        };
        let path = Arc::clone(path);
        if let Some(place) = self.kinds.iter().position(is_same) {
            let Kind { ty, .. } = self.kinds.remove(place);
            self.kinds.push(Kind { ty, section, path, at });
            return Ok(());
        }
        let wrong = |why| format!("{}: the section at byte {at}: no schema: {why}", path.display());
        let ty = section.schema().parse::<Type>();
        let ty = ty.map_err(|error| DataFusionError::Plan(wrong(error.to_string())))?;
        self.kinds.push(Kind { ty, section, path, at });
        Ok(())
    }

    /// The type that reads the records of all; of several, the [newest]. None if there is no section.
    pub(crate) fn common(&self) -> Result<Option<&Type>> {
        let Some(section) = newest(self.kinds.iter().map(|kind| &kind.section)) else {
            return Ok(None);
        };
        let common = self.kinds.iter().find(|kind| kind.section == *section);
        let Some(common) = common else { return Ok(None) };
        for kind in &self.kinds {
            if let Err(why) = kind.section.is_read_as(&common.ty) {
                let place = |kind: &Kind| format!("{} (byte {})", kind.path.display(), kind.at);
                return Err(DataFusionError::Plan(format!(
                    "the records of {} are not read as those of {}: {why}",
                    place(kind),
                    place(common),
                )));
            }
        }
        Ok(Some(&common.ty))
    }

    /// What the last section of a type says beside it.
    pub(crate) fn about(&self, ty: &Type) -> impl Iterator<Item = (&str, &str)> {
        let fingerprint = ty.fingerprint();
        let kind = self.kinds.iter().rfind(|kind| kind.section.fingerprint() == fingerprint);
        kind.into_iter().flat_map(|kind| kind.section.about())
    }
}
