//! What a valid message has in it, each of which belongs to a rule: from those that the cases have which an
//! implementation answers badly, and the others have not, the rule is found that it breaks.

use onesheet_dynamic::{Enum, Field, Int, Limits, Part, Span, Struct, Type, Value, decode_traced};

macro_rules! features {
    ($($feature:ident $rule:literal,)*) => {
        /// Something that a message may have in it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Feature {
            $($feature,)*
        }

        impl Feature {
            /// All of them, and of two that are in the same cases first that which says more.
            const ALL: &[(Feature, u8)] = &[$((Feature::$feature, $rule),)*];
        }
    };
}

features! {
    // What a reader of another version does.
    UnknownVariant 31,
    Defaults 30,
    Skipped 29,
    ManyInAByte 35,
    // Forms of numbers, wherever there are some.
    Tie 2,
    Based 2,
    Plain 2,
    Forms 2,
    ZeroBits 19,
    RoundedBits 19,
    UnderByte 19,
    Width1 19,
    Width2 19,
    Width4 19,
    Width8 19,
    Width16 19,
    Width32 19,
    Width64 19,
    HugeVarint 16,
    LongVarint 16,
    Varint 16,
    Padded 18,
    ManyInBytes 18,
    SubByte 18,
    ManyWide 18,
    // Lists.
    EmptyNotFixed 15,
    EmptyList 15,
    TagNotPlace 20,
    TwoVariants 11,
    OtherFirst 11,
    ManyVariants 11,
    TwoExtensibleVariants 13,
    FixedRows 1,
    ExtensibleOfMany 12,
    ExtensibleFixed 12,
    ExtensibleOfNone 12,
    RowsOfMany 14,
    RowsInside 14,
    TupleOfMany 7,
    ManyOptions 6,
    ManyBools 4,
    ManySeqs 9,
    ManyTexts 5,
    ManyArrays 8,
    // Keys, of which two or more have an order.
    KeyText 21,
    KeySigned 21,
    KeyUnsigned 21,
    KeyBool 21,
    KeyChar 21,
    KeyOption 21,
    KeyTuple 21,
    KeyList 21,
    KeySet 21,
    KeyEnum 21,
    KeysAsTheyCome 10,
    ManyKeys 10,
    // Types.
    Negative 17,
    SignedNotZero 17,
    Signed 3,
    WideChar 2,
    Char 2,
    WideText 5,
    Text 5,
    FixedInt 1,
    Int128 1,
    Byte 1,
    F32 1,
    F64 1,
    Unit 1,
    NoBits 34,
    BoolType 4,
    Bools 4,
    Option 6,
    Result 11,
    ExtensibleEnum 13,
    ExtensibleVariant 13,
    VariantFields 11,
    Enum 11,
    ExtensibleStruct 12,
    Map 10,
    Set 10,
    Bytes 9,
    Seq 9,
    NoElements 9,
    ArrayOfNone 8,
    Array 8,
    Rows 14,
    LoneInts 2,
    Ints 2,
    Lone 2,
    Tuple 7,
}

const _: () = assert!(Feature::ALL.len() <= ABOUT as usize);

/// A set of features, and the rule that a vector is about, for what has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Features(u128);

/// The bits from here on are of rules.
const ABOUT: u32 = 91; // and 37 of them

impl Features {
    /// Of a valid message, in a case about a rule.
    pub fn of(ty: &Type, bytes: &[u8], rule: u8) -> Self {
        let mut features = Features(1 << (ABOUT + u32::from(rule.min(36))));
        let mut is_unknown = false;
        let mut trace = |span: Span| match span.part {
            Part::Defaults if span.rule == 31 => {
                features.add(Feature::UnknownVariant);
                is_unknown = true;
            }
            Part::Defaults => features.add(Feature::Defaults),
            Part::Skipped if is_unknown => is_unknown = false,
            Part::Skipped => features.add(Feature::Skipped),
            Part::Packed { count, .. } | Part::Bools { count } => {
                let left = bytes.len().saturating_sub(span.offset);
                features.add_if(Feature::ManyInAByte, count > left);
            }
            Part::Length => {
                features.add(Feature::Varint);
                features.add_if(Feature::LongVarint, span.len > 1);
            }
            _ => {}
        };
        if let Ok(value) = decode_traced(ty, bytes, &Limits::default(), &mut trace) {
            features.list(&mut Vec::new(), ty, &[&value]);
        }
        features
    }

    /// All that a fault may come from, and their rules: of equals, the first says more.
    pub fn each(self) -> impl Iterator<Item = (u32, u8)> {
        let features = Feature::ALL.iter().map(|(feature, rule)| (*feature as u32, *rule));
        let rules = (0..=36).map(|rule| (ABOUT + rule, rule as u8));
        features.chain(rules).filter(move |(bit, _)| self.0 >> bit & 1 == 1)
    }

    pub fn has(self, bit: u32) -> bool {
        self.0 >> bit & 1 == 1
    }

    /// The same of a value that is to be written, its keys in another order.
    pub fn unsorted(mut self) -> Self {
        self.add(Feature::KeysAsTheyCome);
        self
    }

    fn add(&mut self, feature: Feature) {
        self.0 |= 1 << feature as u32;
    }

    fn add_if(&mut self, feature: Feature, there: bool) {
        if there {
            self.add(feature);
        }
    }

    /// Of enc(T, values), as the page's table goes through them; `around` are the rows types around.
    fn list<'a>(&mut self, around: &mut Vec<(&'a str, &'a Type)>, ty: &'a Type, values: &[&Value]) {
        use Feature as F;

        let many = values.len() > 1;
        if values.is_empty() {
            self.add(F::EmptyList);
            self.add_if(F::EmptyNotFixed, !is_fixed(ty));
            return;
        }
        match ty {
            Type::Unit => self.add(F::Unit),
            Type::F32 => self.add(F::F32),
            Type::F64 => self.add(F::F64),
            Type::Fixed(_) => self.add(F::FixedInt),
            Type::Int(Int { bits: 8, .. }) => self.add(F::Byte),
            Type::Int(Int { bits: 128, .. }) => self.add(F::Int128),
            Type::Int(_) => {
                self.add(F::Ints);
                self.add_if(F::LoneInts, !many);
                let number = |value: &&Value| match value {
                    Value::Signed(x) => {
                        self.add(F::Signed);
                        self.add_if(F::SignedNotZero, *x != 0);
                        self.add_if(F::Negative, *x < 0);
                        ((x << 1) ^ (x >> 127)) as u64
                    }
                    Value::Unsigned(x) => *x as u64,
                    _ => 0,
                };
                let numbers: Vec<_> = values.iter().map(number).collect();
                self.numbers(&numbers);
            }
            Type::Char => {
                self.add(F::Char);
                let number = |value: &&Value| match value {
                    Value::Char(c) => u64::from(u32::from(*c)),
                    _ => 0,
                };
                let numbers: Vec<_> = values.iter().map(number).collect();
                self.add_if(F::WideChar, numbers.iter().any(|x| *x >= 0x1_0000));
                self.numbers(&numbers);
            }
            Type::Bool => {
                self.add(F::BoolType);
                self.bools(values.len());
            }
            Type::Str { .. } => {
                self.add(F::Text);
                let texts = values.iter().filter_map(|value| match value {
                    Value::Str(text) => Some(text.as_str()),
                    _ => None,
                });
                let texts: Vec<_> = texts.collect();
                self.add_if(F::WideText, texts.iter().any(|text| !text.is_ascii()));
                self.add_if(F::ManyTexts, many);
                self.numbers(&texts.iter().map(|text| text.len() as u64).collect::<Vec<_>>());
            }
            Type::Option(item) => {
                self.add(F::Option);
                self.add_if(F::ManyOptions, many);
                self.bools(values.len());
                let there = values.iter().filter_map(|value| match value {
                    Value::Option(Some(value)) => Some(&**value),
                    _ => None,
                });
                self.list(around, item, &there.collect::<Vec<_>>());
            }
            Type::Tuple(parts) => self.fields(around, &parts.iter().collect::<Vec<_>>(), values),
            Type::Struct(s) => {
                if s.extensible {
                    self.extensible(&s.fields, values.len());
                }
                self.fields(around, &types(&s.fields), values);
            }
            Type::Array(item, len) => {
                self.add(if *len == 0 { F::ArrayOfNone } else { F::Array });
                self.add_if(F::ManyArrays, many && *len > 1);
                let items: Vec<_> = values.iter().flat_map(|value| parts(value)).collect();
                self.add_if(F::NoBits, items.is_empty());
                if !items.is_empty() {
                    self.list(around, item, &items);
                }
            }
            Type::Bytes { .. } => {
                self.add(F::Bytes);
                self.add_if(F::ManySeqs, many);
                let len = |value: &&Value| match value {
                    Value::Bytes(bytes) => bytes.len() as u64,
                    _ => 0,
                };
                self.numbers(&values.iter().map(len).collect::<Vec<_>>());
            }
            Type::Seq { item, .. } | Type::Set { item, .. } => {
                self.add_if(F::ManySeqs, many);
                let lists: Vec<_> = values.iter().map(|value| parts(value)).collect();
                self.add_if(F::NoElements, lists.iter().any(Vec::is_empty));
                if let Type::Set { .. } = ty {
                    self.add(F::Set);
                    self.keys(item, lists.iter().any(|list| list.len() > 1));
                } else {
                    self.add(F::Seq);
                }
                self.numbers(&lists.iter().map(|list| list.len() as u64).collect::<Vec<_>>());
                self.list(around, item, &lists.concat());
            }
            Type::Map { key, value, .. } => {
                self.add(F::Map);
                self.add_if(F::ManySeqs, many);
                let maps = values.iter().filter_map(|value| match value {
                    Value::Map(entries) => Some(entries),
                    _ => None,
                });
                let maps: Vec<_> = maps.collect();
                self.keys(key, maps.iter().any(|map| map.len() > 1));
                self.numbers(&maps.iter().map(|map| map.len() as u64).collect::<Vec<_>>());
                let (is_fixed, n) = (
                    is_fixed(key) && is_fixed(value),
                    maps.iter().map(|map| map.len()).sum::<usize>(),
                );
                self.add_if(if is_fixed { F::FixedRows } else { F::TupleOfMany }, n > 1);
                let entries = || maps.iter().flat_map(|map| map.iter());
                self.list(around, key, &entries().map(|(key, _)| key).collect::<Vec<_>>());
                self.list(around, value, &entries().map(|(_, value)| value).collect::<Vec<_>>());
            }
            Type::Result(ok, err) => {
                self.add(F::Result);
                self.add_if(F::ManyVariants, many);
                let tag = |value: &&Value| u64::from(matches!(value, Value::Result(Err(_))));
                let tags: Vec<_> = values.iter().map(tag).collect();
                self.numbers(&tags);
                self.add_if(F::TwoVariants, tags.contains(&0) && tags.contains(&1));
                let of = |tag: bool| {
                    let held = values.iter().filter_map(move |value| match value {
                        Value::Result(Ok(value)) if !tag => Some(&**value),
                        Value::Result(Err(value)) if tag => Some(&**value),
                        _ => None,
                    });
                    held.collect::<Vec<_>>()
                };
                self.list(around, ok, &of(false));
                self.list(around, err, &of(true));
            }
            Type::Enum(e) => self.variants(around, e, values),
            Type::Rows { name, row } => {
                around.push((name, row));
                self.rows(around, row, values);
                around.pop();
            }
            Type::Ref(name) => {
                let found = around.iter().rposition(|(of, _)| of == name);
                let Some(place) = found else { return };
                let inner = around.split_off(place + 1);
                let row = around[place].1;
                self.add(F::RowsInside);
                self.rows(around, row, values);
                around.extend(inner);
            }
        }
    }

    fn rows<'a>(
        &mut self,
        around: &mut Vec<(&'a str, &'a Type)>,
        row: &'a Type,
        values: &[&Value],
    ) {
        self.add(Feature::Rows);
        self.add_if(Feature::RowsOfMany, values.len() > 1);
        for value in values {
            self.list(around, row, &[value]);
        }
    }

    /// The fields of tuples and structs.
    fn fields<'a>(
        &mut self,
        around: &mut Vec<(&'a str, &'a Type)>,
        types: &[&'a Type],
        values: &[&Value],
    ) {
        let is_fixed = types.iter().all(|ty| is_fixed(ty));
        let is_row = types.len() > 1;
        self.add(Feature::Tuple);
        self.add_if(Feature::NoBits, types.is_empty());
        self.add_if(Feature::FixedRows, is_fixed && is_row && values.len() > 1);
        self.add_if(Feature::TupleOfMany, !is_fixed && is_row && values.len() > 1);
        for (place, ty) in types.iter().enumerate() {
            let column: Vec<_> =
                values.iter().filter_map(|value| parts(value).get(place).copied()).collect();
            self.list(around, ty, &column);
        }
    }

    /// An extensible struct, or a variant that is one, of so many values.
    fn extensible(&mut self, fields: &[Field], n: usize) {
        self.add(Feature::ExtensibleStruct);
        self.add(Feature::NoBits);
        self.add_if(Feature::ExtensibleOfMany, n > 1);
        self.add_if(Feature::ExtensibleOfNone, fields.is_empty());
        let is_fixed = fields.iter().all(|field| is_fixed(&field.ty));
        self.add_if(Feature::ExtensibleFixed, is_fixed && fields.len() > 1 && n > 1);
    }

    fn variants<'a>(
        &mut self,
        around: &mut Vec<(&'a str, &'a Type)>,
        e: &'a Enum,
        values: &[&Value],
    ) {
        self.add(if e.extensible { Feature::ExtensibleEnum } else { Feature::Enum });
        let tag = |value: &&Value| match value {
            Value::Variant(tag, _) => *tag,
            _ => 0,
        };
        let tags: Vec<_> = values.iter().map(tag).collect();
        self.numbers(&tags.iter().map(|tag| u64::from(*tag)).collect::<Vec<_>>());
        self.add_if(Feature::ManyVariants, values.len() > 1);
        let highest = |at: usize| tags[..at].iter().max();
        let falls = |at: usize| !tags[..at].contains(&tags[at]) && highest(at) > Some(&tags[at]);
        self.add_if(Feature::OtherFirst, (1..tags.len()).any(falls));
        let mut there = 0;
        for (place, variant) in e.variants.iter().enumerate() {
            let held = values.iter().copied().filter(|value| tag(value) == variant.tag);
            let held: Vec<_> = held.collect();
            if held.is_empty() {
                continue;
            }
            self.add_if(Feature::TagNotPlace, variant.tag as usize != place);
            there += usize::from(e.extensible || !variant.fields.is_empty());
            if e.extensible {
                self.add(Feature::ExtensibleVariant);
                self.extensible(&variant.fields, held.len());
            }
            if !variant.fields.is_empty() {
                self.add(Feature::VariantFields);
                self.fields(around, &types(&variant.fields), &held);
            }
        }
        self.add_if(Feature::TwoVariants, there > 1);
        self.add_if(Feature::TwoExtensibleVariants, there > 1 && e.extensible);
    }

    /// The type of keys; `ordered` says whether there are several in one set or map.
    fn keys(&mut self, ty: &Type, ordered: bool) {
        use Feature as F;

        if !ordered {
            return;
        }
        self.add(F::ManyKeys);
        let mut inside = |item: &Type| self.keys(item, true);
        match ty {
            Type::Str { .. } | Type::Bytes { .. } => self.add(F::KeyText),
            Type::Int(int) | Type::Fixed(int) => {
                self.add(if int.signed { F::KeySigned } else { F::KeyUnsigned });
            }
            Type::Bool => self.add(F::KeyBool),
            Type::Char => self.add(F::KeyChar),
            Type::Option(item) => {
                inside(item);
                self.add(F::KeyOption);
            }
            Type::Tuple(parts) => {
                parts.iter().for_each(inside);
                self.add(F::KeyTuple);
            }
            Type::Struct(Struct { fields, .. }) => {
                fields.iter().for_each(|field| inside(&field.ty));
                self.add(F::KeyTuple);
            }
            Type::Array(item, _) | Type::Seq { item, .. } => {
                inside(item);
                self.add(F::KeyList);
            }
            Type::Set { item, .. } => {
                inside(item);
                self.add(F::KeySet);
            }
            Type::Map { key, value, .. } => {
                inside(key);
                inside(value);
                self.add(F::KeySet);
            }
            Type::Result(..) | Type::Enum(_) => self.add(F::KeyEnum),
            Type::Rows { row, .. } => inside(row),
            Type::Unit | Type::F32 | Type::F64 | Type::Ref(_) => {}
        }
    }

    fn bools(&mut self, n: usize) {
        self.add(Feature::Bools);
        self.add_if(Feature::ManyBools, n > 1);
        self.packed(1, n);
    }

    /// W18: n numbers of so many bits.
    fn packed(&mut self, width: u32, n: usize) {
        self.add_if(Feature::ManyInBytes, width < 8 && n > 1);
        self.add_if(Feature::SubByte, width < 8);
        self.add_if(Feature::ManyWide, width > 8);
        self.add_if(Feature::Padded, n as u64 * u64::from(width) % 8 != 0);
    }

    /// W2.
    fn numbers(&mut self, numbers: &[u64]) {
        let [first, ..] = numbers else { return };
        if numbers.len() == 1 {
            self.add(Feature::Lone);
            self.varint(*first);
            return;
        }
        let least = numbers.iter().copied().min().unwrap_or(0);
        let greatest = numbers.iter().copied().max().unwrap_or(0);
        let n = numbers.len() as u64;
        let size = |x: u64| (n * u64::from(bits(x))).div_ceil(8);
        let (plain, based) = (size(greatest), varint_len(least) + size(greatest - least));
        let is_plain = plain <= based;
        self.add(Feature::Forms);
        self.add(if is_plain { Feature::Plain } else { Feature::Based });
        self.add_if(Feature::Tie, plain == based);
        let held = if is_plain { greatest } else { greatest - least };
        if !is_plain {
            self.varint(least);
        }
        self.add_if(Feature::ZeroBits, held == 0);
        self.add_if(Feature::RoundedBits, bits(held) != 64 - held.leading_zeros());
        self.add_if(Feature::UnderByte, bits(held) < 8);
        self.add(match bits(held) {
            1 => Feature::Width1,
            2 => Feature::Width2,
            4 => Feature::Width4,
            8 => Feature::Width8,
            16 => Feature::Width16,
            32 => Feature::Width32,
            _ => Feature::Width64,
        });
        self.packed(bits(held), numbers.len());
    }

    fn varint(&mut self, x: u64) {
        self.add(Feature::Varint);
        self.add_if(Feature::LongVarint, x >= 128);
        self.add_if(Feature::HugeVarint, x >> 63 == 1);
    }
}

fn types(fields: &[Field]) -> Vec<&Type> {
    fields.iter().map(|field| &field.ty).collect()
}

/// The parts of a list, or the fields of a variant.
fn parts(value: &Value) -> Vec<&Value> {
    match value {
        Value::List(parts) | Value::Variant(_, parts) => parts.iter().collect(),
        _ => Vec::new(),
    }
}

/// W1.
fn is_fixed(ty: &Type) -> bool {
    match ty {
        Type::Unit | Type::F32 | Type::F64 | Type::Fixed(_) => true,
        Type::Int(int) => matches!(int.bits, 8 | 128),
        Type::Array(item, _) => is_fixed(item),
        Type::Tuple(parts) => parts.iter().all(is_fixed),
        Type::Struct(s) => !s.extensible && s.fields.iter().all(|field| is_fixed(&field.ty)),
        _ => false,
    }
}

/// W19.
fn bits(x: u64) -> u32 {
    (64 - x.leading_zeros()).max(1).next_power_of_two()
}

/// W16.
fn varint_len(x: u64) -> u64 {
    u64::from((64 - x.leading_zeros()).max(1).div_ceil(7))
}
