//! What a user of the tables relies on, by SQL.

mod damage;
mod files;
mod kinds;
mod made;
mod plan;
mod rows;
mod sql;
