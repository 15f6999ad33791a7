//! What it costs a microcontroller to encode and decode one message, for several codecs.
//!
//! Each program in `bin/` is the same but for the codec; `harness` has none. `measure.py` takes the
//! difference of two programs for the codec's size, and runs them for instructions and stack.

#![no_std]

#[macro_use]
mod program;
#[macro_use]
mod keyboard;

pub mod cost;
pub mod hand;
pub mod handvar;
pub mod harness;
pub mod keyboard_columns;
pub mod keyboard_harness;
pub mod keyboard_minicbor;
pub mod keyboard_postcard;
pub mod keyboard_rows;
pub mod through_bincode;
pub mod through_bincode_serde;
pub mod through_minicbor;
pub mod through_onesheet;
pub mod through_onesheet_serde;
pub mod through_postcard;
