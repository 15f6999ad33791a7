//! Texts and bytes.

use bytes::{Bytes, BytesMut};
use compact_str_0_10::CompactString;
use onesheet::{ErrorKind, encode};
use semver::Version;
use smol_str::SmolStr;
use url::Url;
use uuid::Uuid;

use super::{charged, refused, twins};

#[test]
fn uuids_are_their_bytes() {
    let uuid = Uuid::parse_str("00112233-4455-6677-8899-aabbccddeeff").unwrap();
    let bytes = [
        0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff,
    ];
    assert_eq!(encode(&uuid), bytes);
    twins(
        &[(uuid, bytes), (Uuid::nil(), [0; 16]), (Uuid::max(), [255; 16])],
        "[[\"0\",\"17\",\"34\",\"51\",\"68\",\"85\",\"102\",\"119\",\"136\",\"153\",\"170\",\"187\",\"204\",\"221\",\"238\",\"255\"]\
         ,[\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\"]\
         ,[\"255\",\"255\",\"255\",\"255\",\"255\",\"255\",\"255\",\"255\",\"255\",\"255\",\"255\",\"255\",\"255\",\"255\",\"255\",\"255\"]]",
    );
}

#[test]
fn bytes_are_bytes() {
    let pair = |bytes: &[u8]| (Bytes::copy_from_slice(bytes), bytes.to_vec());
    twins(&[pair(b""), pair(&[1, 2, 255])], "[\"\",\"0102ff\"]");
    let pair = |bytes: &[u8]| (BytesMut::from(bytes), bytes.to_vec());
    twins(&[pair(&[7]), pair(b"")], "[\"07\",\"\"]");
    charged::<Bytes>(&encode(&[1u8; 100][..]));
    charged::<Vec<BytesMut>>(&encode(&vec![vec![1u8; 100]]));
}

#[test]
fn texts_are_text() {
    let pairs = |texts: [&str; 3]| texts.map(|text| (CompactString::from(text), text.to_string()));
    let texts = ["", "é", "a text that is longer than what is inline"];
    let json = "[\"\",\"é\",\"a text that is longer than what is inline\"]";
    twins(&pairs(texts), json);
    twins(&texts.map(|text| (SmolStr::from(text), text.to_string())), json);
    #[cfg(feature = "compact_str-0_9")]
    twins(&texts.map(|t| (compact_str_0_9::CompactString::from(t), t.to_string())), json);
    charged::<SmolStr>(&encode(&"x".repeat(100)));
    charged::<Vec<CompactString>>(&encode(&vec!["x".repeat(100)]));
}

#[test]
fn urls_are_text_as_it_is_normalised() {
    let pair = |text: &str| (Url::parse(text).unwrap(), text.to_string());
    twins(
        &[pair("https://example.org/a?b#c"), pair("mailto:a@b.c")],
        "[\"https://example.org/a?b#c\",\"mailto:a@b.c\"]",
    );
    let bad = ["https://EXAMPLE.org/", "https://example.org", "no url", ""].map(String::from);
    refused::<Url, _>(&"a:b".to_string(), &bad, ErrorKind::Refused);
}

#[test]
fn versions_are_text() {
    let pair = |text: &str| (Version::parse(text).unwrap(), text.to_string());
    twins(&[pair("1.20.3-rc.1+build.5"), pair("0.0.0")], "[\"1.20.3-rc.1+build.5\",\"0.0.0\"]");
    let bad = ["1.2", "01.2.3", "1.2.3 ", ""].map(String::from);
    refused::<Version, _>(&"1.2.3".to_string(), &bad, ErrorKind::Refused);
}
