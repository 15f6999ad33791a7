//! Which type values have that come without one: documents, lines of JSON, rows of text.
//!
//! What comes is told place by place; what was told last may widen the type of all.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::iter;
#[cfg(feature = "serde")]
use std::ptr;

use crate::natural::lex::{Fault, Kind, Lex};
use crate::time::{Stamp, Unit, parse_date};
use crate::{Enum, Field, Int, JsonError, Logical, Struct, Type, Value, Variant};

/// What the values in one place have been.
///
/// - Whole numbers are `i64`; `u64`, `i128` or `u128` if they must be. Beside fractions they are `f64`, if
///   a float has each of them; `-0` in JSON is a fraction, since no whole number has its sign.
/// - What is missing from some objects, or `null`, is an option. What was never there is an option of `str`.
/// - Texts that are all dates, times of day, or timestamps with as many digits and the same zone, are
///   numbers with a [`Logical`].
/// - Values of several kinds are an enum whose variants have no names. In them dates and times are texts.
/// - Objects are structs, their fields in the order in which they came; those with more than 200 fields, of
///   which each object has less than a tenth, are maps, and so are those whose fields are called `0`, `1` and so on.
///
/// What is [exact](Self::exact) keeps more apart, so that all that was told comes back.
///
/// ```
/// use onesheet_dynamic::Inference;
///
/// let mut inference = Inference::default();
/// inference.json(r#"{"at": "2024-01-02T03:04:05Z", "n": 1}"#)?;
/// inference.json(r#"{"at": "2024-01-02T03:04:06Z", "n": 1.5, "tags": ["a", 2]}"#)?;
/// assert_eq!(
///     inference.ty().to_string(),
///     "struct _{at: i64, n: f64, tags: option(seq(enum _{0 _{0: i64}, 1 _{0: str}}))}"
/// );
/// # Ok::<(), onesheet_dynamic::JsonError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Inference {
    nulls: usize,
    bool: bool,
    integer: Option<Range>,
    /// Whole numbers below this one change nothing.
    told: u64,
    /// Whether a whole number is none of an f64.
    is_wide: bool,
    float: bool,
    bytes: bool,
    text: Option<Texts>,
    list: Option<Box<Inference>>,
    object: Option<Box<Objects>>,
    /// The first number that is not what an f64 makes of it.
    inexact: Option<Box<JsonError>>,
    /// Whether numbers, texts and what is missing are kept apart: [`exact`](Self::exact).
    exact: bool,
    f32: bool,
    tuple: Option<Box<Tuples>>,
    map: Option<Box<(Inference, Inference)>>,
    /// Maps without entries, which may be objects, too.
    empty_maps: u64,
    /// If these are elements: how many the lists have.
    #[cfg(feature = "serde")]
    pub(crate) elements: usize,
    /// Bytes of all texts.
    #[cfg(feature = "serde")]
    pub(crate) text_len: usize,
    /// By their names, in the order in which they came.
    variants: Vec<(String, Content)>,
}

/// What a variant holds.
#[derive(Clone, Debug, Default)]
struct Content {
    /// Whether it had nothing.
    unit: bool,
    values: Option<Inference>,
}

#[derive(Clone, Debug, Default)]
struct Tuples {
    len: usize,
    parts: Vec<Inference>,
    /// Whether they differ in their lengths.
    ragged: bool,
}

/// Bits of the least whole number, with its sign, if it is negative; and of the greatest, without one.
#[derive(Clone, Copy, Debug, Default)]
struct Range {
    below: u32,
    above: u32,
}

/// What all texts are.
#[derive(Clone, Debug, PartialEq)]
enum Texts {
    Plain,
    Logical(Box<Logical>),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Objects {
    count: u64,
    fields: Vec<Place>,
    /// Where they are, if there are more than a few.
    places: HashMap<Cow<'static, str>, usize>,
    /// The place of the field that is expected.
    next: usize,
    /// Of all keys, if there are too many of them.
    all: Option<Inference>,
    /// Whether some are structs by their declaration.
    declared: bool,
}

#[derive(Clone, Debug)]
struct Place {
    /// As the struct that was there last has it, if there was one.
    name: Cow<'static, str>,
    values: Inference,
    /// In how many objects it is.
    count: u64,
    /// The last of them.
    last: u64,
}

/// Fields that are looked through; more are looked up.
const FEW_FIELDS: usize = 64;
/// Fields for which room is made when a struct says that it has them.
const MOST_DECLARED: usize = 64;
/// Fields of a struct; more are a map, if objects have few of them.
const MOST_FIELDS: usize = 200;
/// Keys of a map that are not looked at; fewer are the fields of a struct.
const FEW_KEYS: usize = 4;
/// Parts of a tuple; more are an array, if they are alike.
const MOST_PARTS: usize = 8;
/// More are a map at once.
const TOO_MANY_FIELDS: usize = 20_000;
/// JSON values inside one another.
const MOST_NESTED: u32 = 100;

impl Inference {
    /// One that keeps apart what a reader may tell apart, as those of serde's values may:
    ///
    /// - Whole numbers and floats in one place are two variants of an enum. Texts are never times.
    /// - What is missing from some structs is an option that has a default, and the struct is extensible;
    ///   what was `null` is an option in it.
    /// - Maps whose keys repeat little and have values of one kind are maps.
    #[must_use]
    pub fn exact() -> Self {
        Inference::new(true)
    }

    /// One for a place inside of this.
    fn inner(&self) -> Self {
        Inference::new(self.exact)
    }

    fn new(exact: bool) -> Self {
        Inference { exact, ..Inference::default() }
    }

    /// `null` was there, or nothing.
    #[inline]
    pub fn null(&mut self) {
        self.nulls += 1;
    }

    /// A bool was there.
    #[inline]
    pub fn bool(&mut self) {
        self.bool = true;
    }

    /// A whole number was there that is not negative.
    #[inline]
    pub fn unsigned(&mut self, x: u128) {
        if x >= self.told.into() {
            self.widen(x);
        }
    }

    fn widen(&mut self, x: u128) {
        let range = self.integer.get_or_insert_default();
        range.above = range.above.max(128 - x.leading_zeros());
        self.is_wide |= x > 1 << 53 && x as f64 as u128 != x;
        self.told = 1 << range.above.min(if self.is_wide { 63 } else { 53 });
    }

    /// A whole number was there.
    #[inline]
    pub fn signed(&mut self, x: i128) {
        match u128::try_from(x) {
            Ok(x) => self.unsigned(x),
            Err(_) => {
                let range = self.integer.get_or_insert_default();
                range.below = range.below.max(129 - (!x).leading_zeros());
                self.is_wide |= x < -(1 << 53) && x as f64 as i128 != x;
            }
        }
    }

    /// A float was there.
    #[inline]
    pub fn float(&mut self) {
        self.float = true;
    }

    /// A float of 32 bits was there.
    #[inline]
    pub fn f32(&mut self) {
        self.f32 = true;
    }

    /// Bytes were there.
    pub fn bytes(&mut self) {
        self.bytes = true;
    }

    /// A text was there.
    #[inline]
    pub fn text(&mut self, text: &str) {
        if self.exact {
            if self.text.is_none() {
                self.text = Some(Texts::Plain);
            }
        } else if self.text != Some(Texts::Plain) {
            let logical = logical_of(text).map(Box::new);
            let this = logical.map_or(Texts::Plain, Texts::Logical);
            match &self.text {
                None => self.text = Some(this),
                Some(others) if *others == this => {}
                Some(_) => self.text = Some(Texts::Plain),
            }
        }
    }

    /// A list was there; its elements are to be told to what is returned.
    #[inline]
    pub fn list(&mut self) -> &mut Inference {
        let exact = self.exact;
        self.list.get_or_insert_with(|| Box::new(Inference::new(exact)))
    }

    /// Part `i` of a tuple of `len` parts was there. Beside lists, and tuples of another length, tuples
    /// are lists.
    #[inline]
    pub fn part(&mut self, i: usize, len: usize) -> &mut Inference {
        let exact = self.exact;
        let new = || Box::new(Tuples { len, ..Tuples::default() });
        let tuple = self.tuple.get_or_insert_with(new);
        tuple.ragged |= tuple.len != len;
        if tuple.parts.len() <= i {
            tuple.parts.resize_with(i + 1, || Inference::new(exact));
        }
        &mut tuple.parts[i]
    }

    /// A map was there whose keys are not all texts, and are to be told as its values are, to the key
    /// and the value that are returned.
    pub fn map(&mut self) -> (&mut Inference, &mut Inference) {
        let exact = self.exact;
        let new = || Box::new((Inference::new(exact), Inference::new(exact)));
        let map = self.map.get_or_insert_with(new);
        (&mut map.0, &mut map.1)
    }

    /// A map without entries was there.
    pub fn empty_map(&mut self) {
        self.empty_maps += 1;
    }

    /// A variant of an enum was there that holds nothing.
    pub fn unit_variant(&mut self, name: &str) {
        self.variant_of(name).unit = true;
    }

    /// A variant of an enum was there; what it holds is to be told to what is returned.
    pub fn variant(&mut self, name: &str) -> &mut Inference {
        let exact = self.exact;
        self.variant_of(name).values.get_or_insert_with(|| Inference::new(exact))
    }

    fn variant_of(&mut self, name: &str) -> &mut Content {
        let place = match self.variants.iter().position(|(other, _)| other == name) {
            Some(place) => place,
            None => {
                self.variants.push((name.to_owned(), Content::default()));
                self.variants.len() - 1
            }
        };
        &mut self.variants[place].1
    }

    /// A struct was there, whatever its fields are: an object that is never a map.
    #[inline]
    pub fn record(&mut self) {
        self.begin_struct(0);
    }

    /// The same; its `len` fields, about, are to be told by [`Objects::declared_field`].
    #[inline]
    pub(crate) fn begin_struct(&mut self, len: usize) -> &mut Objects {
        let objects = self.object.get_or_insert_default();
        if objects.fields.is_empty() {
            objects.fields.reserve_exact(len.min(MOST_DECLARED));
        }
        objects.declared = true;
        objects.begin();
        objects
    }

    /// Whether this is an [exact](Self::exact) one.
    #[cfg(feature = "serde")]
    pub(crate) fn is_exact(&self) -> bool {
        self.exact
    }

    /// An object was there, whose fields are to be told by [`field`](Self::field).
    #[inline]
    pub fn object(&mut self) {
        self.object.get_or_insert_default().begin();
    }

    /// The field of the [object](Self::object) that was there last; none if it has it already.
    #[inline]
    pub fn field(&mut self, name: &str) -> Option<&mut Inference> {
        let exact = self.exact;
        self.object.get_or_insert_default().field(name, exact)
    }

    /// What was told to another has come here, too.
    pub fn merge(&mut self, other: &Inference) {
        self.nulls = self.nulls.saturating_add(other.nulls);
        self.bool |= other.bool;
        self.float |= other.float;
        self.bytes |= other.bytes;
        self.is_wide |= other.is_wide;
        self.f32 |= other.f32;
        self.empty_maps += other.empty_maps;
        if let Some(tuple) = &other.tuple {
            for (i, part) in tuple.parts.iter().enumerate() {
                self.part(i, tuple.len).merge(part);
            }
            if let Some(own) = &mut self.tuple {
                own.ragged |= tuple.ragged;
            }
        }
        if let Some(map) = &other.map {
            let (key, value) = self.map();
            key.merge(&map.0);
            value.merge(&map.1);
        }
        for (name, content) in &other.variants {
            self.variant_of(name).unit |= content.unit;
            if let Some(values) = &content.values {
                self.variant(name).merge(values);
            }
        }
        if let Some(range) = &other.integer {
            let own = self.integer.get_or_insert_default();
            (own.below, own.above) = (own.below.max(range.below), own.above.max(range.above));
        }
        self.text = match (self.text.take(), &other.text) {
            (None, text) => text.clone(),
            (text, None) => text,
            (Some(text), Some(other)) => Some(if text == *other { text } else { Texts::Plain }),
        };
        if let Some(list) = &other.list {
            self.list().merge(list);
        }
        if self.inexact.is_none() {
            self.inexact.clone_from(&other.inexact);
        }
        if let Some(objects) = &other.object {
            let exact = self.exact;
            self.object.get_or_insert_default().merge(objects, exact);
        }
    }

    /// Reads a JSON text and tells what is in it.
    ///
    /// # Errors
    ///
    /// If it is not JSON, if an object has a field twice, or a number is beyond all types.
    pub fn json(&mut self, text: &str) -> Result<(), JsonError> {
        let mut lex = Lex::new(text);
        let mut inexact = None;
        let told = tell(self, &mut lex, MOST_NESTED, &mut inexact);
        if let (Some(fault), None) = (inexact, &self.inexact) {
            self.inexact = Some(Box::new(fault.in_text(text)));
        }
        told.and_then(|()| match lex.is_end() {
            true => Ok(()),
            false => lex.fail("not JSON: more text after the value"),
        })
        .map_err(|fault| fault.in_text(text))
    }

    /// The first number in JSON of which an f64 does not keep all digits.
    #[must_use]
    pub fn inexact(&self) -> Option<&JsonError> {
        self.inexact.as_deref()
    }

    /// The narrowest type that has all the values.
    #[must_use]
    pub fn ty(&self) -> Type {
        self.found().0
    }

    /// What numbers of the [type](Self::ty) stand for.
    #[must_use]
    pub fn logical(&self) -> Option<Logical> {
        self.found().1
    }

    /// The same type where nothing says what numbers stand for.
    fn plain_ty(&self) -> Type {
        plain(self.found())
    }

    fn found(&self) -> (Type, Option<Logical>) {
        let (mut first, mut others) = (None, Vec::new());
        let mut push = |ty: (Type, Option<Logical>)| match &first {
            None => first = Some(ty),
            Some(_) => others.push(ty),
        };
        let is_float = self.float || self.f32;
        let integer = self.integer.filter(|_| !is_float || self.is_wide || self.exact);
        if self.bool {
            push((Type::Bool, None));
        }
        if let Some(range) = integer {
            push((Type::Int(range.int()), None));
        }
        if is_float {
            push((if self.float { Type::F64 } else { Type::F32 }, None));
        }
        if self.bytes {
            push((Type::Bytes { max: None }, None));
        }
        let is_number = self.bool || integer.is_some() || is_float;
        let is_beside = is_number || self.bytes || self.list.is_some() || self.object.is_some();
        match &self.text {
            Some(Texts::Logical(logical)) if !is_beside => {
                let bits = match **logical {
                    Logical::Date | Logical::Time(Unit::Second | Unit::Millisecond) => 32,
                    _ => 64,
                };
                let int = Type::Int(Int { signed: true, bits });
                push((int, Some(Logical::clone(logical))));
            }
            Some(_) => push((Type::Str { max: None }, None)),
            None => {}
        }
        self.lists().into_iter().for_each(&mut push);
        self.maps().into_iter().for_each(&mut push);
        self.variants().into_iter().for_each(&mut push);
        let is_missing = self.nulls > 0 || first.is_none();
        let (ty, logical) = match first {
            None => (Type::Str { max: None }, None),
            Some(only) if others.is_empty() => only,
            Some(first) => (union(first, others), None),
        };
        (if is_missing { Type::Option(Box::new(ty)) } else { ty }, logical)
    }

    /// The type of the lists and tuples.
    fn lists(&self) -> Option<(Type, Option<Logical>)> {
        let Some(tuple) = &self.tuple else {
            let (item, logical) = self.list.as_ref()?.found();
            let logical = logical.map(|item| Logical::Items(Box::new(item)));
            return Some((Type::Seq { item: Box::new(item), max: None }, logical));
        };
        if self.list.is_none() && !tuple.ragged {
            let parts: Vec<Type> = tuple.parts.iter().map(Inference::plain_ty).collect();
            return match parts.as_slice() {
                [first, others @ ..]
                    if others.len() >= MOST_PARTS && others.iter().all(|part| part == first) =>
                {
                    Some((Type::Array(Box::new(first.clone()), parts.len() as u64), None))
                }
                _ => Some((Type::Tuple(parts), None)),
            };
        }
        let mut all = self.inner();
        if let Some(list) = &self.list {
            all.merge(list);
        }
        for part in &tuple.parts {
            all.merge(part);
        }
        Some((Type::Seq { item: Box::new(all.plain_ty()), max: None }, None))
    }

    /// The type of the objects and maps: of all, if there are both.
    fn maps(&self) -> Option<(Type, Option<Logical>)> {
        let Some(map) = &self.map else { return self.objects() };
        let (mut key, mut value) = map.as_ref().clone();
        if let Some(objects) = &self.object {
            key.text("");
            objects.fields.iter().for_each(|field| value.merge(&field.values));
            objects.all.iter().for_each(|all| value.merge(all));
        }
        Some((map_of(key.plain_ty(), value.plain_ty()), None))
    }

    /// The type of the objects, and of maps without entries if there are no others.
    fn objects(&self) -> Option<(Type, Option<Logical>)> {
        match (&self.object, self.empty_maps) {
            (None, 0) => None,
            (None, _) => Some(Objects::default().found(self.exact)),
            (Some(objects), 0) => Some(objects.found(self.exact)),
            (Some(objects), n) => {
                let mut objects = objects.as_ref().clone();
                objects.count += n;
                Some(objects.found(self.exact))
            }
        }
    }

    fn variants(&self) -> Option<(Type, Option<Logical>)> {
        if self.variants.is_empty() {
            return None;
        }
        let variant = |(tag, (name, content)): (u32, &(String, Content))| Variant {
            name: name.clone(),
            tag,
            fields: content.fields(),
        };
        let variants = (0..).zip(&self.variants).map(variant).collect();
        let e = Enum { name: String::new(), variants, extensible: false, other: None };
        Some((Type::Enum(e), None))
    }

    /// The kinds of what was told, a bit for each.
    fn kinds(&self) -> u8 {
        let number = self.integer.is_some() || self.float || self.f32;
        let object = self.object.is_some() || self.map.is_some() || self.empty_maps > 0;
        let list = self.list.is_some() || self.tuple.is_some();
        let all = [self.bool, number, self.bytes, self.text.is_some(), list, object];
        let bits = all.into_iter().chain([!self.variants.is_empty()]);
        bits.fold(0, |bits, bit| bits << 1 | u8::from(bit))
    }
}

/// How much was told, for whom that is to be written to.
#[cfg(feature = "serde")]
impl Inference {
    /// How many of `n` values are no null.
    pub(crate) fn some_of(&self, n: usize) -> usize {
        n.saturating_sub(self.nulls)
    }

    /// What the elements of the lists are, unless some are parts of tuples.
    pub(crate) fn of_elements(&self) -> Option<&Inference> {
        self.list.as_deref().filter(|_| self.tuple.is_none())
    }

    /// What the parts of the tuples are in one place.
    pub(crate) fn of_part(&self, i: usize) -> Option<&Inference> {
        self.tuple.as_ref().and_then(|tuple| tuple.parts.get(i))
    }

    /// What a field of the objects is, and in how many it is.
    pub(crate) fn of_field(&self, i: usize, name: &str) -> Option<(&Inference, usize)> {
        let field = self.object.as_ref()?.fields.get(i).filter(|field| field.name == name)?;
        Some((&field.values, field.count as usize))
    }
}

/// The fields of a variant that holds a value of some type: those of a struct or a tuple as its own.
fn spread(ty: Type) -> Vec<Field> {
    let places = |parts: Vec<Type>| {
        let field = |(i, ty): (usize, Type)| Field { name: i.to_string(), ty, default: None };
        parts.into_iter().enumerate().map(field).collect()
    };
    match ty {
        Type::Struct(s) if !s.extensible && !s.fields.is_empty() => s.fields,
        Type::Tuple(parts) if parts.len() > 1 => places(parts),
        ty => places(vec![ty]),
    }
}

/// A map, or a list of pairs if its keys cannot be those of a map (W21).
fn map_of(key: Type, value: Type) -> Type {
    let set = Type::Set { item: Box::new(key.clone()), max: None };
    match set.check() {
        Ok(()) => Type::Map { key: Box::new(key), value: Box::new(value), max: None },
        Err(_) => Type::Seq { item: Box::new(Type::Tuple(vec![key, value])), max: None },
    }
}

/// The same with texts where numbers stand for something else: inside of variants, say, nothing says so.
fn plain((ty, logical): (Type, Option<Logical>)) -> Type {
    logical.map_or_else(|| ty.clone(), |logical| logical.text_type(&ty))
}

/// An enum whose variants have no names.
fn union(first: (Type, Option<Logical>), others: Vec<(Type, Option<Logical>)>) -> Type {
    let variant = |(tag, ty): (u32, (Type, Option<Logical>))| Variant {
        name: String::new(),
        tag,
        fields: vec![Field { name: "0".to_owned(), ty: plain(ty), default: None }],
    };
    let variants = (0..).zip(iter::once(first).chain(others)).map(variant).collect();
    Type::Enum(Enum { name: String::new(), variants, extensible: false, other: None })
}

impl Content {
    fn fields(&self) -> Vec<Field> {
        match &self.values {
            None => Vec::new(),
            Some(values) if self.unit => {
                let mut values = values.clone();
                values.null();
                spread(values.plain_ty())
            }
            Some(values) => spread(values.plain_ty()),
        }
    }
}

impl Range {
    fn int(self) -> Int {
        let Range { below, above } = self;
        let (signed, bits) = if below <= 64 && above <= 63 {
            (true, 64)
        } else if below == 0 && above <= 64 {
            (false, 64)
        } else {
            (below > 0 || above <= 127, 128)
        };
        Int { signed, bits }
    }
}

impl Objects {
    #[inline]
    fn begin(&mut self) {
        self.count += 1;
        self.next = 0;
    }

    fn field(&mut self, name: &str, exact: bool) -> Option<&mut Inference> {
        match self.find(name) {
            Some(place) => self.tell(place),
            None if self.all.is_some() => self.all.as_mut(),
            None => self.add(Cow::Owned(name.to_owned()), exact),
        }
    }

    /// The same field of a struct: its name mostly is where it was in memory the last time.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn declared_field(
        &mut self,
        name: &'static str,
        exact: bool,
    ) -> Option<&mut Inference> {
        let is_it = |field: &Place| ptr::eq(&*field.name, name);
        match self.fields.get(self.next).is_some_and(is_it) {
            true => self.tell(self.next),
            false => self.declare(name, exact),
        }
    }

    #[cfg(feature = "serde")]
    #[inline(never)]
    fn declare(&mut self, name: &'static str, exact: bool) -> Option<&mut Inference> {
        // Some that come before it are missing.
        let behind = self.fields.get(self.next..).unwrap_or_default();
        let mut behind = behind.iter().take(FEW_FIELDS);
        if let Some(place) = behind.position(|field| ptr::eq(&*field.name, name)) {
            return self.tell(self.next + place);
        }
        let Some(place) = self.find(name) else { return self.add(Cow::Borrowed(name), exact) };
        self.fields.get_mut(place)?.name = Cow::Borrowed(name);
        self.tell(place)
    }

    /// The place of a field, which mostly is behind the last one's.
    fn find(&self, name: &str) -> Option<usize> {
        let has_name = |field: &Place| field.name == name;
        if self.fields.get(self.next).is_some_and(has_name) {
            return Some(self.next);
        }
        if self.fields.len() > FEW_FIELDS {
            return self.places.get(name).copied();
        }
        let (before, behind) = self.fields.split_at(self.next.min(self.fields.len()));
        let place = behind.iter().position(has_name).map(|place| before.len() + place);
        place.or_else(|| before.iter().position(has_name))
    }

    /// A field that was not there before.
    fn add(&mut self, name: Cow<'static, str>, exact: bool) -> Option<&mut Inference> {
        if self.all.is_none() && self.fields.len() >= TOO_MANY_FIELDS {
            let mut all = Inference::new(exact);
            for field in &self.fields {
                all.merge(&field.values);
            }
            self.fields.clear();
            self.places.clear();
            self.all = Some(all);
        }
        if self.all.is_some() {
            return self.all.as_mut();
        }
        let values = Inference::new(exact);
        self.fields.push(Place { name, values, count: 0, last: 0 });
        if self.fields.len() > FEW_FIELDS {
            let all = self.fields.iter().enumerate();
            let unlisted = all.skip(self.places.len()).map(|(i, field)| (field.name.clone(), i));
            self.places.extend(unlisted);
        }
        self.tell(self.fields.len() - 1)
    }

    /// What was told to others has come here, too.
    fn merge(&mut self, others: &Objects, exact: bool) {
        self.declared |= others.declared;
        let before = self.count;
        self.next = 0;
        for field in &others.fields {
            // As one more object, whatever it has; the next field is expected where it was.
            self.count += 1;
            let values = match self.find(&field.name) {
                Some(place) => self.tell(place),
                None => self.add(field.name.clone(), exact),
            };
            if let Some(values) = values {
                values.merge(&field.values);
            }
            let place = self.next.checked_sub(1).and_then(|last| self.fields.get_mut(last));
            if let Some(place) = place {
                place.count += field.count - 1;
            }
        }
        if let Some(all) = &others.all {
            self.all.get_or_insert_with(|| Inference::new(exact)).merge(all);
        }
        self.count = before + others.count;
        for field in &mut self.fields {
            field.last = 0;
        }
    }

    /// The field at a place was there; none if it was there already.
    #[inline]
    fn tell(&mut self, place: usize) -> Option<&mut Inference> {
        self.next = place + 1;
        let field = self.fields.get_mut(place)?;
        if field.last == self.count {
            return None;
        }
        (field.last, field.count) = (self.count, field.count + 1);
        Some(&mut field.values)
    }

    fn found(&self, exact: bool) -> (Type, Option<Logical>) {
        let there: u64 = self.fields.iter().map(|field| field.count).sum();
        let slots = self.count.saturating_mul(self.fields.len() as u64);
        let is_sparse = self.fields.len() > MOST_FIELDS && there.saturating_mul(10) < slots;
        let is_map = !self.declared && (is_sparse || exact && self.has_keys(there));
        // A struct whose fields have their places for names would be an array.
        let is_place = |(i, field): (usize, &Place)| {
            field.name.starts_with(|c: char| c.is_ascii_digit()) && field.name == i.to_string()
        };
        let is_array = !self.fields.is_empty() && self.fields.iter().enumerate().all(is_place);
        if self.all.is_some() || is_map || is_array {
            let mut all = self.all.clone().unwrap_or(Inference { exact, ..Inference::default() });
            for field in &self.fields {
                all.merge(&field.values);
            }
            let (value, logical) = all.found();
            let key = Box::new(Type::Str { max: None });
            let logical = logical.map(|value| Logical::Items(Box::new(value)));
            return (Type::Map { key, value: Box::new(value), max: None }, logical);
        }
        let (mut extensible, mut logical) = (false, Vec::new());
        let mut fields = Vec::with_capacity(self.fields.len());
        for (i, field) in self.fields.iter().enumerate() {
            let (ty, of_field) = field.values.found();
            if of_field.is_some() {
                logical.resize(i, None);
                logical.push(of_field);
            }
            let is_missing = field.count < self.count;
            let default = (exact && is_missing).then_some(Value::Option(None));
            extensible |= default.is_some();
            let is_option = !is_missing || !exact && matches!(ty, Type::Option(_));
            let ty = if is_option { ty } else { Type::Option(Box::new(ty)) };
            fields.push(Field { name: field.name.clone().into_owned(), ty, default });
        }
        let ty = Type::Struct(Struct { name: String::new(), fields, extensible });
        if !logical.is_empty() {
            logical.resize(self.fields.len(), None);
        }
        (ty, (!logical.is_empty()).then_some(Logical::Fields(logical)))
    }
}

impl Objects {
    /// Whether the names are rather keys: they repeat little, and all values are of one kind; if these
    /// are objects, then of the same fields, mostly.
    fn has_keys(&self, there: u64) -> bool {
        let n = self.fields.len() as u64;
        let kinds = self.fields.iter().fold(0, |kinds, field| kinds | field.values.kinds());
        if self.fields.len() <= FEW_KEYS || there > 2 * n || kinds.count_ones() != 1 {
            return false;
        }
        let mut objects = self.fields.iter().filter_map(|field| field.values.object.as_ref());
        let Some(first) = objects.next() else { return true };
        let (mut all, mut names) = (first.fields.len(), HashSet::new());
        names.extend(first.fields.iter().map(|field| &field.name));
        for object in objects {
            all += object.fields.len();
            // Names that are where the first has them are in the set.
            let mut first = first.fields.iter().map(|field| &field.name);
            let fields = object.fields.iter().map(|field| &field.name);
            names.extend(fields.filter(|name| first.next() != Some(name)));
        }
        all >= 2 * names.len()
    }
}

/// What a text stands for, if it is written again as it is.
fn logical_of(text: &str) -> Option<Logical> {
    match text.as_bytes() {
        [b'0'..=b'9', _, b':', ..] => {
            let time = Stamp::parse_time(text).filter(|time| time.is_plain)?;
            Some(Logical::Time(Unit::of_digits(time.digits)))
        }
        [b'0'..=b'9', _, _, _, b'-', ..] if text.len() == 10 => {
            parse_date(text).map(|_| Logical::Date)
        }
        [b'0'..=b'9', _, _, _, b'-', ..] => {
            let stamp = Stamp::parse(text).filter(|stamp| stamp.is_plain)?;
            let logical = Logical::Timestamp(Unit::of_digits(stamp.digits), stamp.zone);
            let number = logical.number(text)?;
            // Those at the ends of what years of four digits have are texts.
            logical.text(number).filter(|again| again == text).map(|_| logical)
        }
        _ => None,
    }
}

fn tell(
    inference: &mut Inference,
    lex: &mut Lex<'_>,
    nesting: u32,
    inexact: &mut Option<Fault>,
) -> Result<(), Fault> {
    let kind = lex.kind()?;
    let Some(nesting) = nesting.checked_sub(1) else {
        return lex.fail("the value is nested too deeply");
    };
    match kind {
        Kind::Null => {
            lex.word(kind);
            inference.null();
        }
        Kind::Bool(_) => {
            lex.word(kind);
            inference.bool();
        }
        Kind::Integer => {
            let at = lex.at;
            let number = lex.number()?;
            match (number.parse(), number.parse()) {
                // No whole number has that sign; it is how Go writes a float.
                _ if number == "-0" => inference.float(),
                (Ok(x), _) => inference.unsigned(x),
                (_, Ok(x)) => inference.signed(x),
                _ => {
                    return Err(Fault::new(
                        at,
                        format!("the number {number} is too large for every type"),
                    ));
                }
            }
        }
        Kind::Float => {
            let at = lex.at;
            let number = lex.number()?;
            if number.parse::<f64>().is_ok_and(|x| !x.is_finite()) {
                return Err(Fault::new(
                    at,
                    format!("the number {number} is too large for every type"),
                ));
            }
            if inexact.is_none() && !is_kept(number) {
                let kept = number.parse::<f64>().unwrap_or_default();
                *inexact = Some(Fault::new(at, format!("{number} is kept as {kept:?}")));
            }
            inference.float();
        }
        Kind::Text => {
            let text = lex.string()?;
            inference.text(&text);
        }
        Kind::List => {
            let items = inference.list();
            let had = inexact.is_some();
            lex.list(|lex, i| {
                let told = tell(items, lex, nesting, inexact);
                if !had {
                    *inexact = inexact.take().map(|fault| fault.in_item(i));
                }
                told
            })?;
        }
        Kind::Object => {
            inference.object();
            let had = inexact.is_some();
            lex.object(|lex, name, at| {
                let Some(field) = inference.field(&name) else {
                    return Err(Fault::new(at, format!("duplicate field {name:?}")));
                };
                let told = tell(field, lex, nesting, inexact);
                if !had {
                    *inexact = inexact.take().map(|fault| fault.in_field(&name));
                }
                told.map_err(|fault| fault.in_field(&name))
            })?;
        }
    }
    Ok(())
}

/// Significant digits that each f64 keeps.
const EXACT_DIGITS: usize = 15;
/// More digits than any f64 has.
const MAX_DIGITS: usize = 800;

/// Whether the f64 that is nearest to a decimal number, written with as many digits, is the same.
#[must_use]
pub fn is_kept(number: &str) -> bool {
    let Ok(x) = number.parse::<f64>() else { return false };
    let mantissa = number.trim_start_matches(['-', '+']);
    let mantissa = mantissa.split(['e', 'E']).next().unwrap_or_default();
    if mantissa.len() <= EXACT_DIGITS && x.is_normal() {
        return true;
    }
    let digits = mantissa.bytes().filter(u8::is_ascii_digit);
    let mut digits: Vec<u8> = digits.skip_while(|digit| *digit == b'0').collect();
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
    match digits.len() {
        0 => x == 0.0,
        _ if x == 0.0 || !x.is_finite() => false,
        n if n <= EXACT_DIGITS && x.is_normal() => true,
        n if n > MAX_DIGITS => false,
        n => {
            let same = format!("{:.*e}", n - 1, x.abs());
            let same = same.split('e').next().unwrap_or_default().bytes();
            same.filter(u8::is_ascii_digit).eq(digits)
        }
    }
}
