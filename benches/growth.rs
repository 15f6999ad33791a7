//! Time per element, and peak memory of encoding, from 100 to 10,000,000 elements.
//!
//! `cargo bench --bench growth [-- --quick] [SHAPE]`; quick stops at 100,000 elements. Exits with status 1 where encoding
//! takes over a tenth more memory than its output.

#[allow(dead_code, reason = "made for the rows of the other benchmark")]
#[path = "comparative/random.rs"]
mod random;

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use onesheet::{Deserialize, Limits, Serialize};

use crate::random::Random;

const USAGE: &str = "usage: cargo bench --bench growth [-- [--quick] [SHAPE]]";

/// Counts the bytes that are allocated, now and at the most.
///
/// A block that grows counts once: large ones grow in place or by remapping pages.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn grow(by: usize) {
    let now = NOW.fetch_add(by, Relaxed) + by;
    PEAK.fetch_max(now, Relaxed);
}

#[expect(unsafe_code, reason = "the trait of allocators is unsafe")]
// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: as for the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as for the caller.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        NOW.fetch_sub(layout.size(), Relaxed);
        grow(size);
        // SAFETY: as for the caller.
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static MEMORY: Counting = Counting;

/// The bytes that `run` needs beyond what is allocated already.
fn peak<T>(run: impl FnOnce() -> T) -> usize {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    black_box(run());
    PEAK.load(Relaxed) - before
}

/// The median time of one call of `run`.
fn time<T>(mut run: impl FnMut() -> T) -> Duration {
    black_box(run());
    // As many calls a sample as take a measurable time.
    let mut calls = 1;
    let mut samples = Vec::new();
    let whole = Instant::now();
    while samples.len() < 5 || samples.len() < 31 && whole.elapsed() < Duration::from_millis(300) {
        let start = Instant::now();
        for _ in 0..calls {
            black_box(run());
        }
        let elapsed = start.elapsed();
        if elapsed < Duration::from_millis(1) {
            calls *= 2;
        } else {
            samples.push(elapsed / calls);
        }
    }
    samples.sort();
    samples[samples.len() / 2]
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Trade {
    id: u64,
    kind: u8,
    price: f64,
    quantity: u32,
}

struct Growth {
    sizes: Vec<usize>,
    shape: Option<String>,
    json: String,
    shapes: usize,
    failed: bool,
}

impl Growth {
    /// Measures lists of one shape.
    fn shape<T>(&mut self, name: &str, make: impl Fn(usize) -> Vec<T>)
    where
        Vec<T>: Serialize + for<'de> Deserialize<'de> + PartialEq,
    {
        if self.shape.as_ref().is_some_and(|part| !name.contains(part.as_str())) {
            return;
        }
        self.shapes += 1;
        println!(
            "{name}\n  elements   encode   decode   memcpy  ns an element;  bytes an element: peak, output"
        );
        let limits = Limits::default().max_alloc(usize::MAX);
        for &elements in &self.sizes {
            let values = make(elements);
            let mut bytes = Vec::new();
            let memory = peak(|| bytes = onesheet::encode(&values));
            assert!(
                onesheet::decode_with::<Vec<T>>(&bytes, &limits).is_ok_and(|back| back == values)
            );

            let mut buffer = Vec::new();
            let encode = time(|| {
                buffer.clear();
                onesheet::encode_into(black_box(&values), &mut buffer);
            });
            let decode = time(|| onesheet::decode_with::<Vec<T>>(black_box(&bytes), &limits));
            let memcpy = time(|| {
                buffer.clear();
                buffer.extend_from_slice(black_box(&bytes));
            });

            let each = |time: Duration| time.as_nanos() as f64 / elements as f64;
            let (encode, decode, memcpy) = (each(encode), each(decode), each(memcpy));
            let per = |memory: usize| memory as f64 / elements as f64;
            // A small message may start with more capacity than it needs.
            let over = memory > bytes.len() + bytes.len() / 10 + 4_096;
            println!(
                "{elements:10} {encode:8.2} {decode:8.2} {memcpy:8.2} {:34.2} {:7.2}{}",
                per(memory),
                per(bytes.len()),
                if over { "  a tenth above the output" } else { "" }
            );
            self.failed |= over;
            writeln!(
                self.json,
                "{{\"shape\":\"{name}\",\"elements\":{elements},\"encode\":{encode:.3},\"decode\":{decode:.3},\
                 \"memcpy\":{memcpy:.3},\"peak\":{memory},\"output\":{}}}",
                bytes.len()
            )
            .unwrap();
        }
    }
}

fn main() -> ExitCode {
    let mut growth = Growth {
        sizes: vec![100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000],
        shape: None,
        json: String::new(),
        shapes: 0,
        failed: false,
    };
    let mut bench = false;
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            // `cargo bench` passes this one, `cargo test` does not.
            "--bench" => bench = true,
            "--quick" => growth.sizes.truncate(4),
            "--help" => {
                println!("{USAGE}");
                return ExitCode::SUCCESS;
            }
            part if !part.starts_with('-') && growth.shape.is_none() => {
                growth.shape = Some(part.to_owned());
            }
            _ => {
                eprintln!("growth: unexpected argument {argument:?}; {USAGE}");
                return ExitCode::from(2);
            }
        }
    }

    if !bench {
        growth.sizes.truncate(2);
    }
    growth.shape("numbers", |elements| {
        Random::new("growth/numbers").list(elements, |random| random.mixed(32) as u32)
    });
    growth.shape("strings", |elements| {
        Random::new("growth/strings").list(elements, |random| {
            let len = random.count(4, 24);
            random.text(len)
        })
    });
    growth.shape("structs", |elements| {
        let mut id = 0;
        Random::new("growth/structs").list(elements, |random| {
            id += 1 + random.below(10);
            Trade {
                id,
                kind: random.below(4) as u8,
                price: random.f64(),
                quantity: random.mixed(20) as u32,
            }
        })
    });
    // Elements are the numbers inside of lists of 10.
    growth.shape("nested", |elements| {
        Random::new("growth/nested")
            .list(elements / 10, |random| random.list(10, |random| random.mixed(16) as u32))
    });

    if growth.shapes == 0 {
        eprintln!("growth: no shape of this name; {USAGE}");
        return ExitCode::FAILURE;
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target"));
    fs::write(target.join("growth.jsonl"), growth.json).unwrap();
    if growth.failed {
        eprintln!("growth: encoding takes over a tenth more memory than its output");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
