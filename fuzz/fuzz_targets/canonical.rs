//! Bytes that decode are the bytes of their value.
#![no_main]

use libfuzzer_sys::fuzz_target;
use onesheet_fuzz::{Kind, split};

fuzz_target!(|input: &[u8]| {
    let Some((case, message)) = split(input) else { return };
    if let Ok(again) = (case.again)(message) {
        // W29 to W32 let several messages have one value: `again` has checked that it stays so.
        assert!(again == message || case.kind == Kind::Extensible, "{}: {again:02x?}", case.name);
    }
});
