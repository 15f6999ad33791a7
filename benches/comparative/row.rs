//! One row of the results: one pool of values, the codecs that take part in it, and what each of them is timed at.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{Bencher, BenchmarkGroup, BenchmarkId, Criterion, SamplingMode};

use crate::codec::{Decode, Encode, EncodeStack, View};
use crate::field::{Fields, sum};

/// What is timed. Rows run one operation after the other, all codecs of one operation side by side in time.
#[derive(Clone, Copy, PartialEq)]
pub enum Op {
    /// To memory allocated for it.
    Encode,
    /// Into a buffer of an earlier call.
    EncodeReused,
    /// Into memory on the stack.
    EncodeStack,
    /// To a value that owns what it holds; dropping it is part of the time.
    Decode,
    /// To a value that borrows from the input.
    View,
    /// The same, and every field of it read.
    ViewRead,
}

impl Op {
    const ALL: [Self; 6] = [
        Self::Encode,
        Self::EncodeReused,
        Self::EncodeStack,
        Self::Decode,
        Self::View,
        Self::ViewRead,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Encode => "encode",
            Self::EncodeReused => "encode_reused",
            Self::EncodeStack => "encode_stack",
            Self::Decode => "decode",
            Self::View => "view",
            Self::ViewRead => "view_read",
        }
    }
}

/// How long one row takes to measure.
#[derive(Clone, Copy, PartialEq)]
pub enum Cost {
    /// Up to some microseconds an operation.
    Short,
    /// Up to some milliseconds.
    Long,
    /// Tens of milliseconds.
    Huge,
}

/// The run: what was asked for on the command line, and where results go.
pub struct Bench {
    pub criterion: Criterion,
    pub directory: PathBuf,
    pub quick: bool,
    pub row: Option<String>,
    pub codec: Option<String>,
    pub ran: usize,
}

impl Bench {
    /// Whether the row was asked for: rows that were not need not make their values.
    pub fn wants(&self, row: &str) -> bool {
        self.row.as_ref().is_none_or(|part| row.contains(part.as_str()))
    }
}

/// Mean times say little on a shared machine; the medians of these samples are what is reported.
fn timing(group: &mut BenchmarkGroup<WallTime>, quick: bool, cost: Cost) {
    let (warm_up, measurement, samples) = match (quick, cost) {
        (false, Cost::Short) => (120, 450, 30),
        (false, Cost::Long) => (150, 800, 20),
        (false, Cost::Huge) => (50, 600, 10),
        (true, _) => (1, 4, 10),
    };
    group.warm_up_time(Duration::from_millis(warm_up));
    group.measurement_time(Duration::from_millis(measurement));
    group.sample_size(samples);
    group.nresamples(1_001);
    group.sampling_mode(SamplingMode::Flat);
}

type Run = Box<dyn FnMut(&mut Bencher)>;

struct Measurement {
    op: Op,
    codec: &'static str,
    run: Run,
}

struct Size {
    codec: &'static str,
    /// Bytes of all the pool's values.
    bytes: usize,
    /// The same after zstd, each value by itself.
    zstd: Option<usize>,
}

/// A row being put together. Pools and their encodings live as long as the process, so that views need no lifetime.
pub struct Row {
    name: String,
    cost: Cost,
    compress: bool,
    values: usize,
    measurements: Vec<Measurement>,
    sizes: Vec<Size>,
}

/// Gives the values of a pool in rotation, so that no branch predictor learns one of them.
struct Rotation<T: 'static> {
    pool: &'static [T],
    next: usize,
}

impl<T> Rotation<T> {
    fn new(pool: &'static [T]) -> Self {
        assert!(!pool.is_empty());
        Self { pool, next: 0 }
    }

    fn next(&mut self) -> &'static T {
        let value = &self.pool[self.next];
        self.next += 1;
        if self.next == self.pool.len() {
            self.next = 0;
        }
        black_box(value)
    }
}

/// The memory that stack rows encode into; aligned, because rkyv wants it so.
#[repr(align(16))]
struct Stack([u8; 512]);

impl Row {
    pub fn new(name: impl Into<String>, cost: Cost) -> Self {
        Self {
            name: name.into(),
            cost,
            compress: false,
            values: 0,
            measurements: Vec::new(),
            sizes: Vec::new(),
        }
    }

    /// Also reports the size after zstd.
    pub fn compressed(mut self) -> Self {
        self.compress = true;
        self
    }

    fn add(&mut self, op: Op, codec: &'static str, run: impl FnMut(&mut Bencher) + 'static) {
        self.measurements.push(Measurement { op, codec, run: Box::new(run) });
    }

    fn size(&mut self, codec: &'static str, pool: &[impl AsRef<[u8]>]) {
        self.values = pool.len();
        let bytes = pool.iter().map(|bytes| bytes.as_ref().len()).sum();
        let zstd = self.compress.then(|| {
            pool.iter().map(|bytes| zstd::bulk::compress(bytes.as_ref(), 3).unwrap().len()).sum()
        });
        self.sizes.push(Size { codec, bytes, zstd });
    }

    /// Encoding to the heap and decoding, each checked against the values first.
    pub fn owned<C, T>(&mut self, pool: &'static [T])
    where
        C: Encode<T> + Decode<T>,
        T: PartialEq + std::fmt::Debug,
    {
        self.encode::<C, T>(pool);
        self.decode::<C, C, T>(pool);
    }

    /// Encoding to the heap.
    pub fn encode<C: Encode<T>, T>(&mut self, pool: &'static [T]) {
        let encoded: Vec<_> = pool.iter().map(C::encode).collect();
        let len = encoded.iter().map(|bytes| bytes.len()).max().unwrap_or(0);
        let mut buffer = C::buffer(len);
        for (value, bytes) in pool.iter().zip(&encoded) {
            assert!(
                C::encode_into(value, &mut buffer).starts_with(bytes),
                "{} {}: two encoders, two encodings",
                self.name,
                C::NAME
            );
        }
        let encoded: Vec<&[u8]> = encoded.iter().map(|bytes| &**bytes).collect();
        self.size(C::NAME, &encoded);

        self.add(Op::Encode, C::NAME, |b| {
            let mut values = Rotation::new(pool);
            b.iter(|| C::encode(values.next()));
        });
        self.add(Op::EncodeReused, C::NAME, move |b| {
            let mut values = Rotation::new(pool);
            let mut buffer = C::buffer(len);
            b.iter(|| {
                black_box(C::encode_into(values.next(), &mut buffer));
            });
        });
    }

    /// Decoding by `D` of what `C` encodes: they differ where one codec has two decoders.
    pub fn decode<C, D, T>(&mut self, pool: &'static [T])
    where
        C: Encode<T>,
        D: Decode<T>,
        T: PartialEq + std::fmt::Debug,
    {
        let encoded: &'static [C::Output] = pool.iter().map(C::encode).collect::<Vec<_>>().leak();
        let mut state = D::State::default();
        for (value, bytes) in pool.iter().zip(encoded) {
            let decoded = D::decode(bytes, &mut state);
            assert!(*value == decoded, "{} {}: {value:?} came back as {decoded:?}", self.name, D::NAME);
        }
        self.add(Op::Decode, D::NAME, |b| {
            let mut values = Rotation::new(encoded);
            let mut state = D::State::default();
            b.iter(|| D::decode(values.next(), &mut state));
        });
    }

    /// Borrowing a `V` by `D` from what `C` encodes.
    pub fn view<C, D, T, V>(&mut self, pool: &'static [T])
    where
        C: Encode<T>,
        D: View<'static, V>,
        T: Fields,
        V: Fields,
    {
        let encoded: &'static [C::Output] = pool.iter().map(C::encode).collect::<Vec<_>>().leak();
        let mut state = D::State::default();
        for (value, bytes) in pool.iter().zip(encoded) {
            assert!(
                sum(value) == sum(&D::view(bytes, &mut state)),
                "{} {}: the view reads other fields",
                self.name,
                D::NAME
            );
        }
        self.add(Op::View, D::NAME, |b| {
            let mut values = Rotation::new(encoded);
            let mut state = D::State::default();
            b.iter(|| D::view(values.next(), &mut state));
        });
        self.add(Op::ViewRead, D::NAME, |b| {
            let mut values = Rotation::new(encoded);
            let mut state = D::State::default();
            b.iter(|| sum(&D::view(values.next(), &mut state)));
        });
    }

    /// Encoding to the stack.
    pub fn stack<C: Encode<T> + EncodeStack<T>, T>(&mut self, pool: &'static [T]) {
        let mut stack = Stack([0; 512]);
        for value in pool {
            assert!(
                C::encode_stack(value, &mut stack.0).starts_with(&C::encode(value)),
                "{} {}: two encoders, two encodings",
                self.name,
                C::NAME
            );
        }
        self.add(Op::EncodeStack, C::NAME, |b| {
            let mut values = Rotation::new(pool);
            let mut stack = Stack([0; 512]);
            b.iter(|| {
                black_box(C::encode_stack(values.next(), &mut stack.0));
            });
        });
    }

    /// The limits of `C`: copying its bytes.
    pub fn memcpy<C: Encode<T>, T>(&mut self, pool: &'static [T], stack: bool) {
        const NAME: &str = "memcpy";
        let encoded: &'static [Vec<u8>] =
            pool.iter().map(|value| C::encode(value).to_vec()).collect::<Vec<_>>().leak();
        for op in [Op::Encode, Op::Decode] {
            self.add(op, NAME, |b| {
                let mut values = Rotation::new(encoded);
                b.iter(|| values.next().to_vec());
            });
        }
        self.add(Op::EncodeReused, NAME, |b| {
            let mut values = Rotation::new(encoded);
            let mut buffer = Vec::new();
            b.iter(|| {
                buffer.clear();
                buffer.extend_from_slice(values.next());
                black_box(&buffer[..]);
            });
        });
        if stack {
            self.add(Op::EncodeStack, NAME, |b| {
                let mut values = Rotation::new(encoded);
                let mut stack = Stack([0; 512]);
                b.iter(|| {
                    let bytes = values.next();
                    stack.0[..bytes.len()].copy_from_slice(bytes);
                    black_box(&stack.0[..bytes.len()]);
                });
            });
        }
    }

    /// The limits of `C`: an encoder of the same bytes, written by hand for this type alone.
    ///
    /// `encode` appends to the buffer.
    pub fn hand<C: Encode<T>, T>(
        &mut self,
        pool: &'static [T],
        encode: impl Fn(&T, &mut Vec<u8>) + Copy + 'static,
    ) {
        const NAME: &str = "hand-written";
        for value in pool {
            let mut bytes = Vec::new();
            encode(value, &mut bytes);
            assert!(*bytes == *C::encode(value), "{} {NAME}: other bytes than {}", self.name, C::NAME);
        }
        self.add(Op::Encode, NAME, move |b| {
            let mut values = Rotation::new(pool);
            b.iter(|| {
                let mut buffer = Vec::new();
                encode(values.next(), &mut buffer);
                buffer
            });
        });
        self.add(Op::EncodeReused, NAME, move |b| {
            let mut values = Rotation::new(pool);
            let mut buffer = Vec::new();
            b.iter(|| {
                buffer.clear();
                encode(values.next(), &mut buffer);
                black_box(&buffer[..]);
            });
        });
    }

    /// The same for the stack. `encode` gives the number of bytes that it wrote.
    pub fn hand_stack<C: Encode<T>, T>(
        &mut self,
        pool: &'static [T],
        encode: impl Fn(&T, &mut [u8]) -> usize + Copy + 'static,
    ) {
        const NAME: &str = "hand-written";
        let mut stack = Stack([0; 512]);
        for value in pool {
            let len = encode(value, &mut stack.0);
            assert!(
                stack.0[..len] == *C::encode(value),
                "{} {NAME}: other bytes than {}",
                self.name,
                C::NAME
            );
        }
        self.add(Op::EncodeStack, NAME, move |b| {
            let mut values = Rotation::new(pool);
            let mut stack = Stack([0; 512]);
            b.iter(|| {
                let len = encode(values.next(), &mut stack.0);
                black_box(&stack.0[..len]);
            });
        });
    }

    /// Times what was asked for.
    pub fn run(mut self, bench: &mut Bench) {
        self.write_sizes(bench);
        let wanted = |codec: &str| bench.codec.as_ref().is_none_or(|part| codec.contains(part.as_str()));
        self.measurements.retain(|measurement| wanted(measurement.codec));
        bench.ran += self.measurements.len();

        let mut group = bench.criterion.benchmark_group(&self.name);
        timing(&mut group, bench.quick, self.cost);
        for op in Op::ALL {
            for measurement in self.measurements.iter_mut().filter(|measurement| measurement.op == op) {
                let id = BenchmarkId::new(measurement.codec, op.name());
                group.bench_function(id, |b| (measurement.run)(b));
            }
        }
        group.finish();
    }

    /// Sizes go where `results.py` looks for them, one file a row.
    fn write_sizes(&self, bench: &Bench) {
        let codecs: BTreeSet<_> = self.sizes.iter().map(|size| size.codec).collect();
        assert_eq!(codecs.len(), self.sizes.len(), "{}: a codec twice", self.name);
        let mut json = format!("{{\"row\":\"{}\",\"values\":{},\"sizes\":{{", self.name, self.values);
        for (i, size) in self.sizes.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            let zstd = size.zstd.map_or("null".to_owned(), |zstd| zstd.to_string());
            write!(json, "{comma}\"{}\":{{\"bytes\":{},\"zstd\":{zstd}}}", size.codec, size.bytes)
                .unwrap();
        }
        json.push_str("}}\n");
        let directory = bench.directory.join("sizes");
        fs::create_dir_all(&directory).unwrap();
        fs::write(directory.join(self.name.replace('/', "_") + ".json"), json).unwrap();
    }
}

/// Every codec that takes part in a row of a type that all of them derive.
macro_rules! contenders {
    ($row:ident, $pool:ident) => {
        $row.owned::<$crate::codec::Bincode, _>($pool);
        $row.owned::<$crate::codec::Postcard, _>($pool);
        $row.owned::<$crate::codec::PackIo, _>($pool);
        $row.owned::<$crate::codec::Bitcode, _>($pool);
        $row.owned::<$crate::codec::Wincode, _>($pool);
        $row.owned::<$crate::codec::Speedy, _>($pool);
        $row.owned::<$crate::codec::Borsh, _>($pool);
        $row.owned::<$crate::codec::Rkyv, _>($pool);
        $row.decode::<$crate::codec::Rkyv, $crate::codec::RkyvUnchecked, _>($pool);
    };
}

/// Every codec that can borrow from its input.
macro_rules! views {
    ($row:ident, $pool:ident, $view:ty, bitcode $bitcode:ty, rkyv $archived:ty) => {
        $row.view::<$crate::codec::Bincode, $crate::codec::Bincode, _, $view>($pool);
        $row.view::<$crate::codec::Postcard, $crate::codec::Postcard, _, $view>($pool);
        $row.view::<$crate::codec::PackIo, $crate::codec::PackIo, _, $view>($pool);
        $row.view::<$crate::codec::Bitcode, $crate::codec::Bitcode, _, $bitcode>($pool);
        $row.view::<$crate::codec::Wincode, $crate::codec::Wincode, _, $view>($pool);
        $row.view::<$crate::codec::Speedy, $crate::codec::Speedy, _, $view>($pool);
        $row.view::<$crate::codec::Rkyv, $crate::codec::Rkyv, _, &'static $archived>($pool);
        $row.view::<$crate::codec::Rkyv, $crate::codec::RkyvUnchecked, _, &'static $archived>($pool);
    };
}

/// Every codec that writes into a slice.
macro_rules! stacks {
    ($row:ident, $pool:ident) => {
        $row.stack::<$crate::codec::Bincode, _>($pool);
        $row.stack::<$crate::codec::Postcard, _>($pool);
        $row.stack::<$crate::codec::PackIo, _>($pool);
        $row.stack::<$crate::codec::Wincode, _>($pool);
        $row.stack::<$crate::codec::Speedy, _>($pool);
        $row.stack::<$crate::codec::Borsh, _>($pool);
        $row.stack::<$crate::codec::Rkyv, _>($pool);
    };
}

pub(crate) use {contenders, stacks, views};
