//! Messages that break a rule, each made of a good one by an edit that aims at the rule.

use crate::packed::{self, WIDTHS, bits};
use crate::random::Random;
use crate::scope::Scope;
use crate::{Part, Span, Type, Value};

/// Values that are no Unicode scalar values (W26), and the first that has more than 16 bits.
const NO_CHARS: [u64; 3] = [0xd800, 0xdfff, 0x11_0000];

/// About `count` messages that are made of a valid one, whose parts are `spans`. Not all are wrong.
///
/// See [`decode_traced`](crate::decode_traced) for the parts.
#[must_use]
pub fn mutants(bytes: &[u8], spans: &[Span], count: usize, random: &mut Random) -> Vec<Vec<u8>> {
    let message = Message { bytes, blocks: blocks(bytes, spans) };
    let mut mutants = Vec::new();
    for (i, span) in spans.iter().enumerate() {
        message.part(span, &spans[i + 1..], random, &mut mutants);
        mutants.push(bytes[..span.offset].to_vec()); // W22
    }
    for _ in 0..4 {
        let mut flipped = bytes.to_vec();
        if !flipped.is_empty() {
            let at = random.below(flipped.len());
            flipped[at] ^= 1 << random.below(8);
            mutants.push(flipped);
            mutants.push(bytes[..random.below(bytes.len())].to_vec()); // W22
        }
    }
    // Drawn at random, for a long message has thousands.
    while mutants.len() > count {
        let place = random.below(mutants.len());
        mutants.swap_remove(place);
    }
    mutants.push([bytes, &[0]].concat()); // W23
    mutants.retain(|mutant| mutant != bytes);
    mutants
}

/// The bytes of an extensible struct, and the varint before them that says how many they are.
struct Block {
    length_at: usize,
    start: usize,
    end: usize,
}

fn blocks(bytes: &[u8], spans: &[Span]) -> Vec<Block> {
    let lengths = spans.iter().filter(|span| span.part == Part::Length);
    lengths
        .map(|span| {
            let start = span.offset + span.len;
            let len = read_varint(&bytes[span.offset..start]) as usize;
            Block { length_at: span.offset, start, end: start + len }
        })
        .collect()
}

struct Message<'a> {
    bytes: &'a [u8],
    blocks: Vec<Block>,
}

impl Message<'_> {
    /// The message with `new` in place of the bytes from `start` to `end`; the lengths of the
    /// extensible structs around them are put right.
    fn splice(&self, start: usize, end: usize, new: &[u8]) -> Vec<u8> {
        let mut bytes = [&self.bytes[..start], new, &self.bytes[end..]].concat();
        let mut growth = new.len() as i64 - (end - start) as i64;
        // From the innermost out: each length comes before all that it counts.
        let around = self.blocks.iter().filter(|block| block.start <= start && end <= block.end);
        for block in around.collect::<Vec<_>>().into_iter().rev() {
            let len = (block.end - block.start) as i64 + growth;
            let length = varint(len as u64);
            growth += length.len() as i64 - (block.start - block.length_at) as i64;
            bytes.splice(block.length_at..block.start, length);
        }
        bytes
    }

    /// The edits of one part, `after` being the parts that follow it.
    fn part(&self, span: &Span, after: &[Span], random: &mut Random, mutants: &mut Vec<Vec<u8>>) {
        let (start, end) = (span.offset, span.offset + span.len);
        let part = &self.bytes[start..end];
        let mut replace = |new: &[u8]| mutants.push(self.splice(start, end, new));
        match span.part {
            Part::Varint { max } => {
                replace(&overlong(part)); // W16
                let x = read_varint(part);
                for x in [x.wrapping_add(1), x.wrapping_sub(1), max, random.next_u64() & max] {
                    replace(&varint(x));
                }
                if max < u64::MAX {
                    replace(&varint(max + 1)); // W24
                }
                replace(&[&[0xff; 9], &[0x7f][..]].concat()); // W24
                if max == u64::from(u32::MAX) {
                    NO_CHARS.iter().for_each(|x| replace(&varint(*x))); // W26
                }
            }
            Part::Length => {
                replace(&overlong(part)); // W16
                let len = read_varint(part);
                replace(&varint(len + 1)); // W22 or W23
                replace(&varint(u64::MAX)); // W22
                // Bytes that this version does not know (W29), and none at all (W30).
                let b = end..end + len as usize;
                mutants.push(self.splice(b.end, b.end, &[random.next_u64() as u8]));
                mutants.push(self.splice(b.start, b.end, &[]));
                if len > 0 {
                    let left = b.start + random.below(len as usize);
                    mutants.push(self.splice(left, b.end, &[]));
                }
            }
            Part::Base => replace(&overlong(part)), // W16
            Part::Form => {
                for width in WIDTHS.into_iter().chain([0, 3, 127]) {
                    replace(&[width as u8]); // W27
                    replace(&[width as u8 + 128]);
                }
                self.other_forms(span, after, random, mutants);
            }
            Part::Packed { width, count, .. } => {
                let used = (count * width as usize) % 8;
                self.padding(start, end, used, random, mutants);
            }
            Part::Bools { count } => self.padding(start, end, count % 8, random, mutants),
            Part::Text => {
                if let Some(last) = part.last() {
                    let at = start + random.below(part.len());
                    for byte in [0xff, 0xc0, 0x80, 0xed] {
                        mutants.push(self.splice(at, at + 1, &[byte])); // W25
                    }
                    if *last >= 0x80 {
                        mutants.push(self.splice(end - 1, end, b"a")); // W25
                    }
                    if part.len() >= 3 {
                        mutants.push(self.splice(start, start + 3, &[0xed, 0xa0, 0x80])); // W25
                    }
                }
            }
            Part::Fixed | Part::Skipped => {
                if !part.is_empty() {
                    let at = start + random.below(part.len());
                    let flipped = self.bytes[at] ^ (1 << random.below(8));
                    mutants.push(self.splice(at, at + 1, &[flipped]));
                }
            }
            Part::Defaults => {}
        }
    }

    /// Sets an unused bit of the last byte, in which `used` bits are used (W18).
    fn padding(
        &self,
        start: usize,
        end: usize,
        used: usize,
        random: &mut Random,
        mutants: &mut Vec<Vec<u8>>,
    ) {
        if used > 0 && end > start {
            let bit = used + random.below(8 - used);
            let last = self.bytes[end - 1] | 1 << bit;
            mutants.push(self.splice(end - 1, end, &[last]));
        }
    }

    /// The same numbers in every form but the prescribed one (W27), and other numbers in a form
    /// that may be theirs.
    fn other_forms(
        &self,
        form: &Span,
        after: &[Span],
        random: &mut Random,
        mutants: &mut Vec<Vec<u8>>,
    ) {
        let packed = after.iter().take(2).find(|span| matches!(span.part, Part::Packed { .. }));
        let Some(Span { offset, len, part: Part::Packed { width, count, max }, .. }) = packed
        else {
            return;
        };
        let base = after.first().filter(|span| span.part == Part::Base);
        let base =
            base.map_or(0, |span| read_varint(&self.bytes[span.offset..span.offset + span.len]));
        let end = offset + len;
        let values: Vec<u64> =
            unpack(*width, *count, &self.bytes[*offset..end]).map(|x| x + base).collect();
        let mut replace = |new: &[u8]| mutants.push(self.splice(form.offset, end, new));

        let least = values.iter().copied().min().unwrap_or(0);
        let greatest = values.iter().copied().max().unwrap_or(0);
        let bases: &[u64] = if least > 0 { &[least, least - 1, 0] } else { &[0] };
        for width in WIDTHS {
            if fits(greatest, width) {
                replace(&plain(width, &values));
            }
            for base in bases {
                if fits(greatest - base, width) {
                    replace(&based(width, *base, &values));
                }
            }
        }

        let mut with = |x: u64| {
            let mut values = values.clone();
            let place = random.below(values.len());
            values[place] = x;
            let greatest = values.iter().copied().max().unwrap_or(0);
            let least = values.iter().copied().min().unwrap_or(0);
            replace(&plain(bits(greatest), &values));
            replace(&based(bits(greatest - least), least, &values));
        };
        if *max < u64::MAX {
            with(max + 1); // W24
        }
        if *max == u64::from(u32::MAX) {
            NO_CHARS.into_iter().for_each(&mut with); // W26
            with(77); // W28, W32
        }
    }
}

fn fits(x: u64, width: u32) -> bool {
    bits(x) <= width
}

fn plain(width: u32, values: &[u64]) -> Vec<u8> {
    let mut bytes = vec![width as u8];
    packed::encode(width, values.iter().copied(), &mut bytes);
    bytes
}

fn based(width: u32, base: u64, values: &[u64]) -> Vec<u8> {
    let mut bytes = vec![128 + width as u8];
    crate::varint::encode(base, &mut bytes);
    packed::encode(width, values.iter().map(|x| x - base), &mut bytes);
    bytes
}

/// `count` numbers of `width` bits.
fn unpack(width: u32, count: usize, bytes: &[u8]) -> impl Iterator<Item = u64> {
    let width = width as usize;
    let bit = |at: usize| u64::from(bytes[at / 8] >> (at % 8) & 1);
    (0..count).map(move |i| (0..width).map(|k| bit(i * width + k) << k).sum())
}

fn varint(x: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    crate::varint::encode(x, &mut bytes);
    bytes
}

fn read_varint(bytes: &[u8]) -> u64 {
    bytes.iter().enumerate().map(|(i, byte)| u64::from(byte & 127) << (7 * i)).sum()
}

/// The same number in one byte more.
fn overlong(varint: &[u8]) -> Vec<u8> {
    let mut bytes = varint.to_vec();
    if let Some(last) = bytes.last_mut() {
        *last |= 128;
    }
    bytes.push(0);
    bytes
}

/// The message of an encoder that writes variants as they stand in `ty`, not by tag (W11).
#[must_use]
pub fn as_declared(ty: &Type, value: &Value) -> Option<Vec<u8>> {
    crate::bytes::encode(ty, Scope::ROOT, value).ok()
}

/// Puts the elements of every set and the entries of every map in another order. Whether there was
/// one with two or more; those inside a `ref` are left alone.
pub fn shuffle(ty: &Type, value: &mut Value, random: &mut Random) -> bool {
    let mut found = false;
    collections(ty, value, &mut |collection| match collection {
        Value::List(items) if items.len() > 1 => {
            let n = items.len();
            items.rotate_left(1 + random.below(n - 1));
            found = true;
        }
        Value::Map(entries) if entries.len() > 1 => {
            let n = entries.len();
            entries.rotate_left(1 + random.below(n - 1));
            found = true;
        }
        _ => {}
    });
    found
}

/// Puts an element of every set and an entry of every map in twice. Whether there was one.
pub fn double(ty: &Type, value: &mut Value, random: &mut Random) -> bool {
    let mut found = false;
    collections(ty, value, &mut |collection| match collection {
        Value::List(items) if !items.is_empty() => {
            let place = random.below(items.len());
            items.insert(place, items[place].clone());
            found = true;
        }
        Value::Map(entries) if !entries.is_empty() => {
            let place = random.below(entries.len());
            entries.insert(place, entries[place].clone());
            found = true;
        }
        _ => {}
    });
    found
}

/// Calls `f` with every set and map, those inside others first.
fn collections(ty: &Type, value: &mut Value, f: &mut dyn FnMut(&mut Value)) {
    match (ty, &mut *value) {
        (Type::Option(item), Value::Option(Some(value))) => collections(item, value, f),
        (Type::Result(item, _), Value::Result(Ok(value)))
        | (Type::Result(_, item), Value::Result(Err(value))) => collections(item, value, f),
        (Type::Rows { row, .. }, _) => collections(row, value, f),
        (Type::Tuple(parts), Value::List(values)) => {
            parts.iter().zip(values).for_each(|(ty, value)| collections(ty, value, f));
        }
        (Type::Struct(s), Value::List(values)) => {
            let fields = s.fields.iter().zip(values);
            fields.for_each(|(field, value)| collections(&field.ty, value, f));
        }
        (Type::Array(item, _) | Type::Seq { item, .. }, Value::List(values)) => {
            values.iter_mut().for_each(|value| collections(item, value, f));
        }
        (Type::Set { item, .. }, Value::List(values)) => {
            values.iter_mut().for_each(|value| collections(item, value, f));
            f(value);
        }
        (Type::Map { key: key_type, value: value_type, .. }, Value::Map(entries)) => {
            for (key, value) in entries {
                collections(key_type, key, f);
                collections(value_type, value, f);
            }
            f(value);
        }
        (Type::Enum(e), Value::Variant(tag, fields)) => {
            if let Some(variant) = e.variants.iter().find(|variant| variant.tag == *tag) {
                let fields = variant.fields.iter().zip(fields);
                fields.for_each(|(field, value)| collections(&field.ty, value, f));
            }
        }
        _ => {}
    }
}
