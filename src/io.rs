//! One message as all of a stream: `std::io`, and `embedded_io`.

#[cfg(feature = "std")]
mod streams;

#[cfg(feature = "std")]
pub use streams::{decode_from_reader, encode_to_writer};
#[cfg(all(feature = "serde-1", feature = "std"))]
pub(crate) use streams::{read_message, write_message};

#[cfg(any(feature = "embedded-io-0_6", feature = "embedded-io-0_7"))]
mod embedded;

#[cfg(any(feature = "embedded-io-0_6", feature = "embedded-io-0_7"))]
pub use embedded::StreamError;
#[cfg(feature = "embedded-io-0_6")]
pub use embedded::embedded_io_0_6;
#[cfg(feature = "embedded-io-0_7")]
pub use embedded::embedded_io_0_7;
