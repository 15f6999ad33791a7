use onesheet::{Deserialize, Serialize};

#[derive(Deserialize)]
#[onesheet(from = u8, try_from = u16)]
struct Both(u8);

#[derive(Serialize, Deserialize)]
#[onesheet(from = u8)]
struct OnlyRead(u8);

#[derive(Serialize, Deserialize)]
#[onesheet(into = u8)]
struct OnlyWritten(u8);

#[derive(Serialize)]
#[onesheet(into = u8, extensible)]
struct Grows(u8);

#[derive(Serialize)]
#[onesheet(into = u8)]
struct Marked(#[onesheet(fixed)] u32);

#[derive(Serialize, Deserialize)]
#[onesheet(from = u8, into)]
struct NoValue(u8);

fn main() {}
