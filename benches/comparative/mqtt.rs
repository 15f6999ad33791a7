//! The packet of another protocol, whose bytes are given: a header of bits, and text behind a big-endian length.

use onesheet::types::U16Prefixed;
use onesheet::{Deserialize, Serialize};

use crate::codec::{Encode, EncodeStack, Hand, OnesheetTry, View};
use crate::field::{Fields, fields};
use crate::random::Random;
use crate::row::{Bench, Cost, Row};

/// Four bytes, the highest bits first.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
#[onesheet(bits)]
pub struct Header {
    packet: Packet,
    again: bool,
    quality: Quality,
    retain: bool,
    flags: u8,
    id: u16,
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
#[onesheet(bits = 4)]
enum Packet {
    Connect = 1,
    Publish = 3,
    Subscribe = 8,
    Disconnect = 14,
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
#[onesheet(bits = 2)]
enum Quality {
    Once,
    AtLeast,
    Exactly,
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
pub struct Publish<'a> {
    header: Header,
    #[onesheet(with = U16Prefixed)]
    topic: &'a str,
}

impl Fields for Packet {
    fn read(&self, sum: &mut u64) {
        (*self as u8).read(sum);
    }
}

impl Fields for Quality {
    fn read(&self, sum: &mut u64) {
        (*self as u8).read(sum);
    }
}

fields!({ packet, again, quality, retain, flags, id } for Header);
fields!({ header, topic } for Publish<'_>);

impl Encode<Publish<'_>> for Hand {
    type Output = Vec<u8>;
    type Buffer = Vec<u8>;

    fn encode(value: &Publish<'_>) -> Vec<u8> {
        let mut stack = [0; 64];
        Self::encode_stack(value, &mut stack).to_vec()
    }

    fn buffer(len: usize) -> Vec<u8> {
        vec![0; len]
    }

    fn encode_into<'b>(value: &Publish<'_>, buffer: &'b mut Vec<u8>) -> &'b [u8] {
        Self::encode_stack(value, buffer)
    }
}

impl EncodeStack<Publish<'_>> for Hand {
    fn encode_stack<'b>(value: &Publish<'_>, buffer: &'b mut [u8]) -> &'b [u8] {
        let Header { packet, again, quality, retain, flags, id } = value.header;
        let first =
            (packet as u8) << 4 | u8::from(again) << 3 | (quality as u8) << 1 | u8::from(retain);
        let [id_high, id_low] = id.to_be_bytes();
        let len = u16::try_from(value.topic.len()).unwrap().to_be_bytes();
        buffer[..6].copy_from_slice(&[first, flags, id_high, id_low, len[0], len[1]]);
        let end = 6 + value.topic.len();
        buffer[6..end].copy_from_slice(value.topic.as_bytes());
        &buffer[..end]
    }
}

fn read(bytes: &[u8]) -> Option<Publish<'_>> {
    let (head, topic) = bytes.split_first_chunk::<6>()?;
    let [first, flags, id_high, id_low, len_high, len_low] = *head;
    let packet = match first >> 4 {
        1 => Packet::Connect,
        3 => Packet::Publish,
        8 => Packet::Subscribe,
        14 => Packet::Disconnect,
        _ => return None,
    };
    let quality = match first >> 1 & 3 {
        0 => Quality::Once,
        1 => Quality::AtLeast,
        2 => Quality::Exactly,
        _ => return None,
    };
    let id = u16::from_be_bytes([id_high, id_low]);
    if topic.len() != usize::from(u16::from_be_bytes([len_high, len_low])) {
        return None;
    }
    let topic = str::from_utf8(topic).ok()?;
    let header =
        Header { packet, again: first & 8 != 0, quality, retain: first & 1 != 0, flags, id };
    Some(Publish { header, topic })
}

impl<'a> View<'a, Publish<'a>> for Hand {
    type State = ();

    fn view(bytes: &'a [u8], (): &mut ()) -> Publish<'a> {
        read(bytes).unwrap()
    }
}

fn publish(random: &mut Random) -> Publish<'static> {
    let topics = ["home/door/battery", "a", "plant/7/line/12/motor/temperature", "home/light"];
    let packets = [Packet::Connect, Packet::Publish, Packet::Subscribe, Packet::Disconnect];
    let header = Header {
        packet: packets[random.below(4) as usize],
        again: random.below(2) == 1,
        quality: [Quality::Once, Quality::AtLeast, Quality::Exactly][random.below(3) as usize],
        retain: random.below(2) == 1,
        flags: random.u8(),
        id: random.u16(),
    };
    Publish { header, topic: topics[random.below(4) as usize] }
}

pub fn rows(bench: &mut Bench) {
    let name = "device/mqtt";
    if !bench.wants(name, Cost::Short) {
        return;
    }
    let pool: &'static [Publish<'static>] = Random::new(name).list(64, publish).leak();
    for value in pool {
        assert_eq!(OnesheetTry::encode(value), Hand::encode(value), "{name}: other bytes");
    }
    let mut row = Row::new(bench, name);
    row.stack::<OnesheetTry, _>(pool);
    row.stack::<Hand, _>(pool);
    row.view::<OnesheetTry, OnesheetTry, _, Publish<'static>>(pool);
    row.view::<Hand, Hand, _, Publish<'static>>(pool);
    row.run(bench);
}
