//! The keyboard's messages by postcard.

use serde::{Deserialize, Serialize};

keyboard!(#[derive(Serialize, Deserialize)]; #[derive(Serialize, Deserialize)]);

message!(combo, Combo, |m, b| postcard::to_slice(m, b).map_or(0, |b| b.len()), |b| {
    postcard::from_bytes(b).ok()
});
message!(morse, Morse, |m, b| postcard::to_slice(m, b).map_or(0, |b| b.len()), |b| {
    postcard::from_bytes(b).ok()
});
message!(key_map, KeyMap, |m, b| postcard::to_slice(m, b).map_or(0, |b| b.len()), |b| {
    postcard::from_bytes(b).ok()
});
