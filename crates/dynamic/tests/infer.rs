//! Inference: which type documents have, that all of them come back, and what is refused.

use onesheet_dynamic::{Inference, Natural, Style};

fn of(texts: &[&str]) -> Inference {
    let mut inference = Inference::default();
    for text in texts {
        inference.json(text).unwrap();
    }
    inference
}

/// The type, and that each text comes back from it.
#[track_caller]
fn is(texts: &[&str], ty: &str) {
    let inference = of(texts);
    assert_eq!(inference.ty().to_string(), ty);
    let natural = Natural::with(&inference.ty(), inference.logical().as_ref(), Style::default());
    let natural = natural.unwrap();
    for text in texts {
        let again = natural.to_string(&natural.read(text).unwrap());
        let (a, b): (serde_json::Value, serde_json::Value) =
            (serde_json::from_str(text).unwrap(), serde_json::from_str(&again).unwrap());
        assert_eq!(without_nulls(a), without_nulls(b), "{text}\n{again}");
    }
}

/// What is null is as what is missing, and whole numbers are as floats.
fn without_nulls(json: serde_json::Value) -> serde_json::Value {
    use serde_json::Value as Json;
    match json {
        Json::Object(object) => object
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(key, value)| (key, without_nulls(value)))
            .collect(),
        Json::Array(items) => items.into_iter().map(without_nulls).collect(),
        Json::Number(n) if n.as_u64().is_some_and(|n| n <= 1 << 53) => Json::from(n.as_f64()),
        other => other,
    }
}

#[test]
fn types() {
    is(&["1", "-5"], "i64");
    is(&["18446744073709551615", "0"], "u64");
    is(&["18446744073709551615", "-1"], "i128");
    is(&["340282366920938463463374607431768211455"], "u128");
    is(&["1", "1.5"], "f64");
    is(&["0", "1"], "i64");
    // As Go writes floats.
    is(&["-0", "1"], "f64");
    is(&["9007199254740993", "1.5"], "enum _{0 _{0: i64}, 1 _{0: f64}}");
    is(&["9007199254740992", "1.5"], "f64");
    is(&["-9007199254740993", "1e5"], "enum _{0 _{0: i64}, 1 _{0: f64}}");
    is(&["true", "null"], "option(bool)");
    is(&["null"], "option(str)");
    is(&["[]"], "seq(option(str))");
    is(&["[1, null]", "[]"], "seq(option(i64))");
    is(
        &["\"a\"", "1", "[1]", "{\"a\": 1}", "true"],
        "enum _{0 _{0: bool}, 1 _{0: i64}, 2 _{0: str}, 3 _{0: seq(i64)}, 4 _{0: struct _{a: i64}}}",
    );
    is(&["{}"], "struct _{}");
    is(&[r#"{"b": 1}"#, r#"{"a": 1, "b": null}"#], "struct _{b: option(i64), a: option(i64)}");
    is(&[r#"{"a b": {"": 1}}"#], r#"struct _{"a b": struct _{_: i64}}"#);
    is(&[r#"{"a": 1, "A": 2}"#], "struct _{a: i64, A: i64}");
    // Fields that are called by their places would be an array.
    is(&[r#"{"0": 1, "1": "a"}"#, r#"{"0": 2}"#], "map(str, enum _{0 _{0: i64}, 1 _{0: str}})");
    is(&[r#"{"0": 1, "2": "a"}"#], "struct _{0: i64, 2: str}");
}

#[test]
fn times() {
    is(&[r#""2024-01-02""#], "i32");
    is(&[r#""2024-01-02T03:04:05Z""#, r#""1969-12-31T00:00:00Z""#], "i64");
    is(&[r#"{"at": ["2024-01-02T03:04:05.678+02:00"]}"#], "struct _{at: seq(i64)}");
    is(&[r#""03:04:05""#], "i32");
    is(&[r#""03:04:05.000001""#], "i64");
    // Not all alike, or not as they would be written.
    for texts in [
        [r#""2024-01-02""#, r#""2024-01-02T00:00:00""#],
        [r#""2024-01-02T03:04:05Z""#, r#""2024-01-02T03:04:05+00:00""#],
        [r#""2024-01-02T03:04:05Z""#, r#""2024-01-02T03:04:05.5Z""#],
        [r#""2024-01-02T03:04:05Z""#, r#""2024-01-02T03:04:05""#],
        [r#""2024-01-02 03:04:05""#, r#""2024-01-02 03:04:05""#],
        [r#""2024-13-02""#, r#""2024-12-02""#],
        [r#""2300-01-01T00:00:00.000000000""#, r#""2300-01-01T00:00:00.000000000""#],
    ] {
        is(&texts, "str");
    }
    is(&[r#""2024-01-02""#, "1"], "enum _{0 _{0: i64}, 1 _{0: str}}");
    // Inside of values of several kinds nothing says that a number is a time.
    is(&[r#"{"d": "2024-01-02"}"#, "1"], "enum _{0 _{0: i64}, 1 _{0: struct _{d: str}}}");
    is(
        &[r#"{"a": ["2024-01-02"]}"#, r#"{"a": {"b": 1}}"#],
        "struct _{a: enum _{0 _{0: seq(str)}, 1 _{0: struct _{b: i64}}}}",
    );
    is(
        &[r#"{"a": [{"t": "03:04:05"}, 5]}"#],
        "struct _{a: seq(enum _{0 _{0: i64}, 1 _{0: struct _{t: str}}})}",
    );
    is(
        &[r#"{"a": {"d": "2024-01-02T03:04:05Z", "n": null}}"#, r#"{"a": true}"#],
        "struct _{a: enum _{0 _{0: bool}, 1 _{0: struct _{d: str, n: option(str)}}}}",
    );
    is(
        &[r#"[{"0": "2024-01-02", "1": "2024-01-03"}]"#, "1"],
        "enum _{0 _{0: i64}, 1 _{0: seq(map(str, str))}}",
    );
    // Beside them it is said.
    is(
        &[r#"{"a": {"d": "2024-01-02"}, "d": "2024-01-02"}"#, r#"{"a": 1, "d": "2024-01-02"}"#],
        "struct _{a: enum _{0 _{0: i64}, 1 _{0: struct _{d: str}}}, d: i32}",
    );
}

/// A zero keeps its sign wherever a float may be.
#[test]
fn minus_zero() {
    for texts in [
        &["-0", "1"][..],
        &["-0", "9007199254740993", "1.5"],
        &["[-0]", "[9007199254740993, 1.5]"],
        &["-0", "true"],
    ] {
        let inference = of(texts);
        let natural = Natural::new(&inference.ty()).unwrap();
        let again = natural.to_string(&natural.read(texts[0]).unwrap());
        assert!(again.contains("-0.0"), "{texts:?}: {again}");
    }
    let natural = Natural::new(&of(&["1", "\"a\""]).ty()).unwrap();
    assert_eq!(natural.to_string(&natural.read("-0").unwrap()), "0");
}

#[test]
fn objects_whose_keys_are_values() {
    let texts: Vec<String> =
        (0..300).map(|i| format!("{{\"id{i}\": {i}, \"id{}\": null}}", i + 1)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let inference = of(&texts);
    assert_eq!(inference.ty().to_string(), "map(str, option(i64))");
    let texts: Vec<String> = (0..30_000).map(|i| format!("{{\"id{i}\": [{i}]}}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    is(&texts, "map(str, seq(i64))");
    // Wide, and all there.
    let wide: String = (0..300).map(|i| format!("\"c{i}\":{i},")).collect();
    let wide = format!("{{{}}}", wide.trim_end_matches(','));
    assert!(of(&[&wide, &wide]).ty().to_string().starts_with("struct _{c0: i64, c1: i64"));
}

/// What comes in parts is as what comes at once.
#[test]
fn merged() {
    let texts = [
        "1",
        "1.5",
        "null",
        "\"a\"",
        "\"2024-01-02\"",
        "[1]",
        "[null, \"a\"]",
        r#"{"a": 1}"#,
        r#"{"a": null, "b": [{"c": 1}]}"#,
        r#"{"b": [{"c": true}, {"d": 1}]}"#,
        "9007199254740993",
    ];
    for first in texts {
        for second in texts {
            for third in texts {
                let mut parts = of(&[first]);
                parts.merge(&of(&[second, third]));
                assert_eq!(
                    parts.ty(),
                    of(&[first, second, third]).ty(),
                    "{first} {second} {third}"
                );
            }
        }
    }
}

#[test]
fn what_is_refused() {
    for (text, said) in [
        ("{\"a\": 1, \"a\": 2}", "line 1, column 10, $: duplicate field \"a\""),
        (
            "{\"a\": [1, 340282366920938463463374607431768211456]}",
            "line 1, column 11, $.a[1]: the number 340282366920938463463374607431768211456 is too large for every type",
        ),
        ("\n 1e999", "line 2, column 2, $: the number 1e999 is too large for every type"),
        ("{\"a\": tru}", "line 1, column 7, $.a: not JSON: expected a value, found 't'"),
        ("[1", "line 1, column 3, $: not JSON: expected ',' or ']'"),
    ] {
        let error = Inference::default().json(text).expect_err(text).to_string();
        assert_eq!(error, said);
    }
    let deep = "[".repeat(100_000);
    assert!(Inference::default().json(&deep).unwrap_err().what.contains("nested"));
    let inexact = of(&["{\"a\": [0.5, 0.12345678901234567890]}", "1.23456789012345678901"]);
    let error = inexact.inexact().unwrap().to_string();
    assert_eq!(
        error,
        "line 1, column 13, $.a[1]: 0.12345678901234567890 is kept as 0.12345678901234568"
    );
    assert!(of(&["0.1", "1e22", "5e-324", "0.30000000000000004", "0.0"]).inexact().is_none());
}

/// What serde tells, in parts as at once.
#[test]
fn exact_and_merged() {
    type Tell = fn(&mut Inference);
    let all: [Tell; 16] = [
        |to| to.unsigned(1),
        |to| to.float(),
        |to| to.f32(),
        |to| to.null(),
        |to| to.text("2024-01-02"),
        |to| to.list().bool(),
        |to| to.part(0, 1).bytes(),
        |to| (0..2).for_each(|i| to.part(i, 2).unsigned(1)),
        |to| to.unit_variant("A"),
        |to| to.variant("A").text(""),
        |to| (0..2).for_each(|i| to.variant("B").part(i, 2).unsigned(1)),
        |to| to.empty_map(),
        |to| {
            let (key, value) = to.map();
            key.unsigned(1);
            value.null();
        },
        |to| {
            to.object();
            (0..6).for_each(|i| to.field(&format!("k{i}")).unwrap().bool());
        },
        |to| {
            to.object();
            to.field("a").unwrap().null();
        },
        |to| {
            to.record();
            to.field("a").unwrap().unsigned(1);
        },
    ];
    let of = |told: &[Tell]| {
        let mut inference = Inference::exact();
        told.iter().for_each(|tell| tell(&mut inference));
        inference
    };
    for a in all {
        for b in all {
            for c in all {
                let mut parts = of(&[a]);
                parts.merge(&of(&[b, c]));
                let ty = of(&[a, b, c]).ty();
                assert_eq!(parts.ty().to_string(), ty.to_string());
                assert_eq!(ty.check(), Ok(()));
                assert_eq!(
                    ty.to_string().parse::<onesheet_dynamic::Type>().unwrap().to_string(),
                    ty.to_string()
                );
            }
        }
    }
    for (told, ty) in [
        (&[all[0], all[1]][..], "enum _{0 _{0: i64}, 1 _{0: f64}}"),
        (&[all[1], all[2]], "f64"),
        (&[all[4]], "str"),
        (&[all[5], all[6]], "seq(enum _{0 _{0: bool}, 1 _{0: bytes}})"),
        (&[all[6], all[7]], "seq(enum _{0 _{0: i64}, 1 _{0: bytes}})"),
        (&[all[7]], "tuple(i64, i64)"),
        (&[all[8], all[10]], "enum _{0 A, 1 B{0: i64, 1: i64}}"),
        (&[all[8], all[9]], "enum _{0 A{0: option(str)}}"),
        (&[all[11]], "struct _{}"),
        (&[all[11], all[12]], "map(i64, option(str))"),
        (&[all[13]], "map(str, bool)"),
        (&[all[14], all[15]], "struct _{a: option(i64)}"),
        (&[all[11], all[15]], "extensible struct _{a: option(i64) default}"),
        (&[all[11], all[14]], "extensible struct _{a: option(option(str)) default}"),
    ] {
        assert_eq!(of(told).ty().to_string(), ty);
    }
}
