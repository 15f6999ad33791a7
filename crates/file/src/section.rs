//! Sections (F4 to F6): what a schema block says.

use std::borrow::Cow;
use std::collections::BTreeMap;

use onesheet::list::Seq;
use onesheet::{Deserialize, Serialize};
use onesheet_dynamic::{Invalid, Readable, Type, changes};

use crate::escape;

/// What a schema block says about the records behind it (F5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section<'a> {
    payload: Cow<'a, [u8]>,
}

/// The message in a schema block (F3), to be written.
#[derive(Serialize)]
struct Message<'a> {
    #[onesheet(fixed)]
    fingerprint: u64,
    schema: &'a str,
    about: &'a BTreeMap<String, String>,
}

/// The same, read where it stands. A map has the form of a list of pairs.
#[derive(Deserialize)]
struct View<'a> {
    #[onesheet(fixed)]
    fingerprint: u64,
    schema: &'a str,
    about: Seq<'a, (&'a str, &'a str)>,
}

impl<'a> View<'a> {
    /// What a payload says, if it is such a message.
    fn read(payload: &'a [u8]) -> Option<Self> {
        let view: View<'a> = onesheet::decode_view(payload).ok()?;
        // W10: the keys ascend.
        let ascend = view.about.iter().zip(view.about.iter().skip(1)).all(|(a, b)| a.0 < b.0);
        ascend.then_some(view)
    }
}

impl<'a> Section<'a> {
    /// The payload of the schema block of a type.
    ///
    /// # Errors
    /// The type is none of the format.
    pub(crate) fn payload_of(
        ty: &Type,
        about: &BTreeMap<String, String>,
    ) -> Result<Vec<u8>, Invalid> {
        ty.check()?;
        let (fingerprint, schema) = (ty.fingerprint(), ty.to_string());
        Ok(onesheet::encode(&Message { fingerprint, schema: &schema, about }))
    }

    /// What the body of a schema block says, if it is one.
    pub(crate) fn read(body: &'a [u8]) -> Option<Self> {
        let payload = escape::to_payload(body);
        View::read(&payload)?;
        Some(Section { payload })
    }

    /// The same, with its bytes kept.
    #[must_use]
    pub fn into_owned(self) -> Section<'static> {
        Section { payload: Cow::Owned(self.payload.into_owned()) }
    }

    /// The fingerprint of the records' type.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        View::read(&self.payload).map_or(0, |view| view.fingerprint)
    }

    /// The text form of its schema.
    #[must_use]
    pub fn schema(&self) -> &str {
        View::read(&self.payload).map_or("", |view| view.schema)
    }

    /// Whether a reader of type `new` reads the records (F14).
    ///
    /// # Errors
    /// What stands against it: where the types differ in more than W29 to W32 allow.
    pub fn is_read_as(&self, new: &Type) -> Result<(), String> {
        if new.fingerprint() == self.fingerprint() {
            return Ok(());
        }
        let old: Type = self.schema().parse().map_err(|error| format!("not a schema: {error}"))?;
        let changes = changes(&old, new);
        match changes.into_iter().find(|change| change.new_reads_old != Readable::Always) {
            Some(change) => Err(change.to_string()),
            None if old.fingerprint() == self.fingerprint() => Ok(()),
            None => Err("the schema block's fingerprint is not that of its schema".into()),
        }
    }

    /// What the writer had to say, by ascending key.
    pub fn about(&self) -> impl Iterator<Item = (&str, &str)> {
        View::read(&self.payload).into_iter().flat_map(|view| view.about.iter())
    }
}
