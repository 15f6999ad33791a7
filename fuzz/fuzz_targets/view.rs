//! What borrows from a message is the same as what owns.
#![no_main]

use libfuzzer_sys::fuzz_target;
use onesheet_fuzz::views::VIEWS;

fuzz_target!(|input: &[u8]| {
    let Some((choice, message)) = input.split_first() else { return };
    (VIEWS[usize::from(*choice) % VIEWS.len()].check)(message);
});
