//! The table of changes: what `changes` says of each, and what really can be read.

use onesheet_dynamic::Readable::{self, Always, IfItFits, Never};
use onesheet_dynamic::random::Random;
use onesheet_dynamic::{
    Limits, Type, assert_compatible, assert_reads_old, changes, decode, encode,
};

fn ty(text: &str) -> Type {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The changes that break something, and all that are in between: path, new reads old, old reads new.
#[track_caller]
fn check(old: &str, new: &str, expected: &[(&str, Readable, Readable)]) {
    let (old, new) = (ty(old), ty(new));
    let changes = changes(&old, &new);
    let found: Vec<_> = changes
        .iter()
        .map(|change| (change.path.as_str(), change.new_reads_old, change.old_reads_new))
        .collect();
    assert_eq!(found, expected, "{changes:#?}");
    reads(&old, &new, changes.iter().map(|change| change.new_reads_old).max());
    reads(&new, &old, changes.iter().map(|change| change.old_reads_new).max());
}

/// Holds what was said against random messages: all can be read, or at least one cannot.
#[track_caller]
fn reads(writer: &Type, reader: &Type, said: Option<Readable>) {
    let mut random = Random::new(1);
    let mut rejected = 0;
    for _ in 0..300 {
        let bytes = encode(writer, &random.value(writer).unwrap()).unwrap();
        rejected += u32::from(decode(reader, &bytes, &Limits::default()).is_err());
    }
    match said.unwrap_or(Always) {
        Always => assert_eq!(rejected, 0, "{reader} rejects messages of {writer}"),
        IfItFits => assert!((1..300).contains(&rejected), "{reader} of {writer}: {rejected}"),
        // They may well be read, as something else.
        Never => {}
    }
}

#[test]
fn no_change() {
    let text = "struct A{a: u8, b: seq(option(rows T(struct T{c: map(str, f32), d: seq(ref T)})))}";
    check(text, text, &[]);
}

#[test]
fn names_are_not_on_the_wire() {
    check("struct A{a: u8}", "struct B{a: u8}", &[]);
    check("struct A{a: u8, b: u8}", "struct A{a: u8, c: u8}", &[(".b", Always, Always)]);
    check("enum A{0 X, 1 Y}", "enum A{0 X, 1 Z}", &[("::Y", Always, Always)]);
    check(
        "struct A{a: u8, b: bool}",
        "tuple(u8, bool)",
        &[(".a", Always, Always), (".b", Always, Always)],
    );
}

#[test]
fn a_wrapper_has_the_same_bytes() {
    check("seq(u32)", "seq(struct Id{0: u32})", &[]);
    check("seq(struct Id{0: str})", "seq(str)", &[]);
    check("struct A{a: tuple(tuple(u8))}", "struct A{a: u8}", &[]);
    check("struct A{a: unit, b: u8}", "struct A{a: struct Nothing{}, b: u8}", &[]);
}

#[test]
fn fields_of_extensible_structs() {
    let old = "extensible struct A{a: u16, b: u16 default}";
    let end = "extensible struct A{a: u16, b: u16 default, c: str default}";
    check(old, end, &[(".c", Always, Always)]);
    check(end, old, &[(".c", Always, Always)]);
    check(old, "extensible struct A{a: u16, b: u16 default, c: str}", &[(".c", Never, Always)]);
    check(
        old,
        "extensible struct A{a: u16, c: str default, b: u16 default}",
        &[(".b", Never, Never), (".c", Never, Never)],
    );
    check(old, "extensible struct A{a: u16}", &[(".b", Always, Always)]);
    check(
        "extensible struct A{a: u16, b: u16}",
        "extensible struct A{a: u16}",
        &[(".b", Always, Never)],
    );
}

/// W30: they are there wherever a block ends.
#[test]
fn fields_without_bytes_need_no_default() {
    let old = "extensible struct A{a: u16, b: u16 default}";
    for nothing in ["unit", "array(str, 0)", "array(tuple(unit, struct N{}), 3)", "rows N(unit)"] {
        let end = format!("extensible struct A{{a: u16, b: u16 default, c: {nothing}}}");
        check(old, &end, &[(".c", Always, Always)]);
        check(&end, old, &[(".c", Always, Always)]);
        let event = format!("extensible enum E{{0 A{{b: u8 default, c: {nothing}}}}}");
        check("extensible enum E{0 A{b: u8 default}}", &event, &[("::A.c", Always, Always)]);
    }
    let old = "extensible struct A{a: u16, b: unit default}";
    check(old, "extensible struct A{a: u16, b: unit}", &[]);
    let inner = "extensible struct A{a: u16, b: unit default, c: extensible struct B{}}";
    check(old, inner, &[(".c", Never, Always)]);
}

#[test]
fn a_default_that_is_taken_away_is_named() {
    let old = ty("extensible struct A{a: u16, b: u16 default}");
    let changes = changes(&old, &ty("extensible struct A{a: u16, b: u16}"));
    assert_eq!(changes.len(), 1);
    assert_eq!((changes[0].path.as_str(), changes[0].new_reads_old), (".b", IfItFits));
}

#[test]
fn fields_that_change_places() {
    let changes = changes(&ty("struct A{a: u8, b: u8}"), &ty("struct A{b: u8, a: u8}"));
    let found: Vec<_> = changes.iter().map(|c| (c.path.as_str(), c.new_reads_old)).collect();
    assert_eq!(found, [(".a", Never), (".b", Never)]); // though the bytes can be read
}

#[test]
fn fields_of_other_structs() {
    check("struct A{a: u16, b: str}", "struct A{a: u16, b: str, c: u8}", &[(".c", Never, Never)]);
    check("struct A{a: u16, b: str, c: u8}", "struct A{a: u16, b: str}", &[(".c", Never, Never)]);
    check(
        "struct A{a: u16, b: str}",
        "struct A{a: u16, x: bool, b: str}",
        &[(".b", Never, Never), (".x", Never, Never)],
    );
}

#[test]
fn integers() {
    for (narrow, wide) in [("u16", "u32"), ("u32", "u64"), ("i16", "i32"), ("i32", "i64")] {
        check(narrow, wide, &[("", Always, IfItFits)]);
        check(wide, narrow, &[("", IfItFits, Always)]);
        let list = |ty: &str| format!("seq({ty})");
        check(&list(narrow), &list(wide), &[("[]", Always, IfItFits)]);
    }
    check("struct A{a: u16, b: u8}", "struct A{a: u64, b: u8}", &[(".a", Always, IfItFits)]);
    check("array(u8, 2)", "array(u16, 2)", &[("[]", Never, Never)]);
    check("seq(fixed u16)", "seq(fixed u32)", &[("[]", Never, Never)]);
    check("seq(fixed u16)", "seq(u16)", &[("[]", Never, Never)]);
    check("u128", "u64", &[("", Never, Never)]);
    check("char", "u32", &[("", Always, IfItFits)]);
}

#[test]
fn signs_change_the_meaning() {
    let changes = changes(&ty("u16"), &ty("i16"));
    assert_eq!(changes[0].new_reads_old, Never); // though the bytes can be read
}

#[test]
fn texts_and_lists() {
    check("seq(str)", "seq(bytes)", &[("[]", Always, IfItFits)]);
    check("bytes", "str", &[("", IfItFits, Always)]);
    check("set(u16)", "seq(u16)", &[("", Always, IfItFits)]);
    check("seq(u16)", "set(u32)", &[("", IfItFits, Always), ("[]", Always, IfItFits)]);
    check(
        "map(u16, str)",
        "map(u32, bytes)",
        &[("[].key", Always, IfItFits), ("[].value", Always, IfItFits)],
    );
    check("array(u16, 3)", "array(u16, 4)", &[("", Never, Never)]);
    check("option(u16)", "option(str)", &[("?", Never, Never)]);
}

#[test]
fn bounds() {
    check("str(max 8)", "str(max 2)", &[("", IfItFits, Always)]);
    check("str(max 2)", "str", &[("", Always, IfItFits)]);
    check("struct A{a: seq(bool)}", "struct A{a: seq(bool, max 2)}", &[(".a", IfItFits, Always)]);
}

#[test]
fn variants() {
    let old = "enum E{0 A, 1 B{x: u16}}";
    check(old, "enum E{0 A, 1 B{x: u16}, 2 C}", &[("::C", Always, IfItFits)]);
    check(old, "enum E{0 A}", &[("::B", IfItFits, Always)]);
    check(old, "enum E{0 A, 5 B{x: u16}}", &[("::B", Never, Never)]);
    check(old, "enum E{0 A, 1 B{x: bool}}", &[("::B.x", Never, Never)]);
    check(old, "enum E{0 A, 1 B{x: u32}}", &[("::B.x", Always, IfItFits)]);
    check(old, "extensible enum E{0 A, 1 B{x: u16}}", &[("", Never, Never)]);
    check("result(u16, bool)", "enum E{0 Ok{0: u16}, 1 Err{0: bool}}", &[]);
}

#[test]
fn variants_of_extensible_enums() {
    let old = "extensible enum E{0 A, 1 B{x: u16 default}}";
    let more = "extensible enum E{0 A, 1 B{x: u16 default, y: str default}, 2 C}";
    check(old, more, &[("::B.y", Always, Always), ("::C", Always, IfItFits)]);
    let old = "extensible enum E{0 A, 1 B{x: u16 default}, 9 Other other}";
    let more = "extensible enum E{0 A, 1 B{x: u16 default}, 2 C{z: str}, 9 Other other}";
    check(old, more, &[("::C", Always, Always)]);
    check(more, old, &[("::C", Always, Always)]);
}

#[test]
fn extensible() {
    let (plain, extensible) = ("struct A{a: u16, b: str}", "extensible struct A{a: u16, b: str}");
    check(plain, extensible, &[("", Never, Never)]);
    check(extensible, plain, &[("", Never, Never)]);
}

#[test]
fn rows() {
    check("struct A{a: u16}", "rows A(struct A{a: u16})", &[("", Always, Always)]);
    check("seq(str)", "seq(rows A(str))", &[("[]", Never, Never)]);
    let tree = |field: &str| format!("rows T(struct T{{a: {field}, b: seq(ref T)}})");
    check(&tree("u16"), &tree("u32"), &[(".a", Always, IfItFits)]);
    check(&tree("u16"), &tree("str"), &[(".a", Never, Never)]);
}

/// The two asserts are about `onesheet::Schema`, which the derive makes.
mod asserts {
    use super::*;
    use onesheet::Serialize;

    #[derive(onesheet::Serialize, onesheet::Deserialize)]
    #[onesheet(extensible)]
    struct Config {
        host: String,
        #[onesheet(default)]
        port: u32,
    }

    #[test]
    fn a_compatible_type_passes() {
        assert_compatible("extensible struct Config{name: str}", Config::SCHEMA);
        assert_compatible(&Config::SCHEMA.json().to_string(), Config::SCHEMA);
    }

    #[test]
    fn wider_numbers_are_fine_for_those_who_only_read_what_is_old() {
        assert_reads_old("extensible struct Config{host: str, port: u16}", Config::SCHEMA);
    }

    #[test]
    #[should_panic(expected = ".port: type changed from u16 to u32")]
    fn a_wider_number_is_not_read_by_old_code() {
        assert_compatible("extensible struct Config{host: str, port: u16}", Config::SCHEMA);
    }

    #[test]
    #[should_panic(expected = ".host: type changed from u8 to str")]
    fn a_breaking_change_is_named() {
        assert_reads_old("extensible struct Config{host: u8}", Config::SCHEMA);
    }

    #[test]
    #[should_panic(expected = "the schemas cannot be compared: line 1, column 1: expected a type")]
    fn a_broken_lock_is_named() {
        assert_compatible("Config", Config::SCHEMA);
    }
}
