//! The keyboard's messages without a codec: what the programs have in common.

use core::hint::black_box;

keyboard!(;);

message!(
    combo,
    Combo,
    |m, b| {
        black_box(b);
        usize::from(black_box(m).layer.unwrap_or(0))
    },
    |b| {
        black_box(b);
        black_box(None)
    }
);
message!(
    morse,
    Morse,
    |m, b| {
        black_box(b);
        usize::from(black_box(m).gap_ms) & 7
    },
    |b| {
        black_box(b);
        black_box(None)
    }
);
message!(
    key_map,
    KeyMap,
    |m, b| {
        black_box(b);
        usize::from(black_box(m).layer)
    },
    |b| {
        black_box(b);
        black_box(None)
    }
);
