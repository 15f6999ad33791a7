//! Bad input costs an error: never a panic, an abort, or more memory than `max_alloc`.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use allocation_counter::measure;
use onesheet::list::Seq;
use onesheet::types::Bounded;
use onesheet::with::With;
use onesheet::{Deserialize, Error, ErrorKind, Limits, Serialize, decode, decode_with, encode};
use onesheet_dynamic::Type;
use onesheet_dynamic::mutants::mutants;
use onesheet_dynamic::random::Random;

use crate::types::{
    Case, Chain, Config, Event, Expression, Growing, NoFields, Onion, Property, Row, Shape, Tree,
    Version, each_complete, each_refusing,
};
use crate::vectors::{cases, unhex};

/// Bytes that decoding may claim beside those that it charges.
const SLACK: u64 = 64;

/// Decodes, and gives the most bytes of heap that were claimed at once.
fn peak<'de, T: Deserialize<'de>>(message: &'de [u8], limits: &Limits) -> (Result<T, Error>, u64) {
    let mut result = None;
    let info = measure(|| result = Some(decode_with::<T>(message, limits)));
    (result.unwrap(), info.bytes_max)
}

fn max_alloc(max_alloc: usize) -> Limits {
    Limits::default().max_alloc(max_alloc)
}

/// A varint (W16).
pub(crate) fn varint(mut x: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while x >= 0x80 {
        bytes.push(x as u8 | 0x80);
        x >>= 7;
    }
    bytes.push(x as u8);
    bytes
}

#[test]
fn counts_that_lie_claim_nothing() {
    fn lie<'de, T: Deserialize<'de>>() {
        for count in [1 << 20, 1 << 32, 1 << 40, u64::MAX >> 1, u64::MAX] {
            for tail in [&[][..], &[1; 3], &[0xff; 40]] {
                let message = [varint(count), tail.to_vec()].concat();
                let message = message.leak();
                let (result, peak) = peak::<T>(message, &max_alloc(1 << 19));
                let error = result.err().unwrap_or_else(|| {
                    panic!("{}: {message:02x?} is accepted", std::any::type_name::<T>())
                });
                assert!(
                    matches!(
                        error.kind(),
                        ErrorKind::CountTooLarge
                            | ErrorKind::MemoryLimit
                            | ErrorKind::UnexpectedEnd
                            | ErrorKind::CapacityExceeded
                    ),
                    "{}: {error}",
                    std::any::type_name::<T>(),
                );
                assert!(error.offset() <= 10);
                assert_eq!(peak, 0, "{}", std::any::type_name::<T>());
            }
        }
    }
    lie::<String>();
    lie::<&str>();
    lie::<Box<str>>();
    lie::<Rc<str>>();
    lie::<&[u8]>();
    lie::<std::ffi::CString>();
    lie::<Vec<u8>>();
    lie::<Vec<bool>>();
    lie::<Vec<u64>>();
    lie::<Vec<f64>>();
    lie::<Vec<String>>();
    lie::<Vec<Vec<u8>>>();
    lie::<Vec<()>>();
    lie::<Vec<[u16; 0]>>();
    lie::<Vec<NoFields>>();
    lie::<Vec<Version>>();
    lie::<Vec<Row>>();
    lie::<Vec<Shape>>();
    lie::<Vec<Event>>();
    lie::<Vec<Tree>>();
    lie::<Vec<Option<()>>>();
    lie::<Box<[u16]>>();
    lie::<Rc<[u16]>>();
    lie::<Arc<[()]>>();
    lie::<VecDeque<u16>>();
    lie::<LinkedList<u16>>();
    lie::<BTreeSet<u16>>();
    lie::<BTreeSet<()>>();
    lie::<BTreeMap<u16, String>>();
    lie::<BTreeMap<(), ()>>();
    lie::<HashSet<u16>>();
    lie::<HashMap<u16, String>>();
    lie::<Seq<u16>>();
    lie::<Seq<()>>();
    lie::<Seq<Seq<bool>>>();
    lie::<Bounded<String, 8>>();
    lie::<Bounded<Vec<()>, 8>>();
    lie::<Version>();
    lie::<Config>();
}

/// The elements of lists in a list are one count for W34 and W35.
#[test]
fn counts_inside_a_list_are_added_up() {
    // Two lists of 2^63 units each: their sum is no u64.
    let message = unhex("02 40 00000000000000800000000000000080".replace(' ', "").as_str());
    let error = decode::<Vec<Vec<()>>>(&message).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongForm, "equal counts have a base");
    let message = [&[2, 0x81][..], &varint(1 << 63), &[0]].concat();
    assert_eq!(decode::<Vec<Vec<()>>>(&message).unwrap_err().kind(), ErrorKind::MemoryLimit);
    assert_eq!(decode::<Vec<String>>(&message).unwrap_err().kind(), ErrorKind::UnexpectedEnd);
    assert_eq!(decode::<Vec<Vec<u8>>>(&message).unwrap_err().kind(), ErrorKind::CountTooLarge);
    // Two lists of 20 bools each, and four bytes, of which 32 are the most.
    let message = unhex("0208141400000000");
    assert_eq!(decode::<Vec<Vec<bool>>>(&message).unwrap_err().kind(), ErrorKind::CountTooLarge);
}

#[test]
fn values_without_bits_count_a_byte_each() {
    fn exactly<T: for<'de> Deserialize<'de> + Serialize>(value: &T, bytes: usize) {
        let message = encode(value);
        assert!(decode_with::<T>(&message, &max_alloc(bytes)).is_ok());
        let error = decode_with::<T>(&message, &max_alloc(bytes - 1)).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::MemoryLimit);
    }
    exactly(&vec![(); 1000], 1000);
    exactly(&LinkedList::from([(); 3]), 3 + 3 * 2 * size_of::<usize>());
    exactly(&vec![vec![(); 600], vec![(); 400]], 1000 + 2 * size_of::<Vec<()>>());
    exactly(&vec![[(); 500]; 2], 2 + 1000); // arrays and elements are both without bits
    assert_eq!(decode::<Vec<()>>(&varint(256 << 20)).unwrap().len(), 256 << 20);
    let error = decode::<Vec<()>>(&varint((256 << 20) + 1)).unwrap_err();
    assert_eq!((error.kind(), error.rule()), (ErrorKind::MemoryLimit, "W33"));
}

#[test]
fn the_memory_bound_is_for_the_whole_message() {
    let rows: Vec<(String, Vec<u32>)> = (0..50).map(|i| ("x".repeat(100), vec![i; 25])).collect();
    let message = encode(&rows);
    let needed = 50 * (size_of::<(String, Vec<u32>)>() + 100 + 100);
    assert!(decode_with::<Vec<(String, Vec<u32>)>>(&message, &max_alloc(needed)).is_ok());
    let error =
        decode_with::<Vec<(String, Vec<u32>)>>(&message, &max_alloc(needed - 1)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MemoryLimit);
}

#[test]
fn a_million_nested_rows_are_an_error() {
    fn deep<T: for<'de> Deserialize<'de>>(level: &[u8]) {
        let message = level.repeat(1_000_000);
        let error = decode::<T>(&message).err().unwrap();
        assert_eq!((error.kind(), error.rule()), (ErrorKind::DepthLimit, "W33"));
        assert_eq!(error.offset(), 128 * level.len());
    }
    deep::<Tree>(&[7, 1]);
    deep::<Chain>(&[1, 7]);
    deep::<Onion>(&[1]);
    deep::<Expression>(&[1, 1]);
    // Each level's block would have to hold the next: the length of the outermost lies.
    let message = [0x7f; 1_000_000];
    assert!(decode::<Growing>(&message).is_err());
    assert!(decode::<Vec<Tree>>(&[1; 1_000_000]).is_err());
    assert!(decode::<Seq<Onion>>(&[1; 1_000_000]).is_err());
}

#[test]
fn the_bound_on_nested_rows_is_exact() {
    fn tree(depth: u32) -> Tree {
        let children = if depth == 1 { vec![] } else { vec![tree(depth - 1)] };
        Tree { value: 7, children }
    }
    let message = encode(&tree(128));
    assert_eq!(decode(&message), Ok(tree(128)));
    assert_eq!(decode::<Tree>(&encode(&tree(129))).unwrap_err().kind(), ErrorKind::DepthLimit);
    for max_depth in [0, 1, 5, 127] {
        let limits = Limits::default().max_depth(max_depth);
        assert_eq!(
            decode_with::<Tree>(&message, &limits).unwrap_err().kind(),
            ErrorKind::DepthLimit
        );
        if max_depth > 0 {
            assert!(decode_with::<Tree>(&encode(&tree(max_depth)), &limits).is_ok());
        }
    }
    // Side by side is not nested.
    let wide = Tree { value: 0, children: (0..1000).map(|_| tree(1)).collect() };
    let limits = Limits::default().max_depth(2);
    assert_eq!(decode_with(&encode(&wide), &limits), Ok(wide));
}

/// A sector of a flash, written as the bit that all of its bytes are.
struct Blank;

type Sector = [u8; 200];

impl With<Sector> for Blank {
    type Wire<'a> = bool;

    fn to_wire(sector: &Sector) -> bool {
        sector.starts_with(&[0xff])
    }

    fn from_wire(blank: bool) -> Option<Sector> {
        Some([if blank { 0xff } else { 0 }; 200])
    }
}

/// What a marker makes is larger than what it is made of.
#[derive(Serialize, Deserialize)]
struct Sectors {
    #[onesheet(with = Vec<Blank>)]
    bare: Vec<Sector>,
    #[onesheet(with = VecDeque<Box<Blank>>)]
    boxed: VecDeque<Box<Sector>>,
    #[onesheet(with = VecDeque<Rc<Blank>>)]
    shared: VecDeque<Rc<Sector>>,
    #[onesheet(with = LinkedList<(Arc<Blank>, _)>)]
    pairs: LinkedList<(Arc<Sector>, u8)>,
    #[onesheet(with = Box<[Option<Blank>; 3]>)]
    few: Box<[Option<Sector>; 3]>,
    #[onesheet(with = BTreeMap<_, Box<Blank>>)]
    named: BTreeMap<u16, Box<Sector>>,
}

impl Sectors {
    fn of(n: usize) -> Self {
        let sectors = || (0..n).map(|i| [if i % 3 == 0 { 0xff } else { 0 }; 200]);
        Sectors {
            bare: sectors().collect(),
            boxed: sectors().map(Box::new).collect(),
            shared: sectors().map(Rc::new).collect(),
            pairs: sectors().map(|sector| (Arc::new(sector), 7)).collect(),
            few: Box::new([None, Some([0; 200]), Some([0xff; 200])]),
            named: (0..).zip(sectors().map(Box::new)).collect(),
        }
    }
}

/// Whatever the bound, no message claims more.
#[test]
fn max_alloc_is_never_exceeded() {
    #[track_caller]
    fn within<T: Serialize + for<'de> Deserialize<'de>>(value: &T) {
        let message = encode(value);
        let (result, needed) = peak::<T>(&message, &Limits::default());
        assert!(result.is_ok());
        assert!(needed > 0, "{} claims nothing", std::any::type_name::<T>());
        for bound in [0, 1, 8, 24, 100, 256, 1000, 5000, 20_000, 100_000, 1 << 20] {
            let (_, peak) = peak::<T>(&message, &max_alloc(bound));
            assert!(
                peak <= bound as u64 + SLACK,
                "{}: {peak} bytes of {bound}",
                std::any::type_name::<T>(),
            );
        }
        let (result, _) =
            peak::<T>(&message, &max_alloc(needed.saturating_sub(SLACK + 1) as usize));
        assert_eq!(result.err().unwrap().kind(), ErrorKind::MemoryLimit);
    }
    for n in [1u32, 5, 6, 11, 12, 14, 15, 100, 1000] {
        let words = || (0..n).map(|i| format!("{i}"));
        within(&"x".repeat(n as usize));
        within(&vec![n; n as usize]);
        within(&(0..n).collect::<Vec<u32>>());
        within(&(0..n).map(f64::from).collect::<Vec<f64>>());
        within(&vec![true; n as usize]);
        within(&words().collect::<Vec<String>>());
        within(&(0..n).map(|i| vec![i as u16; i as usize % 4 + 1]).collect::<Vec<_>>());
        within(&(0..n).collect::<VecDeque<u32>>());
        within(&(0..n).collect::<LinkedList<u32>>());
        within(&words().collect::<LinkedList<String>>());
        within(&(0..n).collect::<Rc<[u32]>>());
        within(&words().collect::<Arc<[String]>>());
        within(&words().map(Rc::<str>::from).collect::<Vec<Rc<str>>>());
        within(&Sectors::of(n as usize));
        within(&words().map(String::into_boxed_str).collect::<Box<[Box<str>]>>());
        within(&vec![Rc::<str>::from(""); n as usize]);
        within(&vec![Rc::<[u64]>::from([]); n as usize]);
        within(&vec![Arc::<[u8]>::from([1]); n as usize]);
        within(&(0..n).map(|i| Rc::new(i as u8)).collect::<Vec<Rc<u8>>>());
        within(&(0..n).map(|i| Arc::new(u128::from(i))).collect::<Vec<Arc<u128>>>());
        within(&(0..n).map(Box::new).collect::<Vec<Box<u32>>>());
        within(&(0..n).map(Arc::new).collect::<Vec<Arc<u32>>>());
        within(&(0..n).collect::<BTreeSet<u32>>());
        within(&words().collect::<BTreeSet<String>>());
        within(&(0..n).map(|i| (i, format!("{i}"))).collect::<BTreeMap<u32, String>>());
        within(&(0..n).map(|i| (i as u8, i)).collect::<BTreeMap<u8, u32>>());
        within(&(0..n).collect::<HashSet<u32>>());
        within(&words().map(|word| (word, 7)).collect::<HashMap<String, u64>>());
        within(&vec![(0..n as u8 % 20 + 1).collect::<BTreeSet<u8>>(); 7]);
        within(&vec![(0..n as u8 % 20 + 1).collect::<HashSet<u8>>(); 7]);
        within(
            &(0..n)
                .map(|i| Row { number: 1, text: format!("{i}"), flag: None })
                .collect::<Vec<_>>(),
        );
        within(&vec![Shape::Polygon { corners: vec![(1, 2); 3], name: "x".into() }; n as usize]);
        within(&vec![Config { host: "h".into(), port: 1, tags: vec!["t".into()] }; n as usize]);
        within(&Tree { value: 1, children: vec![Tree { value: 2, children: vec![] }; n as usize] });
        within(&vec![
            Tree { value: 1, children: vec![Tree { value: 2, children: vec![] }] };
            n as usize
        ]);
        within(&std::ffi::CString::new(vec![1; n as usize]).unwrap());
    }
}

/// Broken messages of every type, decoded under a small bound.
struct Broken;

impl Property for Broken {
    fn check<T: Case>(&mut self) {
        const BOUND: usize = 2000;
        let ty = Type::from_schema(T::SCHEMA).unwrap();
        let mut random = Random::new(7);
        for _ in 0..5 {
            let message = onesheet_dynamic::encode(&ty, &random.value(&ty).unwrap()).unwrap();
            let mut spans = Vec::new();
            let trace = &mut |span| spans.push(span);
            let limits = onesheet_dynamic::Limits::default();
            onesheet_dynamic::decode_traced(&ty, &message, &limits, trace).unwrap();
            for mutant in mutants(&message, &spans, 30, &mut random) {
                let (result, peak) = peak::<T>(&mutant, &max_alloc(BOUND));
                assert!(peak <= BOUND as u64 + SLACK, "{ty}: {peak} bytes for {mutant:02x?}");
                match result {
                    // Every accepted message is the one that would be written, but for W29 to W31.
                    Ok(value) => {
                        let again = encode(&value);
                        assert!(again == mutant || ty.to_string().contains("extensible"), "{ty}");
                        let value = onesheet_dynamic::decode(&ty, &mutant, &limits).unwrap();
                        // A schema does not know the values of defaults.
                        if let Ok(expected) = onesheet_dynamic::encode(&ty, &value) {
                            assert_eq!(again, expected, "{ty}");
                        }
                    }
                    Err(error) => assert!(error.offset() <= mutant.len(), "{ty}: {error}"),
                }
            }
        }
    }
}

#[test]
fn broken_messages_of_every_type() {
    each_complete(&mut Broken);
    each_refusing(&mut Broken);
}

/// Every truncation of every message of a type.
struct Truncated(Vec<(Type, Vec<u8>)>);

impl Property for Truncated {
    fn check<T: Case>(&mut self) {
        let ty = Type::from_schema(T::SCHEMA).unwrap();
        for (_, message) in self.0.iter().filter(|(other, _)| *other == ty) {
            for len in 0..message.len().min(300) {
                if let Ok(value) = decode::<T>(&message[..len]) {
                    // A whole block may end sooner.
                    assert_eq!(encode(&value), message[..len], "{ty}");
                }
            }
        }
    }
}

#[test]
fn truncated_vectors() {
    let valid = cases().into_iter().filter(|case| case["reject"] != true);
    let messages: Vec<_> = valid
        .filter_map(|case| {
            let ty = Type::from_json_value(&case["type"]).ok()?;
            Some((ty, unhex(case["hex"].as_str()?)))
        })
        .collect();
    assert!(messages.len() > 500);
    each_complete(&mut Truncated(messages));
}
