//! The rows of the format's table, each in the file of its name, and the types of std that are
//! written as one of them.

pub(crate) mod array;
pub(crate) mod boolean;
pub(crate) mod capacity;
pub mod convert;
pub mod enumeration;
pub mod extensible;
pub mod fixed;
pub(crate) mod int;
pub(crate) mod map;
pub(crate) mod net;
pub(crate) mod option;
pub(crate) mod pointer;
pub(crate) mod range;
pub mod rows;
pub(crate) mod seq;
pub(crate) mod text;
pub(crate) mod time;
pub(crate) mod tuple;
pub(crate) mod via;
pub(crate) mod wrapper;
