//! What decoding claims is bounded (W33), whatever the type and the bytes are.

use onesheet::Limits;
use onesheet_arrow::Decoder;
use onesheet_dynamic::random::Random;
use onesheet_dynamic::{Type, Value, encode_list};

/// Bytes of memory at most while a list is decoded, and whether it is accepted.
fn peak(decoder: &Decoder, list: &[u8], n: usize, limits: &Limits) -> (usize, bool) {
    let mut accepted = false;
    let info = allocation_counter::measure(|| {
        accepted = decoder.decode(list, n, limits).is_ok();
    });
    (info.bytes_max as usize, accepted)
}

/// What arrays take beside their values: each buffer and each array has a head, and room that is rounded
/// up to 64 bytes.
const COLUMN: usize = 2_000;

#[test]
fn no_more_than_the_limit() {
    let mut random = Random::new(40);
    let mut refused = 0;
    for _ in 0..600 {
        let depth = 1 + random.below(3);
        let ty = random.ty(depth);
        // What is nested in rows is decoded by the dynamic codec, under limits of its own.
        if ty.to_string().contains("rows") {
            continue;
        }
        let n = 1 + random.below(400);
        let values: Option<Vec<Value>> = (0..n).map(|_| random.value(&ty)).collect();
        let Some(values) = values else { continue };
        let list = encode_list(&ty, &values).unwrap();
        let decoder = Decoder::new(&ty).unwrap();
        let columns = ty.to_string().matches([',', '(', '{']).count() + 1;
        for max_alloc in [0, 1_000, 10_000, 100_000] {
            let limits = Limits::default().max_alloc(max_alloc);
            let (peak, accepted) = peak(&decoder, &list, n, &limits);
            assert!(peak <= 2 * max_alloc + COLUMN * columns, "{ty}: {peak} of {max_alloc}");
            refused += u32::from(!accepted);
        }
    }
    assert!(refused > 300, "{refused}");
}

/// Few bytes that stand for many values.
#[test]
fn values_of_no_bits() {
    for (ty, list, n) in [
        ("seq(unit)", &b"\xff\xff\xff\xff\x0f"[..], 1),
        ("array(array(unit, 2147483647), 2147483647)", b"", 1),
        (
            "struct S{a: array(unit, 2147483647), b: array(extensible struct E{}, 2147483647)}",
            b"",
            1,
        ),
        ("seq(struct S{})", b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 1),
        ("extensible struct E{a: array(u64, 2147483647) default}", b"\x00", 1),
        ("option(array(u64, 1000000))", b"\x00", 7),
        (
            "seq(option(array(u8, 100000)))",
            b"\x80\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
            1,
        ),
        ("enum E{0 A, 1 B{0: array(u8, 1000000)}}", b"\x01\x00\x00", 16),
    ] {
        let decoder = Decoder::new(&ty.parse::<Type>().unwrap()).unwrap();
        let limits = Limits::default().max_alloc(1 << 20);
        let (peak, _) = peak(&decoder, list, n, &limits);
        assert!(peak < 3 << 20, "{ty}: {peak}");
    }
}
