//! Guides: moving here from another crate, and what the reference does not tell in one place.
//!
//! | from, or about | |
//! |--|--|
//! | bincode 1 and 2 | [`bincode`] |
//! | postcard | [`postcard`] |
//! | serde_json in a hot path, and what serde's attributes become | [`serde_json`] |
//! | changing a type that is stored or sent | [`changing_a_type`] |
//! | enums on a device: columns, rows, numbers alone | [`enums_on_a_device`] |
//! | messages over a line | [`messages_over_a_line`] |
//! | writing impls by hand | [`by_hand`] |
//!
//! The examples in them are run as tests.

#[doc = include_str!("../docs/bincode.md")]
pub mod bincode {}

#[doc = include_str!("../docs/by_hand.md")]
pub mod by_hand {}

#[doc = include_str!("../docs/changing_a_type.md")]
pub mod changing_a_type {}

#[doc = include_str!("../docs/enums_on_a_device.md")]
pub mod enums_on_a_device {}

#[doc = include_str!("../docs/messages_over_a_line.md")]
pub mod messages_over_a_line {}

#[doc = include_str!("../docs/postcard.md")]
pub mod postcard {}

#[doc = include_str!("../docs/serde_json.md")]
pub mod serde_json {}
