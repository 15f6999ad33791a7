//! Values that the Rust types have, made of those that their schema has.

use onesheet_dynamic::{Type, Value};

use crate::Narrow;

const SECOND: u128 = 1_000_000_000;

/// Changes what a `NonZero`, a `Duration`, a `usize` or a `with` may refuse.
pub fn fit(ty: &Type, value: &mut Value, narrow: Narrow) {
    let mut fitter = Fitter { narrow, rows: Vec::new() };
    fitter.value(ty, value);
}

struct Fitter<'a> {
    narrow: Narrow,
    /// The rows types around this place, outermost first.
    rows: Vec<(&'a str, &'a Type)>,
}

impl<'a> Fitter<'a> {
    fn value(&mut self, ty: &'a Type, value: &mut Value) {
        match (ty, value) {
            (Type::Int(int), Value::Unsigned(x)) => {
                if self.narrow.machine && int.bits == 64 {
                    *x &= usize::MAX as u128;
                }
                if self.narrow.parts && *x == 0 {
                    *x = 1;
                }
            }
            (Type::Int(int), Value::Signed(x)) => {
                if self.narrow.machine && int.bits == 64 {
                    *x = *x as isize as i128;
                }
                if self.narrow.parts && *x == 0 {
                    *x = 1;
                }
            }
            (Type::Bytes { .. }, Value::Bytes(bytes)) if self.narrow.parts => {
                bytes.iter_mut().filter(|byte| **byte == 0).for_each(|byte| *byte = 1);
            }
            (Type::Option(item), Value::Option(Some(value))) => self.value(item, value),
            (Type::Tuple(parts), Value::List(values)) => {
                parts.iter().zip(&mut *values).for_each(|(ty, value)| self.value(ty, value));
                if let (true, [_, Value::Unsigned(nanos)]) = (self.narrow.parts, &mut **values) {
                    *nanos %= SECOND;
                    *nanos = (*nanos).max(1);
                }
            }
            (Type::Struct(s), Value::List(values)) => self.fields(&s.fields, values),
            (Type::Array(item, _) | Type::Seq { item, .. }, Value::List(values)) => {
                values.iter_mut().for_each(|value| self.value(item, value));
            }
            (Type::Set { item, .. }, Value::List(values)) => {
                values.iter_mut().for_each(|value| self.value(item, value));
                values.sort();
                values.dedup();
            }
            (Type::Map { key, value: ty, .. }, Value::Map(entries)) => {
                for (k, v) in &mut *entries {
                    self.value(key, k);
                    self.value(ty, v);
                }
                entries.sort_by(|a, b| a.0.cmp(&b.0));
                entries.dedup_by(|a, b| a.0 == b.0);
            }
            (Type::Result(ty, _), Value::Result(Ok(value)))
            | (Type::Result(_, ty), Value::Result(Err(value))) => self.value(ty, value),
            (Type::Enum(e), Value::Variant(tag, values)) => {
                if let Some(variant) = e.variants.iter().find(|variant| variant.tag == *tag) {
                    self.fields(&variant.fields, values);
                }
            }
            (Type::Rows { name, row }, value) => {
                self.rows.push((name, row));
                self.value(row, value);
                self.rows.pop();
            }
            (Type::Ref(name), value) => {
                let place = self.rows.iter().rposition(|(rows, _)| rows == name);
                let place = place.expect("a ref is inside of its rows type");
                // What the row refers to is around it, not around this place.
                let inside = self.rows.split_off(place + 1);
                self.value(self.rows[place].1, value);
                self.rows.extend(inside);
            }
            _ => {}
        }
    }

    fn fields(&mut self, fields: &'a [onesheet_dynamic::Field], values: &mut [Value]) {
        fields.iter().zip(values).for_each(|(field, value)| self.value(&field.ty, value));
    }
}
