//! Which section's type the records of a file are read as.

use std::io::Cursor;

use onesheet_arrow::newest;
use onesheet_dynamic::Type;
use onesheet_file::{BlockWriter, Outline, Section};

fn sections(types: &[&str]) -> Vec<Section<'static>> {
    let section = |ty: &&str| {
        let ty: Type = ty.parse().unwrap();
        let file = BlockWriter::new(Vec::new(), &ty).unwrap().finish().unwrap();
        let outline = Outline::of(&mut Cursor::new(file)).unwrap();
        outline.sections.into_iter().next().unwrap().section
    };
    types.iter().map(section).collect()
}

#[test]
fn the_one_that_reads_all() {
    let (a, b) = ("extensible struct A{x: u8}", "extensible struct A{x: u8, y: str default}");
    let renamed = "extensible struct A{x: u8, z: str default}";
    let (less, more) = ("enum E{0 X, 1 Y}", "enum E{0 X, 1 Y, 2 Z}");
    let other = "struct B{x: u8}";
    for (types, expected) in [
        (&[][..], None),
        (&[a], Some(a)),
        (&[a, b], Some(b)),
        (&[b, a], Some(b)),
        (&[a, b, a], Some(b)),
        (&[b, renamed], Some(renamed)),
        (&[less, more], Some(more)),
        (&[more, less], Some(more)),
        // None does.
        (&[a, other], Some(a)),
        (&[other, a, b], Some(other)),
        (&[a, other, b], Some(b)),
        (&[b, other, a], Some(b)),
    ] {
        let sections = sections(types);
        let found = newest(&sections).map(|section| section.schema());
        assert_eq!(found, expected, "{types:?}");
    }
}
