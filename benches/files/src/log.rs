//! A line of a web server's access log, with what the formats derive.

#[derive(
    Clone,
    Copy,
    onesheet::Serialize,
    onesheet::Deserialize,
    serde::Serialize,
    serde::Deserialize,
    bincode::Encode,
    bincode::Decode,
)]
pub struct Address {
    pub x0: u8,
    pub x1: u8,
    pub x2: u8,
    pub x3: u8,
}

#[derive(
    onesheet::Serialize,
    onesheet::Deserialize,
    serde::Serialize,
    serde::Deserialize,
    bincode::Encode,
    bincode::Decode,
)]
pub struct Log {
    pub address: Address,
    pub identity: String,
    pub userid: String,
    pub date: String,
    pub request: String,
    pub code: u16,
    pub size: u64,
}

/// The same, read where it stands.
#[derive(onesheet::Deserialize, serde::Deserialize, bincode::BorrowDecode)]
pub struct LogView<'a> {
    pub address: Address,
    pub identity: &'a str,
    pub userid: &'a str,
    pub date: &'a str,
    pub request: &'a str,
    pub code: u16,
    pub size: u64,
}
