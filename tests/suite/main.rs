//! What users rely on, one module a property; `types` is the matrix that they share.

mod api;
mod bulk;
mod by_hand;
mod capacity;
mod columns;
mod defaults;
mod derive;
mod evolution;
mod frame;
mod hygiene;
mod layout;
mod lifetimes;
mod limits;
mod parts;
mod regressions;
mod roundtrip;
mod rows;
mod spec;
mod stack;
mod texts;
mod turning;
mod types;
mod ui;
mod variants;
mod vectors;
mod view;
