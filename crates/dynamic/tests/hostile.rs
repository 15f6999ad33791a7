//! Bad input of every kind: an error, in bounded memory and stack.

use onesheet_dynamic::{Limits, Type, Value, decode, encode, parse_json};

fn ty(text: &str) -> Type {
    text.parse().unwrap()
}

#[track_caller]
fn rule(ty: &Type, bytes: &[u8]) -> u8 {
    decode(ty, bytes, &Limits::default()).unwrap_err().rule
}

fn varint(mut x: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while x >= 128 {
        bytes.push(x as u8 | 128);
        x >>= 7;
    }
    bytes.push(x as u8);
    bytes
}

#[test]
fn counts_that_lie() {
    for count in [1 << 40, u64::MAX] {
        for item in ["u8", "u16", "bool", "str", "option(unit)", "enum E{0 A}"] {
            for list in ["seq", "set"] {
                let ty = ty(&format!("{list}({item})"));
                assert!(matches!(rule(&ty, &varint(count)), 22 | 35), "{ty}");
            }
        }
        for item in ["unit", "array(u8, 0)", "extensible struct A{}", "tuple()", "rows R(unit)"] {
            assert_eq!(rule(&ty(&format!("seq({item})")), &varint(count)), 33, "{item}");
        }
        assert!(matches!(rule(&ty("map(unit, u8)"), &varint(count)), 22 | 35));
        assert_eq!(rule(&ty("str"), &varint(count)), 22);
        assert_eq!(rule(&ty("extensible struct A{}"), &varint(count)), 22);
    }
    // Counts whose sum has more than 64 bits.
    let twice = [&[2, 129][..], &varint(u64::MAX), &[0]].concat();
    assert_eq!(rule(&ty("seq(seq(unit))"), &twice), 33);
    assert_eq!(rule(&ty("seq(seq(u8))"), &twice), 35);
}

#[test]
fn arrays_that_do_not_end() {
    for item in ["u8", "u16", "bool"] {
        assert_eq!(rule(&ty(&format!("array({item}, 18446744073709551615)")), &[1]), 35, "{item}");
    }
    for text in [
        "array(unit, 18446744073709551615)",
        "array(array(array(unit, 1000000), 1000000), 1000000)",
        "seq(array(unit, 1000000000))",
        "array(extensible struct A{}, 1000000000)",
    ] {
        assert_eq!(rule(&ty(text), &[1, 1, 1]), 33, "{text}");
    }
}

/// One byte of message for each 2^20 values, and many of those.
#[test]
fn memory_is_counted_over_the_whole_message() {
    let many = ty("seq(extensible struct A{a: str default})");
    let count = varint(1 << 20);
    let message = [&count[..], &[0]].concat();
    assert!(decode(&many, &message, &Limits::default()).is_ok());
    let ten = ty("array(rows R(seq(unit)), 10)");
    assert_eq!(rule(&ten, &count.repeat(10)), 33);

    let json = r#"{"seq":{"ext_struct":[["bytes","00112233445566778899aabbccddeeff"]]}}"#;
    let defaults = Type::from_json(json).unwrap();
    let limits = Limits::default().max_alloc(1 << 16);
    let message = [&varint(1000)[..], &[0]].concat();
    assert_eq!(decode(&defaults, &message, &limits).unwrap_err().rule, 33);
    let message = [&varint(100)[..], &[0]].concat();
    assert!(decode(&defaults, &message, &limits).is_ok());
}

#[test]
fn rows_are_as_deep_as_the_limit() {
    let tree = ty("rows T(struct T{a: u8, b: seq(ref T)})");
    let deep = |depth: usize| [[1, 1].repeat(depth - 1), vec![1, 0]].concat();
    let value = decode(&tree, &deep(128), &Limits::default()).unwrap();
    assert_eq!(encode(&tree, &value).unwrap(), deep(128));
    assert_eq!(rule(&tree, &deep(129)), 33);
    assert_eq!(rule(&tree, &deep(1_000_000)), 33);
    // However deep the limit, the stack is not used up.
    let limits = Limits::default().max_depth(u32::MAX);
    assert_eq!(decode(&tree, &deep(1_000_000), &limits).unwrap_err().rule, 33);
    // A type with only endless values.
    assert_eq!(rule(&ty("rows T(struct T{a: ref T})"), &[0; 8]), 33);
    assert_eq!(rule(&ty("rows T(ref T)"), &[]), 33);
}

/// Deep types in deep rows need the most stack.
#[test]
fn deep_types_in_deep_rows() {
    let (open, close) = ("option(".repeat(100), ")".repeat(100));
    let tree = ty(&format!("rows T(struct T{{a: {open}ref T{close}}})"));
    let limits = Limits::default().max_depth(u32::MAX);
    assert_eq!(decode(&tree, &[1; 100_000], &limits).unwrap_err().rule, 33);
    let mut value = Value::List(vec![Value::Option(None)]);
    for _ in 0..2000 {
        value = Value::List(vec![Value::Option(Some(Box::new(value)))]);
    }
    assert!(encode(&ty("rows T(struct T{a: option(ref T)})"), &value).is_err());
}

/// The types whose reading takes the most stack, up to the nesting at which it ends.
#[test]
fn deep_values_of_every_row() {
    let around: [fn(Value) -> Value; 3] = [
        |value| Value::Variant(0, vec![Value::Map(vec![(Value::Unsigned(7), value)])]),
        |value| Value::List(vec![Value::Result(Ok(Box::new(Value::List(vec![value]))))]),
        |value| Value::List(vec![Value::List(vec![value]), Value::List(vec![])]),
    ];
    let types = [
        "rows T(extensible enum E{0 A{a: map(u8, ref T)}})",
        "rows T(struct S{a: result(seq(ref T), u8)})",
        "rows T(extensible struct S{a: seq(ref T), b: set(char)})",
    ];
    let leaf = [
        Value::Variant(0, vec![Value::Map(vec![])]),
        Value::List(vec![Value::Result(Err(Box::new(Value::Unsigned(1))))]),
        Value::List(vec![Value::List(vec![]), Value::List(vec![])]),
    ];
    let limits = Limits::default().max_depth(u32::MAX);
    for ((text, around), leaf) in types.into_iter().zip(around).zip(leaf) {
        let ty = ty(text);
        let mut value = leaf;
        let mut deepest = Vec::new();
        while let Ok(bytes) = encode(&ty, &value) {
            deepest = bytes;
            value = around(value);
        }
        let value = decode(&ty, &deepest, &limits).unwrap();
        let json = value.to_exact_json().to_string();
        assert_eq!(Value::from_exact_json(&ty, &json).unwrap(), value);
    }
}

#[test]
fn types_and_values_nested_too_deeply() {
    for deep in [300, 100_000] {
        let text = format!("{}u8{}", "option(".repeat(deep), ")".repeat(deep));
        assert!(text.parse::<Type>().is_err());
        let json = format!("{}\"u8\"{}", "{\"option\":".repeat(deep), "}".repeat(deep));
        assert!(Type::from_json(&json).is_err());
    }
    assert!(parse_json(&"[".repeat(1_000_000)).is_err());
    assert!(parse_json(&format!("\"{}\"", "[".repeat(1_000_000))).is_ok());
    let tree = ty("rows T(struct T{a: seq(ref T)})");
    assert!(
        Value::from_exact_json(&tree, &format!("{}{}", "[".repeat(999), "]".repeat(999))).is_err()
    );
}

#[test]
fn varints_that_do_not_end() {
    assert_eq!(rule(&ty("u64"), &[0x80; 1000]), 22);
    assert_eq!(rule(&ty("u64"), &[0xff; 1000]), 24);
    assert_eq!(rule(&ty("u64"), &[[0x80; 20].as_slice(), &[0]].concat()), 16);
    assert_eq!(rule(&ty("u64"), &[[0xff; 9].as_slice(), &[2]].concat()), 24);
}

/// Every cut of a message that holds something of every row.
#[test]
fn every_truncation_is_an_error() {
    let text = "struct A{a: seq(u16), b: map(str, option(i32)), c: seq(enum E{0 X, 1 Y{x: f32}}), \
                d: extensible struct B{a: u8, b: str}, e: array(bool, 9), f: set(char), g: u128}";
    let value = r#"[["1","2000"],[["a",null],["b",{"some":"-5"}]],[[0,[]],[1,["0x3f800000"]]],
                    ["7","x"],[true,false,true,true,true,false,false,true,true],["ß","z"],"5"]"#;
    let ty = ty(text);
    let bytes = encode(&ty, &Value::from_exact_json(&ty, value).unwrap()).unwrap();
    for n in 0..bytes.len() {
        decode(&ty, &bytes[..n], &Limits::default()).expect_err("a message that was cut");
    }
    assert_eq!(rule(&ty, &[&bytes[..], &[0]].concat()), 23);
}
