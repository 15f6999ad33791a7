//! Both traits written by hand, for a type that holds another.

use onesheet::de::Reader;
use onesheet::list::FromIter;
use onesheet::ser::{Items, ListWriter, Writer};
use onesheet::{
    Deserialize, Result, Schema, Serialize, decode, encode, encode_to_slice, encoded_len,
};

/// Written as `T`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByHand<T>(pub T);

impl<T: Serialize> Serialize for ByHand<T> {
    const SCHEMA: &'static Schema = T::SCHEMA;

    fn serialize(&self, w: &mut Writer<'_>) {
        self.0.serialize(w)
    }

    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        T::serialize_slice(items.field(|by_hand| &by_hand.0), w)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByHand<T> {
    type Column = T::Column;

    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        T::deserialize(r).map(ByHand)
    }

    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        T::deserialize_many(r, n)
    }

    fn next(column: &mut Self::Column) -> Result<Self> {
        T::next(column).map(ByHand)
    }
}

/// A list from an iterator that says another number of elements.
struct Lying {
    elements: Vec<u16>,
    said: (usize, Option<usize>),
}

#[derive(Clone)]
struct Elements<'a>(std::slice::Iter<'a, u16>, (usize, Option<usize>));

impl Iterator for Elements<'_> {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        self.0.next().copied()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.1
    }
}

impl ExactSizeIterator for Elements<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }
}

impl Lying {
    fn iter(&self) -> Elements<'_> {
        Elements(self.elements.iter(), self.said)
    }
}

impl Serialize for Lying {
    const SCHEMA: &'static Schema = <[u16]>::SCHEMA;

    fn serialize(&self, w: &mut Writer<'_>) {
        w.write_sequence(self.iter());
    }

    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        w.sequences(items, |list| list.elements.len(), Self::iter);
    }
}

#[test]
fn what_an_iterator_says_of_its_length_is_a_hint() {
    for n in [0, 1, 2, 20, 3000] {
        let elements: Vec<u16> = (0..n).collect();
        for said in [0, 1, 1000, usize::MAX / 8, usize::MAX] {
            for said in [(said, None), (said, Some(said)), (0, Some(said))] {
                let list = || Lying { elements: elements.clone(), said };
                let message = encode(&elements);
                assert_eq!(encode(&list()), message);
                let mut buf = vec![0; message.len()];
                assert_eq!(encode_to_slice(&list(), &mut buf), Ok(message.len()));
                assert_eq!(buf, message);
                let lists = [list(), list(), list()];
                let message = encode(&[&elements; 3]);
                assert_eq!(encode(&lists), message);
                let mut buf = vec![0; message.len()];
                assert_eq!(encode_to_slice(&lists, &mut buf), Ok(message.len()));
                assert_eq!(buf, message);
            }
        }
    }
}

/// Says and yields what it likes, other things each time.
#[derive(Clone)]
struct Liar {
    said: (usize, Option<usize>),
    left: u32,
    walks: std::rc::Rc<std::cell::Cell<u32>>,
}

impl Iterator for Liar {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        self.walks.set(self.walks.get().wrapping_mul(77) + 1);
        self.left = self.left.checked_sub(1 + self.walks.get() % 2)?;
        Some(self.walks.get())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.said
    }
}

impl ExactSizeIterator for Liar {}

#[test]
fn an_iterator_is_a_list() {
    for n in [0u32, 1, 2, 20, 300, 5000] {
        let list: Vec<_> = (0..n).map(|i| (i, i.to_string())).collect();
        let iter = || FromIter(list.iter().map(|(i, text)| (*i, text)));
        let message = encode(&list);
        assert_eq!(encode(&iter()), message);
        assert_eq!(encoded_len(&iter()), message.len());
        let mut buf = vec![0; message.len()];
        assert_eq!(encode_to_slice(&iter(), &mut buf), Ok(message.len()));
        assert_eq!(buf, message);
        assert_eq!(encode(&(7u8, iter())), encode(&(7u8, &list)));
        for lists in [2, 3, 300] {
            if n <= 300 {
                let all: Vec<_> = (0..lists).map(|_| iter()).collect();
                assert_eq!(encode(&all), encode(&vec![&list; lists]));
            }
        }
    }
}

/// Wrong bytes, no worse.
#[test]
fn an_iterator_may_lie() {
    for left in [0, 1, 5, 300, 5000] {
        for said in [0, 1, 5, 300, 5000, usize::MAX / 8, usize::MAX] {
            for said in [(said, None), (said, Some(said)), (said, Some(3)), (0, Some(said))] {
                let walks = std::rc::Rc::default();
                let list = || FromIter(Liar { said, left, walks: std::rc::Rc::clone(&walks) });
                for n in [1, 2, 30] {
                    let lists: Vec<_> = (0..n).map(|_| list()).collect();
                    let _ = decode::<Vec<Vec<u32>>>(&encode(&lists));
                    let _ = encode_to_slice(&lists, &mut [0; 100]);
                }
                let _ = decode::<Vec<u32>>(&encode(&list()));
                let _ = encode_to_slice(&list(), &mut [0; 100]);
                let _ = encode(&(list(), list()));
            }
        }
    }
}
