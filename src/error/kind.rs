//! The rules that can be broken.

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident: $rule:literal, $text:literal;)*) => {
        /// The rule that was broken.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        // A word: see `Parts`.
        #[cfg_attr(not(target_pointer_width = "64"), repr(usize))]
        #[non_exhaustive]
        pub enum ErrorKind {
            $($(#[$doc])* $kind,)*
        }

        impl ErrorKind {
            #[cfg(target_pointer_width = "64")]
            pub(super) const ALL: &[Self] = &[$(Self::$kind),*];

            /// The number of the rule in `spec/WIRE_FORMAT.md`; see [`Error::rule`](crate::Error::rule).
            #[must_use]
            pub const fn rule(self) -> &'static str {
                match self {
                    $(Self::$kind => $rule,)*
                }
            }

            pub(crate) const fn text(self) -> &'static str {
                match self {
                    $(Self::$kind => $text,)*
                }
            }
        }
    };
}

// Name, rule, text.
kinds! {
    /// The input ends early, or an extensible block does (W22).
    UnexpectedEnd: "W22", "the input ends early";
    /// The input goes on after the message (W23).
    TrailingBytes: "W23", "bytes follow the message";
    /// A varint is longer than it need be (W16).
    NotShortest: "W16", "a varint is not in its shortest form";
    /// A bit that pads the last byte is set (W18).
    PaddingBits: "W18", "a bool is not 0 or 1, or an unused bit is set";
    /// A number does not fit its type, or the Rust type refuses it: a zero `NonZero`, a `Duration`
    /// of 10^9 nanoseconds (W24).
    OutOfRange: "W24", "a value is out of range for its type";
    /// A string is not UTF-8 (W25).
    InvalidUtf8: "W25", "a string is not UTF-8";
    /// A `char` is not a Unicode scalar value (W26).
    InvalidChar: "W26", "a char is not a Unicode scalar value";
    /// A list of numbers is not in the form prescribed for its values (W27).
    WrongForm: "W27", "a list of numbers is not in its prescribed form";
    /// The enum has no variant of this tag (W28).
    InvalidTag: "W28", "the enum has no such tag";
    /// The extensible enum has no variant of this tag, and no catch-all (W32).
    UnknownVariant: "W32", "unknown variant, and no catch-all is declared";
    /// The elements of a set or the keys of a map do not ascend strictly (W10).
    NotAscending: "W10", "elements or keys do not strictly ascend";
    /// A field without a default is missing from an extensible struct (W30).
    MissingField: "W30", "a field without a default is missing";
    /// More elements than the bytes left could hold (W35).
    CountTooLarge: "W35", "more elements than the bytes left can hold";
    /// More memory than [`Limits::max_alloc`](crate::Limits::max_alloc) allows (W33, W34).
    MemoryLimit: "W33", "decoding needs more memory than max_alloc allows";
    /// Rows nested deeper than [`Limits::max_depth`](crate::Limits::max_depth) (W33).
    DepthLimit: "W33", "values are nested deeper than max_depth allows";
    /// A conversion between a Rust type and what it is written as has no result for this value.
    Refused: "", "the type's own conversion (`try_from`, `with`) refuses the value";
    /// A [`Bounded`](crate::types::Bounded) or a container of fixed capacity cannot hold so many bytes or
    /// elements.
    CapacityExceeded: "", "more bytes or elements than the container holds";
    /// A serde type needs a self-describing format: it asks for the kind of a value or for the name of a
    /// field. These attributes need one: `untagged` and `tag` of an enum, `flatten`, and
    /// `skip_serializing_if` where it leaves a field out.
    NotSelfDescribing: "", "the type needs a self-describing format, as serde's `flatten`, `untagged` and `tag` do";
    /// The entries of a map come unsorted, through serde, in a build without the feature `alloc`: there is no
    /// memory to sort them.
    NeedsAlloc: "", "the keys of a map come unsorted, and sorting them needs the feature alloc";
    /// The buffer given to [`encode_to_slice`](crate::encode_to_slice) is too small.
    BufferFull: "", "the buffer is full";
}
