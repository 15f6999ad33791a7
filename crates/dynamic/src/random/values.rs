//! Random values of a type.

use super::Random;
use crate::scope::Scope;
use crate::{Field, Int, Type, Value};

/// Most values, roughly, in one random value.
const MAX_VALUES: usize = 300;

impl Random {
    /// A value of `ty`, or none where the type has only values without end, or none at all.
    pub fn value(&mut self, ty: &Type) -> Option<Value> {
        let mut budget = MAX_VALUES;
        self.at(ty, Scope::ROOT, 20, &mut budget)
    }

    /// A small value that needs nothing from the types around it.
    pub(super) fn closed_value(&mut self, ty: &Type) -> Option<Value> {
        let mut budget = 10;
        self.at(ty, Scope::ROOT, 3, &mut budget)
    }

    fn at(
        &mut self,
        ty: &Type,
        scope: Scope<'_>,
        rows_left: usize,
        budget: &mut usize,
    ) -> Option<Value> {
        *budget = budget.saturating_sub(1);
        let spent = *budget == 0;
        Some(match ty {
            Type::Unit => Value::Unit,
            Type::Bool => Value::Bool(self.one_in(2)),
            Type::Char => Value::Char(self.char()),
            Type::F32 => Value::F32(self.bits(32) as u32),
            Type::F64 => Value::F64(self.bits(64) as u64),
            Type::Int(int) | Type::Fixed(int) => self.int(*int),
            Type::Str { max } => {
                let n = self.count(spent);
                let mut text: String = (0..n).map(|_| self.char()).collect();
                while max.is_some_and(|max| text.len() as u64 > max) {
                    text.pop();
                }
                Value::Str(text)
            }
            Type::Bytes { max } => {
                let n = at_most(*max, self.count(spent));
                Value::Bytes((0..n).map(|_| self.next_u64() as u8).collect())
            }
            Type::Option(item) => {
                let some = !spent && !self.one_in(3);
                let value = if some { self.at(item, scope, rows_left, budget) } else { None };
                Value::Option(value.map(Box::new))
            }
            Type::Tuple(parts) => {
                let values = parts.iter().map(|part| self.at(part, scope, rows_left, budget));
                Value::List(values.collect::<Option<_>>()?)
            }
            Type::Struct(s) => Value::List(self.fields_at(&s.fields, scope, rows_left, budget)?),
            Type::Array(item, len) => {
                let values = (0..*len).map(|_| self.at(item, scope, rows_left, budget));
                Value::List(values.collect::<Option<_>>()?)
            }
            Type::Seq { item, max } => Value::List(self.list(item, *max, scope, rows_left, budget)),
            Type::Set { item, max } => {
                let mut values = self.list(item, *max, scope, rows_left, budget);
                values.sort();
                values.dedup();
                Value::List(values)
            }
            Type::Map { key, value, max } => {
                let mut keys = self.list(key, *max, scope, rows_left, budget);
                keys.sort();
                keys.dedup();
                let mut entries = Vec::new();
                for key in keys {
                    if let Some(value) = self.at(value, scope, rows_left, budget) {
                        entries.push((key, value));
                    }
                }
                Value::Map(entries)
            }
            Type::Result(ok, err) => {
                // The other will do where the one that was drawn has no value.
                let ok_first = self.one_in(2);
                let value = [ok_first, !ok_first].into_iter().find_map(|is_ok| {
                    let value = self.at(if is_ok { ok } else { err }, scope, rows_left, budget)?;
                    Some(if is_ok { Ok(Box::new(value)) } else { Err(Box::new(value)) })
                });
                Value::Result(value?)
            }
            Type::Enum(e) => {
                let place = self.below(e.variants.len());
                // Any variant will do where the one that was drawn has no value.
                let (before, from) = e.variants.split_at(place);
                let mut variants = from.iter().chain(before);
                variants.find_map(|variant| {
                    let fields = self.fields_at(&variant.fields, scope, rows_left, budget)?;
                    Some(Value::Variant(variant.tag, fields))
                })?
            }
            Type::Rows { name, row } => {
                let around = scope.around(name, row);
                self.at(row, around.inside(), rows_left.checked_sub(1)?, budget)?
            }
            Type::Ref(name) => {
                let (row, scope) = scope.find(name)?;
                self.at(row, scope, rows_left.checked_sub(1)?, budget)?
            }
        })
    }

    fn fields_at(
        &mut self,
        fields: &[Field],
        scope: Scope<'_>,
        rows_left: usize,
        budget: &mut usize,
    ) -> Option<Vec<Value>> {
        fields.iter().map(|field| self.at(&field.ty, scope, rows_left, budget)).collect()
    }

    fn list(
        &mut self,
        item: &Type,
        max: Option<u64>,
        scope: Scope<'_>,
        rows_left: usize,
        budget: &mut usize,
    ) -> Vec<Value> {
        let n = at_most(max, self.count(*budget == 0));
        (0..n).filter_map(|_| self.at(item, scope, rows_left, budget)).collect()
    }

    fn count(&mut self, spent: bool) -> usize {
        match self.below(8) {
            _ if spent => 0,
            0 => 0,
            1 | 2 => 1,
            3..7 => 2 + self.below(4),
            _ => self.below(40),
        }
    }

    /// At most `bits` bits, all magnitudes alike, with the edges of each now and then.
    fn bits(&mut self, bits: u32) -> u128 {
        let all = u128::from(self.next_u64()) << 64 | u128::from(self.next_u64());
        let kept = 1 + self.below(bits as usize) as u32;
        let most = u128::MAX >> (128 - kept);
        match self.below(6) {
            0 => most,
            1 => most / 2 + 1,
            _ => all & most,
        }
    }

    fn int(&mut self, int: Int) -> Value {
        // Values near one another now and then, for which based lists are made (W2).
        let x = if self.one_in(3) {
            (u128::MAX >> (129 - int.bits)) - self.below(14) as u128
        } else {
            self.bits(int.bits)
        };
        match int.signed {
            false => Value::Unsigned(x),
            true => {
                let unused = 128 - int.bits;
                Value::Signed((x as i128) << unused >> unused)
            }
        }
    }

    fn char(&mut self) -> char {
        let edges = [
            '\0',
            '\u{7f}',
            '\u{80}',
            '\u{7ff}',
            '\u{800}',
            '\u{d7ff}',
            '\u{e000}',
            '\u{ffff}',
            '\u{10000}',
            '\u{10ffff}',
            '"',
            '\\',
            '\n',
            '\u{301}',
        ];
        match self.below(4) {
            0 => *self.pick(&edges),
            1 => char::from_u32(self.below(0x11_0000) as u32).unwrap_or('é'),
            _ => (b'a' + self.below(26) as u8) as char,
        }
    }
}

fn at_most(max: Option<u64>, n: usize) -> usize {
    max.map_or(n, |max| n.min(max as usize))
}
