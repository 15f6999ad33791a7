//! Values of one type, side by side: what lists of them are read to, and serde's values are read from.

use std::borrow::Cow;

use crate::limits::MAX_NESTING;
use crate::rows::list::mismatch;
use crate::scope::Scope;
use crate::{Enum, Field, Int, Invalid, Type, Value};

/// Values of one type. How many there are is known to who holds it.
#[derive(Clone, Debug)]
pub(crate) enum Column<'a> {
    Unit,
    Bool(Vec<bool>),
    Char(Vec<char>),
    Unsigned(Vec<u64>),
    Signed(Vec<i64>),
    Unsigned128(Vec<u128>),
    Signed128(Vec<i128>),
    F32(Vec<u32>),
    F64(Vec<u64>),
    Str(Vec<Cow<'a, str>>),
    Bytes(Vec<Cow<'a, [u8]>>),
    /// The places of those that are some.
    Option(Vec<Option<usize>>, Box<Column<'a>>),
    /// The parts of tuples, the fields of structs.
    Parts(Vec<Column<'a>>),
    /// Arrays of that many elements.
    Array(usize, Box<Column<'a>>),
    /// Where each list ends among the elements.
    List(Vec<usize>, Box<Column<'a>>),
    /// Where each map ends among the keys and the values.
    Map(Vec<usize>, Box<(Column<'a>, Column<'a>)>),
    Enum(Variants<'a>),
    Result(Variants<'a>),
    /// Each by itself, as rows are.
    Each(Vec<Column<'a>>),
    /// All are the one.
    Same(Box<Column<'a>>),
    /// All are a default that the schema does not know.
    Default,
    /// Where each column ends among all.
    #[cfg(feature = "serde")]
    Joined(Vec<usize>, Vec<Column<'a>>),
}

/// The values of an enum.
#[derive(Clone, Debug)]
pub(crate) struct Variants<'a> {
    /// Of each value the variant's place in the type, and its own among those of the variant.
    pub(crate) places: Vec<(u32, usize)>,
    /// The tag of each variant, and its fields, [`Column::Parts`].
    pub(crate) variants: Vec<(u32, Column<'a>)>,
}

/// How what is in a value is kept.
struct Keep<'v, 'a> {
    text: fn(&'v str) -> Cow<'a, str>,
    bytes: fn(&'v [u8]) -> Cow<'a, [u8]>,
}

impl<'a> Column<'a> {
    /// A column of a fixed type, without values (W1).
    pub(crate) fn of_fixed(ty: &Type) -> Self {
        match ty {
            Type::Int(int) | Type::Fixed(int) => match (int.signed, int.bits) {
                (false, 128) => Column::Unsigned128(Vec::new()),
                (true, 128) => Column::Signed128(Vec::new()),
                (false, _) => Column::Unsigned(Vec::new()),
                (true, _) => Column::Signed(Vec::new()),
            },
            Type::F32 => Column::F32(Vec::new()),
            Type::F64 => Column::F64(Vec::new()),
            Type::Array(item, len) => {
                Column::Array(*len as usize, Box::new(Column::of_fixed(item)))
            }
            Type::Tuple(parts) => Column::Parts(parts.iter().map(Column::of_fixed).collect()),
            Type::Struct(s) => {
                Column::Parts(s.fields.iter().map(|field| Column::of_fixed(&field.ty)).collect())
            }
            _ => Column::Unit,
        }
    }

    /// The values, which are borrowed from.
    #[cfg(feature = "serde")]
    pub(crate) fn of(ty: &Type, value: &'a Value) -> Result<Self, Invalid> {
        let keep = Keep { text: Cow::Borrowed, bytes: Cow::Borrowed };
        keep.column(ty, Scope::ROOT, &[value], MAX_NESTING)
    }

    /// A copy of one value.
    pub(crate) fn of_copy(ty: &Type, scope: Scope<'_>, value: &Value) -> Result<Self, Invalid> {
        let keep = Keep {
            text: |text| Cow::Owned(text.to_owned()),
            bytes: |bytes| Cow::Owned(bytes.to_vec()),
        };
        keep.column(ty, scope, &[value], MAX_NESTING)
    }

    /// The column that holds value `i`, and its place there.
    #[inline]
    pub(crate) fn at(&self, i: usize) -> (&Self, usize) {
        match self {
            Column::Same(_) => self.at_inside(i),
            #[cfg(feature = "serde")]
            Column::Joined(..) => self.at_inside(i),
            column => (column, i),
        }
    }

    fn at_inside(&self, i: usize) -> (&Self, usize) {
        match self {
            Column::Same(column) => column.at(0),
            #[cfg(feature = "serde")]
            Column::Joined(ends, columns) => {
                let part = ends.partition_point(|end| *end <= i);
                let start = part.checked_sub(1).map_or(0, |before| ends[before]);
                columns[part].at(i - start)
            }
            column => (column, i),
        }
    }

    /// Value `i`.
    pub(crate) fn value(&self, i: usize) -> Value {
        let (column, i) = self.at(i);
        let list = |column: &Self, start, end| (start..end).map(|i| column.value(i)).collect();
        match column {
            Column::Unit => Value::Unit,
            Column::Bool(values) => Value::Bool(values[i]),
            Column::Char(values) => Value::Char(values[i]),
            Column::Unsigned(values) => Value::Unsigned(values[i].into()),
            Column::Signed(values) => Value::Signed(values[i].into()),
            Column::Unsigned128(values) => Value::Unsigned(values[i]),
            Column::Signed128(values) => Value::Signed(values[i]),
            Column::F32(values) => Value::F32(values[i]),
            Column::F64(values) => Value::F64(values[i]),
            Column::Str(values) => Value::Str(values[i].clone().into_owned()),
            Column::Bytes(values) => Value::Bytes(values[i].clone().into_owned()),
            Column::Option(places, some) => {
                Value::Option(places[i].map(|place| Box::new(some.value(place))))
            }
            Column::Parts(parts) => Value::List(parts.iter().map(|part| part.value(i)).collect()),
            Column::Array(len, items) => Value::List(list(items, i * len, (i + 1) * len)),
            Column::List(ends, items) => Value::List(list(items, start(ends, i), ends[i])),
            Column::Map(ends, entries) => {
                let entry = |i| (entries.0.value(i), entries.1.value(i));
                Value::Map((start(ends, i)..ends[i]).map(entry).collect())
            }
            Column::Enum(variants) => {
                let (tag, fields) = variants.value(i);
                Value::Variant(tag, fields)
            }
            Column::Result(variants) => {
                let (tag, mut fields) = variants.value(i);
                let value = Box::new(fields.pop().unwrap_or(Value::Unit));
                Value::Result(if tag == 0 { Ok(value) } else { Err(value) })
            }
            Column::Each(columns) => columns[i].value(0),
            Column::Default | Column::Same(_) => Value::Default,
            #[cfg(feature = "serde")]
            Column::Joined(..) => Value::Default,
        }
    }

    /// The first `n` values.
    pub(crate) fn values(&self, n: usize) -> Vec<Value> {
        (0..n).map(|i| self.value(i)).collect()
    }

    /// The value that was added last to a column of numbers or floats.
    pub(crate) fn last(&self) -> Value {
        let len = match self {
            Column::Unsigned(values) => values.len(),
            Column::Signed(values) => values.len(),
            Column::Unsigned128(values) => values.len(),
            Column::Signed128(values) => values.len(),
            Column::F32(values) => values.len(),
            Column::F64(values) => values.len(),
            _ => 0,
        };
        len.checked_sub(1).map_or(Value::Unit, |i| self.value(i))
    }

    /// Whether each value from `start` to `end` is greater than the one before, by W21.
    pub(crate) fn ascends(&self, start: usize, end: usize) -> bool {
        let mut each = start + 1..end;
        match self {
            Column::Str(values) => each.all(|i| values[i - 1] < values[i]),
            Column::Unsigned(values) => each.all(|i| values[i - 1] < values[i]),
            Column::Signed(values) => each.all(|i| values[i - 1] < values[i]),
            column => each.all(|i| column.value(i - 1) < column.value(i)),
        }
    }
}

/// Where list `i` starts.
pub(crate) fn start(ends: &[usize], i: usize) -> usize {
    i.checked_sub(1).map_or(0, |before| ends[before])
}

impl Variants<'_> {
    fn value(&self, i: usize) -> (u32, Vec<Value>) {
        let (variant, place) = self.places[i];
        let (tag, fields) = &self.variants[variant as usize];
        match fields.value(place) {
            Value::List(fields) => (*tag, fields),
            _ => (*tag, Vec::new()),
        }
    }
}

impl<'v, 'a> Keep<'v, 'a> {
    /// Values as a column of their type.
    fn column(
        &self,
        ty: &Type,
        scope: Scope<'_>,
        values: &[&'v Value],
        nesting: u32,
    ) -> Result<Column<'a>, Invalid> {
        let nesting =
            nesting.checked_sub(1).ok_or_else(|| Invalid::new("the value is nested too deeply"))?;
        macro_rules! simple {
            ($kind:ident) => {
                Column::$kind(all(ty, values, |value| match value {
                    Value::$kind(x) => Some(*x),
                    _ => None,
                })?)
            };
        }
        if values.iter().any(|value| **value == Value::Default) {
            if values.len() == 1 {
                return Ok(Column::Default);
            }
            return self.each(ty, scope, values, nesting);
        }
        Ok(match ty {
            Type::Unit => {
                all(ty, values, |value| (*value == Value::Unit).then_some(()))?;
                Column::Unit
            }
            Type::Bool => simple!(Bool),
            Type::Char => simple!(Char),
            Type::F32 => simple!(F32),
            Type::F64 => simple!(F64),
            Type::Int(int) | Type::Fixed(int) => ints(ty, *int, values)?,
            Type::Str { .. } => Column::Str(all(ty, values, |value| match value {
                Value::Str(text) => Some((self.text)(text)),
                _ => None,
            })?),
            Type::Bytes { .. } => Column::Bytes(all(ty, values, |value| match value {
                Value::Bytes(bytes) => Some((self.bytes)(bytes)),
                _ => None,
            })?),
            Type::Option(item) => {
                let mut some = Vec::new();
                let places = all(ty, values, |value| match value {
                    Value::Option(None) => Some(None),
                    Value::Option(Some(value)) => {
                        some.push(&**value);
                        Some(Some(some.len() - 1))
                    }
                    _ => None,
                })?;
                Column::Option(places, Box::new(self.column(item, scope, &some, nesting)?))
            }
            Type::Tuple(parts) => {
                let types = parts.iter().collect::<Vec<_>>();
                self.parts(ty, &types, scope, &lists(ty, values)?, nesting)?
            }
            Type::Struct(s) => {
                let types = s.fields.iter().map(|field| &field.ty).collect::<Vec<_>>();
                self.parts(ty, &types, scope, &lists(ty, values)?, nesting)?
            }
            Type::Array(item, len) => {
                let lists = lists(ty, values)?;
                if let Some(i) = lists.iter().position(|list| list.len() as u64 != *len) {
                    return Err(mismatch(ty, values[i]));
                }
                let items: Vec<&Value> = lists.into_iter().flatten().collect();
                let items = self.column(item, scope, &items, nesting)?;
                Column::Array(*len as usize, Box::new(items))
            }
            Type::Seq { item, .. } | Type::Set { item, .. } => {
                let lists = lists(ty, values)?;
                let ends = ends(lists.iter().map(|list| list.len()));
                let items: Vec<&Value> = lists.into_iter().flatten().collect();
                Column::List(ends, Box::new(self.column(item, scope, &items, nesting)?))
            }
            Type::Map { key, value, .. } => {
                let maps = all(ty, values, |value| match value {
                    Value::Map(entries) => Some(entries.as_slice()),
                    _ => None,
                })?;
                let ends = ends(maps.iter().map(|map| map.len()));
                let entries = maps.into_iter().flatten().map(|(key, value)| (key, value));
                let (keys, values): (Vec<_>, Vec<_>) = entries.unzip();
                let keys = self.column(key, scope, &keys, nesting)?;
                Column::Map(ends, Box::new((keys, self.column(value, scope, &values, nesting)?)))
            }
            Type::Result(ok, err) => {
                let e = Type::result_enum(ok, err);
                let variants = all(ty, values, |value| match value {
                    Value::Result(Ok(value)) => Some((0, std::slice::from_ref(&**value))),
                    Value::Result(Err(value)) => Some((1, std::slice::from_ref(&**value))),
                    _ => None,
                })?;
                Column::Result(self.variants(ty, &e, scope, &variants, nesting)?)
            }
            Type::Enum(e) => {
                let variants = all(ty, values, |value| match value {
                    Value::Variant(tag, fields) => Some((*tag, fields.as_slice())),
                    _ => None,
                })?;
                Column::Enum(self.variants(ty, e, scope, &variants, nesting)?)
            }
            Type::Rows { name, row } => {
                self.each(row, scope.around(name, row).inside(), values, nesting)?
            }
            Type::Ref(name) => match scope.find(name) {
                Some((row, scope)) => self.each(row, scope, values, nesting)?,
                None => {
                    return Err(Invalid::new(format!("ref {name} is not inside its rows type")));
                }
            },
        })
    }

    fn each(
        &self,
        ty: &Type,
        scope: Scope<'_>,
        values: &[&'v Value],
        nesting: u32,
    ) -> Result<Column<'a>, Invalid> {
        let each = values.iter().map(|value| self.column(ty, scope, &[*value], nesting));
        Ok(Column::Each(each.collect::<Result<_, _>>()?))
    }

    fn parts(
        &self,
        ty: &Type,
        types: &[&Type],
        scope: Scope<'_>,
        lists: &[&'v [Value]],
        nesting: u32,
    ) -> Result<Column<'a>, Invalid> {
        if let Some(list) = lists.iter().find(|list| list.len() != types.len()) {
            let (expected, found) = (types.len(), list.len());
            let ty = ty.summary();
            return Err(Invalid::new(format!("expected {expected} fields of {ty}, found {found}")));
        }
        let part = |(i, ty): (usize, &&Type)| {
            let values: Vec<_> = lists.iter().map(|list| &list[i]).collect();
            self.column(ty, scope, &values, nesting)
        };
        Ok(Column::Parts(types.iter().enumerate().map(part).collect::<Result<_, _>>()?))
    }

    fn variants(
        &self,
        ty: &Type,
        e: &Enum,
        scope: Scope<'_>,
        values: &[(u32, &'v [Value])],
        nesting: u32,
    ) -> Result<Variants<'a>, Invalid> {
        let mut lists = vec![Vec::new(); e.variants.len()];
        let mut places = Vec::with_capacity(values.len());
        for (tag, fields) in values {
            let variant = e.variants.iter().position(|variant| variant.tag == *tag);
            let Some(variant) = variant else {
                return Err(Invalid::new(format!("the enum has no variant with tag {tag}")));
            };
            places.push((variant as u32, lists[variant].len()));
            lists[variant].push(*fields);
        }
        let column = |(variant, lists): (&crate::Variant, Vec<&'v [Value]>)| {
            let types = variant.fields.iter().map(|field: &Field| &field.ty).collect::<Vec<_>>();
            Ok((variant.tag, self.parts(ty, &types, scope, &lists, nesting)?))
        };
        let variants = e.variants.iter().zip(lists).map(column);
        Ok(Variants { places, variants: variants.collect::<Result<_, Invalid>>()? })
    }
}

fn ints<'a>(ty: &Type, int: Int, values: &[&Value]) -> Result<Column<'a>, Invalid> {
    let unsigned = || {
        all(ty, values, |value| match value {
            Value::Unsigned(x) => Some(*x),
            _ => None,
        })
    };
    let signed = || {
        all(ty, values, |value| match value {
            Value::Signed(x) => Some(*x),
            _ => None,
        })
    };
    let too_large = || Invalid::new(format!("the number does not fit {}", int.name()));
    Ok(match (int.signed, int.bits) {
        (false, 128) => Column::Unsigned128(unsigned()?),
        (true, 128) => Column::Signed128(signed()?),
        (false, _) => {
            let each = unsigned()?.into_iter().map(|x| u64::try_from(x).map_err(|_| too_large()));
            Column::Unsigned(each.collect::<Result<_, _>>()?)
        }
        (true, _) => {
            let each = signed()?.into_iter().map(|x| i64::try_from(x).map_err(|_| too_large()));
            Column::Signed(each.collect::<Result<_, _>>()?)
        }
    })
}

fn lists<'v>(ty: &Type, values: &[&'v Value]) -> Result<Vec<&'v [Value]>, Invalid> {
    all(ty, values, |value| match value {
        Value::List(values) => Some(values.as_slice()),
        _ => None,
    })
}

/// The values of `ty` in which `part` finds what it looks for.
fn all<'v, T>(
    ty: &Type,
    values: &[&'v Value],
    mut part: impl FnMut(&'v Value) -> Option<T>,
) -> Result<Vec<T>, Invalid> {
    values.iter().map(|value| part(value).ok_or_else(|| mismatch(ty, value))).collect()
}

/// Where lists of some lengths end.
pub(crate) fn ends(lengths: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut end = 0;
    let each = lengths.map(|len| {
        end += len;
        end
    });
    each.collect()
}
