//! Values to natural JSON.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use super::logical::{Logical, Style};
use super::plan::{Body, Fields, Natural, Node, Variants};
use crate::time::{self, Stamp};
use crate::{Int, Value};

impl Natural {
    /// The JSON of a value, in one line.
    ///
    /// What is no value of the type is `null`.
    #[must_use]
    pub fn to_string(&self, value: &Value) -> String {
        let mut out = Vec::new();
        self.write(value, &mut out);
        String::from_utf8(out).unwrap_or_default()
    }

    /// As [`to_string`](Self::to_string), behind what `out` has.
    pub fn write(&self, value: &Value, out: &mut Vec<u8>) {
        self.put(self.root, value, out);
    }

    /// The names of the fields of a struct, as they stand in JSON: none of any other type.
    #[must_use]
    pub fn fields(&self) -> &[String] {
        self.root_fields().map_or(&[], |fields| &fields.names)
    }

    fn root_fields(&self) -> Option<&Fields> {
        let root = match &self.nodes[self.root] {
            Node::Same(row) => &self.nodes[*row],
            root => root,
        };
        match root {
            Node::Fields(fields) => Some(fields),
            _ => None,
        }
    }

    /// The object of some of the [`fields`](Self::fields), by their places, in this order.
    pub fn write_fields(&self, value: &Value, places: &[usize], out: &mut Vec<u8>) {
        let (Some(fields), Value::List(values)) = (self.root_fields(), value) else {
            return out.extend(b"{}");
        };
        out.push(b'{');
        let of = |place: &usize| {
            let value = values.get(*place).filter(|value| **value != Value::Default)?;
            Some((fields.keys.get(*place)?, *fields.items.get(*place)?, value))
        };
        for (i, (key, item, value)) in places.iter().filter_map(of).enumerate() {
            comma(i, out);
            out.extend(key.as_bytes());
            self.put(item, value, out);
        }
        out.push(b'}');
    }

    fn put(&self, place: usize, value: &Value, out: &mut Vec<u8>) {
        match (&self.nodes[place], value) {
            (Node::Same(item), _) => self.put(*item, value, out),
            (Node::Newtype(item), Value::List(values)) if values.len() == 1 => {
                self.put(*item, &values[0], out);
            }
            (Node::Option { wrapped: true, item }, Value::Option(Some(value))) => {
                out.extend(b"{\"some\":");
                self.put(*item, value, out);
                out.push(b'}');
            }
            (Node::Option { item, .. }, Value::Option(Some(value))) => self.put(*item, value, out),
            (Node::Bool, Value::Bool(b)) => json(out, b),
            (Node::Char, Value::Char(c)) => json(out, c),
            (Node::Logical(_, logical), Value::Unsigned(_) | Value::Signed(_)) => {
                logically(logical, value, out);
            }
            (Node::Int(int), Value::Unsigned(x)) => number(out, *x, self.style.quotes(*int)),
            (Node::Int(int), Value::Signed(x)) => number(out, *x, self.style.quotes(*int)),
            (Node::F32, Value::F32(bits)) => match f32::from_bits(*bits) {
                x if x.is_finite() => json(out, &x),
                x => {
                    not_finite(x.into(), *bits == f32::NAN.to_bits(), &format!("{bits:#010x}"), out)
                }
            },
            (Node::F64, Value::F64(bits)) => match f64::from_bits(*bits) {
                x if x.is_finite() => json(out, &x),
                x => not_finite(x, *bits == f64::NAN.to_bits(), &format!("{bits:#018x}"), out),
            },
            (Node::Str { .. }, Value::Str(s)) => json(out, s),
            (Node::Bytes { .. }, Value::Bytes(bytes)) => {
                out.push(b'"');
                match self.style.hex {
                    true => out.extend(hex(bytes).into_bytes()),
                    false => out.extend(STANDARD.encode(bytes).into_bytes()),
                }
                out.push(b'"');
            }
            (Node::Tuple(items), Value::List(values)) => self.put_tuple(items, values, out),
            (Node::List { item, .. }, Value::List(values)) => {
                out.push(b'[');
                for (i, value) in values.iter().enumerate() {
                    comma(i, out);
                    self.put(*item, value, out);
                }
                out.push(b']');
            }
            (Node::Fields(fields), Value::List(values)) => self.put_fields(fields, values, out),
            (Node::Map { key, value, is_object, .. }, Value::Map(entries)) => {
                out.push(if *is_object { b'{' } else { b'[' });
                for (i, (k, v)) in entries.iter().enumerate() {
                    comma(i, out);
                    if !is_object {
                        out.push(b'[');
                    }
                    self.put(*key, k, out);
                    out.push(if *is_object { b':' } else { b',' });
                    self.put(*value, v, out);
                    if !is_object {
                        out.push(b']');
                    }
                }
                out.push(if *is_object { b'}' } else { b']' });
            }
            (Node::Enum(e), Value::Result(Ok(value))) if e.is_result => {
                self.put_variant(e, 0, std::slice::from_ref(&**value), out);
            }
            (Node::Enum(e), Value::Result(Err(value))) if e.is_result => {
                self.put_variant(e, 1, std::slice::from_ref(&**value), out);
            }
            (Node::Enum(e), Value::Variant(tag, values)) => self.put_variant(e, *tag, values, out),
            _ => out.extend(b"null"),
        }
    }

    fn put_tuple(&self, items: &[usize], values: &[Value], out: &mut Vec<u8>) {
        out.push(b'[');
        for (i, (item, value)) in items.iter().zip(values).enumerate() {
            comma(i, out);
            self.put(*item, value, out);
        }
        out.push(b']');
    }

    /// A field of which only is known that it has its default is left out.
    fn put_fields(&self, fields: &Fields, values: &[Value], out: &mut Vec<u8>) {
        out.push(b'{');
        let each = fields.keys.iter().zip(&fields.items).zip(values);
        for (i, ((key, item), value)) in each.filter(|(_, v)| **v != Value::Default).enumerate() {
            comma(i, out);
            out.extend(key.as_bytes());
            self.put(*item, value, out);
        }
        out.push(b'}');
    }

    fn put_variant(&self, e: &Variants, tag: u32, values: &[Value], out: &mut Vec<u8>) {
        let Some(variant) = e.variants.iter().find(|variant| variant.tag == tag) else {
            return out.extend(b"null");
        };
        if let (Some(_), Body::One(item), [value]) = (&e.kinds, &variant.body, values) {
            if !self.needs_label(*item, value, e) {
                return self.put(*item, value, out);
            }
        }
        if let Body::None = variant.body {
            return out.extend(variant.quoted.as_bytes());
        }
        out.push(b'{');
        out.extend(variant.quoted.as_bytes());
        out.push(b':');
        match (&variant.body, values) {
            (Body::One(item), [value]) => self.put(*item, value, out),
            (Body::Tuple(items), _) => self.put_tuple(items, values, out),
            (Body::Fields(fields), _) => self.put_fields(fields, values, out),
            _ => out.extend(b"null"),
        }
        out.push(b'}');
    }

    /// Whether the value of a variant without a name would be read as something else: a number that is
    /// a string here, or an object with the label of a variant in it.
    fn needs_label(&self, place: usize, value: &Value, e: &Variants) -> bool {
        let is_label = |name: &str| e.variants.iter().any(|variant| variant.label == name);
        match (&self.nodes[place], value) {
            (Node::Same(item), _) => self.needs_label(*item, value, e),
            (Node::Newtype(item), Value::List(values)) => {
                values.iter().any(|value| self.needs_label(*item, value, e))
            }
            (Node::Option { item, .. }, Value::Option(Some(value))) => {
                self.needs_label(*item, value, e)
            }
            (Node::F32, Value::F32(bits)) => !f32::from_bits(*bits).is_finite(),
            (Node::F64, Value::F64(bits)) => !f64::from_bits(*bits).is_finite(),
            (Node::Fields(fields), _) => fields.names.iter().any(|name| is_label(name)),
            (Node::Map { .. }, Value::Map(entries)) => {
                entries.iter().any(|(key, _)| matches!(key, Value::Str(key) if is_label(key)))
            }
            (Node::Enum(inner), Value::Variant(tag, values)) => {
                let variant = inner.variants.iter().find(|variant| variant.tag == *tag);
                variant.is_some_and(|variant| {
                    is_label(&variant.label)
                        || match (&variant.body, values.as_slice()) {
                            (Body::One(item), [value]) => self.needs_label(*item, value, e),
                            _ => false,
                        }
                })
            }
            _ => false,
        }
    }
}

impl Style {
    fn quotes(self, int: Int) -> bool {
        self.quoted && int.bits >= 64
    }
}

fn comma(i: usize, out: &mut Vec<u8>) {
    if i > 0 {
        out.push(b',');
    }
}

/// Writing to memory does not fail.
fn json(out: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) {
    let _ = serde_json::to_writer(out, value);
}

fn number(out: &mut Vec<u8>, value: impl Copy + Serialize + TryInto<i64>, is_quoted: bool) {
    if is_quoted {
        out.push(b'"');
    }
    // Nearly all are such, which take less time than those of 128 bits.
    let short: Result<i64, _> = value.try_into();
    match short {
        Ok(short) => json(out, &short),
        Err(_) => json(out, &value),
    }
    if is_quoted {
        out.push(b'"');
    }
}

fn not_finite(x: f64, is_plain: bool, bits: &str, out: &mut Vec<u8>) {
    json(
        out,
        match (x.is_nan(), x > 0.0) {
            (true, _) if is_plain => "NaN",
            (true, _) => bits,
            (false, true) => "Infinity",
            (false, false) => "-Infinity",
        },
    );
}

fn logically(logical: &Logical, value: &Value, out: &mut Vec<u8>) {
    let number = match value {
        Value::Unsigned(x) => i64::try_from(*x).ok(),
        Value::Signed(x) => i64::try_from(*x).ok(),
        _ => None,
    };
    match number.and_then(|number| logical.text(number)) {
        Some(text) => json(out, &text),
        // Beyond all dates: the number, which is read, too.
        None => json(out, &value_of(value)),
    }
}

fn value_of(value: &Value) -> String {
    match value {
        Value::Unsigned(x) => x.to_string(),
        Value::Signed(x) => x.to_string(),
        _ => String::new(),
    }
}

/// Four digits are the years 0000 to 9999.
const FIRST_DAY: i64 = -719_528;
const LAST_DAY: i64 = 2_932_896;

impl Logical {
    /// The text of a number, unless it has none that would be read again as the same.
    #[must_use]
    pub fn text(&self, number: i64) -> Option<String> {
        let days = FIRST_DAY..=LAST_DAY;
        match self {
            Logical::Date => days.contains(&number).then(|| time::date(number)),
            Logical::DateMillis => {
                let (day, rest) = (number.div_euclid(86_400_000), number.rem_euclid(86_400_000));
                (rest == 0 && days.contains(&day)).then(|| time::date(day))
            }
            Logical::Time(unit) => {
                let is_one = (0..86_400 * unit.per_second()).contains(&number);
                is_one.then(|| Stamp::of(*unit, number, None).time())
            }
            Logical::Timestamp(unit, zone) => {
                let stamp = Stamp::of(*unit, number, *zone);
                days.contains(&stamp.day()).then(|| stamp.to_string())
            }
            Logical::Items(_) | Logical::Fields(_) => None,
        }
    }

    /// The number that a text stands for.
    #[must_use]
    pub fn number(&self, text: &str) -> Option<i64> {
        match self {
            Logical::Date => time::parse_date(text).map(i64::from),
            Logical::DateMillis => time::parse_date(text).map(|day| i64::from(day) * 86_400_000),
            Logical::Time(unit) => Stamp::parse_time(text)?.count(*unit),
            Logical::Timestamp(unit, zone) => {
                let stamp = Stamp::parse(text)?;
                // A zone is not made up, nor forgotten; another offset is the same time.
                let same = stamp.zone.is_some() == zone.is_some();
                stamp.count(*unit).filter(|_| same)
            }
            Logical::Items(_) | Logical::Fields(_) => None,
        }
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
