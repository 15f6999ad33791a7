//! Lists of a type that are written while serde gives their values, column by column.

pub(crate) mod serializer;

use std::ptr;

use crate::column::{Column, ends, start};
use crate::from_value::{is_alone, is_union};
use crate::properties::is_fixed;
use crate::reader::Reader;
use crate::rows::{boolean, int};
use crate::scope::Scope;
use crate::writer::Writer;
use crate::{Enum, Field, Inference, Invalid, Limits, Type, Value, varint};

/// Values of a type, side by side.
#[derive(Debug)]
pub(crate) enum Fill<'t> {
    Unit,
    Bool(Queue<bool>),
    Numbers(Numbers),
    /// Of one width, as W1 has them.
    Fixed(&'t Type, usize, Queue<u8>),
    Str(Texts),
    Bytes(Texts),
    /// Which are some, and these.
    Option(Queue<bool>, Box<Fill<'t>>),
    Tuple(Vec<Fill<'t>>, bool),
    Struct(Fields<'t>),
    Array(u64, Box<Fill<'t>>),
    /// The counts, and the elements.
    Seq(Queue<u64>, Box<Fill<'t>>),
    Map(Box<Maps<'t>>),
    Enum(Box<Variants<'t>>),
    /// An enum whose variants have no names, by the kinds of what they hold.
    Union([Option<usize>; KINDS], Box<Variants<'t>>),
}

/// Numbers as W2 has them.
#[derive(Debug)]
pub(crate) struct Numbers {
    /// Whether they are zigzags.
    signed: bool,
    most: u64,
    values: Queue<u64>,
}

/// Values that are added behind and taken in front.
#[derive(Debug)]
pub(crate) struct Queue<T> {
    pub(crate) values: Vec<T>,
    taken: usize,
}

/// Lengths, and the bytes of all.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    lengths: Queue<u64>,
    bytes: Queue<u8>,
}

#[derive(Debug)]
pub(crate) struct Fields<'t> {
    places: Vec<Place<'t>>,
    count: usize,
    /// How many fields of the last value came in order; `MARKED` if those that came are marked.
    in_order: usize,
    /// Fields that the last value did not have yet, when they are marked.
    missing: usize,
    /// The last key of a map.
    key: String,
    extensible: bool,
    is_fixed: bool,
}

/// Where a field is, and what of it came.
#[derive(Debug)]
struct Place<'t> {
    /// As the struct that came last has it, if there was one.
    name: &'t str,
    /// Whether what is missing is told from what is null.
    has_default: bool,
    /// The last value that had it, from 1.
    last: usize,
    column: Fill<'t>,
}

#[derive(Debug)]
pub(crate) struct Maps<'t> {
    counts: Queue<u64>,
    key_type: &'t Type,
    value_type: &'t Type,
    keys: Fill<'t>,
    values: Fill<'t>,
}

#[derive(Debug)]
pub(crate) struct Variants<'t> {
    ty: &'t Enum,
    /// As the values that came last have them, if there were any.
    names: Vec<&'t str>,
    /// By their places.
    variants: Queue<u32>,
    contents: Vec<Fill<'t>>,
}

/// The kinds by which variants without names differ.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Bool,
    Integer,
    Float,
    Text,
    Bytes,
    List,
    Object,
    Variant,
}

const KINDS: usize = 8;
/// Fields among which a struct's next one is looked for by where its name is in memory.
const FEW_FIELDS: usize = 16;
/// What [`Fields::in_order`] is when the fields that came are marked.
const MARKED: usize = usize::MAX;

impl Kind {
    /// Whether the values of a type are of this kind. Pairs may be what a map is.
    fn has(self, ty: &Type) -> bool {
        match self {
            Kind::Bool => matches!(ty, Type::Bool),
            Kind::Integer => matches!(ty, Type::Int(_) | Type::Fixed(_)),
            Kind::Float => matches!(ty, Type::F32 | Type::F64),
            Kind::Text => matches!(ty, Type::Str { .. }),
            Kind::Bytes => matches!(ty, Type::Bytes { .. }),
            Kind::List => matches!(ty, Type::Seq { .. } | Type::Array(..) | Type::Tuple(_)),
            Kind::Object => match ty {
                Type::Struct(_) | Type::Map { .. } => true,
                Type::Seq { item, .. } => matches!(&**item, Type::Tuple(parts) if parts.len() == 2),
                _ => false,
            },
            Kind::Variant => matches!(ty, Type::Enum(_)),
        }
    }

    const ALL: [Kind; KINDS] = [
        Kind::Bool,
        Kind::Integer,
        Kind::Float,
        Kind::Text,
        Kind::Bytes,
        Kind::List,
        Kind::Object,
        Kind::Variant,
    ];
}

impl<'t> Fill<'t> {
    pub(crate) fn new(ty: &'t Type) -> Result<Self, Invalid> {
        Fill::with_room(ty, 0, None)
    }

    /// With room for `n` values, of which was told what they are.
    pub(crate) fn with_room(
        ty: &'t Type,
        n: usize,
        told: Option<&Inference>,
    ) -> Result<Self, Invalid> {
        let texts = || Texts {
            lengths: Queue::with_room(n),
            bytes: Queue::with_room(told.map_or(0, |told| told.text_len)),
        };
        Ok(match ty {
            Type::Unit => Fill::Unit,
            Type::Bool => Fill::Bool(Queue::with_room(n)),
            Type::Int(int) if int.is_variable() => Fill::Numbers(Numbers {
                signed: int.signed,
                most: int.max(),
                values: Queue::with_room(n),
            }),
            Type::Int(int) | Type::Fixed(int) => Fill::fixed(ty, int.bits as usize / 8, n),
            Type::F32 => Fill::fixed(ty, 4, n),
            Type::F64 => Fill::fixed(ty, 8, n),
            Type::Str { max: None } => Fill::Str(texts()),
            Type::Bytes { max: None } => Fill::Bytes(texts()),
            Type::Option(item) => {
                let some = told.map_or(0, |told| told.some_of(n));
                Fill::Option(Queue::with_room(n), Box::new(Fill::with_room(item, some, told)?))
            }
            Type::Tuple(parts) => {
                let part = |(i, part)| {
                    let told = told.and_then(|told| told.of_part(i));
                    Fill::with_room(part, n, told)
                };
                let columns = parts.iter().enumerate().map(part).collect::<Result<_, _>>()?;
                Fill::Tuple(columns, is_fixed(ty))
            }
            Type::Struct(s) => Fill::Struct(Fields::with_room(&s.fields, s.extensible, n, told)?),
            Type::Array(item, len) => Fill::Array(*len, Box::new(Fill::new(item)?)),
            Type::Seq { item, max: None } => {
                let told = told.and_then(Inference::of_elements);
                let elements = told.map_or(0, |told| told.elements);
                let items = Fill::with_room(item, elements, told)?;
                Fill::Seq(Queue::with_room(n), Box::new(items))
            }
            Type::Map { key, value, max: None } => Fill::Map(Box::new(Maps {
                counts: Queue::default(),
                key_type: key,
                value_type: value,
                keys: Fill::new(key)?,
                values: Fill::new(value)?,
            })),
            Type::Enum(e) if is_union(ty) => {
                let place = |kind: Kind| {
                    let mut places = e.variants.iter().map(|variant| match &*variant.fields {
                        [field] => kind.has(&field.ty),
                        _ => false,
                    });
                    match kind {
                        // A list of pairs that is a map stands behind the other lists.
                        Kind::Object => places.rposition(|has| has),
                        _ => places.position(|has| has),
                    }
                };
                Fill::Union(Kind::ALL.map(place), Box::new(Variants::new(e)?))
            }
            Type::Enum(e) if !e.extensible => Fill::Enum(Box::new(Variants::new(e)?)),
            _ => {
                let summary = ty.summary();
                return Err(Invalid::new(format!("serde has no values of the type {summary}")));
            }
        })
    }

    fn fixed(ty: &'t Type, width: usize, n: usize) -> Self {
        Fill::Fixed(ty, width, Queue::with_room(n.saturating_mul(width)))
    }

    /// Where a value of some kind goes, which is no null.
    #[inline]
    fn place(&mut self, kind: Kind) -> Result<&mut Fill<'t>, Invalid> {
        match self {
            Fill::Option(..) | Fill::Union(..) => self.place_inside(kind),
            other => Ok(other),
        }
    }

    fn place_inside(&mut self, kind: Kind) -> Result<&mut Fill<'t>, Invalid> {
        match self {
            Fill::Option(is_some, item) => {
                is_some.push(true);
                item.place(kind)
            }
            Fill::Union(places, variants) => {
                let variant = places[kind as usize].ok_or_else(misfit)?;
                variants.next(variant).place(kind)
            }
            other => Ok(other),
        }
    }

    /// Adds a null.
    #[inline]
    fn null(&mut self) -> Result<(), Invalid> {
        match self {
            Fill::Unit => Ok(()),
            Fill::Option(is_some, _) => {
                is_some.push(false);
                Ok(())
            }
            _ => Err(misfit()),
        }
    }

    /// Adds what a variant holds that holds nothing.
    fn nothing(&mut self) -> Result<(), Invalid> {
        match self {
            Fill::Struct(fields) => {
                fields.begin();
                fields.end()
            }
            other => other.null(),
        }
    }

    /// Takes the first n values, and appends enc(T, v1 … vn) of them.
    pub(crate) fn encode(&mut self, n: usize, out: &mut Vec<u8>) -> Result<(), Invalid> {
        if n == 0 {
            return Ok(());
        }
        match self {
            Fill::Unit => {}
            Fill::Bool(values) => boolean::encode_bits(values.take(n), out),
            Fill::Numbers(numbers) => int::encode(numbers.values.take(n), out),
            Fill::Fixed(_, width, bytes) => out.extend_from_slice(bytes.take(n * *width)),
            Fill::Str(texts) | Fill::Bytes(texts) => {
                let lengths = texts.lengths.take(n);
                int::encode(lengths, out);
                out.extend_from_slice(texts.bytes.take(total(lengths)));
            }
            Fill::Option(is_some, item) => {
                let is_some = is_some.take(n);
                boolean::encode_bits(is_some, out);
                item.encode(is_some.iter().filter(|is_some| **is_some).count(), out)?;
            }
            Fill::Tuple(columns, true) => encode_fixed(columns.iter_mut(), n, out)?,
            Fill::Struct(fields) if fields.is_fixed => encode_fixed(fields.columns(), n, out)?,
            Fill::Tuple(columns, _) => {
                columns.iter_mut().try_for_each(|column| column.encode(n, out))?;
            }
            Fill::Struct(fields) => {
                let start = out.len();
                fields.columns().try_for_each(|column| column.encode(n, out))?;
                if fields.extensible {
                    let mut len = Vec::with_capacity(10);
                    varint::encode((out.len() - start) as u64, &mut len);
                    out.splice(start..start, len);
                }
            }
            Fill::Array(len, item) => {
                let total = usize::try_from(*len).ok().and_then(|len| n.checked_mul(len));
                item.encode(total.ok_or_else(misfit)?, out)?;
            }
            Fill::Seq(counts, items) => {
                let counts = counts.take(n);
                int::encode(counts, out);
                items.encode(total(counts), out)?;
            }
            Fill::Map(maps) => maps.encode(n, out)?,
            Fill::Enum(variants) | Fill::Union(_, variants) => variants.encode(n, out)?,
        }
        Ok(())
    }

    pub(crate) fn size(&self) -> usize {
        match self {
            Fill::Unit => 0,
            Fill::Bool(values) => values.size(),
            Fill::Numbers(numbers) => numbers.values.size(),
            Fill::Fixed(_, _, bytes) => bytes.size(),
            Fill::Str(texts) | Fill::Bytes(texts) => texts.lengths.size() + texts.bytes.size(),
            Fill::Option(is_some, item) => is_some.size() + item.size(),
            Fill::Tuple(columns, _) => columns.iter().map(Fill::size).sum(),
            Fill::Struct(fields) => fields.places.iter().map(|place| place.column.size()).sum(),
            Fill::Array(_, item) => item.size(),
            Fill::Seq(counts, items) => counts.size() + items.size(),
            Fill::Map(maps) => maps.counts.size() + maps.keys.size() + maps.values.size(),
            Fill::Enum(variants) | Fill::Union(_, variants) => {
                let contents: usize = variants.contents.iter().map(Fill::size).sum();
                variants.variants.size() + contents
            }
        }
    }

    pub(crate) fn clear(&mut self) {
        match self {
            Fill::Unit => {}
            Fill::Bool(values) => values.clear(),
            Fill::Numbers(numbers) => numbers.values.clear(),
            Fill::Fixed(_, _, bytes) => bytes.clear(),
            Fill::Str(texts) | Fill::Bytes(texts) => {
                texts.lengths.clear();
                texts.bytes.clear();
            }
            Fill::Option(is_some, item) => {
                is_some.clear();
                item.clear();
            }
            Fill::Tuple(columns, _) => columns.iter_mut().for_each(Fill::clear),
            Fill::Struct(fields) => fields.columns().for_each(Fill::clear),
            Fill::Array(_, item) => item.clear(),
            Fill::Seq(counts, items) => {
                counts.clear();
                items.clear();
            }
            Fill::Map(maps) => {
                maps.counts.clear();
                maps.keys.clear();
                maps.values.clear();
            }
            Fill::Enum(variants) | Fill::Union(_, variants) => {
                variants.variants.clear();
                variants.contents.iter_mut().for_each(Fill::clear);
            }
        }
    }
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Queue { values: Vec::new(), taken: 0 }
    }
}

impl<T> Queue<T> {
    #[inline]
    fn push(&mut self, value: T) {
        self.values.push(value);
    }

    /// With room for so many, if there is memory for it.
    fn with_room(n: usize) -> Self {
        let mut values = Vec::new();
        _ = values.try_reserve_exact(n);
        Queue { values, taken: 0 }
    }

    fn take(&mut self, n: usize) -> &[T] {
        let start = self.taken;
        self.taken += n;
        self.values.get(start..self.taken).unwrap_or_default()
    }

    fn size(&self) -> usize {
        size_of_val(self.values.as_slice())
    }

    fn clear(&mut self) {
        self.values.clear();
        self.taken = 0;
    }
}

impl Queue<u64> {
    /// One more in the last list.
    #[inline]
    fn add(&mut self) {
        if let Some(count) = self.values.last_mut() {
            *count += 1;
        }
    }
}

impl Queue<u8> {
    #[inline]
    fn extend(&mut self, bytes: &[u8]) {
        self.values.extend_from_slice(bytes);
    }
}

pub(crate) fn total(counts: &[u64]) -> usize {
    counts.iter().sum::<u64>() as usize
}

/// What is given is not what was told.
#[cold]
fn misfit() -> Invalid {
    Invalid::new(
        "the value is not of the inferred type: it was not shown before, or writes itself otherwise each time",
    )
}

#[cold]
fn twice() -> Invalid {
    Invalid::new("duplicate field")
}

impl<'t> Fields<'t> {
    fn with_room(
        fields: &'t [Field],
        extensible: bool,
        n: usize,
        told: Option<&Inference>,
    ) -> Result<Self, Invalid> {
        let mut places = Vec::with_capacity(fields.len());
        for (i, field) in fields.iter().enumerate() {
            let (name, has_default) = (field.name.as_str(), field.default.is_some());
            let told = told.and_then(|told| told.of_field(i, name));
            let (told, came) = told.map_or((None, 0), |(told, came)| (Some(told), came));
            let column = match &field.ty {
                Type::Option(item) if has_default => {
                    let some = Fill::with_room(item, came, told)?;
                    Fill::Option(Queue::with_room(n), Box::new(some))
                }
                ty => Fill::with_room(ty, came, told)?,
            };
            places.push(Place { name, has_default, last: 0, column });
        }
        Ok(Fields {
            places,
            count: 0,
            in_order: MARKED,
            missing: 0,
            key: String::new(),
            extensible,
            is_fixed: !extensible && fields.iter().all(|field| is_fixed(&field.ty)),
        })
    }

    fn columns(&mut self) -> impl Iterator<Item = &mut Fill<'t>> {
        self.places.iter_mut().map(|place| &mut place.column)
    }

    #[inline]
    fn begin(&mut self) {
        self.count += 1;
        self.in_order = 0;
    }

    /// Those that came in order are marked, as all are from here on.
    fn mark(&mut self) {
        let came = std::mem::replace(&mut self.in_order, MARKED);
        if came == MARKED {
            return;
        }
        for place in self.places.iter_mut().take(came) {
            place.last = self.count;
        }
        self.missing = self.places.len() - came;
    }

    /// Where the value of a field goes, which is looked for from `next` on.
    fn field(&mut self, next: &mut usize, name: &str) -> Result<&mut Fill<'t>, Invalid> {
        *next = self.find(*next, name).ok_or_else(misfit)? + 1;
        self.at(*next - 1)
    }

    /// The same of the last key.
    fn keyed(&mut self, next: &mut usize) -> Result<&mut Fill<'t>, Invalid> {
        *next = self.find(*next, &self.key).ok_or_else(misfit)? + 1;
        self.at(*next - 1)
    }

    /// The same for a struct: the name mostly is where it was in memory the last time.
    #[inline]
    fn declared(&mut self, next: &mut usize, name: &'static str) -> Result<&mut Fill<'t>, Invalid> {
        let at = *next;
        let is_next = self.places.get(at).is_some_and(|place| ptr::eq(place.name, name));
        if !is_next || self.in_order != at {
            return self.declared_behind(next, name);
        }
        *next = at + 1;
        self.in_order = at + 1;
        Ok(self.places[at].next())
    }

    /// The same if some that come before it are missing, or it is elsewhere.
    #[inline(never)]
    fn declared_behind(
        &mut self,
        next: &mut usize,
        name: &'static str,
    ) -> Result<&mut Fill<'t>, Invalid> {
        let mut behind = self.places.get(*next..).unwrap_or_default().iter().take(FEW_FIELDS);
        let at = match behind.position(|place| ptr::eq(place.name, name)) {
            Some(place) => *next + place,
            None => {
                let place = self.find(*next, name).ok_or_else(misfit)?;
                self.places[place].name = name;
                place
            }
        };
        *next = at + 1;
        self.at(at)
    }

    /// Those up to `next` are there, those between are missing or come later.
    fn find(&self, next: usize, name: &str) -> Option<usize> {
        let (before, behind) = self.places.split_at(next.min(self.places.len()));
        let place = behind.iter().position(|place| place.name == name);
        let place = place.map(|place| place + before.len());
        place.or_else(|| before.iter().position(|place| place.name == name))
    }

    /// Where the value of the field at a place goes.
    fn at(&mut self, at: usize) -> Result<&mut Fill<'t>, Invalid> {
        self.mark();
        let place = self.places.get_mut(at).ok_or_else(misfit)?;
        if place.last == self.count {
            return Err(twice());
        }
        place.last = self.count;
        self.missing -= 1;
        Ok(place.next())
    }

    /// What did not come is none.
    #[inline]
    fn end(&mut self) -> Result<(), Invalid> {
        if self.in_order == self.places.len() { Ok(()) } else { self.null(|_| true) }
    }

    /// Those of some names are none that did not come yet.
    fn null(&mut self, has_name: impl Fn(&str) -> bool) -> Result<(), Invalid> {
        self.mark();
        if self.missing == 0 {
            return Ok(());
        }
        for place in &mut self.places {
            if place.last != self.count && has_name(place.name) {
                place.last = self.count;
                self.missing -= 1;
                place.column.null()?;
            }
        }
        Ok(())
    }
}

impl<'t> Place<'t> {
    /// Where in its column the field's next value goes.
    #[inline]
    fn next(&mut self) -> &mut Fill<'t> {
        match (self.has_default, &mut self.column) {
            // What is there is some, even if it is null.
            (true, Fill::Option(is_some, item)) => {
                is_some.push(true);
                item
            }
            (_, column) => column,
        }
    }
}

impl<'t> Variants<'t> {
    fn new(ty: &'t Enum) -> Result<Self, Invalid> {
        let content = |fields: &'t [Field]| match fields {
            [field] if is_alone(fields) => Fill::new(&field.ty),
            fields => Ok(Fill::Struct(Fields::with_room(fields, false, 0, None)?)),
        };
        let contents = ty.variants.iter().map(|variant| content(&variant.fields));
        let contents = contents.collect::<Result<_, _>>()?;
        let names = ty.variants.iter().map(|variant| variant.name.as_str()).collect();
        Ok(Variants { ty, names, variants: Queue::default(), contents })
    }

    /// Where what a variant holds goes.
    #[inline]
    fn next(&mut self, variant: usize) -> &mut Fill<'t> {
        self.variants.push(variant as u32);
        &mut self.contents[variant]
    }

    #[inline]
    fn named(&mut self, name: &'static str) -> Result<&mut Fill<'t>, Invalid> {
        let variant = match self.names.iter().position(|other| ptr::eq(*other, name)) {
            Some(variant) => variant,
            None => self.declare(name)?,
        };
        Ok(self.next(variant))
    }

    #[cold]
    fn declare(&mut self, name: &'static str) -> Result<usize, Invalid> {
        let variant = self.names.iter().position(|other| *other == name).ok_or_else(misfit)?;
        self.names[variant] = name;
        Ok(variant)
    }

    fn encode(&mut self, n: usize, out: &mut Vec<u8>) -> Result<(), Invalid> {
        let mut counts = vec![0; self.contents.len()];
        let mut tags = Vec::with_capacity(n);
        for variant in self.variants.take(n) {
            tags.push(self.ty.variants[*variant as usize].tag.into());
            counts[*variant as usize] += 1;
        }
        int::encode(&tags, out);
        let mut contents = self.contents.iter_mut().zip(counts);
        contents.try_for_each(|(content, count)| content.encode(count, out))
    }
}

impl Maps<'_> {
    /// As seqs of pairs, whose keys ascend (W10).
    fn encode(&mut self, n: usize, out: &mut Vec<u8>) -> Result<(), Invalid> {
        let counts = self.counts.take(n);
        int::encode(counts, out);
        let total = total(counts);
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        self.keys.encode(total, &mut keys)?;
        self.values.encode(total, &mut values)?;
        let order = order(self.key_type, counts, &keys)?;
        if let Some(order) = order {
            keys = reordered(self.key_type, &order, &keys)?;
            values = reordered(self.value_type, &order, &values)?;
        }
        // Pairs of fixed parts are value after value.
        if is_fixed(self.key_type) && is_fixed(self.value_type) {
            side_by_side(&[keys, values], total, out);
        } else {
            out.extend_from_slice(&keys);
            out.extend_from_slice(&values);
        }
        Ok(())
    }
}

/// Appends `n` values of each of some columns of fixed types, side by side.
fn encode_fixed<'f, 't: 'f>(
    columns: impl Iterator<Item = &'f mut Fill<'t>>,
    n: usize,
    out: &mut Vec<u8>,
) -> Result<(), Invalid> {
    let list = |column: &mut Fill| {
        let mut list = Vec::new();
        column.encode(n, &mut list).map(|()| list)
    };
    side_by_side(&columns.map(list).collect::<Result<Vec<_>, _>>()?, n, out);
    Ok(())
}

/// Appends lists of `n` values of fixed types: the first value of each, then the second of each, and so on.
fn side_by_side(lists: &[Vec<u8>], n: usize, out: &mut Vec<u8>) {
    let width = |list: &Vec<u8>| list.len().checked_div(n).unwrap_or(0);
    let all = lists.iter().map(width).sum::<usize>();
    let start = out.len();
    out.resize(start + n * all, 0);
    let mut at = 0;
    for (list, width) in lists.iter().map(|list| (list, width(list))) {
        if width == 0 {
            continue;
        }
        let places = out[start..].chunks_exact_mut(all).map(|place| &mut place[at..at + width]);
        let values = list.chunks_exact(width);
        // A copy of a length that the compiler knows takes no call.
        match width {
            4 => places.zip(values).for_each(|(place, value)| copy::<4>(place, value)),
            8 => places.zip(values).for_each(|(place, value)| copy::<8>(place, value)),
            _ => places.zip(values).for_each(|(place, value)| place.copy_from_slice(value)),
        }
        at += width;
    }
}

#[inline]
fn copy<const N: usize>(place: &mut [u8], value: &[u8]) {
    if let (Some(place), Some(value)) = (place.first_chunk_mut::<N>(), value.first_chunk()) {
        *place = *value;
    }
}

/// The order in which the keys of each map ascend, if it is not that in which they are.
fn order(ty: &Type, counts: &[u64], keys: &[u8]) -> Result<Option<Vec<usize>>, Invalid> {
    let ends = ends(counts.iter().map(|count| *count as usize));
    let total = ends.last().copied().unwrap_or(0);
    let keys = decode(ty, total, keys)?;
    let mut ranges = (0..ends.len()).map(|i| start(&ends, i)..ends[i]);
    if ranges.clone().all(|range| keys.ascends(range.start, range.end)) {
        return Ok(None);
    }
    let mut order: Vec<usize> = (0..total).collect();
    ranges.try_for_each(|range| {
        let order = order.get_mut(range).unwrap_or_default();
        match &keys {
            Column::Str(texts) => order.sort_by(|a, b| texts[*a].cmp(&texts[*b])),
            keys => order.sort_by_cached_key(|i| keys.value(*i)),
        }
        match order.windows(2).any(|pair| keys.value(pair[0]) == keys.value(pair[1])) {
            true => Err(Invalid::new("a map holds a key twice (W10)")),
            false => Ok(()),
        }
    })?;
    Ok(Some(order))
}

fn decode<'a>(ty: &Type, n: usize, list: &'a [u8]) -> Result<Column<'a>, Invalid> {
    let limits = Limits::new().max_alloc(u64::MAX).max_depth(u32::MAX);
    let column = ty.decode_values(Scope::ROOT, n, &mut Reader::new(list, &limits, None));
    column.map_err(|error| Invalid::new(error.to_string()))
}

/// The same list in another order.
fn reordered(ty: &Type, order: &[usize], list: &[u8]) -> Result<Vec<u8>, Invalid> {
    let column = decode(ty, order.len(), list)?;
    let values: Vec<Value> = order.iter().map(|i| column.value(*i)).collect();
    let mut w = Writer::new();
    ty.encode_values(Scope::ROOT, &values.iter().collect::<Vec<_>>(), &mut w)?;
    Ok(w.out)
}
