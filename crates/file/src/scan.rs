//! What is done with many bytes: searching them, and computing their check. In tests, these bytes are
//! counted, and those that are read.

#[cfg(not(test))]
pub(crate) use {::crc32c, memchr::memmem};

#[cfg(test)]
pub(crate) use counted::{crc32c, memmem};

#[cfg(test)]
pub(crate) mod counted {
    use std::cell::Cell;
    use std::io::{Cursor, Read, Result, Seek, SeekFrom};

    thread_local! {
        static BYTES: Cell<usize> = const { Cell::new(0) };
    }

    fn count(bytes: usize) {
        BYTES.set(BYTES.get() + bytes);
    }

    /// How many bytes `f` looks at.
    pub(crate) fn by(f: impl FnOnce()) -> usize {
        BYTES.set(0);
        f();
        BYTES.get()
    }

    /// An input of which the bytes are counted that are read.
    pub(crate) struct Input<'a>(pub(crate) Cursor<&'a [u8]>);

    impl Read for Input<'_> {
        fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
            self.0.read(buf).inspect(|read| count(*read))
        }
    }

    impl Seek for Input<'_> {
        fn seek(&mut self, to: SeekFrom) -> Result<u64> {
            self.0.seek(to)
        }
    }

    pub(crate) mod memmem {
        use super::count;

        pub(crate) fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
            let found = memchr::memmem::find(bytes, what);
            count(found.map_or(bytes.len(), |place| place + what.len()));
            found
        }

        pub(crate) fn find_iter(bytes: &[u8], what: &[u8]) -> impl Iterator<Item = usize> {
            let mut at = 0;
            std::iter::from_fn(move || {
                let place = at + find(bytes.get(at..)?, what)?;
                at = place + what.len();
                Some(place)
            })
        }

        pub(crate) fn rfind(bytes: &[u8], what: &[u8]) -> Option<usize> {
            let found = memchr::memmem::rfind(bytes, what);
            count(bytes.len() - found.unwrap_or(0));
            found
        }
    }

    pub(crate) mod crc32c {
        use super::count;

        pub(crate) fn crc32c(bytes: &[u8]) -> u32 {
            crc32c_append(0, bytes)
        }

        pub(crate) fn crc32c_append(check: u32, bytes: &[u8]) -> u32 {
            count(bytes.len());
            ::crc32c::crc32c_append(check, bytes)
        }
    }
}

/// Time is linear, also in files that are made to take more: the bytes that are looked at are counted.
#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::ops::Range;

    use super::counted::{Input, by};
    use crate::block::{HEADER, Header, MARK, kind};
    use crate::event::What;
    use crate::outline::Outline;
    use crate::reader::Reader;
    use crate::section::Section;
    use crate::slice::Slice;
    use crate::statistics::{FieldList, Statistics};
    use crate::tail::Tail;

    /// Bytes of a file.
    const SIZE: usize = 100_000;

    fn block(kind: u8, schema: u32, first: u64, len: usize, body: &[u8]) -> Vec<u8> {
        let body_check = crc32c::crc32c(body);
        let schema = if kind == kind::SCHEMA { body_check } else { schema };
        let count = u32::from(kind == kind::RECORDS);
        let header = Header { kind, body_check, len: len as u32, count, schema, first };
        [&header.to_bytes(), body].concat()
    }

    fn good(kind: u8, schema: u32, first: u64, body: &[u8]) -> Vec<u8> {
        block(kind, schema, first, body.len(), body)
    }

    /// A schema block that says a number.
    fn schema(number: u64) -> Vec<u8> {
        let about = [("number".to_owned(), number.to_string())].into();
        good(kind::SCHEMA, 0, 0, &Section::payload_of(&"u16".parse().unwrap(), &about).unwrap())
    }

    /// The schema field of the blocks behind a schema block.
    fn check_of(block: &[u8]) -> u32 {
        crc32c::crc32c(&block[HEADER..])
    }

    /// A file of pieces, each made from its number and where it begins.
    fn file(piece: impl Fn(u64, usize) -> Vec<u8>) -> Vec<u8> {
        let mut bytes = Vec::new();
        for number in 0.. {
            let piece = piece(number, bytes.len());
            if bytes.len() + piece.len() > SIZE {
                return bytes;
            }
            bytes.extend(piece);
        }
        bytes
    }

    fn files() -> Vec<(&'static str, Vec<u8>)> {
        let rest = |at: usize| SIZE.saturating_sub(at + HEADER);
        let records = kind::RECORDS;
        let mixed = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        vec![
            ("noise", file(|_, _| vec![b'a'; 1000])),
            ("starts of marks", file(|_, _| MARK[..6].to_vec())),
            ("marks", file(|_, _| MARK.to_vec())),
            (
                "a mark, and noise",
                file(|n, _| if n == 0 { MARK.to_vec() } else { vec![b'a'; 1000] }),
            ),
            ("headers that claim the rest", file(|_, at| block(records, 0, 0, rest(at), b""))),
            (
                "blocks between headers that claim the rest",
                file(|n, at| match n % 2 {
                    0 => block(records, 0, 0, rest(at), b""),
                    _ => good(records, 0, n, b"a"),
                }),
            ),
            (
                "headers that claim the rest before noise",
                file(|n, at| match n {
                    0..1000 => block(records, 0, 0, rest(at), b""),
                    _ => vec![b'a'; 1000],
                }),
            ),
            ("wrong checks of bodies", file(|_, _| block(records, 0, 0, 1000, &[b'a'; 999]))),
            ("orphans", file(|_, _| good(records, 7, 0, b"a"))),
            ("orphans of many sections", file(|n, _| good(records, n as u32, 0, b"a"))),
            ("random firsts", file(|n, _| good(records, 7, mixed(n), b"a"))),
            ("firsts that fall", file(|n, _| good(records, 7, 10_000 - n, b"a"))),
            ("unknown kinds", file(|_, _| good(0x61, 0, 0, b"a"))),
            ("schema blocks", file(|n, _| schema(n))),
            (
                "orphans of many sections behind schema blocks",
                file(|n, _| if n < 400 { schema(n) } else { good(records, n as u32, 0, b"a") }),
            ),
            (
                "damaged schema blocks",
                file(|n, _| match n {
                    0..600 => [&schema(n)[..HEADER + 8], b"a"].concat(),
                    _ => good(records, n as u32, 0, b"a"),
                }),
            ),
        ]
    }

    /// How often a byte is looked at: a header at each mark, before which the mark was searched, and a body
    /// for marks, for its check, and to find the next mark.
    const TIMES: usize = 8;

    /// Checks that what is done with each file looks at its bytes `TIMES` times, and so many more.
    fn check(what: &str, more: usize, f: impl Fn(Slice<'_>)) {
        for (name, bytes) in files() {
            let looked_at = by(|| f(Slice::new(&bytes)));
            let times = looked_at.div_ceil(bytes.len());
            assert!(times <= TIMES + more, "{what}: {name}: {times} times");
        }
    }

    fn input(file: Slice<'_>) -> Input<'_> {
        Input(Cursor::new(file.bytes))
    }

    /// Reads a part of an input.
    fn read_part(file: Slice<'_>, part: Range<usize>) {
        let part = part.start as u64..part.end as u64;
        let mut reader = Reader::part(input(file), part).unwrap();
        while reader.next_event().unwrap().is_some() {}
    }

    #[test]
    fn reading() {
        check("events", 0, |file| file.events().for_each(drop));
        check("a reader", 0, |file| {
            let mut reader = Reader::new(file.bytes);
            while reader.next_event().unwrap().is_some() {}
        });
    }

    #[test]
    fn an_index_and_a_block_by_its_number() {
        check("an index", 0, |file| drop(file.index()));
        check("an outline", 0, |file| drop(Outline::of(&mut input(file)).unwrap()));
        for k in [0, 5_000, u64::MAX] {
            check("a block", 0, |file| {
                assert!(file.block_of(k).is_none_or(|block| block.first() <= k))
            });
        }
    }

    #[test]
    fn parts() {
        for at in [1, 2, 3].map(|quarter| SIZE / 4 * quarter) {
            check("a part", 0, |file| file.part(at..file.bytes.len()).for_each(drop));
            check("a part of an input", 0, |file| read_part(file, at..file.bytes.len()));
        }
        // Each part may look at the headers before it too, for schema blocks, and then at all bytes.
        for n in [2, 7, 64] {
            check("parts", 3 * n, |file| {
                file.split(n).for_each(|part| file.part(part).for_each(drop))
            });
            check("parts of an input", 3 * n, |file| {
                file.split(n).for_each(|part| read_part(file, part))
            });
        }
        // But not for sections of whole files.
        let sections = file(|n, _| match n {
            0 | 1 => schema(n),
            _ => good(kind::RECORDS, check_of(&schema(1)), n - 2, &[b'a'; 1000]),
        });
        let parts_of_sections = by(|| {
            let file = Slice::new(&sections);
            file.split(64).for_each(|part| file.part(part).for_each(drop));
        });
        assert!(parts_of_sections <= TIMES * SIZE, "{parts_of_sections}");
        let parts_of_noise = by(|| {
            let bytes = vec![b'a'; SIZE];
            let file = Slice::new(&bytes);
            file.split(1000).for_each(|part| file.part(part).for_each(drop));
        });
        assert!(parts_of_noise <= 3 * SIZE, "{parts_of_noise}");
    }

    #[test]
    fn fields_that_are_not_what_is_said_of_them() {
        let schema = schema(0);
        let of = check_of(&schema);
        let claims = |at: usize| {
            let len = |at: usize| u32::try_from(SIZE.saturating_sub(at + HEADER)).unwrap();
            let statistics = |len| {
                let fields = vec![FieldList { at: 0, len, check: 1 }];
                let statistics = Statistics { fields, ..Statistics::default() };
                good(kind::STATISTICS, of, 0, &onesheet::encode(&statistics))
            };
            // The numbers of a field take a byte more or less.
            let len = len(at + statistics(0).len() + 8);
            [statistics(len), block(kind::RECORDS, of, 0, len as usize, b"")].concat()
        };
        let bytes = file(|n, at| if n == 0 { schema.clone() } else { claims(at) });
        let mut fields = 0;
        let looked_at = by(|| {
            let input = input(Slice::new(&bytes));
            let mut reader = Reader::part(input, 0..u64::MAX).unwrap();
            while let Some(event) = reader.next_event().unwrap() {
                if let What::Statistics(_) = event.what {
                    reader.only(&[0]);
                    fields += 1;
                }
            }
        });
        assert!(fields > 500, "{fields}");
        assert!(looked_at <= (TIMES + 1) * SIZE, "{looked_at}");
    }

    #[test]
    fn the_end_of_a_file() {
        for all in [true, false] {
            check("the end", 0, |file| _ = Tail::default().find(file.bytes, all));
        }
    }
}
