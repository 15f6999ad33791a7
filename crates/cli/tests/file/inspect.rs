//! `inspect` of files: each byte of a block, a line a block, and what is wrong.

use std::fs;

use onesheet_file::{Options, Writer};

use crate::{crc32c, dir, gives, mistyped, numbers, onesheet, text, with_check};

/// The example of the page.
const EXAMPLE: &str = "  offset  bytes                    rule path                     meaning
       0  89 6f 73 31 0d 0a 1a     F1   mark                     a block, version 1
       7  0a                       F3   kind                     schema: a section begins
       8  5e bb b3 50              F1   check                    of the header: right
      12  f8 e2 f0 c1              F1   body check               right
      16  0d 00 00 00              F1   length                   13 bytes
      20  00 00 00 00              F3   count                    0 records
      24  f8 e2 f0 c1              F4   schema                   its own body check
      28  00 00 00 00 00 00 00 00  F12  first                    0 records of the section before
      36  bf f3 7e 3e 19 d3 24 4d  F2   body                     13 bytes, schema
      44  03 75 31 36 00
                                   F5   fingerprint              4d24d3193e7ef3bf
                                   F5   schema                   u16
      49  89 6f 73 31 0d 0a 1a     F1   mark                     a block, version 1
      56  52                       F3   kind                     records
      57  87 89 bc 53              F1   check                    of the header: right
      61  b6 43 bd ad              F1   body check               right
      65  04 00 00 00              F1   length                   4 bytes
      69  03 00 00 00              F3   count                    3 records
      73  f8 e2 f0 c1              F4   schema                   that of the section
      77  00 00 00 00 00 00 00 00  F12  first                    0 records of the section before
      85  82 e8 07 24              F2   body                     4 bytes, records
      89  89 6f 73 31 0d 0a 1a     F1   mark                     a block, version 1
      96  45                       F3   kind                     end: the writer was done
      97  4b 06 cf 95              F1   check                    of the header: right
     101  00 00 00 00              F1   body check               right
     105  00 00 00 00              F1   length                   0 bytes
     109  00 00 00 00              F3   count                    0 records
     113  f8 e2 f0 c1              F4   schema                   that of the section
     117  03 00 00 00 00 00 00 00  F12  first                    3 records of the section before
          sections: 1, blocks: 3, records: 3, problems: 0
";

fn example() -> Vec<u8> {
    let mut writer = Writer::new(Vec::new()).unwrap();
    writer.write_block(&[1000u16, 1001, 1002]).unwrap();
    writer.finish().unwrap()
}

#[test]
fn the_example_of_the_page() {
    let dir = dir("example");
    fs::write(dir.join("log"), example()).unwrap();
    gives(&dir, &["inspect", "log"], 0, EXAMPLE, &[]);
    // What comes only once is shown the same.
    assert_eq!(text(onesheet(&dir, &["inspect"], &example()).stdout), EXAMPLE);
    let hex: String = example().iter().map(|byte| format!("{byte:02x} ")).collect();
    assert_eq!(text(onesheet(&dir, &["inspect", "-x"], hex.as_bytes()).stdout), EXAMPLE);

    let full = text(onesheet(&dir, &["inspect", "--full", "log"], b"").stdout);
    let records = "
      85  82                       W2   []                       3 × u16: based, 2 bits each
      86  e8 07                    W2   []                       base 1000
      88  24                       W2   []                       1000, 1001, 1002
";
    let body =
        "\n      85  82 e8 07 24              F2   body                     4 bytes, records\n";
    assert_eq!(full, EXAMPLE.replace(body, records));
}

/// The lines from the first that has these words.
#[track_caller]
fn lines_from<'a>(output: &'a str, words: &str) -> Vec<&'a str> {
    let lines: Vec<_> = output.lines().skip_while(|line| !line.contains(words)).collect();
    assert!(!lines.is_empty(), "{output}");
    lines
}

#[test]
fn a_line_a_block_but_for_the_first_of_each_kind() {
    let dir = dir("blocks_shown");
    let about = [("boot".to_owned(), "2\u{1b}".to_owned())];
    let options = Options { about: about.into(), ..Options::default() };
    let more = Writer::<u8, _>::with_options(Vec::new(), options).unwrap().finish().unwrap();
    fs::write(dir.join("log"), [numbers(), more].concat()).unwrap();
    let output = text(onesheet(&dir, &["inspect", "log"], b"").stdout);
    let lines = lines_from(&output, "F3   records");
    let start = "89 6f 73 31 0d 0a 1a";
    assert_eq!(
        lines[..2],
        [
            format!("      87  {start} 52  F3   records                  records 3 to 5, 3 bytes"),
            format!("     126  {start} 52  F3   records                  records 6 to 8, 3 bytes"),
        ]
    );
    let lines = lines_from(&output, "F3   schema ");
    assert_eq!(lines[0], format!("     201  {start} 0a  F3   schema                   20 bytes"));
    let note = |path: &str, text: &str| format!("{:35}F5   {path:24} {text}", "");
    assert_eq!(lines[2], note("schema", "u8"));
    assert_eq!(lines[3], note("about.boot", "2\\u{1b}"));
    assert_eq!(lines.last(), Some(&"          sections: 2, blocks: 7, records: 9, problems: 0"));
}

#[test]
fn what_is_wrong_and_what_was_found() {
    let dir = dir("wrong");
    let whole = numbers();
    let damaged = |f: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        f(&mut bytes);
        bytes
    };
    // A header whose check is right, with some bytes of it changed.
    let header = |at: usize, new: &[u8]| {
        damaged(&|bytes| {
            bytes[87 + at..87 + at + new.len()].copy_from_slice(new);
            let block = with_check(bytes[87..126].to_vec());
            bytes[87..126].copy_from_slice(&block);
        })
    };
    // Of an unknown kind, of which the body is not escaped.
    let mut unknown = whole[165..201].to_vec();
    unknown[7] = 1;
    unknown[12..16].copy_from_slice(&crc32c(b"\x89os1\r\n\x1b").to_le_bytes());
    unknown[16] = 7;
    let unknown = [with_check(unknown), b"\x89os1\r\n\x1b".to_vec()].concat();
    let check =
        |at: usize| whole[at..at + 4].iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let (head_check, body_check) = (check(95), check(99));
    for (bytes, words) in [
        (
            damaged(&|bytes| bytes[95..99].fill(0)),
            format!("F11  noise                    39 bytes are not a block: the header's check is 00000000, expected {head_check}"),
        ),
        (
            header(12, &[0; 4]),
            format!("F11  checksum                 39 bytes are not a block: the body check is 00000000, expected {body_check}"),
        ),
        (
            damaged(&|bytes| bytes.truncate(125)),
            "F11  truncated                38 bytes are not a block: the file ends 1 bytes before the block does".into(),
        ),
        (
            damaged(&|bytes| bytes.truncate(91)),
            "F11  truncated                4 bytes are not a block: the file ends 32 bytes before the header does".into(),
        ),
        (
            header(16, &[40, 0, 0, 0]),
            "F11  truncated                39 bytes are not a block: the body ends after 3 of 40 bytes: a mark follows".into(),
        ),
        (
            header(16, &[0, 0, 0, 0x7f]),
            "F11  too long                 39 bytes are not a block: 2130706432 bytes, more than --max-body 268435456".into(),
        ),
        (
            header(20, &[0; 4]),
            "F11  malformed                39 bytes are not a block: a block of records with no records (F3)".into(),
        ),
        (
            header(35, &[1]),
            "F11  malformed                39 bytes are not a block: first is not below 2^56 (F1)".into(),
        ),
        (
            unknown,
            "F11  malformed                43 bytes are not a block: the body is not that of a payload (F2)".into(),
        ),
        (
            damaged(&|bytes| bytes[87..95].copy_from_slice(b"no block")),
            "F11  noise                    39 bytes are not a block: no mark".into(),
        ),
        (damaged(&|bytes| drop(bytes.drain(87..126))), "F12  gap                      records 3 to 5 are missing".into()),
        (whole[49..].to_vec(), "F13  orphan                   3 records without a schema block before them".into()),
    ] {
        fs::write(dir.join("log"), &bytes).unwrap();
        let got = onesheet(&dir, &["inspect", "log"], b"");
        let output = text(got.stdout);
        assert!(output.lines().any(|line| line.contains(&words)), "{words}:\n{output}");
        assert_eq!(got.status.code(), Some(1));
        let error = text(got.stderr);
        assert!(error.starts_with("onesheet: log: damaged; problems: "), "{error}");
    }
}

#[test]
fn records_of_another_type_are_found_if_all_is_shown() {
    let dir = dir("mistyped");
    fs::write(dir.join("log"), mistyped()).unwrap();
    assert_eq!(onesheet(&dir, &["inspect", "log"], b"").status.code(), Some(0));
    let got = onesheet(&dir, &["inspect", "--full", "log"], b"");
    assert_eq!(got.status.code(), Some(1));
    assert!(text(got.stdout).contains("error: "));
}
