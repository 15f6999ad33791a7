//! Types of this crate: numbers in bytes of fixed order and width, texts and lists of bounded size, headers
//! of bits.

// The rows of the format's table, each in the file of its name; types of std and of this crate that are
// written as one of them.
pub(crate) mod array;
pub(crate) mod bits;
pub(crate) mod boolean;
pub(crate) mod bounded;
pub(crate) mod capacity;
#[doc(hidden)]
pub mod convert;
pub(crate) mod endian;
#[doc(hidden)]
pub mod enumeration;
#[doc(hidden)]
pub mod extensible;
#[doc(hidden)]
pub mod fixed;
pub(crate) mod int;
pub(crate) mod map;
pub(crate) mod net;
pub(crate) mod option;
pub(crate) mod padded;
pub(crate) mod pointer;
pub(crate) mod range;
#[doc(hidden)]
pub mod rows;
pub(crate) mod seq;
pub(crate) mod text;
pub(crate) mod time;
pub(crate) mod tuple;
pub(crate) mod u16_prefixed;
pub(crate) mod via;
pub(crate) mod wrapper;

#[cfg(feature = "bitflags-2")]
pub use crate::ext::FlagBits;
#[cfg(feature = "bytemuck-1")]
pub use crate::ext::PodArray;
pub use bits::BitField;
pub use bounded::{Bounded, Counted};
pub use endian::{Be, Fixed, Le, Number};
pub use padded::{Encoding, Padded, Padding, Spaces, Utf16Be, Utf16Le, Zeros};
pub use u16_prefixed::U16Prefixed;
