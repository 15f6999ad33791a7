//! Files of records to the formats of data people, and back.

mod csv;
mod export;
mod import;
mod lengths;
mod sink;
mod source;

pub use export::export;
pub use import::import;
