//! What is wanted of a block that was stated (F21, F23).

use crate::block::{FIRST_END, Header, kind};
use crate::place::Place;
use crate::statistics::{FieldList, Statistics};

/// Which block statistics are about (F19).
#[derive(Clone, Debug)]
pub(crate) struct Stated {
    at: u64,
    body_check: u32,
    schema: u32,
    first: u64,
    /// The lists of its fields.
    fields: Vec<FieldList>,
    wanted: Wanted,
}

/// What is wanted of a block.
#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    All,
    None,
    Fields(Vec<FieldList>),
}

impl Stated {
    /// What statistics with this header say of the block that begins at a place.
    pub(crate) fn new(at: u64, header: &Header, statistics: &Statistics) -> Self {
        let Header { schema, first, .. } = *header;
        let (body_check, fields) = (statistics.block, statistics.fields.clone());
        Stated { at, body_check, schema, first, fields, wanted: Wanted::All }
    }

    /// Wants nothing of the block.
    pub(crate) fn pass(&mut self) {
        self.wanted = Wanted::None;
    }

    /// Wants only these fields, if they are there.
    pub(crate) fn only(&mut self, fields: &[usize]) {
        let fields = fields.iter().map(|field| self.fields.get(*field).copied());
        if let Some(fields) = fields.collect::<Option<_>>() {
            self.wanted = Wanted::Fields(fields);
        }
    }

    /// What is wanted of the block that begins at a place.
    pub(crate) fn wanted(&self, at: u64) -> &Wanted {
        if self.at == at { &self.wanted } else { &Wanted::All }
    }

    /// Whether a header is that of the block, of which not all is to be read.
    pub(crate) fn is_of(&self, header: &Header, place: &Place) -> bool {
        let end = self.fields.last().and_then(FieldList::end).unwrap_or(0);
        let has_fields = header.kind == kind::RECORDS && end <= header.len;
        (header.body_check, header.schema, header.first)
            == (self.body_check, self.schema, self.first)
            && header.count > 0
            && header.first < FIRST_END
            && place.expects(header)
            && (has_fields || !matches!(self.wanted, Wanted::Fields(_)))
    }
}
