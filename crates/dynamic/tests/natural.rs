//! Natural JSON: what it is, that all values come back from it, and what is said of what is wrong.

use onesheet_dynamic::random::Random;
use onesheet_dynamic::time::{Unit, Zone};
use onesheet_dynamic::{Logical, Natural, Style, Type, Value};

fn natural(ty: &str) -> Natural {
    Natural::new(&ty.parse().unwrap()).unwrap()
}

/// The exact JSON and the natural one of the same value.
#[test]
fn the_table() {
    for (ty, exact, text) in [
        ("u64", r#""18446744073709551615""#, "18446744073709551615"),
        (
            "i128",
            r#""-170141183460469231731687303715884105728""#,
            "-170141183460469231731687303715884105728",
        ),
        ("f64", r#""0x3fb999999999999a""#, "0.1"),
        ("f32", r#""0x3dcccccd""#, "0.1"),
        ("f64", r#""0x8000000000000000""#, "-0.0"),
        ("f64", r#""0x7e37e43c8800759c""#, "1e+300"),
        ("f64", r#""0x7ff8000000000000""#, r#""NaN""#),
        ("f64", r#""0x7ff8000000000001""#, r#""0x7ff8000000000001""#),
        ("f32", r#""0xff800000""#, r#""-Infinity""#),
        ("bool", "true", "true"),
        ("char", r#""é""#, r#""é""#),
        ("str", r#""a\"\n""#, r#""a\"\n""#),
        ("unit", "null", "null"),
        ("bytes", r#""00ff""#, r#""AP8=""#),
        ("option(u8)", "null", "null"),
        ("option(u8)", r#"{"some":"5"}"#, "5"),
        ("option(option(u8))", r#"{"some":null}"#, r#"{"some":null}"#),
        ("option(option(u8))", r#"{"some":{"some":"5"}}"#, r#"{"some":5}"#),
        ("option(unit)", r#"{"some":null}"#, r#"{"some":null}"#),
        ("option(struct S{0: option(u8)})", r#"{"some":[null]}"#, r#"{"some":null}"#),
        ("rows T(option(seq(ref T)))", r#"{"some":[null]}"#, "[null]"),
        ("tuple(u8, str)", r#"["1","a"]"#, r#"[1,"a"]"#),
        ("struct P{x: u8, y: u8}", r#"["1","2"]"#, r#"{"x":1,"y":2}"#),
        ("struct P{0: u8, 1: u8}", r#"["1","2"]"#, "[1,2]"),
        ("struct P{0: u8}", r#"["1"]"#, "1"),
        ("struct P{}", "[]", "{}"),
        ("struct P{x: u8, X: u8, x: u8}", r#"["1","2","3"]"#, r#"{"x":1,"X":2,"x_2":3}"#),
        ("extensible struct P{x: u8, y: u8 default}", r#"["1",{"default":null}]"#, r#"{"x":1}"#),
        ("array(u8, 2)", r#"["1","2"]"#, "[1,2]"),
        ("map(str, u8)", r#"[["a","1"],["b","2"]]"#, r#"{"a":1,"b":2}"#),
        ("map(u8, bool)", r#"[["1",true]]"#, "[[1,true]]"),
        ("result(u8, str)", r#"{"ok":"1"}"#, r#"{"Ok":1}"#),
        ("result(u8, str)", r#"{"err":"a"}"#, r#"{"Err":"a"}"#),
        ("enum E{0 A, 3 B}", "[3,[]]", r#""B""#),
        ("enum E{0 A{0: u8}}", r#"[0,["1"]]"#, r#"{"A":1}"#),
        ("enum E{0 A{0: u8, 1: u8}}", r#"[0,["1","2"]]"#, r#"{"A":[1,2]}"#),
        ("enum E{0 A{x: u8}}", r#"[0,["1"]]"#, r#"{"A":{"x":1}}"#),
        ("enum E{0 A{}, 1 A{}}", "[1,[]]", r#""A_2""#),
        ("enum E{0 _{}, 1 _{}}", "[1,[]]", "\"#1\""),
        ("enum _{0 _{0: i64}, 1 _{0: f64}, 2 _{0: str}}", r#"[0,["1"]]"#, "1"),
        ("enum _{0 _{0: i64}, 1 _{0: f64}, 2 _{0: str}}", r#"[1,["0x3ff0000000000000"]]"#, "1.0"),
        ("enum _{0 _{0: i64}, 1 _{0: f64}, 2 _{0: str}}", r#"[2,["NaN"]]"#, r#""NaN""#),
        (
            "enum _{0 _{0: i64}, 1 _{0: f64}, 2 _{0: str}}",
            r#"[1,["0x7ff8000000000000"]]"#,
            "{\"#1\":\"NaN\"}",
        ),
        (
            "enum _{0 _{0: unit}, 1 _{0: map(str, u8)}}",
            r#"[1,[[["\#1","1"]]]]"#.replace("\\#", "#").leak(),
            "{\"#1\":{\"#1\":1}}",
        ),
        ("enum _{0 _{0: u8}, 1 _{0: i8}}", r#"[1,["1"]]"#, "{\"#1\":1}"),
    ] {
        let ty: Type = ty.parse().unwrap_or_else(|error| panic!("{ty}: {error}"));
        let value = Value::from_exact_json(&ty, exact).unwrap();
        let natural = Natural::new(&ty).unwrap();
        assert_eq!(natural.to_string(&value), text, "{ty}");
        assert_eq!(natural.read(text), Ok(value), "{ty}: {text}");
    }
}

#[test]
fn all_values_come_back() {
    let mut random = Random::new(36);
    for round in 0..1500u32 {
        let ty = random.ty(5);
        let Some(value) = random.value(&ty) else { continue };
        let style = Style { hex: round % 2 == 0, quoted: round % 3 == 0 };
        let natural = Natural::with(&ty, None, style).unwrap();
        let text = natural.to_string(&value);
        assert_eq!(natural.read(&text), Ok(value), "{ty}\n{text}");
        assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{text}");
    }
}

#[test]
fn more_is_read_than_is_written() {
    for (ty, text, same) in [
        ("u64", r#""5""#, "5"),
        ("i8", "\u{feff} -5 ", "-5"),
        ("f64", "1", "1.0"),
        ("f64", "1E0", "1.0"),
        ("struct P{x: option(u8), y: u8}", r#"{"y": 1}"#, r#"{"x": null, "y": 1}"#),
        ("struct P{x: u8, y: u8}", "{\"y\" :\t2,\r\n \"x\":1}", r#"{"x":1,"y":2}"#),
        ("struct P{x: u8}", r#"{"\u0078":1}"#, r#"{"x":1}"#),
        ("map(u8, u8)", r#"{"1":2}"#, "[[1,2]]"),
        ("map(str, u8)", r#"[["a",2]]"#, r#"{"a":2}"#),
        ("map(enum E{0 A, 1 B}, u8)", r#"{"B":2}"#, r#"[["B",2]]"#),
        ("enum E{0 A, 1 B}", r#"{"B":null}"#, r#""B""#),
        ("enum E{0 A, 1 B}", r#"{"B":{}}"#, r#""B""#),
        ("enum _{0 _{0: f64}, 1 _{0: str}}", "1", "1.0"),
    ] {
        let natural = natural(ty);
        assert_eq!(natural.read(text), natural.read(same), "{ty}: {text}");
        assert!(natural.read(text).is_ok(), "{ty}: {text}");
    }
}

#[test]
fn what_is_wrong_and_where() {
    let reading =
        "struct R{readings: seq(struct S{at: u8, kind: enum E{0 A, 1 B{0: map(str, f32)}}})}";
    for (ty, text, said) in [
        (
            reading,
            "{\"readings\": [\n  {\"at\": 1, \"kind\": \"A\"},\n  {\"at\": 256, \"kind\": \"A\"}]}",
            "line 3, column 10, $.readings[1].at: expected a u8, found 256",
        ),
        (
            reading,
            r#"{"readings": [{"at": 1, "kind": {"B": {"a b": true}}}]}"#,
            r#"line 1, column 47, $.readings[0].kind.B["a b"]: expected an f32, found true"#,
        ),
        (
            reading,
            r#"{"readings": [{"at": 1, "kind": "C"}]}"#,
            r#"line 1, column 33, $.readings[0].kind: unknown variant "C""#,
        ),
        (
            reading,
            r#"{"readings": [{"at": 1, "kind": "B"}]}"#,
            r#"line 1, column 33, $.readings[0].kind: expected an object with the fields of "B", found its name alone"#,
        ),
        (
            reading,
            r#"{"readings": [{"at": 1}]}"#,
            r#"line 1, column 15, $.readings[0]: missing field "kind""#,
        ),
        (
            reading,
            r#"{"readings": [], "more": 1}"#,
            r#"line 1, column 18, $: unknown field "more""#,
        ),
        (
            reading,
            r#"{"readings": [], "readings": []}"#,
            r#"line 1, column 18, $: duplicate field "readings""#,
        ),
        ("u8", "-1", "line 1, column 1, $: expected a u8, found -1"),
        ("i8", "1.0", "line 1, column 1, $: expected an i8, found 1.0"),
        ("f64", "1e999", "line 1, column 1, $: expected an f64, found 1e999"),
        ("f32", "1e39", "line 1, column 1, $: expected an f32, found 1e39"),
        ("u8", "", "line 1, column 1, $: expected a value, found the end"),
        ("u8", "1 2", "line 1, column 3, $: not JSON: more text after the value"),
        ("seq(u16)", "[1,\n2,]", "line 2, column 3, $: not JSON: trailing comma in an array"),
        ("bytes", r#""AP8""#, r#"line 1, column 1, $: expected bytes in base64, found "AP8""#),
        ("tuple(u8, u8)", "[1]", "line 1, column 1, $: expected 2 elements, found 1"),
        (
            "option(option(u8))",
            "5",
            r#"line 1, column 1, $: expected null or {"some": value}, found 5"#,
        ),
        ("seq(u16, max 1)", "[1,2]", "line 1, column 1, $: "),
        ("str(max 1)", "\"ab\"", "line 1, column 1, $: "),
        (
            "result(u8, u8)",
            "{}",
            "line 1, column 1, $: expected the name of a variant, or an object",
        ),
    ] {
        let error = natural(ty).read(text).expect_err(text).to_string();
        assert!(error.starts_with(said), "{text}\n{error}\n{said}");
    }
}

/// What is JSON and what is not, as serde_json says.
#[test]
fn the_grammar() {
    let natural = natural(
        "enum _{0 _{0: unit}, 1 _{0: bool}, 2 _{0: f64}, 3 _{0: str}, 4 _{0: seq(seq(f64))}, 5 _{0: map(str, f64)}}",
    );
    let pieces = [
        "[", "]", "{", "}", ",", ":", "\"a\"", "\"", "\\", "\\u00e9", "\\ud800", "\n", "\t", " ",
        "0", "1", "-", "+", ".", "e", "E", "null", "true", "nul", "é", "\u{1}", "/", "'",
    ];
    let mut random = Random::new(8);
    let mut accepted = 0;
    for _ in 0..200_000 {
        let text: String = (0..random.below(7)).map(|_| *random.pick(&pieces)).collect();
        let theirs = serde_json::from_str::<serde_json::Value>(&text);
        match natural.read(&text) {
            Ok(_) => {
                accepted += 1;
                assert!(theirs.is_ok(), "{text:?}");
            }
            Err(error) => {
                assert!(theirs.is_err() || !error.what.starts_with("not JSON"), "{text:?}: {error}")
            }
        }
    }
    assert!(accepted > 2000, "{accepted}");
}

#[test]
fn what_is_nested_deeply() {
    let natural = natural("rows T(seq(ref T))");
    let nested = |n| format!("{}{}", "[".repeat(n), "]".repeat(n));
    // A list of rows is two types.
    assert!(natural.read(&nested(200)).is_ok());
    for n in [1000, 1_000_000] {
        let error = natural.read(&nested(n)).unwrap_err();
        assert_eq!(error.what, "the value is nested too deeply");
    }
}

#[test]
fn dates_and_times() {
    let day = Logical::Timestamp(Unit::Millisecond, Some(Zone::Offset(120)));
    let logical = Logical::Fields(vec![
        Some(Logical::Date),
        Some(Logical::Items(Box::new(day))),
        Some(Logical::Time(Unit::Second)),
        None,
    ]);
    let ty = "struct S{on: option(i32), at: seq(i64), time: u32, n: u8}".parse().unwrap();
    let natural = Natural::with(&ty, Some(&logical), Style::default()).unwrap();
    let text =
        r#"{"on":"2024-01-02","at":["2024-01-02T03:04:05.678+02:00"],"time":"03:04:05","n":1}"#;
    let value = natural.read(text).unwrap();
    let plain = Natural::new(&ty).unwrap();
    assert_eq!(plain.to_string(&value), r#"{"on":19724,"at":[1704157445678],"time":11045,"n":1}"#);
    assert_eq!(natural.to_string(&value), text);
    // What has no text is a number in quotes, and is read as that.
    let far = format!(r#"{{"on":"{}","at":["{}"],"time":"86400","n":1}}"#, i32::MIN, i64::MAX);
    assert_eq!(natural.to_string(&natural.read(&far).unwrap()), far);
    for (text, said) in [
        (
            r#"{"on":"2024-13-01","at":[],"time":0,"n":1}"#,
            "a date such as 2024-01-02, found \"2024-13-01\"",
        ),
        (
            r#"{"on":null,"at":["2024-01-02T03:04:05"],"time":0,"n":1}"#,
            "a time such as 2024-01-02T03:04:05Z",
        ),
        (r#"{"on":null,"at":["2024-01-02T03:04:05.6789Z"],"time":0,"n":1}"#, "a time such as "),
        (r#"{"on":null,"at":[],"time":"24:00:00","n":1}"#, "a time of day such as 03:04:05"),
    ] {
        let error = natural.read(text).expect_err(text);
        assert!(error.what.contains(said), "{error}");
    }
}

#[test]
fn many_fields_in_another_order() {
    const N: usize = 20_000;
    let fields: Vec<_> = (0..N).map(|i| format!("k{i}: u32")).collect();
    let ty: Type = format!("struct S{{{}}}", fields.join(", ")).parse().unwrap();
    let natural = Natural::new(&ty).unwrap();
    let members = |order: &mut dyn Iterator<Item = usize>| {
        let members: Vec<_> = order.map(|i| format!("\"k{i}\":{i}")).collect();
        format!("{{{}}}", members.join(","))
    };
    let value = natural.read(&members(&mut (0..N).rev())).unwrap();
    let mut text = Vec::new();
    natural.write(&value, &mut text);
    assert_eq!(String::from_utf8(text).unwrap(), members(&mut (0..N)));
}
