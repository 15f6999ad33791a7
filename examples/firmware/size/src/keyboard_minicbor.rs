//! The keyboard's messages by minicbor, whose derive numbers each field; it has none for heapless.

use minicbor::encode::write::{Cursor, Write};
use minicbor::{Decode, Decoder, Encode, Encoder, decode, encode};

#[derive(Clone, Copy, PartialEq, Encode, Decode)]
pub enum Key {
    #[n(0)]
    No,
    #[n(1)]
    Letter(#[n(0)] u8),
    #[n(2)]
    Usage(#[n(0)] u8),
    #[n(3)]
    Consumer(#[n(0)] u16),
    #[n(4)]
    System(#[n(0)] u8),
}

#[derive(Clone, Copy, PartialEq, Encode, Decode)]
pub enum Mouse {
    #[n(0)]
    Button(#[n(0)] u8),
    #[n(1)]
    MoveBy(#[n(0)] i8, #[n(1)] i8),
    #[n(2)]
    Wheel(#[n(0)] i8),
    #[n(3)]
    Accelerate,
}

#[derive(Clone, Copy, PartialEq, Encode, Decode)]
pub enum Light {
    #[n(0)]
    Toggle,
    #[n(1)]
    Next,
    #[n(2)]
    Brightness(#[n(0)] i8),
    #[n(3)]
    Color(#[n(0)] u8, #[n(1)] u8, #[n(2)] u8),
}

#[derive(Clone, Copy, PartialEq, Encode, Decode)]
pub enum Action {
    #[n(0)]
    No,
    #[n(1)]
    Transparent,
    #[n(2)]
    Press(#[n(0)] Key),
    #[n(3)]
    With(#[n(0)] Key, #[n(1)] u8),
    #[n(4)]
    Modify(#[n(0)] u8),
    #[n(5)]
    OneShot(#[n(0)] u8),
    #[n(6)]
    Layer(#[n(0)] u8),
    #[n(7)]
    LayerToggle(#[n(0)] u8),
    #[n(8)]
    TapOrLayer(#[n(0)] Key, #[n(1)] u8),
    #[n(9)]
    TapOrModify(#[n(0)] Key, #[n(1)] u8),
    #[n(10)]
    Mouse(#[n(0)] Mouse),
    #[n(11)]
    Light(#[n(0)] Light),
    #[n(12)]
    Macro(#[n(0)] u8),
    #[n(13)]
    User(#[n(0)] u16),
    #[n(14)]
    CapsWord,
    #[n(15)]
    Bootloader,
}

#[derive(Clone, PartialEq, Encode, Decode)]
pub struct Combo {
    #[n(0)]
    pub keys: [Action; 4],
    #[n(1)]
    pub output: Action,
    #[n(2)]
    pub layer: Option<u8>,
}

#[derive(Clone, PartialEq, Encode, Decode)]
pub struct Morse {
    #[n(0)]
    pub hold_ms: u16,
    #[n(1)]
    pub gap_ms: u16,
    #[n(2)]
    pub permissive: bool,
    #[n(3)]
    #[cbor(encode_with = "write_map", decode_with = "read_map")]
    pub actions: Actions,
}

#[derive(Clone, PartialEq, Encode, Decode)]
pub struct KeyMap {
    #[n(0)]
    pub layer: u8,
    #[n(1)]
    #[cbor(encode_with = "write_keys", decode_with = "read_keys")]
    pub keys: Keys,
}

type Actions = heapless::LinearMap<u8, Action, 8>;
type Keys = heapless::Vec<Action, 60>;

fn write_map<C, W: Write>(
    actions: &Actions,
    e: &mut Encoder<W>,
    ctx: &mut C,
) -> Result<(), encode::Error<W::Error>> {
    e.map(actions.len() as u64)?;
    for (pattern, action) in actions {
        e.u8(*pattern)?;
        action.encode(e, ctx)?;
    }
    Ok(())
}

fn read_map<C>(d: &mut Decoder<'_>, ctx: &mut C) -> Result<Actions, decode::Error> {
    let mut actions = Actions::new();
    for _ in 0..d.map()?.unwrap_or(0) {
        let entry = actions.insert(d.u8()?, Action::decode(d, ctx)?);
        entry.map_err(|_| decode::Error::message("too many"))?;
    }
    Ok(actions)
}

fn write_keys<C, W: Write>(
    keys: &Keys,
    e: &mut Encoder<W>,
    ctx: &mut C,
) -> Result<(), encode::Error<W::Error>> {
    e.array(keys.len() as u64)?;
    keys.iter().try_for_each(|action| action.encode(e, ctx))
}

fn read_keys<C>(d: &mut Decoder<'_>, ctx: &mut C) -> Result<Keys, decode::Error> {
    let mut keys = Keys::new();
    for _ in 0..d.array()?.unwrap_or(0) {
        let key = keys.push(Action::decode(d, ctx)?);
        key.map_err(|_| decode::Error::message("too many"))?;
    }
    Ok(keys)
}

fn write<T: Encode<()>>(message: &T, buf: &mut [u8; 512]) -> usize {
    let mut cursor = Cursor::new(&mut buf[..]);
    minicbor::encode(message, &mut cursor).map_or(0, |()| cursor.position())
}

message!(combo, Combo, |m, b| write(m, b), |b| minicbor::decode(b).ok());
message!(morse, Morse, |m, b| write(m, b), |b| minicbor::decode(b).ok());
message!(key_map, KeyMap, |m, b| write(m, b), |b| minicbor::decode(b).ok());
