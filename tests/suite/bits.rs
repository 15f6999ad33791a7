//! Headers whose fields share a number.

use onesheet::list::Seq;
use onesheet::types::BitField;
use onesheet::{
    Deserialize, Error, ErrorKind, Schema, Serialize, decode, encode, encode_to_slice, try_encode,
};

/// The first word of IPv4, as RFC 791 draws it.
#[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
#[onesheet(bits)]
struct Ipv4 {
    #[onesheet(bits = 4)]
    version: u8,
    #[onesheet(bits = 4)]
    header_words: u8,
    #[onesheet(bits = 6)]
    service: u8,
    #[onesheet(bits = 2)]
    congestion: u8,
    length: u16,
}

const WORD: Ipv4 = Ipv4 { version: 4, header_words: 5, service: 46, congestion: 1, length: 84 };

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
#[onesheet(bits = 2)]
enum Quality {
    AtMost,
    AtLeast,
    Exactly,
}

/// The first byte of an MQTT packet.
#[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
#[onesheet(bits)]
struct Mqtt {
    #[onesheet(bits = 4)]
    packet: Packet,
    again: bool,
    quality: Quality,
    retain: bool,
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
#[onesheet(bits = 4)]
enum Packet {
    Connect = 1,
    Publish = 3,
    Disconnect = 14,
}

macro_rules! of_each_order {
    ($($name:ident($($order:ident),*) $bytes:expr;)*) => {$(
        #[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
        #[onesheet(bits($($order),*))]
        struct $name {
            #[onesheet(bits = 3)]
            a: u8,
            #[onesheet(bits = 12)]
            b: u16,
            c: bool,
        }

        let value = $name { a: 0b101, b: 0xabc, c: true };
        assert_eq!(try_encode(&value), Ok($bytes.to_vec()));
        assert_eq!(decode(&$bytes), Ok(value));
    )*};
}

#[test]
fn fields_stand_as_the_protocol_draws_them() {
    // 0100 0101 101110 01, and the length.
    assert_eq!(try_encode(&WORD), Ok(vec![0x45, 0xb9, 0, 84]));
    assert_eq!(decode(&[0x45, 0xb9, 0, 84]), Ok(WORD));
    // 0011 1 10 0
    let publish =
        Mqtt { packet: Packet::Publish, again: true, quality: Quality::Exactly, retain: false };
    assert_eq!(encode(&publish), [0x3c]);
    assert_eq!(decode(&[0x3c]), Ok(publish));
    // From the highest bit down 101 101010111100 1, from the lowest up 1 101010111100 101.
    of_each_order! {
        Highest(msb) [0b1011_0101, 0b0111_1001];
        HighestAgain(msb, be) [0b1011_0101, 0b0111_1001];
        HighestTurned(le) [0b0111_1001, 0b1011_0101];
        Lowest(lsb) [0b1101_0101, 0b1110_0101];
        LowestTurned(lsb, le) [0b1110_0101, 0b1101_0101];
    }
}

#[test]
fn a_word_is_a_fixed_type() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
    struct Frame {
        word: Ipv4,
        port: onesheet::types::Be<u16>,
    }

    #[derive(Serialize)]
    #[onesheet(bits(le))]
    struct Long {
        all: u64,
    }

    assert_eq!(Ipv4::SCHEMA.to_string(), "array(u8, 4)");
    assert_eq!(Mqtt::SCHEMA.to_string(), "u8");
    assert_eq!(Long::SCHEMA.to_string(), "fixed u64");
    assert!(matches!(Long::SCHEMA, Schema::FixedU64));
    assert_eq!((Ipv4::MAX_LEN, <Frame as Serialize>::FIXED), (4, Some(6)));
    assert_eq!(encode(&Long { all: 1 }), [1, 0, 0, 0, 0, 0, 0, 0]);
    let frame = Frame { word: WORD, port: 53.into() };
    for n in [0, 1, 2, 1000] {
        let frames = vec![frame; n];
        let message = try_encode(&frames).unwrap();
        let twins = vec![([0x45u8, 0xb9, 0, 84], [0u8, 53]); n];
        assert_eq!(message, encode(&twins));
        assert_eq!(decode(&message), Ok(frames.clone()));
        let seq: Seq<Frame> = decode(&message).unwrap();
        assert_eq!(seq.get(n / 2), frames.get(n / 2).copied());
    }
}

#[test]
fn what_its_bits_do_not_hold_is_refused_not_masked() {
    let wide = Ipv4 { version: 16, ..WORD };
    let error = Error::new(ErrorKind::OutOfRange, 0);
    assert_eq!(try_encode(&wide), Err(error));
    assert_eq!(encode_to_slice(&wide, &mut [0; 8]), Err(error));
    for n in [2, 1000] {
        let mut list = vec![(1u8, WORD); n];
        list[n - 1].1.congestion = 4;
        assert_eq!(try_encode(&list).unwrap_err().kind(), ErrorKind::OutOfRange);
    }
    // What cannot be too large is encoded without a look.
    assert_eq!(encode(&Quality::Exactly), [2]);
}

#[test]
fn bits_without_a_variant_are_refused() {
    for (byte, kind) in [(0x30, None), (0x36, Some(())), (0x00, Some(())), (0xf0, Some(()))] {
        let error = decode::<Mqtt>(&[byte]).err().map(|error| (error.kind(), error.offset()));
        assert_eq!(error, kind.map(|()| (ErrorKind::InvalidTag, 0)), "{byte:#x}");
        let list = decode::<Vec<Mqtt>>(&[2, 0x30, byte]).err().map(|error| error.kind());
        assert_eq!(list, kind.map(|()| ErrorKind::InvalidTag));
        assert_eq!(decode::<Seq<Mqtt>>(&[2, 0x30, byte]).is_err(), kind.is_some());
    }
}

/// Whatever is accepted is written again.
#[test]
fn every_word_of_16_bits() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[onesheet(bits(lsb))]
    struct Word {
        quality: Quality,
        #[onesheet(bits = 9)]
        number: u16,
        on: bool,
        #[onesheet(bits = 4)]
        packet: Packet,
    }

    let mut accepted = 0;
    for word in 0..=u16::MAX {
        let bytes = word.to_be_bytes();
        if let Ok(value) = decode::<Word>(&bytes) {
            assert_eq!(try_encode(&value), Ok(bytes.to_vec()));
            accepted += 1;
        }
    }
    assert_eq!(accepted, 3 * 512 * 2 * 3);
}

#[test]
fn types_that_are_fields() {
    assert_eq!((bool::BITS, <u32 as BitField>::BITS, Packet::BITS), (1, 32, 4));
    assert_eq!(Packet::from_bits(14), Some(Packet::Disconnect));
    assert_eq!((Packet::from_bits(2), u8::from_bits(256)), (None, None));
}
