//! What can go wrong, and where.

use core::fmt;

/// The result of decoding, and of encoding into a buffer of fixed size.
pub type Result<T, E = Error> = core::result::Result<T, E>;

/// Why a message was not accepted, or did not fit, and at which byte.
///
/// It is small and `Copy`, holds no input, and is the same in every build profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Error {
    kind: ErrorKind,
    offset: usize,
}

/// The rule that was broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input ends early, or an extensible block does (W22).
    UnexpectedEnd,
    /// The input goes on after the message (W23).
    TrailingBytes,
    /// A varint is longer than it need be (W16).
    NotShortest,
    /// A bit that pads the last byte is set (W18).
    PaddingBits,
    /// A number does not fit its type, or the Rust type refuses it: a zero `NonZero`, a `Duration`
    /// of 10^9 nanoseconds (W24).
    OutOfRange,
    /// A string is not UTF-8 (W25).
    InvalidUtf8,
    /// A `char` is not a Unicode scalar value (W26).
    InvalidChar,
    /// A list of numbers is not in the form prescribed for its values (W27).
    WrongForm,
    /// The enum has no variant of this tag (W28).
    InvalidTag,
    /// The extensible enum has no variant of this tag, and no catch-all (W32).
    UnknownVariant,
    /// The elements of a set or the keys of a map do not ascend strictly (W10).
    NotAscending,
    /// A field without a default is missing from an extensible struct (W30).
    MissingField,
    /// More elements than the bytes left could hold (W35).
    CountTooLarge,
    /// More memory than [`Limits::max_alloc`](crate::Limits::max_alloc) allows (W33, W34).
    MemoryLimit,
    /// Rows nested deeper than [`Limits::max_depth`](crate::Limits::max_depth) (W33).
    DepthLimit,
    /// A [`Bounded`](crate::Bounded) or a container of fixed capacity cannot hold so many bytes or
    /// elements.
    CapacityExceeded,
    /// The buffer given to [`encode_to_slice`](crate::encode_to_slice) is too small.
    BufferFull,
}

impl Error {
    /// An error of the given kind at a byte offset from the start of the message.
    ///
    /// For hand-written impls; [`Reader::error`](crate::Reader::error) knows the offset.
    #[cold]
    #[must_use]
    pub const fn new(kind: ErrorKind, offset: usize) -> Self {
        Error { kind, offset }
    }

    /// The rule that was broken.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The byte offset, from the start of the message, at which this was noticed.
    ///
    /// For a list it is the place where the list begins. For
    /// [`BufferFull`](ErrorKind::BufferFull) it is the number of bytes that were written.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The number of the broken rule in `spec/WIRE_FORMAT.md`, such as `"W16"`; empty where the
    /// rule is not the format's but the program's own.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        self.kind.rule()
    }
}

impl ErrorKind {
    /// The number of the rule in `spec/WIRE_FORMAT.md`; see [`Error::rule`].
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            ErrorKind::UnexpectedEnd => "W22",
            ErrorKind::TrailingBytes => "W23",
            ErrorKind::NotShortest => "W16",
            ErrorKind::PaddingBits => "W18",
            ErrorKind::OutOfRange => "W24",
            ErrorKind::InvalidUtf8 => "W25",
            ErrorKind::InvalidChar => "W26",
            ErrorKind::WrongForm => "W27",
            ErrorKind::InvalidTag => "W28",
            ErrorKind::UnknownVariant => "W32",
            ErrorKind::NotAscending => "W10",
            ErrorKind::MissingField => "W30",
            ErrorKind::CountTooLarge => "W35",
            ErrorKind::MemoryLimit | ErrorKind::DepthLimit => "W33",
            ErrorKind::CapacityExceeded | ErrorKind::BufferFull => "",
        }
    }

    const fn text(self) -> &'static str {
        match self {
            ErrorKind::UnexpectedEnd => "the input ends early",
            ErrorKind::TrailingBytes => "bytes follow the message",
            ErrorKind::NotShortest => "a varint is not in its shortest form",
            ErrorKind::PaddingBits => "an unused bit is set",
            ErrorKind::OutOfRange => "a value is too large for its type",
            ErrorKind::InvalidUtf8 => "a string is not UTF-8",
            ErrorKind::InvalidChar => "a char is not a Unicode scalar value",
            ErrorKind::WrongForm => "a list of numbers is not in its prescribed form",
            ErrorKind::InvalidTag => "the enum has no such tag",
            ErrorKind::UnknownVariant => "unknown variant, and no catch-all is declared",
            ErrorKind::NotAscending => "elements or keys do not strictly ascend",
            ErrorKind::MissingField => "a field without a default is missing",
            ErrorKind::CountTooLarge => "more elements than the bytes left can hold",
            ErrorKind::MemoryLimit => "more memory than the limit allows",
            ErrorKind::DepthLimit => "rows are nested deeper than the limit allows",
            ErrorKind::CapacityExceeded => "more bytes or elements than the container holds",
            ErrorKind::BufferFull => "the buffer is full",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind.text(), self.offset)?;
        match self.rule() {
            "" => Ok(()),
            rule => write!(f, " ({rule})"),
        }
    }
}

impl core::error::Error for Error {}
