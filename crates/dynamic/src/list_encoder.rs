//! Lists of values that have serde's `Serialize`.

use serde::Serialize;

use crate::fill::serializer::Into;
use crate::fill::{Fill, Queue, total};
use crate::{Inference, Invalid, Type};

/// enc(T, v1 … vn) of values that have serde's `Serialize`, of a type that an
/// [`Inference`](crate::Inference) found in them.
///
/// ```
/// use onesheet_dynamic::{Inference, ListEncoder};
///
/// let mut inference = Inference::exact();
/// inference.value(&[3, 300])?;
/// inference.value(&[5])?;
/// let ty = inference.ty();
/// let mut list = ListEncoder::new(&ty)?;
/// list.push(&[3, 300])?;
/// list.push(&[5])?;
/// let mut bytes = Vec::new();
/// assert_eq!(list.take(usize::MAX, &mut bytes)?, 2);
/// # Ok::<(), onesheet_dynamic::Invalid>(())
/// ```
#[derive(Debug)]
pub struct ListEncoder<'t> {
    fill: Fill<'t>,
    count: usize,
}

impl<'t> ListEncoder<'t> {
    /// An encoder of a list without values.
    ///
    /// # Errors
    ///
    /// If `ty` is not a type of the format, or none of those that an [`Inference`](crate::Inference) finds: it has
    /// no `char`, set, result, rows, or bound.
    pub fn new(ty: &'t Type) -> Result<Self, Invalid> {
        ty.check()?;
        Ok(ListEncoder { fill: Fill::new(ty)?, count: 0 })
    }

    /// The same, with memory for all elements that were told to `told`, which [`Inference::list`] returned, and of
    /// which `ty` is the type. Other values may be added, too.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with_room(ty: &'t Type, told: &Inference) -> Result<Self, Invalid> {
        ty.check()?;
        Ok(ListEncoder { fill: Fill::with_room(ty, told.elements, Some(told))?, count: 0 })
    }

    /// Adds a value to the list.
    ///
    /// # Errors
    ///
    /// What its `Serialize` refuses, or a value that is not of the type. The list is then of no use.
    pub fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Invalid> {
        value.serialize(Into(&mut self.fill))?;
        self.count += 1;
        Ok(())
    }

    /// Adds the elements of a list, such as a `Vec`.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push), and if it is no list.
    pub fn extend<T: Serialize + ?Sized>(&mut self, list: &T) -> Result<(), Invalid> {
        let items = std::mem::replace(&mut self.fill, Fill::Unit);
        let mut lists = Fill::Seq(Queue::default(), Box::new(items));
        let done = list.serialize(Into(&mut lists));
        if let Fill::Seq(counts, items) = lists {
            self.fill = *items;
            self.count += total(&counts.values);
        }
        done
    }

    /// Bytes of memory that the values take, those that were taken last included.
    #[must_use]
    pub fn size(&self) -> usize {
        self.fill.size()
    }

    /// The number of values in the list.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Appends the list of the first `n` values to `out`, or of all if there are fewer, which then are no longer
    /// in this list. Returns their number.
    ///
    /// # Errors
    ///
    /// If a map has a key twice.
    pub fn take(&mut self, n: usize, out: &mut Vec<u8>) -> Result<usize, Invalid> {
        let n = n.min(self.count);
        self.fill.encode(n, out)?;
        self.count -= n;
        if self.count == 0 {
            self.fill.clear();
        }
        Ok(n)
    }
}
