//! A header and a source file for one type.

use std::collections::HashSet;

use onesheet_dynamic::Type;

use super::names;
use super::shape::{Enum, Names, Shape, Struct};
use super::{declare, max_len, walk};
use crate::naming;

/// What the generator writes for one type.
#[derive(Clone, Debug)]
pub struct Code {
    /// The name of the type in C, without `_t`; that of the files, without `.h` and `.c`.
    pub name: String,
    /// The header.
    pub header: String,
    /// The source.
    pub source: String,
}

/// C for `ty`, called `name`, or else as its declaration calls it.
///
/// # Errors
/// One line, which names the field that has no bound in C or whose default does not fit it.
pub fn generate(ty: &Type, name: Option<&str>) -> Result<Code, String> {
    let name = name.filter(|name| !name.is_empty()).unwrap_or(naming::declared(ty));
    let name = names::type_name(if name.is_empty() { "message" } else { name });
    let mut names = Names::default();
    let shape = Shape::new(ty, &name, &mut names)?;

    let mut types = String::new();
    for named in &names.types {
        declare::typedef(named, &mut types);
    }
    let has_name = match &shape {
        Shape::Struct(Struct { name: Some(own), .. })
        | Shape::Enum(Enum { name: Some(own), .. }) => *own == name,
        _ => false,
    };
    if !has_name {
        if names.types.iter().any(|named| is_called(named, &name)) {
            return Err(format!("{name}: a type inside has the same name; give another --name"));
        }
        types += &format!("typedef {}\n\n", declare::root(&shape, &format!("{name}_t")));
    }
    let max_len = max_len::max_len(&shape, 1);
    if max_len > u64::from(u32::MAX) {
        return Err(format!("{name}: a message may take more than 4 GiB"));
    }
    let write = walk::statements(&shape, false)?;
    let read = walk::statements(&shape, true)?;
    let header = header(&name, &types, max_len);
    if let Some(macro_name) = defined_twice(&header) {
        return Err(format!("{macro_name}: two constants would have this name; rename an enum"));
    }
    Ok(Code { header, source: source(&name, &write, &read), name })
}

/// The first macro that a header defines more than once.
fn defined_twice(header: &str) -> Option<&str> {
    let mut seen = HashSet::new();
    let mut defined =
        header.lines().filter_map(|line| line.strip_prefix("#define ")?.split(' ').next());
    defined.find(|name| !seen.insert(*name))
}

fn is_called(shape: &Shape, other: &str) -> bool {
    matches!(
        shape,
        Shape::Struct(Struct { name: Some(name), .. }) | Shape::Enum(Enum { name: Some(name), .. })
            if name == other
    )
}

fn header(name: &str, types: &str, max_len: u64) -> String {
    let upper = name.to_uppercase();
    format!(
        "/* Made by `onesheet schema c`. */
#ifndef ONESHEET_{upper}_H
#define ONESHEET_{upper}_H

#include \"onesheet.h\"

#ifdef __cplusplus
extern \"C\" {{
#endif

{types}/* Bytes of the longest message. */
#define {upper}_MAX_LEN {max_len}u

/* Writes the message to buf and its length to len (0 after an error). */
onesheet_error {name}_encode(const {name}_t *v, uint8_t *buf, size_t cap, size_t *len);

/*
 * Reads a message of len bytes. After an error *error_at is its offset in bytes, unless error_at is
 * NULL, and v holds no message.
 */
onesheet_error {name}_decode({name}_t *v, const uint8_t *buf, size_t len, size_t *error_at);

/* The same as part of something larger. */
onesheet_error {name}_write(onesheet_writer *w, const {name}_t *v);
onesheet_error {name}_read(onesheet_reader *r, {name}_t *v);

#ifdef __cplusplus
}}
#endif

#endif
"
    )
}

fn source(name: &str, write: &str, read: &str) -> String {
    // A type may need neither the column nor the value.
    let column = |body: &str| {
        if body.contains("&c,") || body.contains("= c") { "    onesheet_column c;\n\n" } else { "" }
    };
    let unused = |body: &str| {
        if body.contains("v->") || body.contains("*v") { "" } else { "    (void)v;\n" }
    };
    let memcpy = if read.contains("memcpy(") { "\n#include <string.h>\n" } else { "" };
    format!(
        "/* Made by `onesheet schema c`. */
#include \"{name}.h\"
{memcpy}
onesheet_error {name}_write(onesheet_writer *w, const {name}_t *v)
{{
{}{}{write}    return w->error;
}}

onesheet_error {name}_read(onesheet_reader *r, {name}_t *v)
{{
{}{}{read}    return r->error;
}}

onesheet_error {name}_encode(const {name}_t *v, uint8_t *buf, size_t cap, size_t *len)
{{
    onesheet_writer w;

    onesheet_writer_init(&w, buf, cap);
    {name}_write(&w, v);
    *len = w.error == ONESHEET_OK ? w.len : 0;
    return w.error;
}}

onesheet_error {name}_decode({name}_t *v, const uint8_t *buf, size_t len, size_t *error_at)
{{
    onesheet_reader r;

    onesheet_reader_init(&r, buf, len);
    {name}_read(&r, v);
    onesheet_finish(&r);
    if (error_at != NULL) {{
        *error_at = r.error_at;
    }}
    return r.error;
}}
",
        column(write),
        unused(write),
        column(read),
        unused(read),
    )
}

#[cfg(test)]
mod tests {
    use onesheet_dynamic::{Field, Struct, Type, Value};

    use super::{Code, generate};

    fn code(schema: &str) -> Result<Code, String> {
        generate(&schema.parse().expect("a schema"), None)
    }

    #[track_caller]
    fn refused(schema: &str, message: &str) {
        assert_eq!(code(schema).map(|code| code.name), Err(message.to_owned()));
    }

    #[test]
    fn names_the_field_without_a_bound() {
        refused(
            "struct Log{entries: seq(struct Entry{text: option(str)}, max 4)}",
            "log.entries[].text: this str needs a max, below 2^32, to be a C type",
        );
        refused(
            "enum E{0 A, 1 B{x: map(u8, bytes, max 2)}}",
            "e.B.x[].value: this bytes needs a max, below 2^32, to be a C type",
        );
        refused(
            "tuple(u8, rows R(u8))",
            "message.1: rows have no bound, so they cannot be a C type",
        );
        refused(
            "seq(bytes(max 4294967295), max 4294967295)",
            "message: a message may take more than 4 GiB",
        );
    }

    #[test]
    fn refuses_a_default_of_another_type() {
        let field = Field { name: "on".into(), ty: Type::Bool, default: Some(Value::Unsigned(2)) };
        let ty = Struct { name: "Config".into(), fields: vec![field], extensible: true };
        assert_eq!(
            generate(&Type::Struct(ty), None).map(|code| code.name),
            Err("on: the default does not fit the type".to_owned()),
        );
    }

    #[test]
    fn makes_names_that_c_takes() {
        let made = code("struct Size{type: u8, Type: u8, 0: u8, r#int: u8}").expect("bounded");
        assert_eq!(made.name, "size_type");
        for member in ["uint8_t type;", "uint8_t type_2;", "uint8_t f0;", "uint8_t int_;"] {
            assert!(made.header.contains(member), "{member} in {}", made.header);
        }
        // Types and macros of the C library, and what begins with a digit.
        for (ty, name) in [
            ("struct Mode{a: u8}", "mode_type"),
            ("struct Div{a: u8}", "div_type"),
            ("enum Exit{0 Failure, 1 Success}", "exit_type"),
            ("struct 1x{a: u8}", "x1x"),
            ("struct Modes{a: u8}", "modes"),
        ] {
            assert_eq!(code(ty).expect(ty).name, name);
        }
        // Keywords of C++, and types, which a member would hide.
        let made = code("struct S{co_await: u8, uint8_t: u8, consteval: u8}").expect("bounded");
        for member in ["uint8_t co_await_;", "uint8_t uint8_t_;", "uint8_t consteval_;"] {
            assert!(made.header.contains(member), "{member} in {}", made.header);
        }
    }

    #[test]
    fn refuses_two_constants_of_one_name() {
        let why = "two constants would have this name; rename an enum";
        refused("enum Foo{0 MaxLen, 1 B}", &format!("FOO_MAX_LEN: {why}"));
        refused(
            "struct S{a: enum FooBar{0 Baz}, b: enum Foo{0 BarBaz}}",
            &format!("FOO_BAR_BAZ: {why}"),
        );
    }

    #[test]
    fn keeps_two_types_of_one_name_apart() {
        let made = code("struct S{a: struct T{x: u8}, b: struct T{x: u16}, c: struct T{x: u8}}");
        let header = made.expect("bounded").header;
        for member in ["t_t a;", "t2_t b;", "t_t c;"] {
            assert!(header.contains(member), "{member} in {header}");
        }
        refused(
            "tuple(struct Message{x: u8})",
            "message: a type inside has the same name; give another --name",
        );
    }
}
