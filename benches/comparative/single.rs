//! One number, one text, one blob.

use crate::codec::{
    Bincode, Bitcode, Borsh, Onesheet, PackIo, Postcard, Rkyv, RkyvUnchecked, Speedy, Wincode,
    borrowing_codecs, codecs,
};
use crate::field::fields;
use crate::hand;
use crate::random::Random;
use crate::row::{Bench, Cost, Row, contenders, stacks, views};

codecs! {
    /// A `Vec<u8>` as a field, because serde's way to bytes is an attribute of a field.
    pub struct Blob {
        #[serde(with = "serde_bytes")]
        pub bytes: Vec<u8>,
    }
}

borrowing_codecs! {
    pub struct BlobView<'a> {
        #[serde(with = "serde_bytes")]
        pub bytes: &'a [u8],
    }
}

fields!({ bytes } for Blob, BlobView<'_>, ArchivedBlob);

fn number(bench: &mut Bench) {
    let name = "single/u64";
    if !bench.wants(name, Cost::Short) {
        return;
    }
    let pool: &'static [u64] = Random::new(name).list(4_096, |random| random.mixed(64)).leak();
    let mut row = Row::new(bench, name);
    contenders!(row, pool);
    stacks!(row, pool);
    row.hand::<Onesheet, _>(pool, hand::u64);
    row.hand_stack::<Onesheet, _>(pool, hand::u64_stack);
    row.run(bench);
}

fn text(bench: &mut Bench) {
    let name = "single/string_64";
    if !bench.wants(name, Cost::Short) {
        return;
    }
    let pool: &'static [String] = Random::new(name).list(64, |random| random.text(64)).leak();
    let mut row = Row::new(bench, name);
    contenders!(row, pool);
    row.hand::<Onesheet, _>(pool, |text, out| hand::text(text, out));
    views!(row, pool, &'static str, onesheet &'static str, bitcode &'static str, rkyv rkyv::string::ArchivedString);
    row.run(bench);
}

/// What starts as a borrowed text: rkyv archives references only through a wrapper, and borsh reads none.
fn borrowed_text(bench: &mut Bench) {
    let name = "single/str_64";
    if !bench.wants(name, Cost::Short) {
        return;
    }
    let texts: &'static [String] = Random::new(name).list(64, |random| random.text(64)).leak();
    let pool: &'static [&'static str] = texts.iter().map(String::as_str).collect::<Vec<_>>().leak();
    let mut row = Row::new(bench, name);
    row.encode::<Onesheet, _>(pool);
    row.memcpy::<Onesheet, _>(pool);
    row.hand::<Onesheet, _>(pool, |text, out| hand::text(text, out));
    row.encode::<Bincode, _>(pool);
    row.encode::<Postcard, _>(pool);
    row.encode::<PackIo, _>(pool);
    row.encode::<Bitcode, _>(pool);
    row.encode::<Wincode, _>(pool);
    row.encode::<Speedy, _>(pool);
    row.encode::<Borsh, _>(pool);
    row.view::<Onesheet, Onesheet, _, &'static str>(pool);
    row.view::<Bincode, Bincode, _, &'static str>(pool);
    row.view::<Postcard, Postcard, _, &'static str>(pool);
    row.view::<PackIo, PackIo, _, &'static str>(pool);
    row.view::<Bitcode, Bitcode, _, &'static str>(pool);
    row.view::<Wincode, Wincode, _, &'static str>(pool);
    row.view::<Speedy, Speedy, _, &'static str>(pool);
    row.run(bench);
}

fn blob(bench: &mut Bench, name: &str, len: usize) {
    let cost = if len > 1 << 20 { Cost::Long } else { Cost::Short };
    if !bench.wants(name, cost) {
        return;
    }
    // As many as the caches hold.
    let values = (128 << 10) / len;
    let blobs =
        Random::new(name).list(values.clamp(1, 64), |random| Blob { bytes: random.bytes(len) });
    let pool: &'static [Blob] = blobs.leak();
    let mut row = Row::new(bench, name);
    contenders!(row, pool);
    row.hand::<Onesheet, _>(pool, hand::blob);
    row.view::<Onesheet, Onesheet, _, BlobView>(pool);
    row.view::<Bincode, Bincode, _, BlobView>(pool);
    row.view::<Postcard, Postcard, _, BlobView>(pool);
    row.view::<PackIo, PackIo, _, BlobView>(pool);
    row.view::<Wincode, Wincode, _, BlobView>(pool);
    row.view::<Speedy, Speedy, _, BlobView>(pool);
    row.view::<Rkyv, Rkyv, _, &'static ArchivedBlob>(pool);
    row.view::<Rkyv, RkyvUnchecked, _, &'static ArchivedBlob>(pool);
    row.run(bench);
}

pub fn rows(bench: &mut Bench) {
    number(bench);
    text(bench);
    borrowed_text(bench);
    blob(bench, "single/bytes_128", 128);
    blob(bench, "single/bytes_512", 512);
    blob(bench, "single/bytes_1k", 1 << 10);
    blob(bench, "single/bytes_4k", 4 << 10);
    blob(bench, "single/bytes_16k", 16 << 10);
    blob(bench, "single/bytes_48m", 48_000_000);
}
