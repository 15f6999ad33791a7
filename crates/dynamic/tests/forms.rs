//! The forms of types and values: text, JSON, fingerprint.

use onesheet::Schema;
use onesheet::schema::{Enum, Field, Struct, Variant};
use onesheet_dynamic::random::Random;
use onesheet_dynamic::{Type, Value, decode, encode};

#[test]
fn every_form_of_a_type_reads_back() {
    let mut random = Random::new(2);
    for _ in 0..500 {
        let ty = random.ty(5);
        assert_eq!(Type::from_json(&ty.to_json().to_string()).unwrap(), ty);
        // The text form has no values of defaults.
        let text = ty.to_string();
        let again: Type = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(again.to_string(), text);
        assert_eq!(again.fingerprint(), ty.fingerprint(), "{text}");
    }
}

#[test]
fn every_value_reads_back_from_json_and_from_its_message() {
    let mut random = Random::new(3);
    for _ in 0..500 {
        let ty = random.ty(5);
        let Some(value) = random.value(&ty) else { continue };
        let json = value.to_exact_json().to_string();
        assert_eq!(Value::from_exact_json(&ty, &json).unwrap(), value, "{ty}\n{json}");
        let bytes = encode(&ty, &value).unwrap();
        assert_eq!(decode(&ty, &bytes, &Default::default()).unwrap(), value, "{ty}\n{json}");
    }
}

/// From the table of `spec/SCHEMA.md`, whose hashes were computed by another program.
/// Rust prints the shortest decimals of which a float is the nearest.
#[test]
fn a_float_in_decimals_is_the_nearest() {
    let mut random = Random::new(7);
    let ty: Type = "f64".parse().unwrap();
    for _ in 0..10_000 {
        let bits = random.next_u64();
        if !f64::from_bits(bits).is_finite() {
            continue;
        }
        let decimals = format!("{:e}", f64::from_bits(bits));
        assert_eq!(Value::from_exact_json(&ty, &decimals).unwrap(), Value::F64(bits), "{decimals}");
    }
}

#[test]
fn fingerprints_of_the_page() {
    let page = include_str!("../../../spec/SCHEMA.md");
    let (_, table) = page.split_once("| text form | wire form | fingerprint |").unwrap();
    let rows: Vec<_> = table.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(rows.len(), 6);
    for row in rows {
        let cells: Vec<_> = row.split('`').skip(1).step_by(2).collect();
        let [text, wire, fingerprint] = cells[..] else { panic!("{row}") };
        let ty: Type = text.parse().unwrap();
        assert_eq!(ty.to_string(), text);
        assert_eq!(ty.wire_form(), wire);
        assert_eq!(format!("{:016x}", ty.fingerprint()), fingerprint);
    }
}

#[test]
fn what_the_wire_does_not_see_is_not_in_the_fingerprint() {
    let same = |a: &str, b: &str| {
        let [a, b] = [a, b].map(|text| text.parse::<Type>().unwrap().fingerprint());
        a == b
    };
    assert!(same("struct A{a: u8, b: str}", "tuple(u8, str)"));
    assert!(same("struct Id{0: u32}", "u32"));
    assert!(same("bytes(max 3)", "bytes"));
    assert!(same("result(u8, str)", "enum E{0 A{a: u8}, 1 B{b: str}}"));
    assert!(same("extensible enum E{0 A other, 1 B}", "extensible enum F{0 X, 1 Y}"));
    assert!(!same("struct A{a: u8, b: str}", "extensible struct A{a: u8, b: str}"));
    assert!(!same("u16", "fixed u16"));
    assert!(!same("set(u8)", "seq(u8)"));
    assert!(!same("enum E{0 A, 1 B}", "enum E{0 A, 2 B}"));
    assert!(!same("seq(str)", "seq(rows R(str))"));
}

/// Two rows types of one name, one inside the other.
#[test]
fn a_ref_is_to_the_innermost_of_its_name() {
    let text =
        "rows T(struct T{a: seq(ref T), b: rows T#2(struct T{c: seq(ref T), d: seq(ref T#2)})})";
    let ty: Type = text.parse().unwrap();
    assert_eq!(ty.wire_form(), "rows(tuple(seq(^0),rows(tuple(seq(^1),seq(^0)))))");
    let shadowed: Type = text.replace("T#2", "T").parse().unwrap();
    assert_eq!(shadowed.wire_form(), "rows(tuple(seq(^0),rows(tuple(seq(^0),seq(^0)))))");
}

/// A default may hold values of the rows type around it.
#[test]
fn defaults_inside_rows() {
    let json = r#"{"def":"T","type":{"rows":{"ext_struct":[["u8","1"],[{"seq":{"ref":"T"}},[["5",[]]]]]}}}"#;
    let ty = Type::from_json(json).unwrap();
    assert_eq!(ty.to_json().to_string(), json);
    let value = decode(&ty, &[1, 9], &Default::default()).unwrap();
    assert_eq!(value.to_exact_json().to_string(), r#"["9",[["5",[]]]]"#);
}

#[test]
fn unknown_defaults_are_marked() {
    let ty: Type = "extensible struct A{a: u8, b: str default}".parse().unwrap();
    let value = decode(&ty, &[1, 7], &Default::default()).unwrap();
    assert_eq!(value.to_exact_json().to_string(), r#"["7",{"default":null}]"#);
    assert_eq!(Value::from_exact_json(&ty, &value.to_exact_json().to_string()).unwrap(), value);
    assert!(encode(&ty, &value).is_err());
}

/// Of a type that takes no bytes the value is known, and is written again.
#[test]
fn the_one_value_of_a_type_needs_no_known_default() {
    for (ty, known) in
        [("unit", "null"), ("array(u8, 0)", "[]"), ("tuple(unit, struct B{})", "[null,[]]")]
    {
        let ty: Type = format!("extensible struct A{{a: u8, b: {ty} default}}").parse().unwrap();
        let value = decode(&ty, &[1, 7], &Default::default()).unwrap();
        assert_eq!(value.to_exact_json().to_string(), format!(r#"["7",{known}]"#));
        assert_eq!(encode(&ty, &value).unwrap(), [1, 7], "{ty}");
    }
}

#[test]
fn missing_fields_without_a_default_are_rejected() {
    let ty: Type = "extensible struct A{a: u8, b: str}".parse().unwrap();
    let error = decode(&ty, &[1, 7], &Default::default()).unwrap_err();
    assert_eq!((error.rule, error.offset), (30, 2));
}

/// Names, and how the text form has them.
const NAMES: [(&str, &str); 14] = [
    ("", "_"),
    ("_", r#""_""#),
    ("a_1#2", "a_1#2"),
    ("ünï", "ünï"),
    // Identifiers of Rust that are not of letters and digits alone: a mark, a dot, a tie.
    ("ज़ी", "ज़ी"),
    ("e\u{301}", "e\u{301}"),
    ("l·l", "l·l"),
    ("a‿b", "a‿b"),
    // A letter that Unicode 17 has added.
    ("\u{16ea0}", "\u{16ea0}"),
    ("a b", r#""a b""#),
    ("a\u{a0}b", "\"a\u{a0}b\""),
    ("\u{2028}", "\"\u{2028}\""),
    ("x:y", r#""x:y""#),
    ("\"\\\n\u{8}\u{1}\u{7f}", "\"\\\"\\\\\\n\\b\\u0001\u{7f}\""),
];

#[test]
fn names_need_quotes_or_not() {
    for (name, shown) in NAMES {
        let text = format!("enum {shown}{{0 {shown}{{{shown}: u8}}}}");
        let json = serde_json::json!(
            {"enum": [[0, ["u8"]]], "name": name, "variants": [name], "fields": [[name]]}
        );
        let ty = Type::from_json(&json.to_string()).unwrap();
        assert_eq!(ty.to_string(), text);
        assert_eq!(text.parse::<Type>().unwrap(), ty, "{text}");
    }
}

/// A schema that is made by hand may have any names.
#[test]
fn names_of_constants() {
    fn inner() -> &'static Schema {
        &Schema::U8
    }
    for (name, shown) in NAMES {
        let fields = &*Box::leak(Box::new([Field { name, schema: &Schema::U8, default: true }]));
        let variant = Variant { name, tag: 0, fields };
        let variants = &*Box::leak(Box::new([variant]));
        let named = [
            (
                Schema::Struct(Box::leak(Box::new(Struct { name, fields, extensible: true }))),
                format!("extensible struct {shown}{{{shown}: u8 default}}"),
            ),
            (
                Schema::Enum(Box::leak(Box::new(Enum {
                    name,
                    variants,
                    extensible: false,
                    other: None,
                }))),
                format!("enum {shown}{{0 {shown}{{{shown}: u8}}}}"),
            ),
            (Schema::Rows { name, schema: inner, flat: None }, format!("rows {shown}(u8)")),
        ];
        for (schema, text) in named {
            assert_eq!(schema.to_string(), text);
            let ty = Type::from_schema(&schema).unwrap();
            assert_eq!(ty.to_string(), text);
            assert_eq!(text.parse::<Type>().unwrap(), ty, "{text}");
            assert_eq!(Type::from_json(&schema.json().to_string()).unwrap(), ty, "{text}");
        }
    }
}

/// Rows types of one name, one inside the other, are told apart by numbers, whatever the name.
#[test]
fn names_of_constants_inside_their_like() {
    macro_rules! nested {
        ($($name:literal: $text:literal)*) => {$({
            const OUTER: Schema = Schema::Rows { name: $name, schema: inner, flat: None };
            fn inner() -> &'static Schema {
                &Schema::Seq { item: &Schema::Rows { name: $name, schema: parts, flat: None }, max: None }
            }
            fn parts() -> &'static Schema {
                &Schema::Seq { item: &OUTER, max: None }
            }
            assert_eq!(OUTER.to_string(), $text);
            let ty = Type::from_schema(&OUTER).unwrap();
            assert_eq!(ty.to_string(), $text);
            assert_eq!($text.parse::<Type>().unwrap(), ty);
            assert_eq!(Type::from_json(&OUTER.json().to_string()).unwrap(), ty);
        })*};
    }
    nested! {
        "T": "rows T(seq(rows T#2(seq(ref T))))"
        "_": r#"rows "_"(seq(rows _#2(seq(ref "_"))))"#
        "a b": r#"rows "a b"(seq(rows "a b#2"(seq(ref "a b"))))"#
    }
}

#[test]
fn types_that_the_format_does_not_have() {
    for (text, what) in [
        ("enum E{1 A, 1 B}", "two variants have the tag 1 (W20)"),
        ("enum E{4294967296 A}", "a tag that fits u32 (W20)"),
        ("set(f32)", "at []: a float in a key (W21)"),
        ("map(tuple(u8, seq(f64)), u8)", "at [].0: a float in a key (W21)"),
        ("struct A{a: set(extensible struct B{})}", "at .a[]: an extensible type in a key (W21)"),
        ("rows A(struct A{a: f32, b: set(seq(ref A))})", "at .b[]: a float in a key (W21)"),
        ("extensible enum E{0 A{a: u8} other}", "the catch-all variant has fields (W31)"),
        ("enum E{0 A other}", "a catch-all in an enum that is not extensible (W31)"),
        ("struct A{a: u8 default}", "at .a: a default in a type that is not extensible (W30)"),
        ("seq(ref A)", "at []: ref A is not inside a rows type of that name (W14)"),
        ("fixed u8", "u8 cannot be marked fixed (W1)"),
        ("seq(u8", "line 1, column 7: expected ')', found the end"),
        ("seq(u8) u8", "line 1, column 9: expected the end of the type, found \"u8\""),
        ("struct A{\n  a u8}", "line 2, column 5: expected ':', found \"u8\""),
        ("vec(u8)", "line 1, column 1: expected a type, found \"vec\""),
    ] {
        let error = text.parse::<Type>().expect_err(text).to_string();
        assert!(error.contains(what), "{text}: {error}");
    }
    for (json, what) in [
        (r#"{"enum":[[0,[]],[0,[]]]}"#, "two variants have the tag 0 (W20)"),
        (r#"{"ext_enum":[[0,[]]],"other":1}"#, "the catch-all is not one of the variants (W31)"),
        (
            r#"{"ext_struct":[["u8","256"]]}"#,
            r#"at .0 default: expected u8 as a decimal string, found "256""#,
        ),
        (r#"{"array":["u8",-1]}"#, "expected a length, found the number -1"),
        (r#"{"vec":"u8"}"#, r#"expected a type, found an object with "vec""#),
        (r#"{"seq":"u9"}"#, r#"at []: unknown type "u9""#),
        ("[", "not JSON: EOF while parsing"),
        ("7", "expected a type, found the number 7"),
    ] {
        let error = Type::from_json(json).expect_err(json).to_string();
        assert!(error.contains(what), "{json}: {error}");
    }
}

#[test]
fn values_that_do_not_fit() {
    for (ty, json, what) in [
        ("u8", r#""256""#, r#"expected u8 as a decimal string, found "256""#),
        ("u8", r#""-1""#, "expected u8"),
        ("i8", r#""-129""#, "expected i8"),
        ("u64", "18446744073709551616", "expected u64"),
        ("u128", r#""340282366920938463463374607431768211456""#, "expected u128"),
        ("u16", r#"" 1""#, "expected u16"),
        ("u16", "1.5", "expected u16"),
        ("f32", r#""0x123456789""#, "expected the bits of an f32"),
        ("char", r#""ab""#, "expected a string of one character"),
        ("bytes", r#""abc""#, "expected bytes in hex"),
        ("array(u8, 2)", r#"["1"]"#, "expected an array of 2, found an array of 1"),
        ("option(u8)", r#""1""#, r#"expected null or {"some": value}"#),
        (
            "seq(struct P{x: u8})",
            r#"[["1"],["x"]]"#,
            r#"at [1].x: expected u8 as a decimal string, found "x""#,
        ),
        ("enum E{0 A}", "[1,[]]", "the enum has no variant with tag 1"),
        (
            "struct P{x: str(max 1)}",
            r#"["ab"]"#,
            "at .x: 2 bytes or elements, but the type allows 1",
        ),
        ("struct P{x: bytes(max 1)}", r#"["0102"]"#, "at .x: 2 bytes"),
        ("struct P{x: seq(u16, max 1)}", r#"[["1","2"]]"#, "at .x: 2 bytes or elements"),
        ("map(u8, set(u8, max 0), max 1)", r#"[["1",["2"]]]"#, "at [0].1: 1 bytes or elements"),
        ("map(u8, u8, max 1)", r#"[["1","2"],["3","4"]]"#, "2 bytes or elements"),
        ("struct P{x: u8, y: u8}", r#"{"x":1}"#, r#"missing field "y""#),
        ("struct P{x: u8, y: u8}", r#"{"x":1,"z":2,"y":3}"#, r#"unknown field "z""#),
        (
            "seq(struct P{x: u8})",
            r#"[{"x":1},{"x":"a"}]"#,
            r#"at [1].x: expected u8 as a decimal string, found "a""#,
        ),
        ("tuple(u8, u8)", r#"{"0":1,"1":2}"#, "expected an array of 2, found an object"),
    ] {
        let ty: Type = ty.parse().unwrap();
        let error = Value::from_exact_json(&ty, json).expect_err(json).to_string();
        assert!(error.contains(what), "{json}: {error}");
    }
    for (ty, json, what) in [
        ("set(u8)", r#"["1","1"]"#, "a set holds an element twice"),
        ("map(u8, u8)", r#"[["1","1"],["1","2"]]"#, "a map holds a key twice"),
    ] {
        let ty: Type = ty.parse().unwrap();
        let value = Value::from_exact_json(&ty, json).unwrap();
        let error = encode(&ty, &value).expect_err(json).to_string();
        assert!(error.contains(what), "{json}: {error}");
    }
    let ty: Type = "str(max 1)".parse().unwrap();
    let error = encode(&ty, &Value::Str("ab".into())).unwrap_err().to_string();
    assert!(error.contains("2 bytes or elements, but the type allows 1"), "{error}");
}

/// W10: what is inside an element or a key is put in order before the elements are compared.
#[test]
fn collections_inside_collections_are_put_in_order() {
    for (ty, json, hex) in [
        ("set(set(u8))", r#"[["1","3"],["2","1"]]"#, "02020a01020103"),
        ("map(set(u8), u8)", r#"[[["1","3"],"9"],[["2","1"],"8"]]"#, "02020a010201030809"),
        (
            "set(map(u8, u8))",
            r#"[[["3","0"],["1","0"]],[["2","0"],["1","0"]]]"#,
            "02020a0100020001000300",
        ),
        (
            "set(struct S{a: option(set(u8)), b: u8})",
            r#"[[{"some":["3","1"]},"1"],[{"some":["2","1"]},"2"],[null,"3"]]"#,
            "0306020a01020103030201",
        ),
        (
            "rows T(struct T{a: u8, b: set(ref T)})",
            r#"["1",[["3",[["5",[]],["4",[]]]],["3",[["4",[]],["2",[]]]]]]"#,
            "0102030202000400030204000500",
        ),
    ] {
        let ty: Type = ty.parse().unwrap();
        let value = Value::from_exact_json(&ty, json).unwrap();
        assert_eq!(hex_of(&encode(&ty, &value).unwrap()), hex, "{ty}");
    }
    let ty: Type = "set(set(u8))".parse().unwrap();
    let value = Value::from_exact_json(&ty, r#"[["1","3"],["3","1"]]"#).unwrap();
    assert!(encode(&ty, &value).unwrap_err().to_string().contains("an element twice"));
}

#[test]
fn fields_may_be_given_by_their_names() {
    for (ty, by_name, in_order) in [
        ("struct P{x: u8, y: str}", r#"{"y":"a","x":1}"#, r#"["1","a"]"#),
        ("struct P{x: struct Q{y: u8}}", r#"{"x":{"y":1}}"#, r#"[["1"]]"#),
        ("enum E{0 A, 1 B{x: u8, y: u8}}", r#"[1,{"y":2,"x":1}]"#, r#"[1,["1","2"]]"#),
        ("extensible struct P{x: u8, y: u8 default}", r#"{"y":2,"x":1}"#, r#"["1","2"]"#),
    ] {
        let ty: Type = ty.parse().unwrap();
        let value = Value::from_exact_json(&ty, by_name).unwrap();
        assert_eq!(value, Value::from_exact_json(&ty, in_order).unwrap(), "{ty}");
        assert_eq!(value.to_exact_json().to_string(), in_order);
    }
}

#[test]
fn defaults_are_read_in_order() {
    let json = r#"{"ext_struct":[[{"set":{"set":"u8"}},[["1","3"],["2","1"]]],[{"map":["u8","u8"]},[["2","0"],["1","0"]]]]}"#;
    let ty = Type::from_json(json).unwrap();
    let value = decode(&ty, &[0], &Default::default()).unwrap();
    assert_eq!(
        value.to_exact_json().to_string(),
        r#"[[["1","2"],["1","3"]],[["1","0"],["2","0"]]]"#
    );
}

/// No loss in numbers that JSON parsers like to round.
#[test]
fn numbers_without_loss() {
    for (ty, json, bytes) in [
        ("u64", r#""18446744073709551615""#, "ffffffffffffffffff01"),
        (
            "u128",
            r#""340282366920938463463374607431768211455""#,
            "ffffffffffffffffffffffffffffffff",
        ),
        (
            "i128",
            r#""-170141183460469231731687303715884105728""#,
            "00000000000000000000000000000080",
        ),
        ("f32", r#""0x7fc00001""#, "0100c07f"),
        ("f64", r#""0x8000000000000000""#, "0000000000000080"),
    ] {
        let ty: Type = ty.parse().unwrap();
        let value = Value::from_exact_json(&ty, json).unwrap();
        assert_eq!(hex_of(&encode(&ty, &value).unwrap()), bytes);
        assert_eq!(value.to_exact_json().to_string(), json);
    }
}

fn hex_of(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
