#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod exec;
mod factory;
mod files;
mod filter;
mod kinds;
mod options;
mod problem;
mod read;
mod table;

pub use factory::OnesheetTableFactory;
pub use options::{OnProblem, Options};
pub use problem::Problem;
pub use table::OnesheetTable;
