//! The page of files, read as plainly as can be: the whole file is there, and nothing is fast.

use onesheet_dynamic::{Limits, Type, decode};

pub const MARK: [u8; 7] = [0x89, 0x6f, 0x73, 0x31, 0x0d, 0x0a, 0x1a];
const ESCAPE: [u8; 7] = [0x89, 0x6f, 0x73, 0x31, 0x0d, 0x0a, 0x1b];
const HEADER: usize = 36;

/// The fields of a header (F1).
#[derive(Clone, Copy)]
pub struct Fields {
    pub kind: u8,
    pub body_check: u32,
    pub length: u32,
    pub count: u32,
    pub schema: u32,
    pub first: u64,
}

impl Fields {
    /// The header, with its check.
    pub fn header(&self) -> Vec<u8> {
        let mut fields = self.body_check.to_le_bytes().to_vec();
        fields.extend(self.length.to_le_bytes());
        fields.extend(self.count.to_le_bytes());
        fields.extend(self.schema.to_le_bytes());
        fields.extend(self.first.to_le_bytes());
        let start = [&MARK[..], &[self.kind]].concat();
        let check = crc32c(&[&start[..], &fields].concat());
        [&start[..], &check.to_le_bytes(), &fields].concat()
    }
}

/// CRC-32C (F2 of the frames), a bit at a time.
pub fn crc32c(bytes: &[u8]) -> u32 {
    let step = |state: u32| if state & 1 == 1 { state >> 1 ^ 0x82f6_3b78 } else { state >> 1 };
    let byte =
        |state: u32, byte: &u8| (0..8).fold(state ^ u32::from(*byte), |state, _| step(state));
    !bytes.iter().fold(u32::MAX, byte)
}

/// The events of a file as lines, of which each bar begins one: where, what, and what it holds.
pub fn read(file: &[u8], max: usize) -> Vec<String> {
    let (mut lines, mut at) = (Vec::new(), 0);
    let (mut schema, mut expected) = (None, 0);
    while at < file.len() {
        let fields = match good(file, at, max) {
            Ok(fields) => fields,
            Err(_) if matches!(file[at], 0 | 0xff) => {
                at += 1;
                continue;
            }
            Err(reason) => {
                let end = (at + 1..file.len()).find(|place| good(file, *place, max).is_ok());
                let end = end.unwrap_or(file.len());
                lines.push(format!("{at} {reason} {}", end - at));
                at = end;
                continue;
            }
        };
        let Fields { kind, body_check, length, count, schema: of, first } = fields;
        let end = at + HEADER + length as usize;
        let payload = payload(&file[at + HEADER..end]).expect("seen before");
        match kind {
            0x0a => {
                (schema, expected) = (Some(body_check), 0);
                lines.push(format!("{at} schema"));
            }
            0x52 | 0x5a | 0x45 if schema == Some(of) => {
                if first != expected {
                    lines.push(format!("{at} gap {expected} {first}"));
                }
                expected = first + u64::from(count);
                lines.push(match kind {
                    0x45 => format!("{at} end {first}"),
                    _ => format!("{at} records {count} {first} {payload:?}"),
                });
            }
            0x52 | 0x5a => lines.push(format!("{at} orphan {count} {first} {payload:?}")),
            0x45 => {}
            kind if kind & 0x20 == 0 => lines.push(format!("{at} unknown {kind}")),
            _ => {}
        }
        at = end;
    }
    lines
}

/// The block at a place if it is good (F9), else the first reason of F11 that applies.
fn good(file: &[u8], at: usize, max: usize) -> Result<Fields, &'static str> {
    let rest = &file[at..];
    if rest.len() < MARK.len() && MARK.starts_with(rest) {
        return Err("truncated");
    }
    if !rest.starts_with(&MARK) {
        return Err("noise");
    }
    if rest.len() < HEADER {
        return Err("truncated");
    }
    let number = |place: usize| u32::from_le_bytes(rest[place..place + 4].try_into().unwrap());
    let fields = Fields {
        kind: rest[7],
        body_check: number(12),
        length: number(16),
        count: number(20),
        schema: number(24),
        first: u64::from_le_bytes(rest[28..36].try_into().unwrap()),
    };
    if fields.header() != rest[..HEADER] {
        return Err("noise");
    }
    let length = fields.length as usize;
    if length > max {
        return Err("too long");
    }
    let Some(body) = rest[HEADER..].get(..length) else { return Err("truncated") };
    if body.windows(7).any(|window| window == MARK) {
        return Err("truncated");
    }
    if crc32c(body) != fields.body_check {
        return Err("checksum");
    }
    let Some(payload) = payload(body) else { return Err("malformed") };
    let right = match fields.kind {
        0x0a => {
            let zeros = fields.count == 0 && fields.first == 0;
            zeros && fields.schema == fields.body_check && is_schema(&payload)
        }
        0x52 | 0x5a => fields.count > 0,
        0x45 => fields.count == 0 && payload.is_empty(),
        _ => true,
    };
    if right && fields.first < 1 << 56 { Ok(fields) } else { Err("malformed") }
}

/// The payload of a body (F2), if it is one.
fn payload(body: &[u8]) -> Option<Vec<u8>> {
    let (mut payload, mut rest) = (Vec::new(), body);
    while let Some(first) = rest.first() {
        if rest.starts_with(&ESCAPE) {
            payload.extend(match rest.get(7)? {
                0 => MARK,
                1 => ESCAPE,
                _ => return None,
            });
            rest = &rest[8..];
        } else {
            payload.push(*first);
            rest = &rest[1..];
        }
    }
    Some(payload)
}

fn is_schema(payload: &[u8]) -> bool {
    let ty = "struct S{fingerprint: fixed u64, schema: str, about: map(str, str)}";
    let ty: Type = ty.parse().expect("a type");
    decode(&ty, payload, &Limits::default()).is_ok()
}
