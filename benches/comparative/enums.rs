//! Lists of enums: of few and of many variants, of one value to 10,000, in two orders.
//!
//! *Regular* values take the variants in turn, which a processor that predicts branches learns; *mixed* ones are drawn.

use crate::codec::codecs_but_bincode;
use crate::random::Random;
use crate::row::{Bench, Cost, Row, main_contenders};

/// An enum of which one of each variant can be made.
trait Variants: Sized {
    const COUNT: usize;

    fn make(variant: usize, random: &mut Random) -> Self;
}

codecs_but_bincode! {
    #[derive(Copy, bincode::Encode, bincode::Decode)]
    #[wincode(tag_encoding = "u8")]
    #[speedy(tag_type = u8)]
    pub enum Of3 {
        Nothing,
        Word(u32),
        Pair(u16, u16),
    }
}

impl Variants for Of3 {
    const COUNT: usize = 3;

    fn make(variant: usize, random: &mut Random) -> Self {
        match variant {
            0 => Self::Nothing,
            1 => Self::Word(random.mixed(32) as u32),
            _ => Self::Pair(random.mixed(16) as u16, random.mixed(16) as u16),
        }
    }
}

/// Enums whose variants have the same eight contents again and again.
macro_rules! eights {
    ($($name:ident { $($a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident)* })*) => {
        codecs_but_bincode! {$(
            #[derive(Copy, bincode::Encode, bincode::Decode)]
            #[wincode(tag_encoding = "u8")]
            #[speedy(tag_type = u8)]
            pub enum $name {
                $(
                    $a,
                    $b(u8),
                    $c(u32),
                    $d(u16, u16),
                    $e(bool, i16),
                    $f(u64),
                    $g(f32),
                    $h([u8; 4]),
                )*
            }
        )*}

        $(impl Variants for $name {
            const COUNT: usize = 8 * [$(stringify!($a)),*].len();

            fn make(variant: usize, random: &mut Random) -> Self {
                let makers: [fn(&mut Random) -> Self; Self::COUNT] = [$(
                    |_| Self::$a,
                    |random| Self::$b(random.u8()),
                    |random| Self::$c(random.mixed(32) as u32),
                    |random| Self::$d(random.mixed(16) as u16, random.mixed(16) as u16),
                    |random| Self::$e(random.chance(0.5), random.mixed(15) as i16),
                    |random| Self::$f(random.mixed(64)),
                    |random| Self::$g(random.f32()),
                    |random| Self::$h(random.u32().to_le_bytes()),
                )*];
                makers[variant](random)
            }
        })*
    };
}

eights! {
    Of24 {
        A0 B0 C0 D0 E0 F0 G0 H0
        A1 B1 C1 D1 E1 F1 G1 H1
        A2 B2 C2 D2 E2 F2 G2 H2
    }

    Of64 {
        A0 B0 C0 D0 E0 F0 G0 H0
        A1 B1 C1 D1 E1 F1 G1 H1
        A2 B2 C2 D2 E2 F2 G2 H2
        A3 B3 C3 D3 E3 F3 G3 H3
        A4 B4 C4 D4 E4 F4 G4 H4
        A5 B5 C5 D5 E5 F5 G5 H5
        A6 B6 C6 D6 E6 F6 G6 H6
        A7 B7 C7 D7 E7 F7 G7 H7
    }
}

codecs_but_bincode! {
    #[derive(Copy, bincode::Encode, bincode::Decode)]
    #[wincode(tag_encoding = "u8")]
    #[speedy(tag_type = u8)]
    pub enum Of6By24 {
        A(Of24),
        B(Of24),
        C(Of24),
        D(Of24),
        E(Of24),
        F(Of24),
    }
}

impl Variants for Of6By24 {
    const COUNT: usize = 6 * Of24::COUNT;

    fn make(variant: usize, random: &mut Random) -> Self {
        let of = Of24::make(variant / 6, random);
        match variant % 6 {
            0 => Self::A(of),
            1 => Self::B(of),
            2 => Self::C(of),
            3 => Self::D(of),
            4 => Self::E(of),
            _ => Self::F(of),
        }
    }
}

codecs_but_bincode! {
    #[derive(Copy, bincode::Encode, bincode::Decode)]
    #[repr(u8)]
    #[wincode(tag_encoding = "u8")]
    #[speedy(tag_type = u8)]
    pub enum Plain {
        Trace,
        Debug,
        Info,
        Warn,
        Error,
    }
}

impl Variants for Plain {
    const COUNT: usize = 5;

    fn make(variant: usize, _: &mut Random) -> Self {
        match variant {
            0 => Self::Trace,
            1 => Self::Debug,
            2 => Self::Info,
            3 => Self::Warn,
            _ => Self::Error,
        }
    }
}

/// `lists` lists of `len` values. In turn, a list begins where the one before has ended.
fn pool<T: Variants>(name: &str, mixed: bool, lists: usize, len: usize) -> &'static [Vec<T>] {
    let mut turn = 0;
    let value = |random: &mut Random| {
        turn += 1;
        let variant = if mixed { random.count(0, T::COUNT) } else { turn % T::COUNT };
        T::make(variant, random)
    };
    let mut random = Random::new(name);
    let all = random.list(lists * len, value);
    let mut all = all.into_iter();
    (0..lists).map(|_| all.by_ref().take(len).collect()).collect::<Vec<_>>().leak()
}

macro_rules! rows {
    ($bench:ident, $of:ident, $variants:literal, [$($len:literal),*]) => {
        for mixed in [false, true] {
            for len in [$($len),*] {
                let order = if mixed { "mixed" } else { "regular" };
                let name = format!("enums/{}_{len}_{order}", $variants);
                let (cost, lists) = match len {
                    10_000 => (Cost::Long, 4),
                    16 => (Cost::Short, 256),
                    _ => (Cost::Short, 1_024),
                };
                if $bench.wants(&name, cost) {
                    let pool = pool::<$of>(&name, mixed, lists, len);
                    let mut row = Row::new($bench, &name);
                    main_contenders!(row, pool);
                    row.run($bench);
                }
            }
        }
    };
}

pub fn rows(bench: &mut Bench) {
    rows!(bench, Plain, "plain", [4, 16, 10_000]);
    rows!(bench, Of3, "3", [1, 4, 16, 10_000]);
    rows!(bench, Of24, "24", [1, 4, 16, 10_000]);
    rows!(bench, Of64, "64", [1, 4, 16, 10_000]);
    rows!(bench, Of6By24, "6x24", [10_000]);
}
