//! What a user of the tables relies on, by SQL.

mod damage;
mod files;
mod kinds;
mod made;
mod plan;
#[expect(dead_code, reason = "a part of it is needed")]
#[path = "../../../../benches/comparative/random.rs"]
mod random;
mod rows;
mod sql;
mod statistics;
