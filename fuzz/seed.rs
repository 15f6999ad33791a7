//! Writes the first inputs of each target to `corpus/`: from `tests/vectors`, and from random
//! values of each type, the same ones every time.

use std::fs;
use std::io::Result;
use std::path::{Path, PathBuf};

use onesheet::Schema;
use onesheet_dynamic::random::Random;
use onesheet_dynamic::{Limits, Type, decode, encode};
use onesheet_fuzz::foreign::FOREIGN;
use onesheet_fuzz::views::VIEWS;
use onesheet_fuzz::{CASES, defaults};
use serde_json::Value as Json;

/// Random values of each type.
const VALUES: usize = 16;

struct Vector {
    /// None of a case of frames.
    wire_form: Option<String>,
    message: Vec<u8>,
}

struct Corpus {
    dir: PathBuf,
    inputs: usize,
}

impl Corpus {
    fn of(target: &str) -> Result<Self> {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
        fs::create_dir_all(&dir)?;
        Ok(Corpus { dir, inputs: 0 })
    }

    fn add(&mut self, choice: &[u8], rest: &[u8]) -> Result<()> {
        self.inputs += 1;
        fs::write(self.dir.join(format!("seed-{:05}", self.inputs)), [choice, rest].concat())
    }
}

fn vectors() -> Result<Vec<Vector>> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors");
    let mut files: Vec<_> =
        fs::read_dir(&dir)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    // What goes through serde has types of its own.
    let serde = dir.join("serde.jsonl");
    files.retain(|path| path.extension().is_some_and(|each| each == "jsonl") && *path != serde);
    files.sort();
    let mut vectors = Vec::new();
    for line in files.iter().map(fs::read_to_string).collect::<Result<Vec<_>>>()?.concat().lines() {
        let case: Json = serde_json::from_str(line)?;
        let hex = case["hex"].as_str().expect("every case has its bytes");
        let bytes = hex.as_bytes().chunks(2).map(|pair| {
            let text = std::str::from_utf8(pair).expect("hex digits");
            u8::from_str_radix(text, 16).expect("hex digits")
        });
        let ty = case.get("type").map(|ty| Type::from_json_value(ty).expect("a type"));
        let wire_form = ty.map(|ty| ty.wire_form());
        vectors.push(Vector { wire_form, message: bytes.collect() });
    }
    Ok(vectors)
}

/// Vectors of the type, those of other types that it accepts, and messages of random values.
fn messages(schema: &Schema, vectors: &[Vector], random: &mut Random) -> Vec<Vec<u8>> {
    let ty = defaults::type_of(schema);
    let wire_form = Some(ty.wire_form());
    let limits = Limits::new().max_alloc(1 << 20).max_depth(128);
    let fits = |vector: &&Vector| {
        vector.wire_form == wire_form || decode(&ty, &vector.message, &limits).is_ok()
    };
    let mut messages: Vec<_> = vectors.iter().filter(fits).map(|v| v.message.clone()).collect();
    let values = (0..VALUES).filter_map(|_| random.value(&ty));
    messages.extend(values.map(|value| encode(&ty, &value).expect("a value of the type")));
    messages.sort();
    messages.dedup();
    messages.retain(|message| message.len() < 4000);
    messages
}

fn main() -> Result<()> {
    let vectors = vectors()?;
    let mut random = Random::new(0);
    let [mut canonical, mut agree, mut roundtrip] =
        [Corpus::of("canonical")?, Corpus::of("agree")?, Corpus::of("roundtrip")?];
    let [mut view, mut limits, mut evolve, mut frame] =
        [Corpus::of("view")?, Corpus::of("limits")?, Corpus::of("evolve")?, Corpus::of("frame")?];
    for (choice, case) in (0..).zip(CASES.iter()) {
        for message in messages(case.schema, &vectors, &mut random) {
            canonical.add(&[choice], &message)?;
            agree.add(&[choice], &message)?;
            limits.add(&[choice, 0, 255], &message)?;
        }
        roundtrip.add(&[choice], &noise(&mut random))?;
        evolve.add(&[], &noise(&mut random))?;
    }
    for (choice, pair) in (0..).zip(VIEWS) {
        for message in messages(pair.schema, &vectors, &mut random) {
            view.add(&[choice], &message)?;
        }
    }
    let mut foreign = Corpus::of("foreign")?;
    for (choice, each) in (0..).zip(FOREIGN) {
        // A schema that is no type of the format has no random values.
        if Type::from_schema(each.schema).is_ok() {
            for message in messages(each.schema, &vectors, &mut random) {
                foreign.add(&[choice], &message)?;
            }
        }
    }
    for vector in vectors.iter().filter(|vector| vector.wire_form.is_none()) {
        frame.add(&[7], &vector.message)?;
    }
    for corpus in [canonical, agree, roundtrip, view, limits, evolve, frame, foreign] {
        println!("{}: {} inputs", corpus.dir.display(), corpus.inputs);
    }
    Ok(())
}

fn noise(random: &mut Random) -> Vec<u8> {
    (0..64).flat_map(|_| random.next_u64().to_le_bytes()).collect()
}
