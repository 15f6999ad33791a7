//! `onesheet-moves CODEC PROJECT`: the calls with which a project keeps 10,000 records of a person. Prints
//! the bytes that it keeps; `measure.sh` counts the instructions of [`write`] and [`read`].

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Person {
    id: u64,
    name: String,
    email: String,
    age: u8,
    visits: u32,
    scores: [f32; 3],
    tags: Vec<String>,
}

fn people() -> Vec<(String, Person)> {
    let mut x = 1u64;
    let mut next = move |n: u64| {
        x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (x >> 33) % n
    };
    let person = |id| {
        let name = format!("user-{}", next(1_000_000));
        let person = Person {
            id,
            email: format!("{name}@example.org"),
            name,
            age: next(90) as u8,
            visits: next(5_000) as u32,
            scores: [next(100) as f32 / 7.0, next(100) as f32 / 3.0, 0.5],
            tags: (0..next(4)).map(|_| format!("tag{}", next(50))).collect(),
        };
        (format!("key-{id}"), person)
    };
    (0..10_000).map(person).collect()
}

/// What rkv's safe mode has in its file: names of stores, and of each its entries.
type Stores = HashMap<Option<String>, Database>;

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Database {
    flags: u32,
    snapshot: Snapshot,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Snapshot {
    flags: Option<u32>,
    map: Arc<BTreeMap<Box<[u8]>, BTreeSet<Box<[u8]>>>>,
}

fn stores() -> Stores {
    let mut map = BTreeMap::new();
    for (key, person) in people() {
        // Values, and their lengths, stay as bincode 1 writes them.
        let values = [
            (key.clone(), bincode::serialize(&(7u8, &person.email))),
            (format!("{key}/visits"), bincode::serialize(&(2u8, u64::from(person.visits)))),
        ];
        for (key, value) in values {
            let value = value.expect("bincode refuses none of these").into_boxed_slice();
            map.insert(key.into_bytes().into_boxed_slice(), BTreeSet::from([value]));
        }
    }
    let snapshot = Snapshot { flags: None, map: Arc::new(map) };
    HashMap::from([(Some("people".to_owned()), Database { flags: 0, snapshot })])
}

#[inline(never)]
fn write<T>(make: impl FnOnce() -> T) -> T {
    black_box(make())
}

#[inline(never)]
fn read<T>(make: impl FnOnce() -> T) -> T {
    black_box(make())
}

type Values = HashMap<String, Vec<u8>>;
type Lists = HashMap<String, Vec<Vec<u8>>>;

/// The bytes that a project keeps by a codec.
macro_rules! kept {
    ($project:expr, $to:path, $from:path) => {
        match $project {
            "kv" => {
                let people = people();
                let all: Vec<Vec<u8>> =
                    write(|| people.iter().map(|(_, p)| $to(p).unwrap()).collect());
                let read: Vec<Person> =
                    read(|| all.iter().map(|one| $from(one).unwrap()).collect());
                assert!(read.iter().eq(people.iter().map(|(_, person)| person)));
                all.iter().map(Vec::len).sum()
            }
            "rustbreak" => {
                let map: HashMap<String, Person> = people().into_iter().collect();
                let bytes: Vec<u8> = write(|| $to(&map).unwrap());
                let read: HashMap<String, Person> = read(|| $from(&bytes).unwrap());
                assert_eq!(read, map);
                bytes.len()
            }
            "rkv" => {
                let stores = stores();
                let bytes: Vec<u8> = write(|| $to(&stores).unwrap());
                let read: Stores = read(|| $from(&bytes).unwrap());
                assert_eq!(read, stores);
                bytes.len()
            }
            "pickledb" => {
                let people = people();
                let bytes: Vec<u8> = write(|| {
                    let value =
                        |(key, person): &(String, Person)| (key.clone(), $to(person).unwrap());
                    let values: Values = people.iter().map(value).collect();
                    $to(&(values, Lists::new())).unwrap()
                });
                let read: Vec<Person> = read(|| {
                    let (values, _): (Values, Lists) = $from(&bytes).unwrap();
                    people.iter().map(|(key, _)| $from(&values[key]).unwrap()).collect()
                });
                assert!(read.iter().eq(people.iter().map(|(_, person)| person)));
                bytes.len()
            }
            _ => return None,
        }
    };
}

fn kept(codec: &str, project: &str) -> Option<usize> {
    Some(match codec {
        "bincode" => kept!(project, bincode::serialize, bincode::deserialize),
        "onesheet" => kept!(project, onesheet::serde::to_vec, onesheet::serde::from_slice),
        _ => return None,
    })
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let bytes = match arguments.as_slice() {
        [codec, project] => kept(codec, project),
        _ => None,
    };
    match bytes {
        Some(bytes) => println!("{bytes}"),
        None => {
            eprintln!("usage: onesheet-moves bincode|onesheet kv|rustbreak|rkv|pickledb");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
