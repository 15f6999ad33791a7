//! The codecs, each on the fastest path that its documentation names, behind the same few traits: a row is written once.
//!
//! Every adapter is monomorphised in this crate and does nothing but call the codec.

use std::mem;
use std::ops::Deref;

use rkyv::api::high::{HighDeserializer, HighSerializer, HighValidator};
use rkyv::api::low::LowSerializer;
use rkyv::bytecheck::CheckBytes;
use rkyv::rancor::Failure;
use rkyv::ser::allocator::{ArenaHandle, SubAllocator};
use rkyv::ser::writer::Buffer as RkyvBuffer;
use rkyv::util::AlignedVec;

/// A codec's name, as in the results.
pub trait Codec: 'static {
    const NAME: &'static str;
    /// Whether it is in this build: where only onesheet is counted, the others are not compiled.
    const BUILT: bool = cfg!(not(only_onesheet)) || matches!(Self::NAME.as_bytes(), b"onesheet");
}

/// Encodes a `T` to the heap.
pub trait Encode<T>: Codec {
    type Output: Deref<Target = [u8]> + 'static;
    /// What is kept from one call to the next.
    type Buffer: 'static;

    /// Encodes into memory that it allocates.
    fn encode(value: &T) -> Self::Output;

    /// A buffer that can hold `len` bytes.
    fn buffer(len: usize) -> Self::Buffer;

    /// Encodes into memory of an earlier call. What it returns begins with the encoding.
    fn encode_into<'b>(value: &T, buffer: &'b mut Self::Buffer) -> &'b [u8];
}

/// Encodes a `T` into memory of the caller, without a heap.
pub trait EncodeStack<T>: Codec {
    /// The encoding is at the front of `buffer`, or at the front of what is returned.
    fn encode_stack<'b>(value: &T, buffer: &'b mut [u8]) -> &'b [u8];
}

/// Decodes a `T` that owns what it holds.
pub trait Decode<T>: Codec {
    /// What is kept from one call to the next.
    type State: Default + 'static;

    fn decode(bytes: &[u8], state: &mut Self::State) -> T;
}

/// Decodes a `V` that borrows from the input.
pub trait View<'a, V>: Codec {
    /// What is kept from one call to the next.
    type State: Default + 'static;

    fn view(bytes: &'a [u8], state: &mut Self::State) -> V;
}

/// A codec that writes into a zeroed buffer of sufficient length.
fn zeroed(len: usize) -> Vec<u8> {
    vec![0; len]
}

/// Derives every codec for types that own what they hold.
macro_rules! codecs {
    ($($item:item)*) => {
        $crate::codec::codecs_but_bincode! {$(
            #[derive(bincode::Encode, bincode::Decode)]
            $item
        )*}
    };
}

/// The same for enums that hold something: bincode's derive has to stand where their fields do, not in a macro.
macro_rules! codecs_but_bincode {
    ($($item:item)*) => {$(
        #[derive(
            Clone,
            Debug,
            PartialEq,
            bitcode::Encode,
            bitcode::Decode,
            borsh::BorshSerialize,
            borsh::BorshDeserialize,
            onesheet::Serialize,
            onesheet::Deserialize,
            pack_io::Serialize,
            pack_io::Deserialize,
            pack_io::DeserializeView,
            rkyv::Archive,
            rkyv::Serialize,
            rkyv::Deserialize,
            serde::Serialize,
            serde::Deserialize,
            speedy::Readable,
            speedy::Writable,
            wincode::SchemaRead,
            wincode::SchemaWrite,
        )]
        $item
    )*};
}

/// Derives the codecs that can borrow text and bytes from their input, for types that do. bitcode can borrow text only and
/// is derived apart. onesheet reads lists in place, so that types with lists in them have a view of its own.
macro_rules! borrowing_codecs {
    ($($item:item)*) => {$(
        #[derive(
            Debug,
            PartialEq,
            bincode::BorrowDecode,
            onesheet::Deserialize,
            pack_io::DeserializeView,
            serde::Deserialize,
            speedy::Readable,
            wincode::SchemaRead,
        )]
        $item
    )*};
}

pub(crate) use {borrowing_codecs, codecs, codecs_but_bincode};

macro_rules! names {
    ($($codec:ident = $name:literal),* $(,)?) => {$(
        pub struct $codec;

        impl Codec for $codec {
            const NAME: &'static str = $name;
        }
    )*};
}

names! {
    Onesheet = "onesheet",
    OnesheetTry = "onesheet",
    OnesheetDocument = "onesheet",
    OnesheetSerde = "onesheet",
    Hand = "hand-written",
    Bincode = "bincode",
    BincodeSerde = "bincode",
    BincodeFixedLe = "bincode",
    BincodeFixedBe = "bincode",
    Bitcode = "bitcode",
    BitcodeSerde = "bitcode",
    Borsh = "borsh",
    Ciborium = "ciborium",
    PackIo = "pack-io",
    Postcard = "postcard",
    Rkyv = "rkyv",
    RkyvUnchecked = "rkyv-unchecked",
    RmpSerde = "rmp-serde",
    SerdeJson = "serde_json",
    Speedy = "speedy",
    SpeedyBe = "speedy",
    Wincode = "wincode",
    WincodeBe = "wincode",
}

impl<T: onesheet::Serialize> Encode<T> for Onesheet {
    type Output = Vec<u8>;
    type Buffer = Vec<u8>;

    fn encode(value: &T) -> Vec<u8> {
        onesheet::encode(value)
    }

    fn buffer(len: usize) -> Vec<u8> {
        Vec::with_capacity(len)
    }

    fn encode_into<'b>(value: &T, buffer: &'b mut Vec<u8>) -> &'b [u8] {
        buffer.clear();
        onesheet::encode_into(value, buffer);
        buffer
    }
}

impl<T: onesheet::Serialize> EncodeStack<T> for Onesheet {
    fn encode_stack<'b>(value: &T, buffer: &'b mut [u8]) -> &'b [u8] {
        let len = onesheet::encode_to_slice(value, buffer).unwrap();
        &buffer[..len]
    }
}

impl<T: for<'a> onesheet::Deserialize<'a>> Decode<T> for Onesheet {
    type State = ();

    fn decode(bytes: &[u8], (): &mut ()) -> T {
        onesheet::decode(bytes).unwrap()
    }
}

impl<'a, V: onesheet::Deserialize<'a>> View<'a, V> for Onesheet {
    type State = ();

    fn view(bytes: &'a [u8], (): &mut ()) -> V {
        onesheet::decode_view(bytes).unwrap()
    }
}

/// For types that refuse values.
impl<T: onesheet::Serialize> Encode<T> for OnesheetTry {
    type Output = Vec<u8>;
    type Buffer = Vec<u8>;

    fn encode(value: &T) -> Vec<u8> {
        onesheet::try_encode(value).unwrap()
    }

    fn buffer(len: usize) -> Vec<u8> {
        Vec::with_capacity(len)
    }

    fn encode_into<'b>(value: &T, buffer: &'b mut Vec<u8>) -> &'b [u8] {
        buffer.clear();
        onesheet::try_encode_into(value, buffer).unwrap();
        buffer
    }
}

impl<T: onesheet::Serialize> EncodeStack<T> for OnesheetTry {
    #[inline]
    fn encode_stack<'b>(value: &T, buffer: &'b mut [u8]) -> &'b [u8] {
        let len = onesheet::encode_to_slice(value, buffer).unwrap();
        &buffer[..len]
    }
}

impl<'a, V: onesheet::Deserialize<'a>> View<'a, V> for OnesheetTry {
    type State = ();

    fn view(bytes: &'a [u8], state: &mut ()) -> V {
        Onesheet::view(bytes, state)
    }
}

macro_rules! bincode {
    ($($codec:ident: $config:expr),* $(,)?) => {$(
        impl<T: bincode::Encode> Encode<T> for $codec {
            type Output = Vec<u8>;
            type Buffer = Vec<u8>;

            fn encode(value: &T) -> Vec<u8> {
                bincode::encode_to_vec(value, $config).unwrap()
            }

            fn buffer(len: usize) -> Vec<u8> {
                zeroed(len)
            }

            fn encode_into<'b>(value: &T, buffer: &'b mut Vec<u8>) -> &'b [u8] {
                <Self as EncodeStack<T>>::encode_stack(value, buffer)
            }
        }

        impl<T: bincode::Encode> EncodeStack<T> for $codec {
            fn encode_stack<'b>(value: &T, buffer: &'b mut [u8]) -> &'b [u8] {
                let len = bincode::encode_into_slice(value, buffer, $config).unwrap();
                &buffer[..len]
            }
        }

        impl<T: bincode::Decode<()>> Decode<T> for $codec {
            type State = ();

            fn decode(bytes: &[u8], (): &mut ()) -> T {
                bincode::decode_from_slice(bytes, $config).unwrap().0
            }
        }

        impl<'a, V: bincode::BorrowDecode<'a, ()>> View<'a, V> for $codec {
            type State = ();

            fn view(bytes: &'a [u8], (): &mut ()) -> V {
                bincode::borrow_decode_from_slice(bytes, $config).unwrap().0
            }
        }
    )*};
}

bincode! {
    Bincode: bincode::config::standard(),
    BincodeFixedLe: bincode::config::standard().with_fixed_int_encoding(),
    BincodeFixedBe: bincode::config::standard().with_fixed_int_encoding().with_big_endian(),
}

impl<T: bitcode::Encode> Encode<T> for Bitcode {
    type Output = Vec<u8>;
    type Buffer = bitcode::Buffer;

    fn encode(value: &T) -> Vec<u8> {
        bitcode::encode(value)
    }

    fn buffer(_: usize) -> bitcode::Buffer {
        bitcode::Buffer::new()
    }

    fn encode_into<'b>(value: &T, buffer: &'b mut bitcode::Buffer) -> &'b [u8] {
        buffer.encode(value)
    }
}

impl<T: bitcode::DecodeOwned> Decode<T> for Bitcode {
    type State = bitcode::Buffer;

    fn decode(bytes: &[u8], state: &mut bitcode::Buffer) -> T {
        state.decode(bytes).unwrap()
    }
}

impl<'a, V: bitcode::Decode<'a>> View<'a, V> for Bitcode {
    type State = bitcode::Buffer;

    fn view(bytes: &'a [u8], state: &mut bitcode::Buffer) -> V {
        state.decode(bytes).unwrap()
    }
}

impl<T: borsh::BorshSerialize> Encode<T> for Borsh {
    type Output = Vec<u8>;
    type Buffer = Vec<u8>;

    fn encode(value: &T) -> Vec<u8> {
        borsh::to_vec(value).unwrap()
    }

    fn buffer(len: usize) -> Vec<u8> {
        Vec::with_capacity(len)
    }

    fn encode_into<'b>(value: &T, buffer: &'b mut Vec<u8>) -> &'b [u8] {
        buffer.clear();
        borsh::to_writer(&mut *buffer, value).unwrap();
        buffer
    }
}

impl<T: borsh::BorshSerialize> EncodeStack<T> for Borsh {
    fn encode_stack<'b>(value: &T, buffer: &'b mut [u8]) -> &'b [u8] {
        let len = buffer.len();
        let mut rest = &mut *buffer;
        borsh::to_writer(&mut rest, value).unwrap();
        let len = len - rest.len();
        &buffer[..len]
    }
}

impl<T: borsh::BorshDeserialize> Decode<T> for Borsh {
    type State = ();

    fn decode(bytes: &[u8], (): &mut ()) -> T {
        borsh::from_slice(bytes).unwrap()
    }
}

impl<T: pack_io::Serialize> Encode<T> for PackIo {
    type Output = Vec<u8>;
    type Buffer = Vec<u8>;

    fn encode(value: &T) -> Vec<u8> {
        pack_io::encode(value).unwrap()
    }

    fn buffer(len: usize) -> Vec<u8> {
        Vec::with_capacity(len)
    }

    fn encode_into<'b>(value: &T, buffer: &'b mut Vec<u8>) -> &'b [u8] {
        buffer.clear();
        let mut encoder = pack_io::Encoder::into_buffer(mem::take(buffer));
        encoder.write(value).unwrap();
        *buffer = encoder.into_inner();
        buffer
    }
}

/// pack-io has no sink for a slice, but says how to write one.
struct Slice<'b> {
    buffer: &'b mut [u8],
    len: usize,
}

impl pack_io::Encode for Slice<'_> {
    fn write_byte(&mut self, byte: u8) -> pack_io::Result<()> {
        self.write_bytes(&[byte])
    }

    fn write_bytes(&mut self, bytes: &[u8]) -> pack_io::Result<()> {
        self.buffer[self.len..][..bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
        Ok(())
    }
}

impl<T: pack_io::Serialize> EncodeStack<T> for PackIo {
    fn encode_stack<'b>(value: &T, buffer: &'b mut [u8]) -> &'b [u8] {
        let mut slice = Slice { buffer, len: 0 };
        value.serialize(&mut slice).unwrap();
        &slice.buffer[..slice.len]
    }
}

impl<T: pack_io::Deserialize> Decode<T> for PackIo {
    type State = ();

    fn decode(bytes: &[u8], (): &mut ()) -> T {
        pack_io::decode(bytes).unwrap()
    }
}

impl<'a, V: pack_io::DeserializeView<'a>> View<'a, V> for PackIo {
    type State = ();

    fn view(bytes: &'a [u8], (): &mut ()) -> V {
        pack_io::decode_view(bytes).unwrap()
    }
}

impl<T: serde::Serialize> Encode<T> for Postcard {
    type Output = Vec<u8>;
    type Buffer = Vec<u8>;

    fn encode(value: &T) -> Vec<u8> {
        postcard::to_allocvec(value).unwrap()
    }

    fn buffer(len: usize) -> Vec<u8> {
        zeroed(len)
    }

    fn encode_into<'b>(value: &T, buffer: &'b mut Vec<u8>) -> &'b [u8] {
        postcard::to_slice(value, buffer).unwrap()
    }
}

impl<T: serde::Serialize> EncodeStack<T> for Postcard {
    fn encode_stack<'b>(value: &T, buffer: &'b mut [u8]) -> &'b [u8] {
        postcard::to_slice(value, buffer).unwrap()
    }
}

impl<T: serde::de::DeserializeOwned> Decode<T> for Postcard {
    type State = ();

    fn decode(bytes: &[u8], (): &mut ()) -> T {
        postcard::from_bytes(bytes).unwrap()
    }
}

impl<'a, V: serde::Deserialize<'a>> View<'a, V> for Postcard {
    type State = ();

    fn view(bytes: &'a [u8], (): &mut ()) -> V {
        postcard::from_bytes(bytes).unwrap()
    }
}

impl<T> Encode<T> for Rkyv
where
    T: for<'a> rkyv::Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Failure>>,
{
    type Output = AlignedVec;
    type Buffer = AlignedVec;

    fn encode(value: &T) -> AlignedVec {
        rkyv::to_bytes(value).unwrap()
    }

    fn buffer(len: usize) -> AlignedVec {
        AlignedVec::with_capacity(len)
    }

    fn encode_into<'b>(value: &T, buffer: &'b mut AlignedVec) -> &'b [u8] {
        buffer.clear();
        *buffer = rkyv::api::high::to_bytes_in(value, mem::take(buffer)).unwrap();
        buffer
    }
}

impl<T> EncodeStack<T> for Rkyv
where
    T: for<'a> rkyv::Serialize<LowSerializer<RkyvBuffer<'a>, SubAllocator<'a>, Failure>>,
{
    fn encode_stack<'b>(value: &T, buffer: &'b mut [u8]) -> &'b [u8] {
        let written = rkyv::api::low::to_bytes_in_with_alloc::<_, _, Failure>(
            value,
            RkyvBuffer::from(&mut *buffer),
            SubAllocator::empty(),
        );
        let len = written.unwrap().len();
        &buffer[..len]
    }
}

impl<T> Decode<T> for Rkyv
where
    T: rkyv::Archive,
    T::Archived: for<'a> CheckBytes<HighValidator<'a, Failure>>
        + rkyv::Deserialize<T, HighDeserializer<Failure>>,
{
    type State = ();

    fn decode(bytes: &[u8], (): &mut ()) -> T {
        rkyv::from_bytes::<T, Failure>(bytes).unwrap()
    }
}

impl<'a, A> View<'a, &'a A> for Rkyv
where
    A: rkyv::Portable + for<'b> CheckBytes<HighValidator<'b, Failure>>,
{
    type State = ();

    fn view(bytes: &'a [u8], (): &mut ()) -> &'a A {
        rkyv::access::<A, Failure>(bytes).unwrap()
    }
}

impl<T> Decode<T> for RkyvUnchecked
where
    T: rkyv::Archive,
    T::Archived: rkyv::Deserialize<T, HighDeserializer<Failure>>,
{
    type State = ();

    #[expect(unsafe_code, reason = "rkyv's unchecked functions are unsafe; shown, not counted")]
    fn decode(bytes: &[u8], (): &mut ()) -> T {
        // SAFETY: the row made these bytes with rkyv from a T, and checked them.
        unsafe { rkyv::from_bytes_unchecked::<T, Failure>(bytes) }.unwrap()
    }
}

impl<'a, A: rkyv::Portable> View<'a, &'a A> for RkyvUnchecked {
    type State = ();

    #[expect(unsafe_code, reason = "rkyv's unchecked functions are unsafe; shown, not counted")]
    fn view(bytes: &'a [u8], (): &mut ()) -> &'a A {
        // SAFETY: the row made these bytes with rkyv from a T whose archive is A, and checked them.
        unsafe { rkyv::access_unchecked::<A>(bytes) }
    }
}

macro_rules! speedy {
    ($($codec:ident: $context:ident),* $(,)?) => {$(
        impl<T: speedy::Writable<speedy::$context>> Encode<T> for $codec {
            type Output = Vec<u8>;
            type Buffer = Vec<u8>;

            fn encode(value: &T) -> Vec<u8> {
                value.write_to_vec_with_ctx(speedy::$context {}).unwrap()
            }

            fn buffer(len: usize) -> Vec<u8> {
                zeroed(len)
            }

            fn encode_into<'b>(value: &T, buffer: &'b mut Vec<u8>) -> &'b [u8] {
                <Self as EncodeStack<T>>::encode_stack(value, buffer)
            }
        }

        impl<T: speedy::Writable<speedy::$context>> EncodeStack<T> for $codec {
            fn encode_stack<'b>(value: &T, buffer: &'b mut [u8]) -> &'b [u8] {
                value.write_to_buffer_with_ctx(speedy::$context {}, buffer).unwrap();
                buffer
            }
        }

        impl<T: for<'a> speedy::Readable<'a, speedy::$context>> Decode<T> for $codec {
            type State = ();

            fn decode(bytes: &[u8], (): &mut ()) -> T {
                T::read_from_buffer_with_ctx(speedy::$context {}, bytes).unwrap()
            }
        }

        impl<'a, V: speedy::Readable<'a, speedy::$context>> View<'a, V> for $codec {
            type State = ();

            fn view(bytes: &'a [u8], (): &mut ()) -> V {
                V::read_from_buffer_with_ctx(speedy::$context {}, bytes).unwrap()
            }
        }
    )*};
}

speedy! { Speedy: LittleEndian, SpeedyBe: BigEndian }

/// The default, but for the bound on one allocation: 4 MiB would refuse the rows of 48 MB.
const WINCODE: WincodeConfig =
    wincode::config::Configuration::default().with_preallocation_size_limit();
const WINCODE_BE: WincodeBeConfig = WINCODE.with_big_endian();

type WincodeConfig = wincode::config::Configuration<true, { 64 << 20 }>;
type WincodeBeConfig = wincode::config::Configuration<
    true,
    { 64 << 20 },
    wincode::len::BincodeLen,
    wincode::int_encoding::BigEndian,
>;

macro_rules! wincode {
    ($($codec:ident: $config:ty = $value:ident),* $(,)?) => {$(
        impl<T: wincode::SchemaWrite<$config, Src = T>> Encode<T> for $codec {
            type Output = Vec<u8>;
            type Buffer = Vec<u8>;

            fn encode(value: &T) -> Vec<u8> {
                wincode::config::serialize(value, $value).unwrap()
            }

            fn buffer(len: usize) -> Vec<u8> {
                zeroed(len)
            }

            fn encode_into<'b>(value: &T, buffer: &'b mut Vec<u8>) -> &'b [u8] {
                <Self as EncodeStack<T>>::encode_stack(value, buffer)
            }
        }

        impl<T: wincode::SchemaWrite<$config, Src = T>> EncodeStack<T> for $codec {
            fn encode_stack<'b>(value: &T, buffer: &'b mut [u8]) -> &'b [u8] {
                wincode::config::serialize_into(&mut *buffer, value, $value).unwrap();
                buffer
            }
        }

        impl<T: for<'a> wincode::SchemaRead<'a, $config, Dst = T>> Decode<T> for $codec {
            type State = ();

            fn decode(bytes: &[u8], (): &mut ()) -> T {
                wincode::config::deserialize(bytes, $value).unwrap()
            }
        }

        impl<'a, V: wincode::SchemaRead<'a, $config, Dst = V>> View<'a, V> for $codec {
            type State = ();

            fn view(bytes: &'a [u8], (): &mut ()) -> V {
                wincode::config::deserialize(bytes, $value).unwrap()
            }
        }
    )*};
}

wincode! { Wincode: WincodeConfig = WINCODE, WincodeBe: WincodeBeConfig = WINCODE_BE }

/// Codecs by serde's derives: a buffer, an encoding to a new vector, into one of an earlier call, and decoding.
macro_rules! by_serde {
    ($codec:ident, $buffer:expr, $encode:expr, $into:expr, $decode:expr) => {
        impl<T: serde::Serialize> Encode<T> for $codec {
            type Output = Vec<u8>;
            type Buffer = Vec<u8>;

            fn encode(value: &T) -> Vec<u8> {
                $encode(value)
            }

            fn buffer(len: usize) -> Vec<u8> {
                $buffer(len)
            }

            fn encode_into<'b>(value: &T, buffer: &'b mut Vec<u8>) -> &'b [u8] {
                $into(value, buffer)
            }
        }

        impl<T: serde::de::DeserializeOwned> Decode<T> for $codec {
            type State = ();

            fn decode(bytes: &[u8], (): &mut ()) -> T {
                $decode(bytes)
            }
        }
    };
}

/// Codecs without a call that appends to a vector.
macro_rules! to_new_by_serde {
    ($codec:ident, $encode:expr, $decode:expr) => {
        by_serde!(
            $codec,
            Vec::with_capacity,
            $encode,
            |value, buffer: &'b mut Vec<u8>| {
                *buffer = $encode(value);
                buffer.as_slice()
            },
            $decode
        );
    };
}

/// Codecs that also append to a vector.
macro_rules! appending_by_serde {
    ($codec:ident, $encode:expr, $append:expr, $decode:expr) => {
        by_serde!(
            $codec,
            Vec::with_capacity,
            $encode,
            |value, buffer: &'b mut Vec<u8>| {
                buffer.clear();
                $append(value, buffer);
                buffer.as_slice()
            },
            $decode
        );
    };
}

appending_by_serde!(
    OnesheetSerde,
    |value| onesheet::serde::to_vec(value).unwrap(),
    |value, buffer: &mut Vec<u8>| onesheet::serde::extend(value, buffer).unwrap(),
    |bytes| onesheet::serde::from_slice(bytes).unwrap()
);
by_serde!(
    BincodeSerde,
    zeroed,
    |value| bincode::serde::encode_to_vec(value, bincode::config::standard()).unwrap(),
    |value, buffer: &'b mut Vec<u8>| <Self as EncodeStack<T>>::encode_stack(value, buffer),
    |bytes| bincode::serde::decode_from_slice(bytes, bincode::config::standard()).unwrap().0
);
to_new_by_serde!(BitcodeSerde, |value| bitcode::serialize(value).unwrap(), |bytes| {
    bitcode::deserialize(bytes).unwrap()
});
to_new_by_serde!(OnesheetDocument, |value| onesheet_file::to_document(value).unwrap(), |bytes| {
    onesheet_file::from_document(bytes).unwrap()
});
appending_by_serde!(
    RmpSerde,
    |value| rmp_serde::to_vec_named(value).unwrap(),
    |value, buffer: &mut Vec<u8>| rmp_serde::encode::write_named(buffer, value).unwrap(),
    |bytes| rmp_serde::from_slice(bytes).unwrap()
);
appending_by_serde!(
    Ciborium,
    |value| {
        let mut bytes = Vec::new();
        ciborium::into_writer(value, &mut bytes).unwrap();
        bytes
    },
    |value, buffer: &mut Vec<u8>| ciborium::into_writer(value, buffer).unwrap(),
    |bytes: &[u8]| ciborium::from_reader(bytes).unwrap()
);
appending_by_serde!(
    SerdeJson,
    |value| serde_json::to_vec(value).unwrap(),
    |value, buffer: &mut Vec<u8>| serde_json::to_writer(buffer, value).unwrap(),
    |bytes| serde_json::from_slice(bytes).unwrap()
);

impl<T: serde::Serialize> EncodeStack<T> for OnesheetSerde {
    fn encode_stack<'b>(value: &T, buffer: &'b mut [u8]) -> &'b [u8] {
        onesheet::serde::to_slice(value, buffer).unwrap()
    }
}

impl<T: serde::Serialize> EncodeStack<T> for BincodeSerde {
    fn encode_stack<'b>(value: &T, buffer: &'b mut [u8]) -> &'b [u8] {
        let config = bincode::config::standard();
        let len = bincode::serde::encode_into_slice(value, &mut *buffer, config).unwrap();
        &buffer[..len]
    }
}
