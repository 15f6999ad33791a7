//! bitflags: a marker that writes flags as the number of their bits.

use ::bitflags::Flags;

use crate::ser::Serialize;
use crate::with::With;

/// For `#[onesheet(with = FlagBits)]`: flags of bitflags 2, as the number that they are.
///
/// Bits without a name are kept, so that a value from a newer program is written as it was read.
///
/// ```
/// use onesheet::{Deserialize, Serialize};
/// use onesheet::types::FlagBits;
///
/// bitflags::bitflags! {
///     #[derive(Debug, PartialEq)]
///     struct Access: u16 {
///         const READ = 1;
///         const ADMIN = 256;
///     }
/// }
///
/// #[derive(Serialize, Deserialize, Debug, PartialEq)]
/// struct User {
///     #[onesheet(with = FlagBits)]
///     access: Access,
/// }
///
/// let user = User { access: Access::READ | Access::ADMIN };
/// assert_eq!(onesheet::encode(&user), onesheet::encode(&257u16));
/// assert_eq!(onesheet::decode(&onesheet::encode(&user)), Ok(user));
/// ```
pub struct FlagBits;

impl<T: Flags<Bits: Serialize>> With<T> for FlagBits {
    type Wire<'a> = T::Bits;

    fn to_wire(flags: &T) -> T::Bits {
        flags.bits()
    }

    fn from_wire(bits: T::Bits) -> Option<T> {
        Some(T::from_bits_retain(bits))
    }
}
