//! The keyboard's messages by onesheet, lists of its enums by rows.

use onesheet::{Deserialize, Serialize};

keyboard!(#[derive(Serialize, Deserialize)] #[onesheet(rows)]; #[derive(Serialize, Deserialize)]);

message!(combo, Combo, |m, b| onesheet::encode_to_slice(m, b).unwrap_or(0), |b| {
    onesheet::decode(b).ok()
});
message!(morse, Morse, |m, b| onesheet::encode_to_slice(m, b).unwrap_or(0), |b| {
    onesheet::decode(b).ok()
});
message!(key_map, KeyMap, |m, b| onesheet::encode_to_slice(m, b).unwrap_or(0), |b| {
    onesheet::decode(b).ok()
});
