//! Random files with random damage.

use proptest::prelude::*;

use crate::damage::{File, damages};
use crate::made::file;
use crate::reading::check;

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(crate::damages())
    })]

    #[test]
    fn no_whole_block_is_lost_or_altered_and_no_byte_unreported(
        blocks in file(),
        damages in damages(),
        max_body in prop_oneof![3 => Just(usize::MAX), 1 => 20..200usize],
        seed in any::<u64>(),
    ) {
        check(&File::damaged(&blocks, &damages), max_body, seed);
    }
}
