//! Files of [onesheet] records as [Apache Arrow] record batches, and back.
//!
//! [Apache Arrow]: https://arrow.apache.org

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod batches;
mod cast;
mod column;
mod decoder;
mod encoder;
mod error;
mod from_arrow;
mod names;
mod newest;
mod order;
mod rows;
mod slots;
mod writer;

pub use batches::Batches;
pub use decoder::{CAST_PREFIX, Decoder, SCHEMA_KEY};
pub use encoder::Encoder;
pub use error::Error;
pub use from_arrow::type_of;
pub use newest::newest;
pub use writer::Writer;
