//! `schema file`: the constant that files of a type begin with; `schema show` of a file.

use std::fs;

use onesheet_file::{Options, Writer};

use crate::bad::fails;
use crate::{dir, gives, numbers, onesheet, takes, text};

#[test]
fn a_schema_block_in_each_form() {
    let dir = dir("block");
    fs::write(dir.join("type"), "tuple(u16, str)").unwrap();
    let about = [("id".to_owned(), "a=b".to_owned())];
    let options = Options { about: about.into(), ..Options::default() };
    let mut block = Vec::new();
    drop(Writer::<(u16, String), _>::with_options(&mut block, options).unwrap());
    let n = block.len();

    let run = |form: &str| {
        let got =
            onesheet(&dir, &["schema", "file", "type", "--form", form, "--about", "id=a=b"], b"");
        assert_eq!((text(got.stderr), got.status.code()), (String::new(), Some(0)));
        got.stdout
    };
    assert_eq!(run("bytes"), block);
    for (form, declared, comment, end) in [
        ("rust", format!("pub const SCHEMA_BLOCK: [u8; {n}] = [\n"), "/// ", "];\n"),
        ("c", format!("static const uint8_t schema_block[{n}] = {{\n"), "// ", "};\n"),
    ] {
        let code = text(run(form));
        let (head, bytes) = code.split_once(&declared).unwrap();
        assert!(head.starts_with(comment) && head.contains("tuple(u16, str)"), "{head}");
        let bytes = bytes.strip_suffix(end).unwrap().split(',').map(str::trim);
        let bytes = bytes.filter_map(|byte| byte.strip_prefix("0x"));
        let bytes: Vec<_> = bytes.map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
        assert_eq!(bytes, block);
        assert!(code.lines().all(|line| line.len() <= 100), "{code}");
    }
}

/// A file of records has one, that of its last section.
#[test]
fn the_schema_of_a_file() {
    let dir = dir("schema_of_file");
    fs::write(dir.join("log"), numbers()).unwrap();
    gives(&dir, &["schema", "show", "log"], 0, "u16\n", &[]);
    takes(&dir, &["write", "-t", "u32", "--append", "log"], "1\n", 0, "", &[]);
    gives(&dir, &["schema", "show", "log"], 0, "u32\n", &[]);
    takes(&dir, &["write", "-s", "log", "other"], "70000\n", 0, "", &[]);
    gives(&dir, &["cat", "other"], 0, "70000\n", &[]);
    fs::write(dir.join("cut"), &numbers()[..20]).unwrap();
    fails(&dir, &["schema", "show", "cut"], b"", 1, "cut: no whole schema block");
}

#[test]
fn code_for_many_fields_of_one_name() {
    const N: usize = 20_000;
    let dir = dir("schema_names");
    let fields = vec!["a: u8"; N].join(", ");
    fs::write(dir.join("type"), format!("struct S{{{fields}}}")).unwrap();
    gives(&dir, &["schema", "c", "type", "-o", "."], 0, "", &[]);
    let header = fs::read_to_string(dir.join("s.h")).unwrap();
    assert!(header.contains("{\n    uint8_t a;\n    uint8_t a_2;\n"));
    assert!(header.contains(&format!("    uint8_t a_{N};\n}} s_t;\n")));
}

#[test]
fn code_for_many_structs_of_one_name() {
    const N: usize = 2_000;
    let dir = dir("schema_structs");
    let fields: Vec<_> = (1..=N).map(|i| format!("s{i}: struct A{{a{i}: u8}}")).collect();
    fs::write(dir.join("type"), format!("struct S{{{}}}", fields.join(", "))).unwrap();
    gives(&dir, &["schema", "c", "type", "-o", "."], 0, "", &[]);
    let header = fs::read_to_string(dir.join("s.h")).unwrap();
    assert!(header.contains("    uint8_t a1;\n} a_t;\n"));
    assert!(header.contains(&format!("    uint8_t a{N};\n}} a{N}_t;\n")));
}
