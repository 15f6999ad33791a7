//! Values of types that have only serde's traits, as `spec/SERDE.md` says: bytes, and in them the
//! value in rows.

mod de;
mod error;
mod ser;
mod with;

use de::from_reader;
use ser::to_bytes;
pub use with::Serde;
