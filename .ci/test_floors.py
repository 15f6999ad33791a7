"""python3 -m unittest discover --start-directory .ci"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent / "floors.py"


def floors(files, *arguments):
    """Status and output for a crate of such files."""
    with tempfile.TemporaryDirectory() as directory:
        for name, text in files.items():
            path = pathlib.Path(directory) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        command = [sys.executable, str(SCRIPT), *arguments, directory]
        done = subprocess.run(command, text=True, capture_output=True)
        return done.returncode, done.stdout + done.stderr


LIB = "mod a;\nmod b;\npub use a::A;\npub use b::B;\n"
A = "pub struct A;\n"


class Floors(unittest.TestCase):
    def assertCircle(self, files, *members):
        status, output = floors(files)
        self.assertEqual(status, 1, output)
        self.assertIn(f"a circle of {len(members)} files", output)
        for member in members:
            self.assertIn(f"  {member} → ", output)

    def assertNone(self, files):
        status, output = floors(files)
        self.assertEqual(status, 0, output)

    def test_a_straight_house(self):
        self.assertNone({"lib.rs": LIB, "a.rs": A, "b.rs": "use crate::a::A;\npub struct B(A);\n"})

    def test_a_planted_circle(self):
        self.assertCircle(
            {"lib.rs": LIB, "a.rs": "use crate::b::B;\npub struct A(B);", "b.rs": "use crate::a::A;\npub struct B(A);"},
            "a.rs",
            "b.rs",
        )

    def test_every_way_to_name(self):
        b = "use crate::a::A;\npub struct B(A);\npub fn f() {}\n"
        for text in (
            "pub struct A(crate::b::B);",
            "pub struct A(crate::B);",
            "use crate::{b::{self as other}};\npub struct A(other::B);",
            "use crate::b;\npub struct A(b::B);",
            "use super::b::*;\npub struct A(B);",
            "pub struct A;\nmod inner { fn g() { super::super::b::f() } }",
            "macro_rules! m { () => { $crate::b::f() } }\npub struct A;",
            "pub struct A<'a>(&'a crate :: b\n:: B);",
            'const QUOTES: char = \'"\';\npub struct A(crate::B);',
        ):
            with self.subTest(text):
                self.assertCircle({"lib.rs": LIB, "a.rs": text, "b.rs": b}, "a.rs", "b.rs")

    def test_what_does_not_count(self):
        b = "use crate::a::A;\npub struct B(A);\n"
        for text in (
            "/// Of [`B`](crate::b::B).\npub struct A;",
            "//! use crate::b::B;\npub struct A; /* crate::b */",
            'pub struct A;\nconst S: &str = "crate::b::B";\nconst R: &str = r#"a " crate::b::B"#;',
            "pub struct A;\n#[cfg(test)]\nmod tests {\n    use crate::b::B;\n    fn f() { { B } }\n}",
            "pub struct A;\n#[cfg(all(test, feature = \"x\"))]\nuse crate::b::B;",
            "use other::b::B;\npub struct A;",
            "pub struct A;\nfn f(c: char) -> bool { c == '\"' || c == '\\'' } // crate::b",
        ):
            with self.subTest(text):
                self.assertNone({"lib.rs": LIB, "a.rs": text, "b.rs": b})

    def test_names_are_followed_through_what_hands_them_on(self):
        lib = "mod a;\nmod b;\nmod c;\npub use c::A;\npub mod __private { pub use crate::b::*; }\n"
        c = "pub(crate) use crate::a::A;\n"
        b = "use crate::c::A;\npub struct B(A);\n"
        self.assertNone({"lib.rs": lib, "a.rs": A, "b.rs": b, "c.rs": c})
        circle = "use crate::__private::B;\npub struct A(B);\n"
        self.assertCircle({"lib.rs": lib, "a.rs": circle, "b.rs": b, "c.rs": c}, "a.rs", "b.rs")

    def test_a_file_may_hand_on_what_is_built_on_it_but_not_use_it(self):
        lib, child = "mod a;\n", "use super::SIZE;\npub fn twice() -> usize { 2 * SIZE }\n"
        parent = "mod child;\npub use child::twice;\npub const SIZE: usize = 1;\n"
        self.assertNone({"lib.rs": lib, "a.rs": parent, "a/child.rs": child})
        parent += "pub fn four() -> usize { 2 * twice() }\n"
        self.assertCircle({"lib.rs": lib, "a.rs": parent, "a/child.rs": child}, "a.rs", "a/child.rs")

    def test_lib_is_on_top(self):
        lib = LIB + "pub fn f() {}\n"
        self.assertCircle({"lib.rs": lib, "a.rs": A, "b.rs": "pub struct B;\nfn g() { crate::f() }"}, "b.rs", "lib.rs")

    def test_the_picture(self):
        files = {
            "lib.rs": "mod a;\nmod b;\nmod c;\nfn f() { c::g() }",
            "a.rs": A,
            "b.rs": "use crate::a::A;",
            "c.rs": "use crate::{a::A, b};\npub fn g() { b::h() }",
        }
        status, output = floors(files, "--picture")
        self.assertEqual(status, 0, output)
        self.assertEqual(
            output.splitlines()[2:],
            ["| 3 | `lib.rs` → c.rs |", "| 2 | `c.rs` → b.rs |", "| 1 | `b.rs` → a.rs |", "| 0 | `a.rs` |"],
        )

    def test_a_missing_file(self):
        status, output = floors({"lib.rs": "mod a;"})
        self.assertEqual((status, output), (1, "floors: lib.rs has a module a, but there is no a.rs\n"))


if __name__ == "__main__":
    unittest.main()
