//! Any bytes into a receiver of frames: it counts each event, and finds the good frames in noise.
#![no_main]

use arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;
use onesheet::frame::{self, Counts, Crc, Crc16, Crc32c, Dropped, Receiver, prefixed};

/// Payloads of more bytes are dropped.
const MAX: usize = 300;

#[derive(Arbitrary, Debug)]
enum Part {
    Noise(Vec<u8>),
    Frame(Vec<u8>),
    Repeated(u8, u16),
}

fuzz_target!(|input: &[u8]| {
    let Some((piece, line)) = input.split_first() else { return };
    let piece = usize::from(*piece).max(1);
    // As it is, and taken for frames among noise.
    let noise = vec![Part::Noise(line.to_vec())];
    let parts = Vec::arbitrary_take_rest(Unstructured::new(line)).unwrap_or_default();
    for parts in [noise, parts] {
        delimited::<Crc16>(&parts, piece);
        delimited::<Crc32c>(&parts, piece);
        prefixed(&parts, piece);
    }
});

fn payload(part: &Part) -> Option<Vec<u8>> {
    match part {
        Part::Noise(_) => None,
        Part::Frame(payload) => Some(payload.clone()),
        Part::Repeated(byte, count) => Some(vec![*byte; usize::from(*count) % MAX]),
    }
    .filter(|payload| payload.len() <= MAX)
}

fn delimited<C: Crc>(parts: &[Part], piece: usize) {
    let mut line = Vec::new();
    for part in parts {
        if let Part::Noise(noise) = part {
            line.extend(noise);
        } else if let Some(payload) = payload(part) {
            // Noise that ends without a delimiter would take the frame with it (F5).
            line.push(frame::DELIMITER);
            let start = line.len();
            line.resize(start + frame::max_len::<C>(payload.len()), 0xa5);
            let len = frame::encode_bytes::<C>(&payload, &mut line[start..]).unwrap();
            line.truncate(start + len);
        }
    }
    let mut receiver = Receiver::<_, C>::with_crc([0xa5; MAX]);
    let (mut found, mut dropped) = (Vec::new(), 0);
    for mut bytes in line.chunks(piece) {
        while let Some(event) = receiver.push(&mut bytes) {
            match event {
                Ok(payload) => found.push(payload.to_vec()),
                Err(_) => dropped += 1,
            }
        }
        assert!(bytes.is_empty());
    }
    dropped += u32::from(receiver.finish().is_err());
    counted(receiver.counts(), found.len(), dropped);
    // Noise may hold good frames too.
    let mut found = found.into_iter();
    assert!(parts.iter().filter_map(payload).all(|sent| found.any(|payload| payload == sent)));
}

fn prefixed(parts: &[Part], piece: usize) {
    let mut line = Vec::new();
    let mut sent = Vec::new();
    let mut clean = true;
    for part in parts {
        if let Part::Noise(noise) = part {
            clean &= noise.is_empty();
            line.extend(noise);
        } else if let Some(payload) = payload(part) {
            let start = line.len();
            line.resize(start + prefixed::len(payload.len()), 0xa5);
            assert_eq!(
                prefixed::encode_bytes(&payload, &mut line[start..]),
                Ok(line.len() - start)
            );
            if clean {
                sent.push(payload);
            }
        }
    }
    let mut receiver = prefixed::Receiver::new([0xa5; MAX]);
    let (mut found, mut broken) = (Vec::new(), None);
    for mut bytes in line.chunks(piece) {
        while let Some(event) = receiver.push(&mut bytes) {
            match event {
                Ok(payload) => found.push(payload.to_vec()),
                // It says so again for every further piece.
                Err(dropped) => assert_eq!(*broken.get_or_insert(dropped), dropped),
            }
        }
    }
    let end: Result<(), Dropped> = receiver.finish();
    assert!(found.starts_with(&sent) && (!clean || end.is_ok()));
    counted(receiver.counts(), found.len(), u32::from(end.is_err()));
}

fn counted(counts: &Counts, frames: usize, dropped: u32) {
    assert_eq!((counts.frames as usize, counts.dropped()), (frames, dropped));
}
