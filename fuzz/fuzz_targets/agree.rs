//! The derived and the dynamic codec accept the same messages, for the same values.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use onesheet::ErrorKind;
use onesheet_dynamic::{Limits, Type};
use onesheet_fuzz::{CASES, Kind, defaults, split};

static TYPES: LazyLock<Vec<Type>> =
    LazyLock::new(|| CASES.iter().map(|case| defaults::type_of(case.schema)).collect());

/// A value of the dynamic codec takes more memory.
const LIMITS: Limits = Limits::new().max_alloc(1 << 22).max_depth(onesheet_fuzz::LIMITS.max_depth);

fuzz_target!(|input: &[u8]| {
    let Some((case, message)) = split(input) else { return };
    let ty = &TYPES[usize::from(input[0]) % CASES.len()];
    let derived = (case.again)(message);
    let dynamic = onesheet_dynamic::decode(ty, message, &LIMITS);
    let name = case.name;
    match (derived, dynamic) {
        // The same value has the same bytes.
        (Ok(bytes), Ok(value)) => {
            let again = onesheet_dynamic::encode(ty, &value);
            assert_eq!(again.as_ref(), Ok(&bytes), "{name}: {}", value.to_exact_json());
        }
        (Err(_), Err(_)) => {}
        // Each counts memory in its own way.
        (Err(error), _) if error.kind() == ErrorKind::MemoryLimit => {}
        (_, Err(error)) if [33, 34].contains(&error.rule) => {}
        (Err(_), Ok(_)) if case.kind == Kind::Narrower => {}
        (derived, dynamic) => panic!("{name}: derived {derived:?}, dynamic {dynamic:?}"),
    }
});
