//! Types of this crate: numbers in bytes of fixed order and width, texts and lists of bounded size, headers
//! of bits.

pub(crate) mod bits;
pub(crate) mod bounded;
pub(crate) mod endian;
pub(crate) mod padded;
pub(crate) mod u16_prefixed;

#[cfg(feature = "bitflags-2")]
pub use crate::ext::FlagBits;
#[cfg(feature = "bytemuck-1")]
pub use crate::ext::PodArray;
pub use bits::BitField;
pub use bounded::{Bounded, Counted};
pub use endian::{Be, Fixed, Le, Number};
pub use padded::{Encoding, Padded, Padding, Spaces, Utf16Be, Utf16Le, Zeros};
pub use u16_prefixed::U16Prefixed;
