//! Any value comes back from every way to encode it.
#![no_main]

use arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;
use onesheet_fuzz::split;

fuzz_target!(|input: &[u8]| {
    let Some((case, rest)) = split(input) else { return };
    // An input that is too short for a value makes none.
    let _ = (case.roundtrip)(&mut Unstructured::new(rest));
});
