//! The rows types around a place, which a `ref` there may name (W14).

use crate::Type;

/// The rows types around a place, innermost first.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a>(Option<&'a Enclosing<'a>>);

/// One of them.
pub(crate) struct Enclosing<'a> {
    name: &'a str,
    row: &'a Type,
    outer: Scope<'a>,
}

impl<'a> Scope<'a> {
    pub(crate) const ROOT: Self = Scope(None);

    /// The scope around a rows type, to be entered with [`Enclosing::inside`].
    pub(crate) fn around(self, name: &'a str, row: &'a Type) -> Enclosing<'a> {
        Enclosing { name, row, outer: self }
    }

    /// The row type that `name` refers to here, and the scope inside it.
    ///
    /// A checked type has one for every `ref`.
    pub(crate) fn find(self, name: &str) -> Option<(&'a Type, Scope<'a>)> {
        let mut at = self;
        while let Scope(Some(enclosing)) = at {
            if enclosing.name == name && !name.is_empty() {
                return Some((enclosing.row, at));
            }
            at = enclosing.outer;
        }
        None
    }

    /// How many rows types lie between this place and the one that `name` refers to.
    pub(crate) fn distance(self, name: &str) -> usize {
        let (mut at, mut distance) = (self, 0);
        while let Scope(Some(enclosing)) = at {
            if enclosing.name == name {
                break;
            }
            distance += 1;
            at = enclosing.outer;
        }
        distance
    }
}

impl<'a> Enclosing<'a> {
    pub(crate) fn inside(&'a self) -> Scope<'a> {
        Scope(Some(self))
    }
}
