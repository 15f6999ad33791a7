//! Fields whose places are said (F22), and that are read alone (F23).

use std::io::Cursor;

use onesheet::{Deserialize, Serialize, list};
use onesheet_dynamic::random::Random;
use onesheet_dynamic::{Type, Value, encode_list};
use onesheet_file::{FieldList, Options, Reader, What, Writer};

/// The types of the fields, in order.
fn fields(ty: &Type) -> Vec<Type> {
    match ty {
        Type::Tuple(parts) => parts.clone(),
        Type::Struct(s) => s.fields.iter().map(|field| field.ty.clone()).collect(),
        _ => Vec::new(),
    }
}

fn values(value: &Value) -> Vec<Value> {
    match value {
        Value::List(values) => values.clone(),
        other => panic!("{other:?}"),
    }
}

/// Each list is what the values of the field are encoded to.
#[test]
fn of_random_types() {
    let mut random = Random::new(80);
    let (mut some, mut none) = (0, 0);
    while some < 1_000 {
        let depth = 1 + random.below(4);
        let ty = random.ty(depth);
        let most = if random.one_in(4) { 100 } else { 10 };
        let n = 1 + random.below(most);
        let records: Option<Vec<Value>> = (0..n).map(|_| random.value(&ty)).collect();
        let Some(records) = records else { continue };
        let list = encode_list(&ty, &records).unwrap();
        let lists = FieldList::of(&ty, n, &list);
        let fields = fields(&ty);
        if fields.is_empty() || ty.is_fixed() {
            assert!(lists.is_empty(), "{ty}");
            none += 1;
            continue;
        }
        assert_eq!(lists.len(), fields.len(), "{ty}");
        let mut end = lists[0].at;
        for (place, (field, found)) in fields.iter().zip(&lists).enumerate() {
            let values: Vec<Value> =
                records.iter().map(|record| values(record)[place].clone()).collect();
            let bytes = &list[found.at as usize..][..found.len as usize];
            assert_eq!(bytes, encode_list(field, &values).unwrap(), "{ty}, {place}");
            assert_eq!(found.check, crc32c::crc32c(bytes));
            assert_eq!(found.at, end);
            end += found.len;
        }
        assert_eq!(end as usize, list.len());
        some += 1;
    }
    assert!(none > 100, "{none}");
}

/// What is no list has no places, and takes no time.
#[test]
fn of_bytes_that_are_no_list() {
    let mut random = Random::new(81);
    for _ in 0..2_000 {
        let depth = 1 + random.below(4);
        let ty = random.ty(depth);
        let bytes: Vec<u8> = (0..random.below(40)).map(|_| random.below(256) as u8).collect();
        let lists = FieldList::of(&ty, 1 + random.below(1 << 20), &bytes);
        assert!(lists.iter().all(|list| list.at as usize + list.len as usize <= bytes.len()));
    }
    let ty: Type =
        "struct R{a: seq(seq(unit)), b: array(array(unit, 1000000), 1000000)}".parse().unwrap();
    assert!(FieldList::of(&ty, 1 << 40, b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01").is_empty());
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Line {
    at: u64,
    text: String,
    code: Option<u16>,
}

fn lines() -> Vec<Line> {
    let line = |n: u64| Line {
        at: 1_000_000 + n,
        text: format!("line {n}"),
        code: (n % 3 != 0).then_some(n as u16),
    };
    (0..1000).map(line).collect()
}

fn written<T: Serialize + Clone>(records: &[T], options: Options) -> Vec<u8> {
    let mut writer = Writer::with_options(Vec::new(), options).unwrap();
    records.iter().cloned().for_each(|record| writer.push(record).unwrap());
    writer.finish().unwrap()
}

/// The records of a file, and of which blocks one field was read alone, and from what.
fn read_field(file: &[u8], field: usize) -> (Vec<Vec<u8>>, usize) {
    let mut reader = Reader::part(Cursor::new(file), 0..u64::MAX).unwrap();
    let (mut lists, mut whole) = (Vec::new(), 0);
    while let Some(event) = reader.next_event().unwrap() {
        match event.what {
            What::Statistics(_) => reader.only(&[field]),
            What::Fields(fields) => lists.push(fields.bytes().to_vec()),
            What::Records(_) => whole += 1,
            What::Section(_) | What::End { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    (lists, whole)
}

#[test]
fn that_a_writer_says() {
    let options = || Options { block_records: 100, fields: true, ..Options::default() };
    let lines = lines();
    let file = written(&lines, options());
    let records: Result<Vec<Line>, _> = Reader::new(file.as_slice()).records().collect();
    assert_eq!(records.unwrap(), lines);
    let (lists, whole) = read_field(&file, 2);
    assert_eq!((lists.len(), whole), (10, 0));
    for (bytes, lines) in lists.iter().zip(lines.chunks(100)) {
        let codes: Vec<Option<u16>> = lines.iter().map(|line| line.code).collect();
        assert_eq!(list::decode::<Option<u16>>(bytes, 100).unwrap(), codes);
    }
    let (_, whole) = read_field(&file, 3);
    assert_eq!(whole, 10);

    // By default, of compressed records, of records that are one number, and of fixed ones, it is not said.
    let default = Options { fields: false, ..options() };
    let compressed = Options { compression: Some(3), ..options() };
    for file in [written(&lines, default), written(&lines, compressed)] {
        assert!(!file.windows(8).any(|bytes| bytes == b"\x89os1\r\n\x1a\x73"));
        assert_eq!(read_field(&file, 0), (Vec::new(), 10));
    }
    assert_eq!(read_field(&written(&[7u32; 200], options()), 0), (Vec::new(), 2));
    assert_eq!(read_field(&written(&[(1u8, 2.5f32); 200], options()), 0), (Vec::new(), 2));
}

/// A mark in the records is written otherwise (F2), so that lists are not where they were.
#[test]
fn of_records_with_a_mark() {
    let options = Options { fields: true, ..Options::default() };
    let records = [("a".to_owned(), 1u16), ("\u{89}os1".to_owned(), 2)];
    assert_eq!(read_field(&written(&records, options.clone()), 1).1, 0);
    let mark = b"\x89os1\r\n\x1a".to_vec();
    let records = [(mark, 1u16)];
    let file = written(&records, options);
    assert_eq!(read_field(&file, 1), (Vec::new(), 1));
    let found: Result<Vec<(Vec<u8>, u16)>, _> = Reader::new(file.as_slice()).records().collect();
    assert_eq!(found.unwrap(), records);
}
