//! A type whose values differ from one walk to the next: wrong bytes, no worse.

use std::cell::Cell;

use onesheet::{List, Schema, Serialize, Writer, encode, encode_to_slice, encoded_len};

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

    fn serialize<W: Writer + ?Sized>(&self, w: &mut W) -> Result<(), W::Error> {
        self.kind().serialize(w)
    }

    fn serialize_list<W: Writer + ?Sized>(
        list: impl List<Self>,
        w: &mut W,
    ) -> Result<(), W::Error> {
        Kinds::serialize_list(list.convert(Self::kind), w)
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

/// A list that yields more values than it counts, on some walks.
#[derive(Clone, Copy)]
struct Growing;

impl List<Kinds> for Growing {
    fn count(&self) -> usize {
        2
    }

    fn try_for_each<E>(&self, mut f: impl FnMut(&Kinds) -> Result<(), E>) -> Result<(), E> {
        (0..CALLS.get() % 7).try_for_each(|_| f(&Turning.kind()))
    }
}

struct Lists;

impl Serialize for Lists {
    const SCHEMA: &'static Schema = Kinds::SCHEMA;

    fn serialize<W: Writer + ?Sized>(&self, w: &mut W) -> Result<(), W::Error> {
        Kinds::serialize_list(Growing, w)
    }

    fn serialize_list<W: Writer + ?Sized>(_: impl List<Self>, _: &mut W) -> Result<(), W::Error> {
        Ok(())
    }
}

#[test]
fn more_values_than_there_are() {
    let mut pattern = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..1000 {
        pattern = pattern.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        CALLS.set(pattern);
        let _ = encode(&Lists);
        let _ = encoded_len(&Lists);
        let _ = encode_to_slice(&Lists, &mut [0; 300]);
    }
}
