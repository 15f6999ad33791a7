//! A type whose values differ from one walk to the next: wrong bytes, no worse.

use std::cell::Cell;

use onesheet::list;
use onesheet::ser::{Items, ListWriter, Writer};
use onesheet::{Schema, Serialize, encode, encode_to_slice, encoded_len};

thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

/// Written as what the bits of `pattern` say for each call.
struct Turning;

type Kinds = Result<u16, Option<String>>;

impl Turning {
    fn kind(&self) -> Kinds {
        let calls = CALLS.get();
        CALLS.set(calls.rotate_left(1));
        match calls & 3 {
            0 | 3 => Ok(7),
            1 => Err(None),
            _ => Err(Some("text".into())),
        }
    }
}

impl Serialize for Turning {
    const SCHEMA: &'static Schema = Kinds::SCHEMA;

    fn serialize(&self, w: &mut Writer<'_>) {
        self.kind().serialize(w)
    }

    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        w.convert(items, Self::kind)
    }
}

#[test]
fn values_that_differ_from_walk_to_walk() {
    let mut pattern = 0x9e37_79b9_7f4a_7c15_u64;
    for n in [2, 3, 5, 16, 17, 100] {
        let list: Vec<Turning> = (0..n).map(|_| Turning).collect();
        for _ in 0..200 {
            pattern = pattern.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            CALLS.set(pattern);
            let _ = encode(&list);
            let _ = encoded_len(&list);
            let _ = encode_to_slice(&list, &mut [0; 300]);
        }
    }
}

/// A sequence of another number of elements each time that it is looked at, of slices as of others,
/// and a field that is not always there.
struct Growing {
    slice: [Kinds; 7],
    numbers: [(u16, u16); 2],
}

impl Growing {
    fn count(&self) -> usize {
        let calls = CALLS.get();
        CALLS.set(calls.rotate_left(1));
        (calls % 7) as usize
    }
}

impl Serialize for Growing {
    const SCHEMA: &'static Schema = <(Vec<Kinds>, Vec<Kinds>, u16, u16)>::SCHEMA;

    fn serialize(&self, w: &mut Writer<'_>) {
        w.write_len(self.count());
        w.write_list(Items::of(&self.slice[..self.count()]));
        w.write_sequence(self.slice[..self.count()].iter())
    }

    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        w.slices(items, |growing| &growing.slice[..growing.count()]);
        w.sequences(items, Self::count, |growing| growing.slice[..growing.count()].iter());
        // No field: another one each time, or none of the value's.
        u16::serialize_slice(items.field(|growing| &growing.numbers[growing.count() % 2].1), w);
        u16::serialize_slice(items.field(|_| &7), w);
        // Some once more, which splits the list.
        if let Some(first) = items.get(0) {
            u16::serialize_slice(Items::one(&first.numbers[0].0), w);
            u16::serialize_slice(Items::one(&first.numbers[1].0), w);
        }
    }
}

#[test]
fn more_values_than_there_are() {
    let mut pattern = 0x9e37_79b9_7f4a_7c15_u64;
    for n in [1, 2, 3, 70, 300] {
        let kind = |_| Ok(7);
        let growing =
            |place| Growing { slice: [0; 7].map(kind), numbers: [(place, 2), (3, place)] };
        let list: Vec<Growing> = (0..n).map(growing).collect();
        for _ in 0..100 {
            pattern = pattern.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            CALLS.set(pattern);
            let _ = encode(&list);
            let _ = list::encode(&list);
            let _ = encoded_len(&list);
            let _ = encode_to_slice(&list, &mut [0; 300]);
        }
    }
}

#[test]
fn no_field_gives_no_values() {
    let pairs = [(1u16, 2u16), (3, 4)];
    let elsewhere = 7u16;
    assert_eq!(Items::of(&pairs).field(|pair| &pair.1).len(), 2);
    assert!(Items::of(&pairs).field(|_| &elsewhere).is_empty());
    let turns = Cell::new(false);
    let turning = |pair: &'static (u16, u16)| {
        turns.set(!turns.get());
        if turns.get() { &pair.0 } else { &pair.1 }
    };
    const PAIRS: &[(u16, u16)] = &[(1, 2), (3, 4)];
    assert!(Items::of(PAIRS).field(turning).is_empty());
}

/// Not at the address of the values, where nothing of its type may stand.
#[test]
fn no_field_is_an_empty_slice() {
    #[repr(C, align(8))]
    struct Odd {
        first: u8,
        values: [[u8; 4]; 2],
    }
    let odd = Odd { first: 0, values: [[0; 4]; 2] };
    let elsewhere = 7u32;
    assert_eq!(Items::of(&odd.values).field(|_| &elsewhere).as_slice(), Some(&[][..]));
    assert_eq!(Items::of(&odd.values[..0]).field(|_| &elsewhere).as_slice(), Some(&[][..]));
    assert_eq!(odd.first, 0);
}
