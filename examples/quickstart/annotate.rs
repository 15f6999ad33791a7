//! The first bytes of a packed lock file, with what they mean.

use std::fmt::Write;

use onesheet::{Serialize, encoded_len};

use crate::lock::{Lock, Package};

/// Bytes shown of each part, the last as `..` if there are more.
const SHOWN: usize = 8;

/// A table of where each field of the packages is: `packed` is `lock`, encoded.
pub fn annotate(lock: &Lock, packed: &[u8]) -> String {
    let packages = &lock.packages;
    let count = encoded_len(&packages.len());
    let columns = [
        column(packages, |package| &package.name),
        column(packages, |package| &package.version),
        column(packages, |package| &package.source),
        column(packages, |package| &package.checksum),
        column(packages, |package| &package.dependencies),
    ];
    let block: usize = columns.iter().sum();
    let head = encoded_len(&lock.version) + count + encoded_len(&block) + block;
    let after = encoded_len(&lock.unused_patches) + encoded_len(&lock.metadata);

    let mut table =
        format!("{:>6}  {:<24} {:>6}  {:<22} meaning\n", "offset", "bytes", "length", "field");
    let mut rest = packed;
    let mut part = |len: usize, field: &str, meaning: &str| {
        let offset = packed.len() - rest.len();
        let (bytes, after) = rest.split_at(len.min(rest.len()));
        rest = after;
        let mut hex: Vec<String> = bytes.iter().take(SHOWN).map(|b| format!("{b:02x}")).collect();
        if bytes.len() > SHOWN {
            hex[SHOWN - 1] = "..".into();
        }
        let hex = hex.join(" ");
        let _ = writeln!(table, "{offset:>6}  {hex:<24} {len:>6}  {field:<22} {meaning}");
    };
    part(encoded_len(&(head + after)), "", "bytes of the block: the struct is extensible (W12)");
    part(encoded_len(&lock.version), "version", "a number alone is a varint (W2)");
    part(count, "packages", "how many (W9); then each field is a column (W7)");
    if packages.is_empty() {
        return table;
    }
    part(encoded_len(&block), "", "bytes of the block of all packages (W12)");
    let meanings = [
        ("name", "a width, the lengths at that width, all text (W5, W2)"),
        ("version", "all majors, all minors, all patches, all suffixes (W7)"),
        ("source", "a bit each: is there one (W6); then tags and texts (W11)"),
        ("checksum", "a bit each: is there one (W6); then 32 bytes each (W1)"),
        ("dependencies", "how many each, then a column of each field (W9)"),
    ];
    for (len, (field, meaning)) in columns.into_iter().zip(meanings) {
        part(len, &format!("packages.{field}"), meaning);
    }
    part(encoded_len(&lock.unused_patches), "unused_patches", "as packages; 00 is none");
    part(encoded_len(&lock.metadata), "metadata", "a map, keys ascending (W10); 00 is none");
    table
}

/// The bytes that one field of all packages takes: a list of it, without the count.
fn column<'a, T: Serialize + 'a>(
    packages: &'a [Package],
    field: impl Fn(&'a Package) -> &'a T,
) -> usize {
    let values: Vec<&T> = packages.iter().map(field).collect();
    encoded_len(&values) - encoded_len(&values.len())
}
