//! One row of the results: one pool of values, the codecs that take part in it, and what each of them is measured at.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::codec::{Codec, Decode, Encode, EncodeStack, Onesheet, View};
use crate::field::{Fields, sum};

/// What is measured. Rows run one operation after the other, all codecs of one operation side by side in time.
#[derive(Clone, Copy, PartialEq)]
pub enum Op {
    /// To memory allocated for it.
    Encode,
    /// Into a buffer of an earlier call.
    EncodeReused,
    /// Into a slice of the caller's, of the exact length.
    EncodeSlice,
    /// Only counted.
    EncodedLen,
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
    const fn name(self) -> &'static str {
        match self {
            Self::Encode => "encode",
            Self::EncodeReused => "encode_reused",
            Self::EncodeSlice => "encode_slice",
            Self::EncodedLen => "encoded_len",
            Self::EncodeStack => "encode_stack",
            Self::Decode => "decode",
            Self::View => "view",
            Self::ViewRead => "view_read",
        }
    }
}

/// How long one operation of a row takes.
#[derive(Clone, Copy, PartialEq)]
pub enum Cost {
    /// Up to some microseconds.
    Short,
    Long,
}

/// What is done with the rows.
#[derive(Clone, Copy, PartialEq)]
pub enum Mode {
    /// Every round trip, and every operation once for each value.
    Check,
    /// The least time of many short batches, all codecs of an operation in turn.
    Time,
    /// One pass over the pool of every short row, and of a row by its full name, for callgrind to count.
    Instructions,
}

/// The run: what was asked for on the command line.
pub struct Bench {
    pub mode: Mode,
    pub row: Option<String>,
    pub codec: Option<String>,
    pub measured: usize,
}

impl Bench {
    /// Whether the row was asked for: rows that were not need not make their values.
    pub fn wants(&self, row: &str, cost: Cost) -> bool {
        let named = self.row.as_deref() == Some(row);
        let countable = self.mode != Mode::Instructions || cost == Cost::Short || named;
        countable && self.row.as_ref().is_none_or(|part| row.contains(part.as_str()))
    }
}

/// Callgrind writes down what it has counted, and starts anew, when this function returns.
#[inline(never)]
fn dump_counts() {
    black_box(());
}

/// Batches of each operation, of which the least time counts.
const BATCHES: usize = 40;

/// A batch is so long that the clock does not matter, and so short that some are not disturbed.
const BATCH: Duration = Duration::from_micros(150);

fn time(measurement: &mut Measurement, passes: u32) -> Duration {
    let start = Instant::now();
    (0..passes).for_each(|_| (measurement.pass)());
    start.elapsed()
}

fn passes_a_batch(measurement: &mut Measurement) -> u32 {
    let mut passes = 1;
    while passes < 1 << 20 && time(measurement, passes) < BATCH {
        passes *= 2;
    }
    passes
}

struct Measurement {
    op: Op,
    codec: &'static str,
    /// The operation, once for each value of the pool, so that no branch predictor learns one.
    pass: Box<dyn FnMut()>,
    values: usize,
}

struct Size {
    codec: &'static str,
    values: usize,
    /// Bytes of all the pool's values.
    bytes: usize,
    /// The same after zstd, each value by itself.
    zstd: Option<usize>,
}

/// A row being put together. Pools and their encodings live as long as the process, so that views need no lifetime.
pub struct Row {
    name: String,
    compress: bool,
    codec: Option<String>,
    measurements: Vec<Measurement>,
    sizes: Vec<Size>,
}

/// Memory that stack rows encode into; aligned, because rkyv wants it so.
#[repr(align(16))]
struct Stack([u8; 512]);

impl Row {
    pub fn new(bench: &Bench, name: &str) -> Self {
        Self {
            name: name.to_owned(),
            compress: false,
            codec: bench.codec.clone(),
            measurements: Vec::new(),
            sizes: Vec::new(),
        }
    }

    /// Also reports the size after zstd.
    pub fn compressed(mut self) -> Self {
        self.compress = true;
        self
    }

    fn wants(&self, codec: &str) -> bool {
        self.codec.as_ref().is_none_or(|part| *part == codec)
    }

    /// Adds one measurement: what `make` makes is given each input in turn.
    fn add<I, O, F>(
        &mut self,
        op: Op,
        codec: &'static str,
        inputs: &'static [I],
        make: impl Fn() -> F + 'static,
    ) where
        F: FnMut(&'static I) -> O + 'static,
    {
        assert!(!inputs.is_empty());
        let mut once = make();
        self.measurements.push(Measurement {
            op,
            codec,
            pass: Box::new(move || {
                for input in inputs {
                    black_box(once(black_box(input)));
                }
            }),
            values: inputs.len(),
        });
    }

    fn size(&mut self, codec: &'static str, pool: &[impl std::ops::Deref<Target = [u8]>]) {
        let bytes = pool.iter().map(|bytes| bytes.len()).sum();
        let zstd = self
            .compress
            .then(|| pool.iter().map(|bytes| zstd::bulk::compress(bytes, 3).unwrap().len()).sum());
        self.sizes.push(Size { codec, values: pool.len(), bytes, zstd });
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
        if const { !C::BUILT } || !self.wants(C::NAME) {
            return;
        }
        let encoded: Vec<_> = pool.iter().map(C::encode).collect();
        let len = encoded.iter().map(|bytes| bytes.len()).max().unwrap_or(0);
        let mut buffer = C::buffer(len);
        for (value, bytes) in pool.iter().zip(&encoded) {
            let reused = C::encode_into(value, &mut buffer);
            assert!(reused.starts_with(bytes), "{} {}: two encodings", self.name, C::NAME);
        }
        self.size(C::NAME, &encoded);

        self.add(Op::Encode, C::NAME, pool, || C::encode);
        self.add(Op::EncodeReused, C::NAME, pool, move || {
            let mut buffer = C::buffer(len);
            move |value| {
                black_box(C::encode_into(value, &mut buffer));
            }
        });
    }

    /// Encoding to a slice of the exact length.
    pub fn slice<C: Encode<T> + EncodeStack<T>, T>(&mut self, pool: &'static [T]) {
        if const { !C::BUILT } || !self.wants(C::NAME) {
            return;
        }
        for value in pool {
            let bytes = C::encode(value);
            let mut slice = vec![0; bytes.len()];
            let written = C::encode_stack(value, &mut slice);
            assert!(*written == *bytes, "{} {} to a slice: other bytes", self.name, C::NAME);
        }
        let len = pool.iter().map(|value| C::encode(value).len()).max().unwrap_or(0);
        self.add(Op::EncodeSlice, C::NAME, pool, move || {
            let mut slice = vec![0; len];
            move |value| {
                black_box(C::encode_stack(value, &mut slice));
            }
        });
    }

    /// Counting, by onesheet.
    pub fn encoded_len<T: onesheet::Serialize>(&mut self, pool: &'static [T]) {
        if !self.wants(Onesheet::NAME) {
            return;
        }
        for value in pool {
            assert_eq!(onesheet::encoded_len(value), Onesheet::encode(value).len());
        }
        self.add(Op::EncodedLen, Onesheet::NAME, pool, || {
            move |value| {
                black_box(onesheet::encoded_len(value));
            }
        });
    }

    /// Decoding by `D` of what `C` encodes: they differ where one codec has two decoders.
    pub fn decode<C, D, T>(&mut self, pool: &'static [T])
    where
        C: Encode<T>,
        D: Decode<T>,
        T: PartialEq + std::fmt::Debug,
    {
        if const { !D::BUILT } || !self.wants(D::NAME) {
            return;
        }
        let encoded: &'static [C::Output] = pool.iter().map(C::encode).collect::<Vec<_>>().leak();
        let mut state = D::State::default();
        for (value, bytes) in pool.iter().zip(encoded) {
            let back = D::decode(bytes, &mut state);
            assert!(*value == back, "{} {}: {value:?} came back as {back:?}", self.name, D::NAME);
        }
        self.add(Op::Decode, D::NAME, encoded, || {
            let mut state = D::State::default();
            move |bytes| D::decode(bytes, &mut state)
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
        if const { !D::BUILT } || !self.wants(D::NAME) {
            return;
        }
        let encoded: &'static [C::Output] = pool.iter().map(C::encode).collect::<Vec<_>>().leak();
        let mut state = D::State::default();
        for (value, bytes) in pool.iter().zip(encoded) {
            let view = D::view(bytes, &mut state);
            assert!(sum(value) == sum(&view), "{} {}: other fields", self.name, D::NAME);
        }
        self.add(Op::View, D::NAME, encoded, || {
            let mut state = D::State::default();
            move |bytes| D::view(bytes, &mut state)
        });
        self.add(Op::ViewRead, D::NAME, encoded, || {
            let mut state = D::State::default();
            move |bytes| sum(&D::view(bytes, &mut state))
        });
    }

    /// Encoding to the stack.
    pub fn stack<C: Encode<T> + EncodeStack<T>, T>(&mut self, pool: &'static [T]) {
        if const { !C::BUILT } || !self.wants(C::NAME) {
            return;
        }
        let mut stack = Stack([0; 512]);
        for value in pool {
            let bytes = C::encode_stack(value, &mut stack.0);
            assert!(
                bytes.starts_with(&C::encode(value)),
                "{} {}: two encodings",
                self.name,
                C::NAME
            );
        }
        self.add(Op::EncodeStack, C::NAME, pool, || {
            let mut stack = Stack([0; 512]);
            move |value| {
                black_box(C::encode_stack(value, &mut stack.0));
            }
        });
    }

    /// A limit of `C`: copying its bytes.
    pub fn memcpy<C: Encode<T>, T>(&mut self, pool: &'static [T]) {
        const NAME: &str = "memcpy";
        if cfg!(only_onesheet) || !self.wants(NAME) {
            return;
        }
        let encoded: &'static [Vec<u8>] =
            pool.iter().map(|value| C::encode(value).to_vec()).collect::<Vec<_>>().leak();
        self.add(Op::Encode, NAME, encoded, || |bytes: &'static Vec<u8>| bytes.to_vec());
        self.add(Op::Decode, NAME, encoded, || |bytes: &'static Vec<u8>| bytes.to_vec());
        self.add(Op::EncodeReused, NAME, encoded, || {
            let mut buffer = Vec::new();
            move |bytes: &'static Vec<u8>| {
                buffer.clear();
                buffer.extend_from_slice(bytes);
                black_box(&buffer[..]);
            }
        });
    }

    /// A limit of `C`: an encoder of the same bytes, written by hand for this type alone. `encode` appends.
    pub fn hand<C: Encode<T>, T>(
        &mut self,
        pool: &'static [T],
        encode: impl Fn(&T, &mut Vec<u8>) + Copy + 'static,
    ) {
        const NAME: &str = "hand-written";
        if cfg!(only_onesheet) || !self.wants(NAME) {
            return;
        }
        for value in pool {
            let mut bytes = Vec::new();
            encode(value, &mut bytes);
            assert!(*bytes == *C::encode(value), "{} {NAME}: other bytes", self.name);
        }
        self.add(Op::Encode, NAME, pool, move || {
            move |value| {
                let mut buffer = Vec::new();
                encode(value, &mut buffer);
                buffer
            }
        });
        self.add(Op::EncodeReused, NAME, pool, move || {
            let mut buffer = Vec::new();
            move |value| {
                buffer.clear();
                encode(value, &mut buffer);
                black_box(&buffer[..]);
            }
        });
    }

    /// The same for decoding.
    pub fn hand_decode<C, T>(
        &mut self,
        pool: &'static [T],
        decode: impl Fn(&[u8]) -> Option<T> + Copy + 'static,
    ) where
        C: Encode<T>,
        T: PartialEq + std::fmt::Debug,
    {
        const NAME: &str = "hand-written";
        if cfg!(only_onesheet) || !self.wants(NAME) {
            return;
        }
        let encoded: &'static [C::Output] = pool.iter().map(C::encode).collect::<Vec<_>>().leak();
        for (value, bytes) in pool.iter().zip(encoded) {
            let back = decode(bytes);
            assert!(back.as_ref() == Some(value), "{} {NAME}: {value:?} is {back:?}", self.name);
        }
        self.add(Op::Decode, NAME, encoded, move || {
            move |bytes: &'static C::Output| decode(bytes).unwrap()
        });
    }

    /// The same for the stack. `encode` gives the number of bytes that it wrote.
    pub fn hand_stack<C: Encode<T>, T>(
        &mut self,
        pool: &'static [T],
        encode: impl Fn(&T, &mut [u8]) -> usize + Copy + 'static,
    ) {
        const NAME: &str = "hand-written";
        if cfg!(only_onesheet) || !self.wants(NAME) {
            return;
        }
        let mut stack = Stack([0; 512]);
        for value in pool {
            let len = encode(value, &mut stack.0);
            assert!(stack.0[..len] == *C::encode(value), "{} {NAME}: other bytes", self.name);
        }
        self.add(Op::EncodeStack, NAME, pool, move || {
            let mut stack = Stack([0; 512]);
            move |value| {
                let len = encode(value, &mut stack.0);
                black_box(&stack.0[..len]);
            }
        });
    }

    /// Measures.
    pub fn run(mut self, bench: &mut Bench) {
        self.measurements.sort_by_key(|measurement| measurement.op as u8);
        bench.measured += self.measurements.len();
        match bench.mode {
            Mode::Check => self.measurements.iter_mut().for_each(|each| (each.pass)()),
            Mode::Instructions => self.count(),
            Mode::Time => {
                self.print_sizes();
                self.time();
            }
        }
    }

    /// Prints the least nanoseconds that an operation takes.
    fn time(&mut self) {
        for of_one_op in self.measurements.chunk_by_mut(|one, other| one.op == other.op) {
            let passes: Vec<u32> = of_one_op.iter_mut().map(passes_a_batch).collect();
            let mut least = vec![Duration::MAX; of_one_op.len()];
            for _ in 0..BATCHES {
                for ((measurement, passes), least) in
                    of_one_op.iter_mut().zip(&passes).zip(&mut least)
                {
                    let batch = time(measurement, *passes) / *passes;
                    *least = batch.min(*least);
                }
            }
            for (Measurement { op, codec, values, .. }, least) in of_one_op.iter().zip(least) {
                let ns = least.as_nanos() as f64 / *values as f64;
                println!("{}/{codec}/{}\t{ns:.1}", self.name, op.name());
            }
        }
    }

    /// Prints what is counted. Of the dumps that callgrind writes, each second one is of a pass.
    fn count(&mut self) {
        for measurement in &mut self.measurements {
            // Buffers grow to their size and lazy set-up is done in a pass that is not counted.
            (measurement.pass)();
            dump_counts();
            (measurement.pass)();
            dump_counts();
            let Measurement { op, codec, values, .. } = measurement;
            println!("{}/{codec}/{}\t{values}", self.name, op.name());
        }
    }

    /// Prints the mean bytes of a value.
    fn print_sizes(&self) {
        for Size { codec, values, bytes, zstd } in &self.sizes {
            let mean = |bytes: usize| bytes as f64 / *values as f64;
            println!("{}/{codec}/bytes\t{:.1}", self.name, mean(*bytes));
            if let Some(zstd) = zstd {
                println!("{}/{codec}/zstd\t{:.1}", self.name, mean(*zstd));
            }
        }
    }
}

/// The codecs that the README names, for families of many rows.
macro_rules! main_contenders {
    ($row:ident, $pool:ident) => {
        $row.owned::<$crate::codec::Onesheet, _>($pool);
        $row.slice::<$crate::codec::Onesheet, _>($pool);
        $row.encoded_len($pool);
        $row.owned::<$crate::codec::Bincode, _>($pool);
        $row.slice::<$crate::codec::Bincode, _>($pool);
        $row.owned::<$crate::codec::Postcard, _>($pool);
        $row.slice::<$crate::codec::Postcard, _>($pool);
        $row.owned::<$crate::codec::Bitcode, _>($pool);
        $row.owned::<$crate::codec::Wincode, _>($pool);
        $row.owned::<$crate::codec::Rkyv, _>($pool);
    };
}

/// Every codec that takes part in a row of a type that all of them derive.
macro_rules! contenders {
    ($row:ident, $pool:ident) => {
        $crate::row::main_contenders!($row, $pool);
        $row.memcpy::<$crate::codec::Onesheet, _>($pool);
        $row.owned::<$crate::codec::PackIo, _>($pool);
        $row.owned::<$crate::codec::Speedy, _>($pool);
        $row.owned::<$crate::codec::Borsh, _>($pool);
        $row.decode::<$crate::codec::Rkyv, $crate::codec::RkyvUnchecked, _>($pool);
    };
}

/// Every codec that can borrow from its input.
macro_rules! views {
    ($row:ident, $pool:ident, $view:ty, onesheet $onesheet:ty, bitcode $bitcode:ty, rkyv $archived:ty) => {
        $row.view::<$crate::codec::Onesheet, $crate::codec::Onesheet, _, $onesheet>($pool);
        $row.view::<$crate::codec::Bincode, $crate::codec::Bincode, _, $view>($pool);
        $row.view::<$crate::codec::Postcard, $crate::codec::Postcard, _, $view>($pool);
        $row.view::<$crate::codec::PackIo, $crate::codec::PackIo, _, $view>($pool);
        $row.view::<$crate::codec::Bitcode, $crate::codec::Bitcode, _, $bitcode>($pool);
        $row.view::<$crate::codec::Wincode, $crate::codec::Wincode, _, $view>($pool);
        $row.view::<$crate::codec::Speedy, $crate::codec::Speedy, _, $view>($pool);
        $row.view::<$crate::codec::Rkyv, $crate::codec::Rkyv, _, &'static $archived>($pool);
        $row.view::<$crate::codec::Rkyv, $crate::codec::RkyvUnchecked, _, &'static $archived>(
            $pool,
        );
    };
}

/// Every codec that writes into a slice.
macro_rules! stacks {
    ($row:ident, $pool:ident) => {
        $row.stack::<$crate::codec::Onesheet, _>($pool);
        $row.stack::<$crate::codec::Bincode, _>($pool);
        $row.stack::<$crate::codec::Postcard, _>($pool);
        $row.stack::<$crate::codec::PackIo, _>($pool);
        $row.stack::<$crate::codec::Wincode, _>($pool);
        $row.stack::<$crate::codec::Speedy, _>($pool);
        $row.stack::<$crate::codec::Borsh, _>($pool);
        $row.stack::<$crate::codec::Rkyv, _>($pool);
    };
}

pub(crate) use {contenders, main_contenders, stacks, views};
