//! Compressed blocks: one Zstandard frame of the length that is stated before it, and nothing else. The
//! cases of `languages/python/test_files.py`.

#![cfg(feature = "zstd")]

use onesheet::Limits;
use onesheet_file::{Error, Slice, What, Writer};

const FRAME: [u8; 4] = 0xfd2f_b528_u32.to_le_bytes();

/// A Zstandard frame (RFC 8878) of blocks, each of bytes or of so many zeros.
fn frame(blocks: &[Result<&[u8], u32>], stated: Option<u64>) -> Vec<u8> {
    let mut frame = FRAME.to_vec();
    match stated {
        None => frame.extend([0, 0x58]),
        Some(stated) => {
            frame.push(0xe0);
            frame.extend(stated.to_le_bytes());
        }
    }
    for (place, block) in blocks.iter().enumerate() {
        let (size, kind, data) = match *block {
            Ok(bytes) => (bytes.len() as u32, 0, bytes),
            Err(zeros) => (zeros, 1, &[0][..]),
        };
        let last = u32::from(place + 1 == blocks.len());
        frame.extend(&(size << 3 | kind << 1 | last).to_le_bytes()[..3]);
        frame.extend(data);
    }
    frame
}

/// What a compressed block of that payload holds, and the most bytes that were claimed to see it.
fn list(payload: &[u8], most: usize) -> (Result<Vec<u8>, String>, u64) {
    let mut writer = Writer::<u8, _>::new(Vec::new()).unwrap();
    writer.write_block(&[0]).unwrap();
    let mut file = writer.finish().unwrap();
    // In the place of the records and the end.
    let schema_block = file.len() - 36 - 37;
    let mut header: Vec<u8> = file[schema_block..][..36].to_vec();
    file.truncate(schema_block);
    header[7] = 0x5a;
    header[12..16].copy_from_slice(&crc32c::crc32c(payload).to_le_bytes());
    header[16..20].copy_from_slice(&(payload.len() as u32).to_le_bytes());
    let check = crc32c::crc32c(&[&header[..8], &header[12..]].concat());
    header[8..12].copy_from_slice(&check.to_le_bytes());
    file.extend(header);
    file.extend(payload);
    let mut found = None;
    let claimed = allocation_counter::measure(|| {
        for event in Slice::new(&file).events() {
            if let What::Records(block) = event.what {
                let limits = Limits::default().max_alloc(most);
                found = Some(block.list(&limits).map(|list| list.into_owned()));
            }
        }
    });
    let found = found.unwrap().map_err(|error| match error {
        Error::Compressed { why, .. } => why,
        other => panic!("{other}"),
    });
    (found, claimed.bytes_max)
}

/// Memory that is claimed beside that of the records: for the schema block, and for what is said.
const BESIDE: u64 = 4096;

fn decompressed(frame: &[u8], len: u32, most: usize) -> Result<Vec<u8>, String> {
    let (found, claimed) = list(&[&len.to_le_bytes(), frame].concat(), most);
    let may = if len as usize <= most { u64::from(len) } else { 0 };
    assert!(claimed <= may + BESIDE, "{claimed} for {len}");
    found
}

const MOST: usize = 1 << 20;

#[track_caller]
fn assert_refused(frame: &[u8], len: u32) {
    let found = decompressed(frame, len, MOST);
    assert!(found.is_err(), "{} bytes", found.unwrap().len());
}

#[test]
fn what_is_right() {
    for stated in [None, Some(5)] {
        for most in [MOST, 5] {
            let frame = frame(&[Ok(b"ab"), Ok(b"cde")], stated);
            assert_eq!(decompressed(&frame, 5, most).unwrap(), b"abcde");
        }
    }
    for stated in [None, Some(0)] {
        assert_eq!(decompressed(&frame(&[Ok(b"")], stated), 0, MOST).unwrap(), b"");
    }
    let zeros = frame(&[Err(1 << 17); 8], None);
    assert!(decompressed(&zeros, 1 << 20, MOST).unwrap() == vec![0; 1 << 20]);
}

#[test]
fn lengths_that_are_not_those_stated() {
    for len in [0, 4, 6, 1 << 20] {
        for stated in [None, Some(5), Some(u64::from(len))] {
            assert_refused(&frame(&[Ok(b"abcde")], stated), len);
        }
    }
    for stated in [None, Some(0), Some(1)] {
        assert_refused(&frame(&[Ok(b"")], stated), 1);
        assert_refused(&frame(&[Err(1 << 17); 800], stated), 0);
    }
    let why = decompressed(&frame(&[Ok(b"abcde")], Some(5)), 5, 4).unwrap_err();
    assert_eq!(why, "5 bytes when decompressed, above the bound of 4");
}

#[test]
fn what_is_not_one_frame() {
    for data in [&b""[..], b"abcde"] {
        let len = data.len() as u32;
        for stated in [None, Some(u64::from(len))] {
            let one = frame(&[Ok(data)], stated);
            for size in 0..one.len() {
                assert_refused(&one[..size], len);
            }
            for behind in [&b"\0"[..], &one, &one[..4], &frame(&[Ok(b"")], None)] {
                assert_refused(&[&one, behind].concat(), len);
            }
            assert_refused(&one.repeat(2), 2 * len);
        }
    }
    let skippable = b"\x50\x2a\x4d\x18\x03\0\0\0abc";
    for len in [0, 3, 5] {
        assert_refused(skippable, len);
        assert_refused(&[&skippable[..], &frame(&[Ok(b"abcde")], None)].concat(), len);
    }
    for size in 0..4 {
        let (found, _) = list(&vec![0; size], MOST);
        assert_eq!(found.unwrap_err(), "shorter than the 4 bytes of its length");
    }
}

#[test]
fn a_bomb_claims_no_more_than_is_stated() {
    for stated in [1 << 40, 1 << 50, u64::MAX >> 1] {
        assert_refused(&frame(&[Ok(b"abcde")], Some(stated)), 5);
    }
    let bomb = frame(&[Err(1 << 17); 8000], None);
    assert_refused(&bomb, 1 << 20);
    assert_refused(&bomb, 8000 << 17);
    assert_refused(&bomb, u32::MAX);
}
