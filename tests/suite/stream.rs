//! Messages on streams: one to the end, and in pieces of any size.

use std::io::{self, Read, Write};

use onesheet::io::{decode_from_reader, encode_to_writer};
use onesheet::{Error, ErrorKind, Limits, encode, frame::prefixed};

/// Gives and takes bytes in pieces.
pub struct Pieces {
    bytes: Vec<u8>,
    at: usize,
    size: usize,
    /// Where it fails.
    fails: usize,
}

impl Pieces {
    fn of(bytes: &[u8], size: usize) -> Self {
        Pieces { bytes: bytes.to_vec(), at: 0, size, fails: usize::MAX }
    }

    fn piece(&mut self, buf: &mut [u8]) -> Option<usize> {
        if self.at >= self.fails {
            return None;
        }
        let n = self.size.min(buf.len()).min(self.bytes.len() - self.at);
        buf[..n].copy_from_slice(&self.bytes[self.at..][..n]);
        self.at += n;
        Some(n)
    }

    fn take(&mut self, buf: &[u8]) -> Option<usize> {
        if self.bytes.len() >= self.fails {
            return None;
        }
        let n = self.size.min(buf.len());
        self.bytes.extend(&buf[..n]);
        Some(n)
    }
}

impl Read for Pieces {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.piece(buf).ok_or_else(|| io::Error::other("torn"))
    }
}

impl Write for Pieces {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.take(buf).ok_or_else(|| io::Error::other("torn"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

type Message = (String, Vec<u16>);

fn message() -> Message {
    ("door".into(), vec![1000, 1001, 1002])
}

const BYTES: &[u8] = b"\x04door\x03\x82\xe8\x07\x24";

fn inner(error: &io::Error) -> Error {
    *error.get_ref().unwrap().downcast_ref().unwrap()
}

#[test]
fn one_message_is_all_of_a_stream() {
    for size in [1, 2, 3, 100] {
        let mut stream = Pieces::of(&[], size);
        assert_eq!(encode_to_writer(&message(), &mut stream).unwrap(), BYTES.len());
        assert_eq!(stream.bytes, BYTES);
        let read: Message = decode_from_reader(&mut stream, &Limits::default()).unwrap();
        assert_eq!(read, message());
    }
}

#[test]
fn what_is_wrong_with_a_stream_is_said() {
    let limits = Limits::default();
    for len in 0..BYTES.len() {
        let error = decode_from_reader::<Message>(&BYTES[..len], &limits).unwrap_err();
        let expected = match inner(&error).kind() {
            ErrorKind::UnexpectedEnd => io::ErrorKind::UnexpectedEof,
            // Of a count of elements, none of which is there.
            ErrorKind::CountTooLarge if len == 6 => io::ErrorKind::InvalidData,
            _ => panic!("{len}: {error}"),
        };
        assert_eq!(error.kind(), expected, "{len}");
    }
    let more = [BYTES, b"x"].concat();
    let error = decode_from_reader::<Message>(&more[..], &limits).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    assert_eq!((inner(&error).kind(), inner(&error).offset()), (ErrorKind::TrailingBytes, 10));

    let torn = Pieces { fails: 4, ..Pieces::of(BYTES, 4) };
    assert_eq!(decode_from_reader::<Message>(torn, &limits).unwrap_err().to_string(), "torn");
    let mut torn = Pieces { fails: 4, ..Pieces::of(&[], 4) };
    assert_eq!(encode_to_writer(&message(), &mut torn).unwrap_err().to_string(), "torn");
}

#[test]
fn a_stream_is_read_as_far_as_the_limit() {
    let limits = Limits::default().max_alloc(100);
    let text = "x".repeat(99);
    assert_eq!(decode_from_reader::<String>(&encode(&text)[..], &limits).unwrap(), text);
    let long = encode(&"x".repeat(100));
    let error = decode_from_reader::<String>(&long[..], &limits).unwrap_err();
    assert_eq!((inner(&error).kind(), inner(&error).offset()), (ErrorKind::MemoryLimit, 100));
    // Without an end.
    let error = decode_from_reader::<String>(io::repeat(0x80), &limits).unwrap_err();
    assert_eq!(inner(&error).kind(), ErrorKind::MemoryLimit);
}

#[test]
fn a_value_that_is_refused_is_not_written() {
    let mut stream = Vec::new();
    for error in [
        encode_to_writer(&onesheet::with::Fallible(None::<u8>), &mut stream).unwrap_err(),
        prefixed::write(&mut stream, &onesheet::with::Fallible(None::<u8>)).unwrap_err(),
    ] {
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        assert_eq!(inner(&error).kind(), ErrorKind::Refused);
    }
    assert!(stream.is_empty());
}

macro_rules! embedded {
    ($feature:literal, $name:ident) => {
        #[cfg(feature = $feature)]
        mod $name {
            use super::{BYTES, Message, Pieces, message};
            use onesheet::io::$name::{decode_from_reader, encode_to_writer, read, write};
            use onesheet::frame::Dropped;
            use onesheet::{ErrorKind, Limits, decode};
            use onesheet::io::StreamError;

            #[derive(Debug, PartialEq)]
            pub struct Torn;

            impl core::fmt::Display for Torn {
                fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    f.write_str("torn")
                }
            }

            impl core::error::Error for Torn {}

            impl ::$name::Error for Torn {
                fn kind(&self) -> ::$name::ErrorKind {
                    ::$name::ErrorKind::Other
                }
            }

            impl ::$name::ErrorType for Pieces {
                type Error = Torn;
            }

            impl ::$name::Read for Pieces {
                fn read(&mut self, buf: &mut [u8]) -> Result<usize, Torn> {
                    self.piece(buf).ok_or(Torn)
                }
            }

            impl ::$name::Write for Pieces {
                fn write(&mut self, buf: &[u8]) -> Result<usize, Torn> {
                    self.take(buf).ok_or(Torn)
                }

                fn flush(&mut self) -> Result<(), Torn> {
                    Ok(())
                }
            }

            #[test]
            fn messages_behind_their_lengths() {
                for size in [1, 2, 3, 100] {
                    let mut buf = [0; 16];
                    let mut stream = Pieces::of(&[], size);
                    for _ in 0..3 {
                        write(&mut stream, &message(), &mut buf).unwrap();
                    }
                    assert_eq!(stream.bytes, [&[10], BYTES].concat().repeat(3));
                    for _ in 0..3 {
                        let bytes = read(&mut stream, &mut buf).unwrap().unwrap();
                        assert_eq!(decode(bytes), Ok(message()));
                    }
                    assert_eq!(read(&mut stream, &mut buf), Ok(None));
                }
            }

            #[test]
            fn broken_streams() {
                let dropped = |bytes: &[u8], buf: &mut [u8]| {
                    read(&mut Pieces::of(bytes, 3), buf).map(|_| ()).unwrap_err()
                };
                let framed = [&[10], BYTES].concat();
                let buf = &mut [0; 16];
                for len in 1..framed.len() {
                    let error = dropped(&framed[..len], buf);
                    assert_eq!(error, StreamError::Dropped(Dropped::Truncated));
                }
                let too_long = StreamError::Dropped(Dropped::TooLong);
                assert_eq!(dropped(&framed, &mut [0; 9]), too_long);
                assert_eq!(dropped(&[0xff; 30], buf), StreamError::Dropped(Dropped::Noise));
                assert_eq!(dropped(&[0x80, 0], buf), StreamError::Dropped(Dropped::Noise));
                assert_eq!(dropped(&[0x80; 10], buf), StreamError::Dropped(Dropped::Noise));

                let mut torn = Pieces { fails: 4, ..Pieces::of(&framed, 4) };
                assert_eq!(read(&mut torn, buf), Err(StreamError::Io(Torn)));
                let mut torn = Pieces { fails: 4, ..Pieces::of(&[], 4) };
                assert_eq!(write(&mut torn, &message(), buf), Err(StreamError::Io(Torn)));
                let mut full = Pieces::of(&[], 0);
                assert_eq!(write(&mut full, &message(), buf), Err(StreamError::WriteZero));
                let short = write(&mut full, &message(), &mut [0; 5]).unwrap_err();
                assert!(matches!(short, StreamError::Message(e) if e.kind() == ErrorKind::BufferFull));
            }

            #[test]
            fn one_message_is_all_of_a_stream() {
                for size in [1, 3, 100] {
                    let mut buf = [0; 10];
                    let mut stream = Pieces::of(&[], size);
                    assert_eq!(encode_to_writer(&message(), &mut stream, &mut buf), Ok(10));
                    assert_eq!(stream.bytes, BYTES);
                    // It borrows from the buffer.
                    let limits = Limits::default();
                    let (name, _): (&str, Vec<u16>) =
                        decode_from_reader(&mut stream, &mut buf, &limits).unwrap();
                    assert_eq!(name, "door");
                    stream.at = 0;
                    stream.bytes.push(0);
                    let more = decode_from_reader::<_, Message>(&mut stream, &mut buf, &limits);
                    let StreamError::Message(error) = more.unwrap_err() else { panic!() };
                    assert_eq!((error.kind(), error.offset()), (ErrorKind::TrailingBytes, 10));
                }
            }
        }
    };
}

embedded! { "embedded-io-0_6", embedded_io_0_6 }
embedded! { "embedded-io-0_7", embedded_io_0_7 }
