//! The text form, the JSON form and the fingerprint of a schema, as `spec/SCHEMA.md` defines them.

use core::fmt::{self, Display, Formatter, Write};

use crate::schema::{Enum, Field, Schema, Struct};

impl Schema {
    /// The JSON form, which every implementation of the format reads, to be printed or written.
    pub fn json(&self) -> impl Display + '_ {
        Form { schema: self, write: json }
    }

    /// Identifies what the wire sees: equal for two types only if each reads what the other writes.
    ///
    /// Names, bounds, defaults and catch-all variants are left out. 64-bit FNV-1a of the wire form.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Fnv1a(0xcbf2_9ce4_8422_2325);
        // `Fnv1a` never fails, and nothing else does.
        let _ = write!(hash, "{}", Form { schema: self, write: text::<true> });
        hash.0
    }
}

/// The text form.
impl Display for Schema {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        text::<false>(self, None, f)
    }
}

/// 64-bit FNV-1a: <http://www.isthe.com/chongo/tech/comp/fnv/>.
struct Fnv1a(u64);

impl Write for Fnv1a {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        for byte in s.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(())
    }
}

type WriteForm = fn(&Schema, Option<&Rows<'_>>, &mut Formatter<'_>) -> fmt::Result;

struct Form<'a> {
    schema: &'a Schema,
    write: WriteForm,
}

impl Display for Form<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.write)(self.schema, None, f)
    }
}

/// A rows type that encloses the place being written, and those around it.
struct Rows<'a> {
    name: &'static str,
    schema: fn() -> &'static Schema,
    outer: Option<&'a Rows<'a>>,
}

impl Rows<'_> {
    /// How many rows types lie between the innermost and this type, if it encloses the place.
    fn find(
        mut at: Option<&Rows<'_>>,
        name: &str,
        schema: fn() -> &'static Schema,
    ) -> Option<usize> {
        let mut distance = 0;
        while let Some(rows) = at {
            // The name as well: a linker may give equal functions one address.
            if rows.name == name && core::ptr::fn_addr_eq(rows.schema, schema) {
                return Some(distance);
            }
            distance += 1;
            at = rows.outer;
        }
        None
    }

    /// The name, made unique among the enclosing types: `Tree`, inside it `Tree#2`.
    fn label(&self) -> Label {
        let (mut number, mut at) = (1, self.outer);
        while let Some(rows) = at {
            number += usize::from(rows.name == self.name);
            at = rows.outer;
        }
        Label { name: self.name, number }
    }

    fn label_at(mut at: Option<&Rows<'_>>, distance: usize) -> Label {
        for _ in 0..distance {
            at = at.and_then(|rows| rows.outer);
        }
        at.map_or(Label { name: "", number: 1 }, Rows::label)
    }
}

#[derive(Clone, Copy)]
struct Label {
    name: &'static str,
    number: usize,
}

impl Display for Label {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        if self.number > 1 { write!(f, "#{}", self.number) } else { Ok(()) }
    }
}

impl From<&'static str> for Label {
    fn from(name: &'static str) -> Self {
        Label { name, number: 1 }
    }
}

/// A name in the text form: quoted, unless it has only letters and digits.
struct Name(Label);

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Label { name: "", number: 1 } => f.write_str("_"),
            Label { name: "_", number: 1 } => f.write_str("\"_\""),
            label if label.name.chars().all(is_letter) => write!(f, "{label}"),
            label => write!(f, "{}", Quoted(label)),
        }
    }
}

/// Whether a name with this character needs no quotes for it.
fn is_letter(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphanumeric() || matches!(c, '_' | '#')
    } else {
        !c.is_whitespace()
    }
}

/// A JSON string (RFC 8259).
struct Quoted<T>(T);

impl<T: Display> Display for Quoted<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        write!(Escaped(f), "{}", self.0)?;
        f.write_str("\"")
    }
}

struct Escaped<'a, 'f>(&'a mut Formatter<'f>);

impl Write for Escaped<'_, '_> {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        s.chars().try_for_each(|c| self.write_char(c))
    }

    fn write_char(&mut self, c: char) -> fmt::Result {
        match c {
            '"' | '\\' | '\t' | '\n' | '\r' => write!(self.0, "{}", c.escape_default()),
            '\u{8}' => self.0.write_str("\\b"),
            '\u{c}' => self.0.write_str("\\f"),
            '\0'..='\u{1f}' => write!(self.0, "\\u{:04x}", u32::from(c)),
            _ => self.0.write_char(c),
        }
    }
}

/// The name of a type that is the same in all three forms.
fn simple(schema: &Schema) -> Option<&'static str> {
    Some(match schema {
        Schema::Unit => "unit",
        Schema::Bool => "bool",
        Schema::Char => "char",
        Schema::U8 => "u8",
        Schema::U16 => "u16",
        Schema::U32 => "u32",
        Schema::U64 => "u64",
        Schema::U128 => "u128",
        Schema::I8 => "i8",
        Schema::I16 => "i16",
        Schema::I32 => "i32",
        Schema::I64 => "i64",
        Schema::I128 => "i128",
        Schema::F32 => "f32",
        Schema::F64 => "f64",
        _ => return None,
    })
}

fn fixed(schema: &Schema) -> Option<&'static str> {
    Some(match schema {
        Schema::FixedU16 => "u16",
        Schema::FixedU32 => "u32",
        Schema::FixedU64 => "u64",
        Schema::FixedI16 => "i16",
        Schema::FixedI32 => "i32",
        Schema::FixedI64 => "i64",
        _ => return None,
    })
}

/// Writes `parts` with `separator` between them.
fn join<T>(
    f: &mut Formatter<'_>,
    separator: &str,
    parts: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    for (i, part) in parts.into_iter().enumerate() {
        if i > 0 {
            f.write_str(separator)?;
        }
        write(f, part)?;
    }
    Ok(())
}

/// The text form; or the wire form, which has no names, bounds and defaults.
fn text<const WIRE: bool>(
    schema: &Schema,
    rows: Option<&Rows<'_>>,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    if let Some(name) = simple(schema) {
        return f.write_str(name);
    }
    if let Some(name) = fixed(schema) {
        return write!(f, "fixed {name}");
    }
    match *schema {
        Schema::Str { max: Some(max) } if !WIRE => write!(f, "str(max {max})"),
        Schema::Str { .. } => f.write_str("str"),
        Schema::Seq { item: Schema::U8, max: None } if !WIRE => f.write_str("bytes"),
        Schema::Seq { item: Schema::U8, max: Some(max) } if !WIRE => write!(f, "bytes(max {max})"),
        Schema::Seq { item, max } => text_of::<WIRE>(f, "seq", &[item], max, rows),
        Schema::Set { item, max } => text_of::<WIRE>(f, "set", &[item], max, rows),
        Schema::Map { key, value, max } => text_of::<WIRE>(f, "map", &[key, value], max, rows),
        Schema::Option(item) => text_of::<WIRE>(f, "option", &[item], None, rows),
        // No fields are a unit, and one field is that field: the same bytes wherever they stand.
        Schema::Tuple([]) | Schema::Struct(Struct { fields: [], extensible: false, .. })
            if WIRE =>
        {
            f.write_str("unit")
        }
        Schema::Tuple([part])
        | Schema::Struct(Struct {
            fields: [Field { schema: part, .. }], extensible: false, ..
        }) if WIRE => text::<WIRE>(part, rows, f),
        Schema::Tuple(parts) => text_of::<WIRE>(f, "tuple", parts, None, rows),
        Schema::Result(ok, err) if WIRE => {
            f.write_str("enum{0(")?;
            text::<WIRE>(ok, rows, f)?;
            f.write_str("),1(")?;
            text::<WIRE>(err, rows, f)?;
            f.write_str(")}")
        }
        Schema::Result(ok, err) => text_of::<WIRE>(f, "result", &[ok, err], None, rows),
        Schema::Array(item, len) => {
            f.write_str("array(")?;
            text::<WIRE>(item, rows, f)?;
            write!(f, "{}{len})", comma::<WIRE>())
        }
        Schema::Struct(Struct { name, fields, extensible }) => {
            f.write_str(match (extensible, WIRE) {
                (true, _) => "extensible struct",
                (false, true) => "tuple",
                (false, false) => "struct",
            })?;
            text_name::<WIRE>(f, name)?;
            text_fields::<WIRE>(f, fields, *extensible, rows)
        }
        Schema::Enum(Enum { name, variants, extensible, other }) => {
            f.write_str(if *extensible { "extensible enum" } else { "enum" })?;
            text_name::<WIRE>(f, name)?;
            f.write_str("{")?;
            join(f, comma::<WIRE>(), *variants, |f, variant| {
                write!(f, "{}", variant.tag)?;
                text_name::<WIRE>(f, variant.name)?;
                if WIRE || !variant.fields.is_empty() {
                    text_fields::<WIRE>(f, variant.fields, *extensible, rows)?;
                }
                f.write_str(if !WIRE && *other == Some(variant.tag) { " other" } else { "" })
            })?;
            f.write_str("}")
        }
        Schema::Foreign { name, .. } => write!(f, "foreign {}", Quoted(name)),
        Schema::Rows { name, schema, .. } => match Rows::find(rows, name, schema) {
            Some(distance) if WIRE => write!(f, "^{distance}"),
            Some(distance) => write!(f, "ref {}", Name(Rows::label_at(rows, distance))),
            None => {
                let rows = Rows { name, schema, outer: rows };
                f.write_str("rows")?;
                if !WIRE {
                    write!(f, " {}", Name(rows.label()))?;
                }
                f.write_str("(")?;
                text::<WIRE>(schema(), Some(&rows), f)?;
                f.write_str(")")
            }
        },
        _ => Err(fmt::Error),
    }
}

const fn comma<const WIRE: bool>() -> &'static str {
    if WIRE { "," } else { ", " }
}

fn text_name<const WIRE: bool>(f: &mut Formatter<'_>, name: &'static str) -> fmt::Result {
    if WIRE { Ok(()) } else { write!(f, " {}", Name(name.into())) }
}

fn text_of<const WIRE: bool>(
    f: &mut Formatter<'_>,
    name: &str,
    parts: &[&Schema],
    max: Option<usize>,
    rows: Option<&Rows<'_>>,
) -> fmt::Result {
    write!(f, "{name}(")?;
    join(f, comma::<WIRE>(), parts, |f, part| text::<WIRE>(part, rows, f))?;
    if let (Some(max), false) = (max, WIRE) {
        write!(f, ", max {max}")?;
    }
    f.write_str(")")
}

fn text_fields<const WIRE: bool>(
    f: &mut Formatter<'_>,
    fields: &[Field],
    extensible: bool,
    rows: Option<&Rows<'_>>,
) -> fmt::Result {
    f.write_str(if WIRE { "(" } else { "{" })?;
    join(f, comma::<WIRE>(), fields, |f, field| {
        if WIRE {
            return text::<WIRE>(field.schema, rows, f);
        }
        write!(f, "{}: ", Name(field.name.into()))?;
        text::<WIRE>(field.schema, rows, f)?;
        f.write_str(if extensible && field.default { " default" } else { "" })
    })?;
    f.write_str(if WIRE { ")" } else { "}" })
}

fn json(schema: &Schema, rows: Option<&Rows<'_>>, f: &mut Formatter<'_>) -> fmt::Result {
    if let Some(name) = simple(schema) {
        return write!(f, "\"{name}\"");
    }
    if let Some(name) = fixed(schema) {
        return write!(f, "{{\"fixed\":\"{name}\"}}");
    }
    match *schema {
        Schema::Str { max: None } => f.write_str("\"str\""),
        Schema::Str { max: Some(max) } => write!(f, "{{\"type\":\"str\",\"max\":{max}}}"),
        Schema::Seq { item: Schema::U8, max: None } => f.write_str("\"bytes\""),
        Schema::Seq { item: Schema::U8, max: Some(max) } => {
            write!(f, "{{\"type\":\"bytes\",\"max\":{max}}}")
        }
        Schema::Seq { item, max } => json_one(f, "seq", item, max, rows),
        Schema::Set { item, max } => json_one(f, "set", item, max, rows),
        Schema::Option(item) => json_one(f, "option", item, None, rows),
        Schema::Map { key, value, max } => {
            f.write_str("{\"map\":")?;
            json_list(f, &[key, value], rows)?;
            json_max(f, max)
        }
        Schema::Tuple(parts) => {
            f.write_str("{\"tuple\":")?;
            json_list(f, parts, rows)?;
            f.write_str("}")
        }
        Schema::Result(ok, err) => {
            f.write_str("{\"result\":")?;
            json_list(f, &[ok, err], rows)?;
            f.write_str("}")
        }
        Schema::Array(item, len) => {
            f.write_str("{\"array\":[")?;
            json(item, rows, f)?;
            write!(f, ",{len}]}}")
        }
        Schema::Struct(Struct { name, fields, extensible }) => {
            f.write_str(if *extensible { "{\"ext_struct\":" } else { "{\"struct\":" })?;
            json_fields(f, fields, *extensible, rows)?;
            write!(f, ",\"name\":{},\"fields\":", Quoted(name))?;
            json_names(f, fields.iter().map(|field| field.name))?;
            f.write_str("}")
        }
        Schema::Enum(Enum { name, variants, extensible, other }) => {
            f.write_str(if *extensible { "{\"ext_enum\":[" } else { "{\"enum\":[" })?;
            join(f, ",", *variants, |f, variant| {
                write!(f, "[{},", variant.tag)?;
                json_fields(f, variant.fields, *extensible, rows)?;
                f.write_str("]")
            })?;
            f.write_str("]")?;
            match other {
                Some(tag) => write!(f, ",\"other\":{tag}")?,
                None if *extensible => f.write_str(",\"other\":null")?,
                None => {}
            }
            write!(f, ",\"name\":{},\"variants\":", Quoted(name))?;
            json_names(f, variants.iter().map(|variant| variant.name))?;
            f.write_str(",\"fields\":[")?;
            join(f, ",", *variants, |f, variant| {
                json_names(f, variant.fields.iter().map(|field| field.name))
            })?;
            f.write_str("]}")
        }
        Schema::Foreign { name, .. } => write!(f, "{{\"foreign\":{}}}", Quoted(name)),
        Schema::Rows { name, schema, .. } => match Rows::find(rows, name, schema) {
            Some(distance) => write!(f, "{{\"ref\":{}}}", Quoted(Rows::label_at(rows, distance))),
            None => {
                let rows = Rows { name, schema, outer: rows };
                write!(f, "{{\"def\":{},\"type\":{{\"rows\":", Quoted(rows.label()))?;
                json(schema(), Some(&rows), f)?;
                f.write_str("}}")
            }
        },
        _ => Err(fmt::Error),
    }
}

fn json_one(
    f: &mut Formatter<'_>,
    name: &str,
    item: &Schema,
    max: Option<usize>,
    rows: Option<&Rows<'_>>,
) -> fmt::Result {
    write!(f, "{{\"{name}\":")?;
    json(item, rows, f)?;
    json_max(f, max)
}

fn json_max(f: &mut Formatter<'_>, max: Option<usize>) -> fmt::Result {
    match max {
        Some(max) => write!(f, ",\"max\":{max}}}"),
        None => f.write_str("}"),
    }
}

fn json_list(f: &mut Formatter<'_>, parts: &[&Schema], rows: Option<&Rows<'_>>) -> fmt::Result {
    f.write_str("[")?;
    join(f, ",", parts, |f, part| json(part, rows, f))?;
    f.write_str("]")
}

fn json_fields(
    f: &mut Formatter<'_>,
    fields: &[Field],
    extensible: bool,
    rows: Option<&Rows<'_>>,
) -> fmt::Result {
    f.write_str("[")?;
    join(f, ",", fields, |f, field| {
        if !extensible {
            return json(field.schema, rows, f);
        }
        f.write_str("[")?;
        json(field.schema, rows, f)?;
        f.write_str(if field.default { ",{\"default\":null}]" } else { "]" })
    })?;
    f.write_str("]")
}

fn json_names<'a>(f: &mut Formatter<'_>, names: impl Iterator<Item = &'a str>) -> fmt::Result {
    f.write_str("[")?;
    join(f, ",", names, |f, name| write!(f, "{}", Quoted(name)))?;
    f.write_str("]")
}
