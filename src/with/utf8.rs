//! Paths and strings of the system, as text.

/// For `#[onesheet(with = Utf8)]`: a path, or a string of the system, as the text that it is (W5).
///
/// One that is no UTF-8 is [`Refused`](crate::ErrorKind::Refused) when it is written, so that types which
/// hold one are encoded by [`try_encode`](crate::try_encode), whose example has a path.
///
/// It is also how the text of a [`Padded`](crate::types::Padded) is encoded.
pub struct Utf8;

#[cfg(feature = "std")]
mod with_std {
    use alloc::boxed::Box;
    use std::ffi::OsString;
    use std::path::{Path, PathBuf};

    use super::Utf8;
    use crate::with::{Fallible, With};

    macro_rules! text {
        ($($ty:ty: $to_str:expr, $from:expr;)*) => {$(
            impl With<$ty> for Utf8 {
                type Wire<'a> = Fallible<&'a str>;

                #[inline]
                fn to_wire(value: &$ty) -> Fallible<&str> {
                    Fallible($to_str(value))
                }

                #[inline]
                fn from_wire(text: Fallible<&str>) -> Option<$ty> {
                    text.0.map($from)
                }
            }
        )*};
    }

    fn text_of(text: &OsString) -> Option<&str> {
        text.to_str()
    }

    text! {
        PathBuf: Path::to_str, Into::into;
        Box<Path>: Path::to_str, |text| PathBuf::from(text).into();
        OsString: text_of, Into::into;
    }
}
