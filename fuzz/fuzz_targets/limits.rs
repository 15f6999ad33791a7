//! Decoding claims no more memory than it may.
#![no_main]

use libfuzzer_sys::fuzz_target;
use onesheet_fuzz::split;
use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Bytes of heap above `max_alloc` that decoding may take.
const CONSTANT: usize = 0;

fuzz_target!(|input: &[u8]| {
    let Some((case, [low, high, message @ ..])) = split(input) else { return };
    let max_alloc = usize::from(u16::from_le_bytes([*low, *high]));
    let limits = onesheet_fuzz::LIMITS.max_alloc(max_alloc);
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    let result = (case.decode)(message, &limits);
    let claimed = HEAP.peak_usage() - before;
    let name = case.name;
    assert!(claimed <= max_alloc + CONSTANT, "{name}: {claimed} of {max_alloc}, {result:?}");
});
