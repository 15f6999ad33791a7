//! Files of records to the formats of data people, and back.

mod cells;
mod checks;
mod csv;
mod documents;
mod export;
mod import;
mod lengths;
mod logical;
mod sink;
mod source;
mod sql;
mod table;
mod units;

pub use checks::Checks;
pub use export::export;
pub use import::{import, infer};
pub use logical::{logical, of as logical_of};
pub use sql::sql;
