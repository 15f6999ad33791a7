//! Guides: moving here from another crate, and what the reference does not tell in one place.
//!
//! | from, or about | |
//! |--|--|
//! | bincode 1 and 2 | [`bincode`] |
//! | postcard | [`postcard`] |
//! | serde_json in a hot path, and what serde's attributes become | [`serde_json`] |
//! | changing a type that is stored or sent | [`changing_a_type`] |
//! | messages over a line | [`messages_over_a_line`] |
//! | writing impls by hand | [`by_hand`] |
//!
//! The examples in them are run as tests.

#[doc = include_str!("guide/bincode.md")]
pub mod bincode {}

#[doc = include_str!("guide/by_hand.md")]
pub mod by_hand {}

#[doc = include_str!("guide/changing_a_type.md")]
pub mod changing_a_type {}

#[doc = include_str!("guide/messages_over_a_line.md")]
pub mod messages_over_a_line {}

#[doc = include_str!("guide/postcard.md")]
pub mod postcard {}

#[doc = include_str!("guide/serde_json.md")]
pub mod serde_json {}
