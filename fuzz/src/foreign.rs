//! Types of other crates, and those that hold the texts and numbers of other formats.

use std::fmt::Debug;

use onesheet::de::DeserializeOwned;
use onesheet::types::{FlagBits, Padded, PodArray, Spaces, U16Prefixed, Utf16Be, Utf16Le};
use onesheet::with::{Serde, Utf8};
use onesheet::{Deserialize, Schema, Serialize};
use onesheet::{ErrorKind, decode_with, encode_to_slice, encoded_len, try_encode};

use crate::LIMITS;

/// A type, and what must hold of any bytes that are read as one.
#[derive(Clone, Copy)]
pub struct Foreign {
    pub schema: &'static Schema,
    pub check: fn(&[u8]),
}

macro_rules! foreign {
    ($($ty:ty;)*) => {
        /// Each type by itself and in a list.
        pub static FOREIGN: &[Foreign] = &[$(
            Foreign { schema: <$ty>::SCHEMA, check: check::<$ty> },
            Foreign { schema: <Vec<$ty>>::SCHEMA, check: check::<Vec<$ty>> },
        )*];
    };
}

foreign! {
    arrayvec::ArrayString<5>;
    arrayvec::ArrayVec<u16, 3>;
    bytes::Bytes;
    bytes::BytesMut;
    chrono::DateTime<chrono::FixedOffset>;
    chrono::DateTime<chrono::Utc>;
    chrono::NaiveDate;
    chrono::NaiveDateTime;
    chrono::NaiveTime;
    chrono::TimeDelta;
    compact_str::CompactString;
    either::Either<u16, String>;
    glam::Affine3A;
    glam::DVec2;
    glam::IVec4;
    glam::Mat4;
    glam::Quat;
    hashbrown::HashMap<u16, String>;
    hashbrown::HashSet<String>;
    heapless::LinearMap<u8, u16, 4>;
    heapless::String<4>;
    heapless::Vec<u16, 3>;
    indexmap::IndexMap<String, u8>;
    indexmap::IndexSet<i64>;
    jiff::SignedDuration;
    jiff::Timestamp;
    jiff::civil::Date;
    jiff::civil::DateTime;
    jiff::civil::Time;
    mint::ColumnMatrix3<f32>;
    mint::Vector3<u16>;
    ordered_float::NotNan<f32>;
    ordered_float::OrderedFloat<f64>;
    rust_decimal::Decimal;
    semver::Version;
    smallvec::SmallVec<[u16; 2]>;
    smol_str::SmolStr;
    time::Date;
    time::Duration;
    time::OffsetDateTime;
    time::PrimitiveDateTime;
    time::Time;
    time::UtcDateTime;
    time::UtcOffset;
    tinyvec::ArrayVec<[u16; 3]>;
    tinyvec::TinyVec<[u16; 3]>;
    url::Url;
    uuid::Uuid;
    Marked;
    Header;
    Pair;
    Padded<6>;
    Padded<6, Utf8, Spaces>;
    Padded<6, Utf16Be>;
    Padded<6, Utf16Le, Spaces>;
    U16Prefixed<String>;
    U16Prefixed<Vec<u8>>;
    Through;
}

bitflags::bitflags! {
    #[derive(Debug)]
    struct Access: u16 {
        const READ = 1;
        const ADMIN = 256;
    }
}

/// Fields whose markers say the wire type.
#[derive(Serialize, Deserialize, Debug)]
struct Marked {
    #[onesheet(with = FlagBits)]
    access: Access,
    #[onesheet(with = PodArray<u16, 2>)]
    pair: [u16; 2],
    #[onesheet(with = Vec<Utf8>)]
    paths: Vec<std::path::PathBuf>,
    #[onesheet(with = Option<U16Prefixed>)]
    topic: Option<String>,
}

#[derive(Serialize, Deserialize, Debug)]
#[onesheet(bits = 3)]
enum Three {
    None,
    Few = 2,
    Many = 5,
}

/// Highest bits first.
#[derive(Serialize, Deserialize, Debug)]
#[onesheet(bits)]
struct Header {
    #[onesheet(bits = 12)]
    id: u16,
    flag: bool,
    three: Three,
}

/// Lowest bits first, in another byte order.
#[derive(Serialize, Deserialize, Debug)]
#[onesheet(bits(lsb, le))]
struct Pair {
    #[onesheet(bits = 20)]
    low: u32,
    three: Three,
    #[onesheet(bits = 9)]
    high: u16,
}

/// Every kind of value that serde knows.
#[derive(serde::Serialize, serde::Deserialize, Debug)]
enum Kind {
    Unit,
    One(u16),
    Two(i64, char),
    Named { text: String, list: Vec<Option<bool>> },
    Map(std::collections::BTreeMap<u8, Box<Kind>>),
    Rest((u128, f32, ()), [i8; 3]),
}

#[derive(Serialize, Deserialize, Debug)]
struct Through {
    #[onesheet(with = Serde)]
    value: Kind,
    after: u16,
}

/// What decodes is byte for byte what its value encodes to, by every way to encode it; and the dynamic
/// codec, which knows the schema and not the crate, takes it.
fn check<T: Serialize + DeserializeOwned + Debug>(message: &[u8]) {
    let Ok(value) = decode_with::<T>(message, &LIMITS) else { return };
    assert_eq!(try_encode(&value).as_deref(), Ok(message), "{value:?}");
    assert_eq!(encoded_len(&value), message.len());
    let mut buf = vec![0; message.len()];
    assert_eq!(encode_to_slice(&value, &mut buf), Ok(message.len()));
    assert_eq!(buf, message);
    if let Some(short) = message.len().checked_sub(1) {
        let error = encode_to_slice(&value, &mut buf[..short]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BufferFull);
        assert!(decode_with::<T>(&message[..short], &LIMITS).is_err());
    }
    if let Ok(ty) = onesheet_dynamic::Type::from_schema(T::SCHEMA) {
        let read = onesheet_dynamic::decode(&ty, message, &onesheet_dynamic::Limits::default());
        assert!(read.is_ok(), "{value:?}: {read:?}");
    }
}
