//! Encodes and decodes a value of every kind that needs no allocator. `no_panic.sh` looks at its
//! symbols.

#![no_std]
#![no_main]

use core::hint::black_box;
use core::num::NonZeroU16;
use core::time::Duration;

use onesheet::frame::{self, Crc16, Crc32c, Receiver, prefixed};
use onesheet::list::Seq;
use onesheet::types::{Be, Bounded, Fixed};
use onesheet::{Deserialize, Serialize};

unsafe extern "C" {
    /// Defined nowhere: it is among the symbols if any panic can be reached.
    safe fn panic_is_reachable() -> !;
}

#[derive(Serialize, Deserialize)]
struct Everything<'a> {
    numbers: Numbers,
    arrays: Arrays,
    options: (Option<u32>, Option<Point>, Option<Option<bool>>),
    results: Result<u16, bool>,
    mode: Mode,
    state: State,
    settings: Settings,
    text: Bounded<&'a str, 24>,
    bytes: Bounded<&'a [u8], 32>,
    name: heapless::String<16>,
    label: arrayvec::ArrayString<16>,
    containers: Containers,
    lists: Lists<'a>,
}

#[derive(Serialize, Deserialize)]
struct Numbers {
    small: (u8, i8, bool),
    medium: (u16, i16, char),
    large: (u32, i32, u64, i64, u128, i128),
    sizes: (usize, isize),
    floats: (f32, f64),
    fixed: (Fixed<u16>, Fixed<i64>, Be<u32>),
    checked: (Option<NonZeroU16>, Duration),
}

#[derive(Serialize, Deserialize)]
struct Arrays {
    bytes: [u8; 12],
    words: [u32; 20],
    long: [i64; 5],
    longer: [u16; 30],
    one: [u64; 1],
    flags: [bool; 11],
    floats: [f32; 6],
    points: [Point; 4],
    modes: [Mode; 5],
    states: [State; 3],
    settings: [Settings; 2],
    options: [Option<i16>; 7],
    nested: [[u16; 3]; 4],
    characters: [char; 3],
}

#[derive(Serialize, Deserialize)]
struct Point {
    x: i32,
    y: i32,
}

#[derive(Serialize, Deserialize)]
enum Mode {
    Off,
    #[onesheet(tag = 5)]
    On,
    Dimmed(u8),
}

#[derive(Serialize, Deserialize)]
#[onesheet(extensible)]
enum State {
    Idle,
    Moving {
        to: Point,
        speed: Option<f32>,
    },
    Holding([i16; 4]),
    #[onesheet(other)]
    Unknown,
}

#[derive(Serialize, Deserialize)]
#[onesheet(extensible)]
struct Settings {
    gain: u16,
    #[onesheet(default = 100)]
    limit: u32,
    #[onesheet(default)]
    curve: [i16; 8],
}

#[derive(Serialize, Deserialize)]
struct Containers {
    readings: heapless::Vec<f32, 8>,
    stamps: heapless::Vec<u64, 8>,
    flags: heapless::Vec<bool, 20>,
    points: heapless::Vec<Point, 4>,
    states: heapless::Vec<State, 4>,
    names: heapless::Vec<heapless::String<8>, 4>,
    lists: heapless::Vec<heapless::Vec<i16, 4>, 4>,
    options: arrayvec::ArrayVec<Option<u32>, 6>,
    channels: heapless::LinearMap<u8, u16, 4>,
    counters: heapless::LinearMap<heapless::String<8>, u64, 4>,
    hashed: heapless::index_map::FnvIndexMap<u16, u8, 4>,
    seen: heapless::index_set::FnvIndexSet<u32, 4>,
    maps: heapless::Vec<heapless::LinearMap<u16, i32, 2>, 2>,
}

#[derive(Serialize, Deserialize)]
struct Lists<'a> {
    numbers: Bounded<Seq<'a, u16>, 40>,
    signed: Bounded<Seq<'a, i64>, 40>,
    floats: Bounded<Seq<'a, f32>, 40>,
    flags: Bounded<Seq<'a, bool>, 40>,
    points: Bounded<Seq<'a, Point>, 10>,
    texts: Bounded<Seq<'a, Bounded<&'a str, 12>>, 10>,
    states: Bounded<Seq<'a, State>, 10>,
}

/// Decodes a message and encodes what came out, bare and in frames of both kinds.
fn exercise<'a>(bytes: &'a [u8], out: &mut [u8]) {
    let Ok(value) = onesheet::decode::<Everything<'a>>(bytes) else { return };
    black_box(onesheet::encode_to_slice(&value, out).is_ok());
    black_box(onesheet::encoded_len(&value));
    black_box(frame::encode::<Crc16>(&value, out).is_ok());
    black_box(prefixed::encode(&value, out).is_ok());
    let lists = &value.lists;
    black_box(lists.numbers.iter().map(u32::from).sum::<u32>());
    black_box(lists.signed.get(black_box(3)));
    black_box(lists.floats.iter().fold(0.0, f32::max));
    black_box(lists.flags.iter().filter(|flag| *flag).count());
    black_box(lists.points.iter().fold(0, |sum, point| point.x ^ point.y ^ sum));
    black_box(lists.texts.iter().map(|text| text.len()).max());
    black_box(lists.states.iter().filter(|state| matches!(state, State::Idle)).count());
    let state =
        Deserialize::deserialize(&mut onesheet::de::Reader::new(bytes, &Default::default()));
    black_box(state.is_ok_and(|state: State| !matches!(state, State::Idle)));
}

#[cortex_m_rt::entry]
fn main() -> ! {
    let mut out = [0; Everything::MAX_LEN];
    let mut noisy = Receiver::<_, Crc32c>::with_crc([0; 600]);
    let mut stream = prefixed::Receiver::new([0; 600]);
    loop {
        exercise(black_box(&[1; 600]), black_box(&mut out));
        let mut bytes = black_box(&[1; 600][..]);
        black_box(noisy.decode::<Everything<'_>>(&mut bytes).is_some());
        black_box(stream.decode::<Everything<'_>>(&mut bytes).is_some());
    }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    panic_is_reachable()
}
