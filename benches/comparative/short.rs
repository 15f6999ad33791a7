//! Short lists: of structs, in an array, in a keyboard's key map, and in a device with two plug-ins.

use crate::audio::{self, ArchivedDevice, DeviceSheet, DeviceView};
use crate::codec::{codecs, codecs_but_bincode};
use crate::random::Random;
use crate::row::{Bench, Cost, Row, contenders, stacks, views};

codecs! {
    #[derive(Copy)]
    pub struct Sample {
        pub at: u32,
        pub channel: u8,
        pub value: i16,
        pub gain: f32,
        pub valid: bool,
    }

    #[derive(Copy)]
    pub struct Modifiers {
        pub left: bool,
        pub control: bool,
        pub shift: bool,
        pub alt: bool,
        pub gui: bool,
    }

    pub struct KeyMap {
        pub layer: u8,
        pub keys: [[Action; 12]; 5],
    }
}

codecs_but_bincode! {
    #[derive(Copy, bincode::Encode, bincode::Decode)]
    #[wincode(tag_encoding = "u8")]
    #[speedy(tag_type = u8)]
    pub enum Key {
        Letter(u8),
        Digit(u8),
        Function(u8),
        Enter,
        Escape,
        Backspace,
        Tab,
        Space,
        Left,
        Right,
        Up,
        Down,
        Home,
        End,
        PageUp,
        PageDown,
    }

    #[derive(Copy, bincode::Encode, bincode::Decode)]
    #[wincode(tag_encoding = "u8")]
    #[speedy(tag_type = u8)]
    pub enum Mouse {
        Button(u8),
        MoveBy(i8, i8),
        Wheel(i8),
        Accelerate,
    }

    #[derive(Copy, bincode::Encode, bincode::Decode)]
    #[wincode(tag_encoding = "u8")]
    #[speedy(tag_type = u8)]
    pub enum Light {
        Toggle,
        Next,
        Previous,
        Brighter,
        Darker,
        Color(u8, u8, u8),
    }

    /// What a key does: 24 variants, of which some hold enums.
    #[derive(Copy, bincode::Encode, bincode::Decode)]
    #[wincode(tag_encoding = "u8")]
    #[speedy(tag_type = u8)]
    pub enum Action {
        No,
        Transparent,
        Press(Key),
        With(Key, Modifiers),
        Modify(Modifiers),
        OneShot(Modifiers),
        TapOrModify(Key, Modifiers),
        TapOrLayer(Key, u8),
        Layer(u8),
        LayerOneShot(u8),
        LayerToggle(u8),
        LayerOnly(u8),
        Default(u8),
        Mouse(Mouse),
        Light(Light),
        Macro(u8),
        TapDance(u8),
        Media(u16),
        System(u16),
        Bluetooth(u8),
        CapsWord,
        Repeat,
        Reset,
        Bootloader,
    }
}

fn sample(random: &mut Random) -> Sample {
    Sample {
        at: random.below(1 << 28) as u32,
        channel: random.below(16) as u8,
        value: random.within(-2_048..=2_047) as i16,
        gain: random.f32(),
        valid: random.chance(0.9),
    }
}

fn key(random: &mut Random) -> Key {
    match random.below(16) {
        0..=7 => Key::Letter(random.below(26) as u8),
        8..=10 => Key::Digit(random.below(10) as u8),
        11 => Key::Function(random.below(24) as u8),
        12 => random.pick(&[Key::Enter, Key::Escape, Key::Backspace, Key::Tab, Key::Space]),
        13 => random.pick(&[Key::Left, Key::Right, Key::Up, Key::Down]),
        _ => random.pick(&[Key::Home, Key::End, Key::PageUp, Key::PageDown]),
    }
}

fn modifiers(random: &mut Random) -> Modifiers {
    Modifiers {
        left: random.chance(0.5),
        control: random.chance(0.3),
        shift: random.chance(0.3),
        alt: random.chance(0.2),
        gui: random.chance(0.1),
    }
}

/// Mostly keys, and of all else some.
fn action(random: &mut Random) -> Action {
    let small = random.below(8) as u8;
    match random.below(60) {
        0..=29 => Action::Press(key(random)),
        30..=34 => Action::Transparent,
        35..=37 => Action::No,
        38 => Action::With(key(random), modifiers(random)),
        39 | 40 => Action::Modify(modifiers(random)),
        41 => Action::OneShot(modifiers(random)),
        42 | 43 => Action::TapOrModify(key(random), modifiers(random)),
        44 => Action::TapOrLayer(key(random), small),
        45 => Action::Mouse(match random.below(4) {
            0 => Mouse::Button(small),
            1 => Mouse::MoveBy(random.u8() as i8, random.u8() as i8),
            2 => Mouse::Wheel(random.u8() as i8),
            _ => Mouse::Accelerate,
        }),
        46 => Action::Light(match random.below(6) {
            0 => Light::Color(random.u8(), random.u8(), random.u8()),
            1 => Light::Toggle,
            2 => Light::Next,
            3 => Light::Previous,
            4 => Light::Brighter,
            _ => Light::Darker,
        }),
        47 => Action::Media(random.below(1_000) as u16),
        48 => Action::System(random.below(1_000) as u16),
        49 => Action::Layer(small),
        50 => Action::LayerOneShot(small),
        51 => Action::LayerToggle(small),
        52 => Action::LayerOnly(small),
        53 => Action::Default(small),
        54 => Action::Macro(small),
        55 => Action::TapDance(small),
        56 => Action::Bluetooth(small),
        _ => random.pick(&[Action::CapsWord, Action::Repeat, Action::Reset, Action::Bootloader]),
    }
}

fn key_map(random: &mut Random) -> KeyMap {
    KeyMap {
        layer: random.below(8) as u8,
        keys: std::array::from_fn(|_| std::array::from_fn(|_| action(random))),
    }
}

fn structs(bench: &mut Bench, name: &str, len: usize) {
    if !bench.wants(name, Cost::Short) {
        return;
    }
    let pool: &'static [Vec<Sample>] =
        Random::new(name).list(256, |random| random.list(len, sample)).leak();
    let mut row = Row::new(bench, name);
    contenders!(row, pool);
    row.run(bench);
}

fn numbers(bench: &mut Bench, len: usize) {
    let name = format!("short/u32_{len}");
    if !bench.wants(&name, Cost::Short) {
        return;
    }
    let pool: &'static [Vec<u32>] = Random::new(&name)
        .list(256, |random| random.list(len, |random| random.mixed(20) as u32))
        .leak();
    let mut row = Row::new(bench, &name);
    contenders!(row, pool);
    row.run(bench);
}

pub fn rows(bench: &mut Bench) {
    for len in [2, 4, 8, 16, 32] {
        numbers(bench, len);
    }
    structs(bench, "short/structs_4", 4);
    structs(bench, "short/structs_16", 16);
    let name = "short/array_4";
    if bench.wants(name, Cost::Short) {
        let pool: &'static [[Sample; 4]] =
            Random::new(name).list(256, |random| std::array::from_fn(|_| sample(random))).leak();
        let mut row = Row::new(bench, name);
        contenders!(row, pool);
        stacks!(row, pool);
        row.run(bench);
    }
    let name = "short/key_map";
    if bench.wants(name, Cost::Short) {
        let pool: &'static [KeyMap] = Random::new(name).list(64, key_map).leak();
        let mut row = Row::new(bench, name);
        contenders!(row, pool);
        stacks!(row, pool);
        row.run(bench);
    }
    let name = "short/device";
    if bench.wants(name, Cost::Short) {
        let pool: &'static [audio::Device] =
            Random::new(name).list(64, |random| audio::device(random, 1, &[3, 2])).leak();
        let mut row = Row::new(bench, name);
        contenders!(row, pool);
        views!(row, pool, DeviceView, onesheet DeviceSheet, bitcode DeviceView, rkyv ArchivedDevice);
        row.run(bench);
    }
}
