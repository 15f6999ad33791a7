//! Types of other crates are refused or are the bytes of their value, as their schema says.
#![no_main]

use libfuzzer_sys::fuzz_target;
use onesheet_fuzz::foreign::FOREIGN;

fuzz_target!(|input: &[u8]| {
    let Some((choice, message)) = input.split_first() else { return };
    let foreign = FOREIGN[usize::from(*choice) % FOREIGN.len()];
    (foreign.check)(message);
});
