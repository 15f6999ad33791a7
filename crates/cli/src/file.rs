//! Files of records (spec/FILES.md): the commands that write, check and copy them.

mod cat;
mod check;
mod input;
mod lines;
mod problem;
mod records;
mod recover;
mod start;
mod write;

pub use cat::cat;
pub use check::check;
pub use input::{Found, Input, Step, limits, list_of};
pub use problem::Problem;
pub use records::Records;
pub use recover::recover;
#[cfg(feature = "arrow")]
pub use write::Blocks;
pub use write::write;
