//! What firmware sends: a header, one small number, a telemetry message, and arrays of words in either byte order.

use crate::codec::{
    BincodeFixedBe, BincodeFixedLe, Bitcode, Borsh, Decode, Encode, EncodeStack, Onesheet, PackIo,
    Postcard, Rkyv, RkyvUnchecked, Speedy, SpeedyBe, Wincode, WincodeBe, codecs,
};
use crate::hand;
use crate::random::Random;
use crate::row::{Bench, Cost, Row, contenders, stacks};

codecs! {
    /// Four bytes in every codec that has fixed-width numbers.
    pub struct Header {
        pub kind: u8,
        pub flags: u8,
        #[onesheet(fixed)]
        #[pack_io(with = "pack_io_le::u16")]
        #[serde(with = "postcard::fixint::le")]
        pub len: u16,
    }

    pub struct Telemetry {
        pub seq: u16,
        pub ts: u32,
        pub temp: i16,
        pub flags: u8,
        pub samples: [i16; 16],
    }
}

/// pack-io's fixed-width numbers are hooks of the user, as its documentation shows.
mod pack_io_le {
    macro_rules! words {
        ($($word:ident),*) => {$(
            pub mod $word {
                use pack_io::{Decode, Encode, Result};

                pub fn serialize<E: Encode + ?Sized>(value: &$word, encoder: &mut E) -> Result<()> {
                    encoder.write_bytes(&value.to_le_bytes())
                }

                pub fn deserialize<D: Decode + ?Sized>(decoder: &mut D) -> Result<$word> {
                    let mut bytes = [0; size_of::<$word>()];
                    decoder.read_into(&mut bytes)?;
                    Ok($word::from_le_bytes(bytes))
                }

                pub fn deserialize_view<'a>(decoder: &mut pack_io::Decoder<'a>) -> Result<$word> {
                    deserialize(decoder)
                }
            }
        )*};
    }

    words!(u16);
}

fn header(random: &mut Random) -> Header {
    Header { kind: random.below(20) as u8, flags: random.u8(), len: random.below(1_500) as u16 }
}

pub fn telemetry(random: &mut Random) -> Telemetry {
    Telemetry {
        seq: random.u16(),
        ts: random.below(1 << 28) as u32,
        temp: random.within(-400..=1_250) as i16,
        flags: random.u8(),
        samples: std::array::from_fn(|_| random.within(-2_048..=2_047) as i16),
    }
}

fn header_row(bench: &mut Bench) {
    let name = "device/header_4";
    if !bench.wants(name, Cost::Short) {
        return;
    }
    let pool: &'static [Header] = Random::new(name).list(64, header).leak();
    let mut row = Row::new(bench, name);
    row.owned::<Onesheet, _>(pool);
    row.memcpy::<Onesheet, _>(pool);
    row.hand::<Onesheet, _>(pool, hand::header);
    row.hand_stack::<Onesheet, _>(pool, hand::header_stack);
    row.owned::<BincodeFixedLe, _>(pool);
    row.owned::<Postcard, _>(pool);
    row.owned::<PackIo, _>(pool);
    row.owned::<Bitcode, _>(pool);
    row.owned::<Wincode, _>(pool);
    row.owned::<Speedy, _>(pool);
    row.owned::<Borsh, _>(pool);
    row.owned::<Rkyv, _>(pool);
    row.decode::<Rkyv, RkyvUnchecked, _>(pool);
    row.stack::<Onesheet, _>(pool);
    row.stack::<BincodeFixedLe, _>(pool);
    row.stack::<Postcard, _>(pool);
    row.stack::<PackIo, _>(pool);
    row.stack::<Wincode, _>(pool);
    row.stack::<Speedy, _>(pool);
    row.stack::<Borsh, _>(pool);
    row.stack::<Rkyv, _>(pool);
    row.run(bench);
}

fn varint_row(bench: &mut Bench) {
    let name = "device/varint_2";
    if !bench.wants(name, Cost::Short) {
        return;
    }
    let pool: &'static [u32] =
        Random::new(name).list(4_096, |random| random.within(128..=16_383) as u32).leak();
    let mut row = Row::new(bench, name);
    contenders!(row, pool);
    stacks!(row, pool);
    row.hand::<Onesheet, _>(pool, hand::u32);
    row.hand_stack::<Onesheet, _>(pool, hand::u32_stack);
    row.run(bench);
}

fn telemetry_row(bench: &mut Bench) {
    let name = "device/telemetry";
    if !bench.wants(name, Cost::Short) {
        return;
    }
    let pool: &'static [Telemetry] = Random::new(name).list(64, telemetry).leak();
    let mut row = Row::new(bench, name);
    contenders!(row, pool);
    stacks!(row, pool);
    row.hand::<Onesheet, _>(pool, hand::telemetry);
    row.hand_stack::<Onesheet, _>(pool, hand::telemetry_stack);
    row.run(bench);
}

const WORDS: usize = 32;

/// The same words in the type that each codec has for a fixed byte order.
macro_rules! words {
    ($($module:ident: $word:ident, $onesheet:ident, $fixint:literal, $to:ident, $from:ident, $rend:ident;)*) => {$(
        mod $module {
            use super::WORDS;

            #[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
            pub struct PostcardWord(#[serde(with = $fixint)] $word);

            pub type PostcardWords = [PostcardWord; WORDS];
            pub type OnesheetWords = [onesheet::types::$onesheet<$word>; WORDS];
            pub type RkyvWords = [rkyv::rend::$rend; WORDS];

            #[derive(Clone, Debug, PartialEq, pack_io::Serialize, pack_io::Deserialize)]
            pub struct PackIoWords {
                #[pack_io(with = "self::with")]
                words: [$word; WORDS],
            }

            mod with {
                use pack_io::{Decode, Encode, Result};

                use super::WORDS;

                pub fn serialize<E: Encode + ?Sized>(words: &[$word; WORDS], encoder: &mut E) -> Result<()> {
                    encoder.write_bytes(words.map($word::$to).as_flattened())
                }

                pub fn deserialize<D: Decode + ?Sized>(decoder: &mut D) -> Result<[$word; WORDS]> {
                    let mut bytes = [[0; size_of::<$word>()]; WORDS];
                    decoder.read_into(bytes.as_flattened_mut())?;
                    Ok(bytes.map($word::$from))
                }
            }

            pub fn onesheet(words: &[$word; WORDS]) -> OnesheetWords {
                words.map(<onesheet::types::$onesheet<$word>>::new)
            }

            pub fn hand(words: &OnesheetWords, out: &mut Vec<u8>) {
                for word in words {
                    out.extend_from_slice(&word.get().$to());
                }
            }

            pub fn hand_stack(words: &OnesheetWords, out: &mut [u8]) -> usize {
                let out = &mut out[..WORDS * size_of::<$word>()];
                for (place, word) in out.as_chunks_mut().0.iter_mut().zip(words) {
                    *place = word.get().$to();
                }
                out.len()
            }

            pub fn postcard(words: &[$word; WORDS]) -> PostcardWords {
                words.map(PostcardWord)
            }

            pub fn pack_io(words: &[$word; WORDS]) -> PackIoWords {
                PackIoWords { words: *words }
            }

            pub fn rkyv(words: &[$word; WORDS]) -> RkyvWords {
                words.map(Into::into)
            }
        }
    )*};
}

words! {
    u16_le: u16, Le, "postcard::fixint::le", to_le_bytes, from_le_bytes, u16_le;
    u32_le: u32, Le, "postcard::fixint::le", to_le_bytes, from_le_bytes, u32_le;
    u64_le: u64, Le, "postcard::fixint::le", to_le_bytes, from_le_bytes, u64_le;
    u16_be: u16, Be, "postcard::fixint::be", to_be_bytes, from_be_bytes, u16_be;
    u32_be: u32, Be, "postcard::fixint::be", to_be_bytes, from_be_bytes, u32_be;
    u64_be: u64, Be, "postcard::fixint::be", to_be_bytes, from_be_bytes, u64_be;
}

/// All that a codec does with an array of words.
fn all<C, T>(row: &mut Row, values: impl Iterator<Item = T>)
where
    C: Encode<T> + EncodeStack<T> + Decode<T>,
    T: PartialEq + std::fmt::Debug + 'static,
{
    let pool: &'static [T] = values.collect::<Vec<_>>().leak();
    row.owned::<C, T>(pool);
    row.stack::<C, T>(pool);
}

macro_rules! words_row {
    ($bench:ident, $module:ident: $word:ident, [$($codec:ident),*]) => {
        let name = concat!("device/", stringify!($module), "_32");
        if $bench.wants(name, Cost::Short) {
            let pool: &'static [[$word; WORDS]] = Random::new(name)
                .list(64, |random| std::array::from_fn(|_| random.mixed($word::BITS.into()) as $word))
                .leak();
            let mut row = Row::new($bench, name);
            let words: &'static [$module::OnesheetWords] =
                pool.iter().map($module::onesheet).collect::<Vec<_>>().leak();
            all::<Onesheet, _>(&mut row, words.iter().cloned());
            row.memcpy::<Onesheet, _>(words);
            row.hand::<Onesheet, _>(words, $module::hand);
            row.hand_stack::<Onesheet, _>(words, $module::hand_stack);
            $(all::<$codec, _>(&mut row, pool.iter().copied());)*
            all::<Postcard, _>(&mut row, pool.iter().map($module::postcard));
            all::<PackIo, _>(&mut row, pool.iter().map($module::pack_io));
            all::<Rkyv, _>(&mut row, pool.iter().map($module::rkyv));
            row.run($bench);
        }
    };
}

pub fn rows(bench: &mut Bench) {
    header_row(bench);
    varint_row(bench);
    telemetry_row(bench);
    words_row!(bench, u16_le: u16, [BincodeFixedLe, Wincode, Speedy, Borsh]);
    words_row!(bench, u32_le: u32, [BincodeFixedLe, Wincode, Speedy, Borsh]);
    words_row!(bench, u64_le: u64, [BincodeFixedLe, Wincode, Speedy, Borsh]);
    words_row!(bench, u16_be: u16, [BincodeFixedBe, WincodeBe, SpeedyBe]);
    words_row!(bench, u32_be: u32, [BincodeFixedBe, WincodeBe, SpeedyBe]);
    words_row!(bench, u64_be: u64, [BincodeFixedBe, WincodeBe, SpeedyBe]);
}
