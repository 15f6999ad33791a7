//! `spec/FRAMES.md`: the vectors, a naive reader as oracle, and streams cut and damaged anywhere.

use onesheet::frame::{self, Counts, Crc, Crc16, Crc32c, Dropped, Receiver, prefixed};
use onesheet::{Error, ErrorKind};
use proptest::prelude::*;

/// What a receiver hands back, with the payload copied.
type Event = Result<Vec<u8>, Dropped>;

/// Any receiver, so that each property is said once.
trait Receive {
    fn push(&mut self, bytes: &mut &[u8]) -> Option<Event>;
    fn finish(&mut self) -> Result<(), Dropped>;
    fn counts(&self) -> Counts;
}

impl<C: Crc> Receive for Receiver<Vec<u8>, C> {
    fn push(&mut self, bytes: &mut &[u8]) -> Option<Event> {
        Some(self.push(bytes)?.map(<[u8]>::to_vec))
    }
    fn finish(&mut self) -> Result<(), Dropped> {
        self.finish()
    }
    fn counts(&self) -> Counts {
        *self.counts()
    }
}

impl Receive for prefixed::Receiver<Vec<u8>> {
    fn push(&mut self, bytes: &mut &[u8]) -> Option<Event> {
        Some(self.push(bytes)?.map(<[u8]>::to_vec))
    }
    fn finish(&mut self) -> Result<(), Dropped> {
        self.finish()
    }
    fn counts(&self) -> Counts {
        *self.counts()
    }
}

fn receiver<C: Crc + 'static>(max: usize) -> Box<dyn Receive> {
    // What the buffer holds before must not matter.
    Box::new(Receiver::<_, C>::with_crc(vec![0xa5; max]))
}

/// Pushes the pieces and then ends the line.
fn receive<'a>(
    mut receiver: Box<dyn Receive>,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> (Vec<Event>, Counts) {
    let mut events = Vec::new();
    for mut piece in pieces {
        while let Some(event) = receiver.push(&mut piece) {
            events.push(event);
        }
        assert!(piece.is_empty(), "None means that all is taken");
    }
    if let Err(dropped) = receiver.finish() {
        events.push(Err(dropped));
    }
    (events, receiver.counts())
}

/// [`receive`] for the length-prefixed form: a broken stream says so again, which is left out.
fn receive_stream<'a>(
    max: usize,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> (Vec<Event>, Counts) {
    let receiver = Box::new(prefixed::Receiver::new(vec![0xa5; max]));
    let (mut events, counts) = receive(receiver, pieces);
    if let Some(at) = events.iter().position(Result::is_err) {
        let again = events.split_off(at + 1);
        assert!(again.iter().all(|event| *event == events[at]));
    }
    (events, counts)
}

fn counted(events: &[Event]) -> [usize; 6] {
    let count = |of: &dyn Fn(&Event) -> bool| events.iter().filter(|event| of(event)).count();
    [
        count(&|event| event.is_ok()),
        count(&|event| *event == Err(Dropped::Noise)),
        count(&|event| *event == Err(Dropped::Truncated)),
        count(&|event| *event == Err(Dropped::TooLong)),
        count(&|event| *event == Err(Dropped::Checksum)),
        count(&|event| matches!(event, Err(Dropped::Message(_)))),
    ]
}

fn counters(counts: &Counts) -> [usize; 6] {
    [
        counts.frames,
        counts.noise,
        counts.truncated,
        counts.too_long,
        counts.checksum,
        counts.message,
    ]
    .map(|counter| counter as usize)
}

fn encode<C: Crc>(payload: &[u8]) -> Vec<u8> {
    let mut buf = vec![0xa5; frame::max_len::<C>(payload.len())];
    let len = frame::encode_bytes::<C>(payload, &mut buf).unwrap();
    buf.truncate(len);
    buf
}

/// F6 and F7 for what stands before one delimiter, on a whole piece at once.
fn naive<C: Crc>(mut piece: &[u8], max: usize) -> Event {
    let mut body = Vec::new();
    let mut truncated = false;
    while let [code, rest @ ..] = piece {
        let len = usize::from(*code) - 1;
        truncated = len > rest.len();
        let (block, rest) = rest.split_at(len.min(rest.len()));
        body.extend(block);
        if *code != 255 && !rest.is_empty() {
            body.push(0);
        }
        piece = rest;
    }
    if body.len() > max + C::LEN {
        return Err(Dropped::TooLong);
    }
    if truncated {
        return Err(Dropped::Truncated);
    }
    let Some(len) = body.len().checked_sub(C::LEN) else { return Err(Dropped::Noise) };
    let (payload, checksum) = body.split_at(len);
    if checksum != naive_crc::<C>(payload) {
        return Err(Dropped::Checksum);
    }
    Ok(payload.to_vec())
}

/// F2, bit by bit and not reflected; the check values are asserted below.
fn naive_crc<C: Crc>(payload: &[u8]) -> Vec<u8> {
    let (bits, polynomial) = if C::LEN == 2 { (16, 0x1021) } else { (32, 0x1edc_6f41) };
    let mut state = u64::MAX >> (64 - bits);
    for byte in payload {
        for bit in 0..8 {
            let out = state >> (bits - 1) ^ u64::from(byte >> bit & 1);
            state = ((state << 1) & (u64::MAX >> (64 - bits))) ^ (out * polynomial);
        }
    }
    (!state.reverse_bits() >> (64 - bits)).to_le_bytes()[..C::LEN].to_vec()
}

#[test]
fn check_values() {
    assert_eq!(naive_crc::<Crc16>(b"123456789"), 0x906e_u16.to_le_bytes());
    assert_eq!(naive_crc::<Crc32c>(b"123456789"), 0xe306_9283_u32.to_le_bytes());
    assert_eq!(encode::<Crc16>(b"123456789"), b"\x0c123456789\x6e\x90\0");
    assert_eq!(encode::<Crc32c>(b"123456789"), b"\x0e123456789\x83\x92\x06\xe3\0");
}

/// One line of `frames.jsonl`.
struct Case {
    form: String,
    max: usize,
    stream: Vec<u8>,
    events: Vec<Event>,
    encode: bool,
}

impl Case {
    fn parse(line: &str) -> Case {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let hex = |text: &serde_json::Value| -> Vec<u8> {
            let text = text.as_str().unwrap();
            (0..text.len())
                .step_by(2)
                .map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap())
                .collect()
        };
        let event = |event: &serde_json::Value| match event["dropped"].as_str() {
            None => Ok(hex(&event["payload"])),
            Some("noise") => Err(Dropped::Noise),
            Some("truncated") => Err(Dropped::Truncated),
            Some("too long") => Err(Dropped::TooLong),
            Some("checksum") => Err(Dropped::Checksum),
            Some(other) => panic!("{other} is not a reason of F6 or F9"),
        };
        Case {
            form: case["form"].as_str().unwrap().to_owned(),
            max: case["max"].as_u64().unwrap() as usize,
            stream: hex(&case["hex"]),
            events: case["events"].as_array().unwrap().iter().map(event).collect(),
            encode: case["encode"].as_bool().unwrap(),
        }
    }

    fn receive<'a>(&self, pieces: impl IntoIterator<Item = &'a [u8]>) -> (Vec<Event>, Counts) {
        match &*self.form {
            "crc16" => receive(receiver::<Crc16>(self.max), pieces),
            "crc32c" => receive(receiver::<Crc32c>(self.max), pieces),
            "length" => receive_stream(self.max, pieces),
            other => panic!("{other} is no form"),
        }
    }

    fn encode(&self, payload: &[u8]) -> Vec<u8> {
        match &*self.form {
            "crc16" => encode::<Crc16>(payload),
            "crc32c" => encode::<Crc32c>(payload),
            _ => {
                let mut buf = vec![0; prefixed::len(payload.len())];
                let len = prefixed::encode_bytes(payload, &mut buf).unwrap();
                assert_eq!(len, buf.len());
                buf
            }
        }
    }
}

fn cases() -> Vec<Case> {
    include_str!("../vectors/frames.jsonl").lines().map(Case::parse).collect()
}

#[test]
fn vectors() {
    let cases = cases();
    for (line, case) in (1..).zip(&cases) {
        let (events, counts) = case.receive([&case.stream[..]]);
        assert_eq!(events, case.events, "line {line}");
        assert_eq!(counters(&counts), counted(&events), "line {line}");
        if case.encode {
            let frames: Vec<u8> =
                events.into_iter().flat_map(|event| case.encode(&event.unwrap())).collect();
            assert_eq!(frames, case.stream, "line {line}");
        }
    }
    assert!(cases.len() > 100);
}

#[test]
fn vectors_cut_at_every_byte() {
    for (line, case) in (1..).zip(cases()) {
        for cut in 0..=case.stream.len() {
            let (events, counts) = case.receive(<[_; 2]>::from(case.stream.split_at(cut)));
            assert_eq!(events, case.events, "line {line} cut at {cut}");
            assert_eq!(counters(&counts), counted(&events), "line {line} cut at {cut}");
        }
    }
}

#[test]
fn frames_of_every_length_fit_max_len_and_nothing_less() {
    for len in (0..20).chain(245..265).chain(500..515) {
        for payload in [vec![0; len], vec![1; len], vec![0xff; len]] {
            let max = frame::max_len::<Crc16>(len);
            let frame = encode::<Crc16>(&payload);
            assert!(frame.len() <= max);
            assert_eq!(frame.iter().position(|byte| *byte == 0), Some(frame.len() - 1));
            for short in 0..max {
                let full = frame::encode_bytes::<Crc16>(&payload, &mut vec![0; short]);
                let error = full.unwrap_err();
                assert_eq!((error.kind(), error.offset()), (ErrorKind::BufferFull, short));
            }
        }
    }
    // The bound is met: bytes of 1 with a CRC without zeros.
    assert_eq!(encode::<Crc32c>(&[1; 600]).len(), frame::max_len::<Crc32c>(600));
}

#[test]
fn a_value_is_encoded_as_its_message() {
    let mut buf = [0; frame::max_len::<Crc16>(3)];
    let len = frame::encode::<Crc16>(&300u16, &mut buf).unwrap();
    assert_eq!(buf[..len], encode::<Crc16>(&[0xac, 0x02]));
    let len = prefixed::encode(&300u16, &mut buf).unwrap();
    assert_eq!(buf[..len], [2, 0xac, 0x02]);
    for short in 0..3 {
        assert!(prefixed::encode(&300u16, &mut buf[..short]).is_err());
    }
}

#[test]
fn no_buffer_is_as_long_as_what_no_number_can_say() {
    for payload in [usize::MAX, usize::MAX - 1, usize::MAX - 6] {
        assert_eq!(frame::max_len::<Crc16>(payload), usize::MAX);
        assert_eq!(frame::max_len::<Crc32c>(payload), usize::MAX);
        assert_eq!(prefixed::len(payload), usize::MAX);
    }
}

#[test]
fn broken_messages_are_counted_apart() {
    let line =
        [&encode::<Crc16>(&[5])[..], &encode::<Crc16>(&[5, 6]), &encode::<Crc16>(&[7])].concat();
    let mut receiver = Receiver::new([0; 4]);
    let mut bytes = &line[..];
    let trailing = Error::new(ErrorKind::TrailingBytes, 1);
    assert_eq!(receiver.decode(&mut bytes), Some(Ok(5u16)));
    assert_eq!(receiver.decode::<u16>(&mut bytes), Some(Err(Dropped::Message(trailing))));
    assert_eq!(receiver.decode(&mut bytes), Some(Ok(7u16)));
    assert_eq!(receiver.decode::<u16>(&mut bytes), None);
    assert_eq!(counters(receiver.counts()), [2, 0, 0, 0, 0, 1]);

    let mut receiver = prefixed::Receiver::new([0; 4]);
    let mut bytes = &[1, 5, 2, 5, 6, 1, 7][..];
    assert_eq!(receiver.decode(&mut bytes), Some(Ok(5u16)));
    assert_eq!(receiver.decode::<u16>(&mut bytes), Some(Err(Dropped::Message(trailing))));
    assert_eq!(receiver.decode(&mut bytes), Some(Ok(7u16)));
    assert_eq!(counters(receiver.counts()), [2, 0, 0, 0, 0, 1]);
    assert_eq!(receiver.finish(), Ok(()));
}

#[test]
fn finish_forgets_half_a_frame() {
    let frame = encode::<Crc16>(b"abc");
    for cut in 1..frame.len() {
        let mut receiver = Receiver::new([0; 4]);
        assert_eq!(receiver.push(&mut &frame[..cut]), None);
        assert_eq!(receiver.finish(), Err(Dropped::Truncated));
        assert_eq!(receiver.finish(), Ok(()));
        assert_eq!(receiver.push(&mut &frame[..]), Some(Ok(&b"abc"[..])));
        assert_eq!(counters(receiver.counts()), [1, 0, 1, 0, 0, 0]);
    }
}

#[test]
fn a_broken_stream_stays_closed() {
    let mut receiver = prefixed::Receiver::new([0; 4]);
    let mut bytes = &[1, 9, 5, 1, 1][..];
    assert_eq!(receiver.push(&mut bytes), Some(Ok(&[9][..])));
    assert_eq!(receiver.push(&mut bytes), Some(Err(Dropped::TooLong)));
    assert!(bytes.is_empty());
    assert_eq!(receiver.push(&mut bytes), None);
    assert_eq!(receiver.push(&mut &[1, 1][..]), Some(Err(Dropped::TooLong)));
    assert_eq!(receiver.finish(), Err(Dropped::TooLong));
    assert_eq!(counters(receiver.counts()), [1, 0, 0, 1, 0, 0]);
}

mod io {
    use std::io::{self, Read};

    use super::*;

    /// Gives one byte a call, and is interrupted before each.
    struct Trickle<'a>(&'a [u8], bool);

    impl Read for Trickle<'_> {
        fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let len = buf.len().min(1);
            self.0.read(&mut buf[..len])
        }
    }

    fn reason(error: &io::Error) -> Dropped {
        *error.get_ref().unwrap().downcast_ref().unwrap()
    }

    #[test]
    fn write_then_read() {
        let mut stream = Vec::new();
        for value in [&[][..], &[7u8], &[1; 300]] {
            prefixed::write(&mut stream, value).unwrap();
        }
        let mut input = Trickle(&stream, false);
        let mut buf = Vec::new();
        for value in [&[][..], &[7u8], &[1; 300]] {
            let payload = prefixed::read(&mut input, 302, &mut buf).unwrap().unwrap();
            assert_eq!(onesheet::decode::<Vec<u8>>(payload), Ok(value.to_vec()));
        }
        assert_eq!(prefixed::read(&mut input, 302, &mut buf).unwrap(), None);
    }

    /// Of a reader that says so itself, where it is not the end of the stream.
    #[test]
    fn errors_of_the_reader_are_not_the_end() {
        struct Fails<'a>(&'a [u8]);

        impl Read for Fails<'_> {
            fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
                match self.0.read(buf) {
                    Ok(0) => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "no close_notify")),
                    done => done,
                }
            }
        }

        for stream in [&[][..], &[0x80], &[2, 7]] {
            let error = prefixed::read(&mut Fails(stream), 302, &mut Vec::new()).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
            assert_eq!(error.to_string(), "no close_notify", "{stream:?}");
        }
    }

    #[test]
    fn the_end_within_a_payload_or_a_prefix() {
        let mut stream = Vec::new();
        prefixed::write(&mut stream, &[1u8; 300][..]).unwrap();
        for cut in 1..stream.len() {
            let mut buf = Vec::new();
            let error = prefixed::read(&mut &stream[..cut], 302, &mut buf).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
            assert_eq!(reason(&error), Dropped::Truncated);
        }
    }

    #[test]
    fn a_length_that_lies_claims_no_memory() {
        let mut buf = Vec::new();
        let tebibyte = [&[0x80; 5][..], &[0x20, 1, 2, 3]].concat();
        let error = prefixed::read(&mut &tebibyte[..], usize::MAX, &mut buf).unwrap_err();
        assert_eq!(reason(&error), Dropped::Truncated);
        assert!(buf.capacity() < 1 << 16);
        let error = prefixed::read(&mut &tebibyte[..], 1 << 30, &mut buf).unwrap_err();
        assert_eq!((error.kind(), reason(&error)), (io::ErrorKind::InvalidData, Dropped::TooLong));
    }

    #[test]
    fn noise_in_place_of_a_length() {
        for noise in [&[0x80, 0][..], &[0xff; 10], &[0x80; 10], &[0x81, 0x80, 0]] {
            let error = prefixed::read(&mut &*noise, 100, &mut Vec::new()).unwrap_err();
            assert_eq!(
                (error.kind(), reason(&error)),
                (io::ErrorKind::InvalidData, Dropped::Noise)
            );
        }
    }
}

/// Bytes as lines carry them: zeros, ones and runs are common.
fn bytes(max: usize) -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![2 => Just(0), 1 => Just(1), 1 => Just(0xff), 6 => any::<u8>()];
    prop_oneof![
        4 => prop::collection::vec(byte, 0..max.min(24)),
        1 => prop::collection::vec(1..=255u8, 0..=max),
        1 => prop::collection::vec(any::<u8>(), 0..=max),
    ]
}

/// What is put on the line.
#[derive(Clone, Debug)]
enum Sent {
    Frame(Vec<u8>),
    Half(Vec<u8>, prop::sample::Index),
    Flipped(Vec<u8>, prop::sample::Index, u8),
    Noise(Vec<u8>),
    Idle(usize),
}

fn sent() -> impl Strategy<Value = Sent> {
    prop_oneof![
        3 => bytes(MAX).prop_map(Sent::Frame),
        1 => (bytes(MAX), any::<prop::sample::Index>()).prop_map(|(p, at)| Sent::Half(p, at)),
        1 => (bytes(MAX), any::<prop::sample::Index>(), 0..8u8).prop_map(|(p, at, bit)| Sent::Flipped(p, at, bit)),
        1 => bytes(2 * MAX).prop_map(Sent::Noise),
        1 => (0..4usize).prop_map(Sent::Idle),
    ]
}

const MAX: usize = 300;

/// The line, and which whole frames are on it.
fn line<C: Crc>(sent: &[Sent]) -> (Vec<u8>, Vec<Vec<u8>>) {
    let mut line = Vec::new();
    let mut whole = Vec::new();
    for sent in sent {
        match sent {
            Sent::Frame(payload) => {
                line.extend(encode::<C>(payload));
                whole.push(payload.clone());
            }
            Sent::Half(payload, at) => {
                let frame = encode::<C>(payload);
                line.extend(&frame[..at.index(frame.len())]);
                line.push(frame::DELIMITER);
            }
            Sent::Flipped(payload, at, bit) => {
                let mut frame = encode::<C>(payload);
                let at = at.index(frame.len());
                frame[at] ^= 1 << bit;
                line.extend(frame);
                line.push(frame::DELIMITER);
            }
            Sent::Noise(noise) => {
                line.extend(noise);
                line.push(frame::DELIMITER);
            }
            Sent::Idle(count) => line.extend(std::iter::repeat_n(frame::DELIMITER, *count)),
        }
    }
    (line, whole)
}

fn as_the_oracle<C: Crc + 'static>(line: &[u8], max: usize, piece: usize) {
    let mut pieces: Vec<&[u8]> = line.split(|byte| *byte == 0).collect();
    let open = pieces.pop().unwrap_or_default();
    let mut expected: Vec<Event> = pieces
        .into_iter()
        .filter(|piece| !piece.is_empty())
        .map(|piece| naive::<C>(piece, max))
        .collect();
    if !open.is_empty() {
        expected.push(Err(Dropped::Truncated));
    }
    let (events, counts) = receive(receiver::<C>(max), line.chunks(piece));
    assert_eq!(events, expected);
    assert_eq!(counters(&counts), counted(&events));
}

proptest! {
    #[test]
    fn any_bytes_as_the_oracle(line in bytes(2000), max in 0..400usize, piece in 1..50usize) {
        as_the_oracle::<Crc16>(&line, max, piece);
        as_the_oracle::<Crc32c>(&line, max, piece);
    }

    #[test]
    fn damaged_lines_as_the_oracle(
        sent in prop::collection::vec(sent(), 0..20),
        max in prop_oneof![Just(MAX), 0..MAX],
        piece in 1..50usize,
    ) {
        as_the_oracle::<Crc16>(&line::<Crc16>(&sent).0, max, piece);
        as_the_oracle::<Crc32c>(&line::<Crc32c>(&sent).0, max, piece);
    }

    /// Of a damaged line only what was damaged is lost, in whatever pieces it comes.
    #[test]
    fn whole_frames_survive(sent in prop::collection::vec(sent(), 0..20), piece in 1..50usize) {
        let (line, whole) = line::<Crc32c>(&sent);
        let (events, _) = receive(receiver::<Crc32c>(MAX), line.chunks(piece));
        // Noise may pass a CRC, but 1 in 2^32 is not seen here; half a frame may be a whole one.
        let mut found = events.iter().flatten();
        for payload in &whole {
            prop_assert!(found.any(|event| event == payload));
        }
    }

    #[test]
    fn round_trip(payload in bytes(1500)) {
        for frame in [encode::<Crc16>(&payload), encode::<Crc32c>(&payload)] {
            let (zero, block) = frame.split_last().unwrap();
            prop_assert_eq!(*zero, frame::DELIMITER);
            prop_assert!(!block.contains(&frame::DELIMITER));
        }
        prop_assert_eq!(naive::<Crc16>(encode::<Crc16>(&payload).split_last().unwrap().1, 1500), Ok(payload.clone()));
        prop_assert_eq!(naive::<Crc32c>(encode::<Crc32c>(&payload).split_last().unwrap().1, 1500), Ok(payload));
    }

    #[test]
    fn any_stream_in_any_pieces(stream in bytes(600), max in 0..300usize, piece in 1..50usize) {
        let whole = receive_stream(max, [&stream[..]]);
        let pieces = receive_stream(max, stream.chunks(piece));
        prop_assert_eq!(whole, pieces);
    }
}
