//! What modules hold, for schemas of each kind.

use onesheet_dynamic::Type;

use super::module::write;
use super::numbers::Int64;

const PLAYER: &str = r#"/**
 * Made by `onesheet schema ts` from the schema
 *
 *     struct Player{name: str(max 20), level: u16}
 */
import { type Limits, type Type, decode, encode, strMax, struct, u16 } from "onesheet";

export interface Player {
  name: string;
  level: number;
}

export const Player: Type<Player> = struct(
  "Player",
  { name: strMax(20), level: u16 },
  (name, level) => ({ name, level }),
);

/** The one message that `value` has. Throws an `EncodeError`. */
export function encodePlayer(value: Player): Uint8Array {
  return encode(Player, value);
}

/** The value of the message `data`. Throws a `DecodeError`. */
export function decodePlayer(data: Uint8Array, limits?: Limits): Player {
  return decode(Player, data, limits);
}
"#;

fn module(schema: &str, name: Option<&str>, int64: Int64) -> Result<String, String> {
    write(&Type::from_text_or_json(schema).expect("a schema"), name, int64)
}

/// A module on one line: where it is broken is a matter of length.
fn on_one_line(code: &str) -> String {
    let words = code.split_whitespace().collect::<Vec<_>>().join(" ");
    let changes = [
        ("( ", "("),
        ("[ ", "["),
        (", )", ")"),
        (", ]", "]"),
        (", }", " }"),
        ("; }", " }"),
        ("< ", "<"),
        (" >", ">"),
        ("= | ", "= "),
    ];
    changes.into_iter().fold(words, |code, (broken, flat)| code.replace(broken, flat))
}

/// The module for a schema has these lines, and declares so many values.
#[track_caller]
fn declares(schema: &str, count: usize, lines: &[&str]) {
    let code = on_one_line(&module(schema, None, Int64::Bigint).expect("a module"));
    for line in lines {
        let line = on_one_line(line);
        assert!(code.contains(&format!(" export {line}")), "{line}\nin\n{code}");
    }
    assert_eq!(code.matches(" export const ").count(), count, "{code}");
}

/// The values of a type without a name are `values`, and the type is `code`.
#[track_caller]
fn is(schema: &str, values: &str, code: &str) {
    let ty = format!("type Message = {values};");
    declares(schema, 1, &[&ty, &format!("const Message: Type<Message> = {code};")]);
}

/// As `is`, of a type whose lists are typed arrays.
#[track_caller]
fn is_number(schema: &str, values: &str, list: &str, code: &str) {
    let ty = format!("type Message = {values};");
    declares(schema, 1, &[&ty, &format!("const Message: Type<Message, {list}> = {code};")]);
}

#[test]
fn a_module_is_whole() {
    let schema = "struct Player{name: str(max 20), level: u16}";
    assert_eq!(module(schema, None, Int64::Bigint).as_deref(), Ok(PLAYER));
}

#[test]
fn each_row_of_the_format() {
    is("unit", "null", "unit");
    is("bool", "boolean", "bool");
    is("char", "string", "char");
    is("str", "string", "str");
    is("bytes", "Uint8Array", "bytes");
    is("bytes(max 9)", "Uint8Array", "bytesMax(9)");
    is(r#"{"seq": "u8", "max": 9}"#, "Uint8Array", "seq(u8, 9)");
    is_number("i32", "number", "Int32Array", "i32");
    is_number("fixed i64", "bigint", "BigInt64Array", "fixed.i64");
    is_number("f32", "number", "Float32Array", "f32");
    is("u128", "bigint", "u128");
    is("seq(u64)", "BigUint64Array", "seq(u64)");
    is("seq(u128, max 2)", "bigint[]", "seq(u128, 2)");
    is("array(fixed i16, 3)", "Int16Array", "array(fixed.i16, 3)");
    is("array(str, 3)", "string[]", "array(str, 3)");
    is("seq(option(f64))", "(number | null)[]", "seq(option(f64))");
    is("option(option(u8))", "{ some: number | null } | null", "option(option(u8))");
    is("option(rows _(unit))", "{ some: null } | null", r#"option(rows("", () => unit))"#);
    is("set(str, max 5)", "Set<string>", "set(str, 5)");
    is("map(u8, bytes)", "Map<number, Uint8Array>", "map(u8, bytes)");
    is("tuple(u8, str)", "[number, string]", "tuple(u8, str)");
    is("tuple()", "[]", "tuple()");
    is(
        "result(u8, str)",
        r#"{ tag: "ok"; value: number } | { tag: "err"; value: string }"#,
        "result(u8, str)",
    );
}

#[test]
fn long_lines_are_broken() {
    let twenty = |part: &str| [part; 20].join(", ");
    is(
        &format!("set(tuple({}))", twenty("str")),
        // There is no comma behind the last argument of a type.
        &format!("Set<[{}]>", twenty("string")),
        &format!("set(tuple({}))", twenty("str")),
    );
    let bytes = format!(r#"{{"ext_struct":[["bytes","{}"]],"fields":["a"]}}"#, "ff".repeat(21));
    let code = module(&bytes, None, Int64::Bigint).expect("a module");
    let line = format!("\n        {}255,\n", "255, ".repeat(17));
    assert!(
        code.contains(&line) && code.contains("\n        255, 255, 255,\n      ),\n"),
        "{code}"
    );
    let fields: Vec<_> = (0..20).map(|i| format!("field_{i}: map(u8, tuple(u8, str))")).collect();
    let schema = format!("struct S{{{}}}", fields.join(", "));
    let module = module(&schema, None, Int64::Bigint).expect("a module");
    let mut lines = module.lines().filter(|line| !line.starts_with(" * "));
    assert!(lines.all(|line| line.chars().count() <= 100), "{module}");
}

#[test]
fn sixty_four_bits_may_be_numbers() {
    let module = module("struct N{a: seq(u64), b: fixed i64}", None, Int64::Number);
    let module = module.expect("a module");
    assert!(module.contains("  a: Float64Array;\n  b: number;\n"), "{module}");
    assert!(module.contains("{ a: seq(u64Number), b: fixed.i64Number },"), "{module}");
    assert!(module.contains(" * Made by `onesheet schema ts --int64 number` "), "{module}");
}

#[test]
fn enums() {
    declares(
        "enum Color{0 Red, 7 Green}",
        1,
        &[
            r#"type Color = "Red" | "Green";"#,
            r#"const Color: Type<Color> =
                enumeration("Color", { 0: variant("Red"), 7: variant("Green") });"#,
        ],
    );
    declares(
        "extensible enum E{0 A{0: u8}, 1 B{0: u8, 1: str}, 2 C{x: u8 default}, 9 _ other}",
        1,
        &[
            r#"type E =
                | { tag: "A"; value: number }
                | { tag: "B"; value: [number, string] }
                | { tag: "C"; value: { x: number | undefined } }
                | { tag: "9" };"#,
            r#"const E: Type<E> = extensibleEnumeration(
                "E",
                {
                    0: variant("A", [u8]),
                    1: variant("B", [u8, str]),
                    2: variant("C", { x: unknownDefault(u8) }),
                    9: variant(""),
                },
                9,
            );"#,
        ],
    );
    is("enum _{}", "never", r#"enumeration("", {})"#);
}

#[test]
fn rows_that_contain_themselves() {
    declares(
        "rows Tree(struct Tree{value: u8, children: seq(ref Tree)})",
        1,
        &[
            "interface Tree { value: number; children: Tree[] }",
            r#"const Tree: Type<Tree> = rows<Tree>(
                "Tree",
                (self) => struct(
                    "Tree",
                    { value: u8, children: seq(self) },
                    (value, children) => ({ value, children }),
                ),
            );"#,
        ],
    );
    // B is inside of A and refers to it: its code is there, too.
    declares(
        "rows A(option(rows B(tuple(ref A, ref B, struct C{x: u8}))))",
        2,
        &[
            r#"const C: Type<C> = struct("C", { x: u8 }, (x) => ({ x }));"#,
            "type B = [A, B, C];",
            "type A = B | null;",
            r#"const A: Type<A> = rows<A>(
                "A",
                (self) => option(rows<B>("B", (self2) => tuple(self, self2, C))),
            );"#,
        ],
    );
    declares(
        "rows R(option(ref R))",
        1,
        &[
            "type R = { some: R } | null;",
            r#"const R: Type<R> = rows<R>("R", (self) => option(self));"#,
        ],
    );
    declares(
        "rows R(ref R)",
        1,
        &["type R = never;", r#"const R: Type<R> = rows<never>("R", (self) => self);"#],
    );
}

#[test]
fn names_that_are_taken() {
    declares(
        "tuple(struct Map{a: u8}, struct Map{b: u8}, struct Map{a: u8}, struct \"my type\"{c: u8}, \
         struct self{d: u8}, struct Message{e: u8}, struct encodeMessage{f: u8}, \
         struct r#string{g: u8})",
        8,
        &[
            r#"const Map_: Type<Map_> = struct("Map", { a: u8 }, (a) => ({ a }));"#,
            r#"const Map_2: Type<Map_2> = struct("Map", { b: u8 }, (b) => ({ b }));"#,
            r#"const my_type: Type<my_type> = struct("my type", { c: u8 }, (c) => ({ c }));"#,
            "interface self_ { d: number }",
            "interface Message2 { e: number }",
            "interface encodeMessage2 { f: number }",
            "interface string_ { g: number }",
            "type Message =
                [Map_, Map_2, Map_, my_type, self_, Message2, encodeMessage2, string_];",
            "function encodeMessage(value: Message)",
        ],
    );
    // The eighth is not called u8.
    let eight: Vec<_> = (0..8).map(|i| format!("struct u{{f{i}: u8}}")).collect();
    let numbered = ["type Message = [u, u2, u3, u4, u5, u6, u7, u9];"];
    declares(&format!("tuple({})", eight.join(", ")), 9, &numbered);
    // Equal text is one type only where it refers to the same rows.
    declares(
        "tuple(rows A(struct S{a: seq(ref A)}), rows A(struct S{a: seq(ref A)}), \
         rows A(struct T{b: seq(tuple(ref A, struct U{c: seq(ref A)}))}), \
         rows A(struct V{b: seq(tuple(ref A, struct U{c: seq(ref A)}))}))",
        4,
        &[
            r#"const S: Type<S> =
                rows<S>("A", (self) => struct("S", { a: seq(self) }, (a) => ({ a })));"#,
            "interface U { c: T[] }",
            "interface T { b: [T, U][] }",
            "interface U2 { c: V[] }",
            "interface V { b: [V, U2][] }",
            "type Message = [S, S, T, V];",
        ],
    );
}

#[test]
fn what_lies_deep_inside_is_named() {
    let seqs = |n: usize, of: &str| "seq(".repeat(n) + of + &")".repeat(n);
    declares(
        &seqs(127, "bool"),
        4,
        &[
            &format!("type Part3 = boolean{};", "[]".repeat(28)),
            &format!("const Part3: Type<Part3> = {};", seqs(28, "bool")),
            &format!("type Part2 = Part3{};", "[]".repeat(33)),
            &format!("type Part = Part2{};", "[]".repeat(33)),
            &format!("type Message = Part{};", "[]".repeat(33)),
            &format!("const Message: Type<Message> = {};", seqs(33, "Part")),
        ],
    );
}

#[test]
fn fields_that_are_no_names() {
    let holds = |fields: &str, values: &str, arguments: &str| {
        let schema = format!("struct S{{{fields}}}");
        let code = on_one_line(&module(&schema, None, Int64::Bigint).expect("a module"));
        assert!(code.contains(&format!(" S {values}")), "{values}\nin\n{code}");
        assert!(code.contains(&format!("struct(\"S\", {arguments});")), "{arguments}\nin\n{code}");
    };
    holds(
        "class: u8, type: u8",
        "{ class: number; type: number }",
        "{ class: u8, type: u8 }, (class_, type) => ({ class: class_, type })",
    );
    holds(
        "\"a b\": u8, _0: u8",
        "{ \"a b\": number; _0: number }",
        "{ \"a b\": u8, _0: u8 }, (_0_2, _0) => ({ \"a b\": _0_2, _0 })",
    );
    let numbered = "{ 0: u8, 1: str }";
    holds("0: u8, 1: str", "= [number, string];", numbered);
    // An object would have 0 before b, or only one a.
    holds("b: u8, 0: str", "= [number, string];", numbered);
    holds("a: u8, a: str", "= [number, string];", numbered);
    holds("__proto__: u8", "= [number];", "{ 0: u8 }");
}

#[test]
fn the_schema_stays_in_its_comment() {
    let module = module("struct \"*/ a\u{2028}b\"{}", None, Int64::Bigint).expect("a module");
    assert!(module.contains(" *     struct \"*\\/ a\\u2028b\"{}\n */\n"), "{module}");
    assert!(module.contains("struct(\"*/ a\\u2028b\", {});"), "{module}");
    assert!(!module.contains('\u{2028}'));
}

#[test]
fn defaults_are_values() {
    let default = |ty: &str, json: &str, code: &str| {
        let schema = format!(r#"{{"ext_struct":[[{ty},{json}]],"fields":["a"]}}"#);
        let line = on_one_line(&module(&schema, None, Int64::Bigint).expect("a module"));
        assert!(line.contains(&format!("{code}) }}, (a) => ({{ a }}))")), "{code}\nin\n{line}");
    };
    default(r#""u8""#, r#""7""#, "field(u8, 7");
    default(r#""i64""#, r#""-7""#, "field(i64, -7n");
    default(r#""f64""#, r#""0x8000000000000000""#, "field(f64, -0");
    default(r#""f64""#, r#""0x7ff0000000000000""#, "field(f64, Infinity");
    default(r#""f64""#, r#""0xfff0000000000000""#, "field(f64, -Infinity");
    default(r#""f64""#, r#""0x7ff8000000000000""#, "field(f64, NaN");
    default(r#""f64""#, r#""0x7fefffffffffffff""#, "field(f64, 1.7976931348623157e308");
    default(r#""f32""#, r#""0x3dcccccd""#, "field(f32, 0.10000000149011612");
    default(r#""str""#, r#""a\"\n""#, r#"field(str, "a\"\n""#);
    default(r#""char""#, r#""é""#, r#"field(char, "é""#);
    default(r#""bytes""#, r#""01ff""#, "field(bytes, Uint8Array.of(1, 255)");
    default(r#"{"seq":"u8"}"#, r#"["1"]"#, "field(seq(u8), Uint8Array.of(1)");
    default(r#"{"seq":"u16"}"#, r#"["1","2"]"#, "field(seq(u16), Uint16Array.of(1, 2)");
    default(r#"{"array":["i64",2]}"#, r#"["1","2"]"#, "array(i64, 2), BigInt64Array.of(1n, 2n)");
    default(r#"{"seq":"bool"}"#, "[true]", "field(seq(bool), [true]");
    default(r#"{"set":"u8"}"#, r#"["1"]"#, "field(set(u8), new Set<number>([1])");
    default(
        r#"{"map":["u8","str"]}"#,
        r#"[["1","a"]]"#,
        r#"map(u8, str), new Map<number, string>([[1, "a"]])"#,
    );
    default(r#"{"option":"u8"}"#, "null", "field(option(u8), null");
    default(r#"{"option":"u8"}"#, r#"{"some":"1"}"#, "field(option(u8), 1");
    default(r#"{"option":"unit"}"#, r#"{"some":null}"#, "field(option(unit), { some: null }");
    default(r#"{"tuple":["u8","bool"]}"#, r#"["1",true]"#, "tuple(u8, bool), [1, true]");
    default(r#"{"result":["u8","bool"]}"#, r#"{"err":true}"#, r#"{ tag: "err", value: true }"#);
    let plain = r#"{"enum":[[0,[]],[1,[]]],"variants":["A","B"]}"#;
    default(plain, "[1,[]]", r#"{ 0: variant("A"), 1: variant("B") }), "B""#);
    let tagged = r#"{"enum":[[0,["u8"]],[1,[]],[2,["u8","u8"]]]}"#;
    default(tagged, r#"[0,["3"]]"#, r#"{ tag: "0", value: 3 }"#);
    default(tagged, "[1,[]]", r#"{ tag: "1" }"#);
    default(tagged, r#"[2,["3","4"]]"#, r#"{ tag: "2", value: [3, 4] }"#);
    let named = r#"{"struct":["u8"],"name":"S","fields":["x"]}"#;
    default(named, r#"["3"]"#, "field(S, { x: 3 }");
    default(&format!(r#"{{"rows":{named}}}"#), r#"["3"]"#, "field(S, { x: 3 }");
    let tree = r#"{"def":"T","type":{"struct":[{"set":{"ref":"T"}}],"fields":["x"]}}"#;
    default(tree, "[[[[]]]]", "field(T, { x: new Set<T>([{ x: new Set<T>([]) }]) }");
}

#[test]
fn a_default_that_is_no_exact_number_is_named() {
    let schema = r#"{"ext_struct":[["u64","9007199254740992"]],"fields":["a"]}"#;
    let what = "the default 9007199254740992 is not exact as a number; use --int64 bigint";
    assert_eq!(module(schema, None, Int64::Number), Err(format!("a: {what}")));
    let safe = module(&schema.replace("740992", "740991"), None, Int64::Number).expect("a module");
    assert!(safe.contains("field(u64Number, 9007199254740991)"), "{safe}");
}
