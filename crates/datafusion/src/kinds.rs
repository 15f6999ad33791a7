//! The types of the records of many files, and the one as which all are read (F14).

use std::fs;
use std::path::Path;
use std::sync::Arc;

use datafusion::error::{DataFusionError, Result};
use onesheet_arrow::{CAST_PREFIX, Decoder, newest};
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

/// A type and the data types of its columns, with the last section of these.
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
        for File { path, identity } in files {
            let outline = fs::File::open(path).and_then(|mut file| Outline::of(&mut file));
            let outline = outline.map_err(|error| files::at(path, error))?;
            let records = outline.blocks.iter().map(|block| u64::from(block.count)).sum();
            found.records = found.records.saturating_add(records);
            found.bytes = found.bytes.saturating_add(identity.len);
            for entry in outline.sections {
                found.add(entry.section, path, entry.at)?;
            }
        }
        Ok(found)
    }

    fn add(&mut self, section: Section<'static>, path: &Arc<Path>, at: u64) -> Result<()> {
        let casts = |section: &Section<'static>| -> Vec<(String, String)> {
            let casts = section.about().filter(|(key, _)| key.starts_with(CAST_PREFIX));
            casts.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
        };
        let own = casts(&section);
        let is_same = |kind: &Kind| {
            kind.section.fingerprint() == section.fingerprint()
                && kind.section.schema() == section.schema()
                && casts(&kind.section) == own
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

    /// The table that takes the records of all; of several types, it is of the [newest]. None if there is no
    /// section.
    pub(crate) fn common(&self) -> Result<Option<Decoder>> {
        let Some(section) = newest(self.kinds.iter().map(|kind| &kind.section)) else {
            return Ok(None);
        };
        let common = self.kinds.iter().find(|kind| kind.section == *section);
        let Some(common) = common else { return Ok(None) };
        let table = Decoder::of_section(section);
        let table = table.map_err(|error| DataFusionError::External(error.into()))?;
        for kind in &self.kinds {
            if let Err(why) = table.takes(&kind.section) {
                let place = |kind: &Kind| format!("{} (byte {})", kind.path.display(), kind.at);
                return Err(DataFusionError::Plan(format!(
                    "the records of {} are not read as those of {}: {why}",
                    place(kind),
                    place(common),
                )));
            }
        }
        Ok(Some(table))
    }

    /// What the last section of a type says beside it, or the last one, if there is none of that type.
    pub(crate) fn about(&self, ty: &Type) -> impl Iterator<Item = (&str, &str)> {
        let kind = self.kinds.iter().rfind(|kind| kind.ty == *ty).or(self.kinds.last());
        kind.into_iter().flat_map(|kind| kind.section.about())
    }
}
