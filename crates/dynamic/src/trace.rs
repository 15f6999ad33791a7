//! What each part of a message means.

/// A part of a message.
#[derive(Clone, Debug)]
pub struct Span {
    /// Where it begins, in bytes from the start of the message.
    pub offset: usize,
    /// Its length in bytes; 0 for what is there without bytes, such as a default that is filled in.
    pub len: usize,
    /// The number of the rule that says so.
    pub rule: u8,
    /// The place in the value: `.name[].0`, with `[]` for all elements and `{}` for all keys and values.
    pub path: String,
    /// What it holds, for people.
    pub text: String,
    /// What it is, for programs that change it.
    pub part: Part,
}

/// What a part of a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A varint (W16) whose value may be at most `max`.
    Varint {
        /// Greatest value of the type.
        max: u64,
    },
    /// The byte that says how a list of numbers is stored (W2).
    Form,
    /// The least number of a based list, a varint (W2).
    Base,
    /// `count` numbers of `width` bits (W18).
    Packed {
        /// Bits of each.
        width: u32,
        /// How many.
        count: usize,
        /// Greatest value of the type.
        max: u64,
    },
    /// Bools, a bit each (W4).
    Bools {
        /// How many.
        count: usize,
    },
    /// The UTF-8 bytes of one str (W5).
    Text,
    /// Fixed bytes (W1).
    Fixed,
    /// The length of what an extensible struct holds, a varint (W12).
    Length,
    /// Bytes that this reader skips (W29, W31).
    Skipped,
    /// Fields that take their defaults (W30).
    Defaults,
}
