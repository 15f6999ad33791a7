"""The text form of a schema, as its JSON form (spec/SCHEMA.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from ..errors import SchemaError

Json = Any

LETTER = r"(?:[0-9A-Za-z_#]|[^\x00-\x7f\s])"
WORD = re.compile(f"{LETTER}*")
SPACE = re.compile(r"[^\S\x1c-\x1f]*")  # Unicode's White_Space; \s has four characters more
MAX_NESTING = 128  # types inside one another
WORDS = frozenset(
    ("unit", "bool", "char", "f32", "f64", "str", "bytes", "usize", "isize")
    + tuple(f"{sign}{width}" for sign in "ui" for width in (8, 16, 32, 64, 128))
)


def parse(text: str) -> Json:
    """The JSON form of a text form. Raises SchemaError with the line and the column."""
    parser = Parser(text)
    form = parser.type()
    if parser.peek():
        raise parser.expected("the end of the type")
    return form


class Parser:
    def __init__(self, text: str) -> None:
        self.text, self.at, self.nesting = text, 0, 0

    def type(self) -> Json:
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            raise SchemaError("the type is nested too deeply")
        start = self.skip_space()
        word = self.word()
        read: Any = getattr(self, f"type_{word}") if word in KINDS else None
        if read is not None:
            form: Json = read()
        elif word in WORDS:
            form = word
        else:
            self.at = start
            raise self.expected("a type")
        self.nesting -= 1
        return form

    def type_fixed(self) -> Json:
        return {"fixed": self.word()}

    def type_str(self) -> Json:
        return self.only_max("str")

    def type_bytes(self) -> Json:
        return self.only_max("bytes")

    def type_option(self) -> Json:
        return {"option": self.parts(1)[0]}

    def type_seq(self) -> Json:
        return self.bounded("seq", 1)

    def type_set(self) -> Json:
        return self.bounded("set", 1)

    def type_map(self) -> Json:
        return self.bounded("map", 2)

    def type_result(self) -> Json:
        return {"result": self.parts(2)}

    def type_array(self) -> Json:
        self.expect("(")
        item = self.type()
        self.expect(",")
        length = self.number()
        self.expect(")")
        return {"array": [item, length]}

    def type_tuple(self) -> Json:
        self.expect("(")
        return {"tuple": self.list(")", self.type)}

    def type_struct(self) -> Json:
        name = self.name()
        fields = self.fields()
        if any(default for _, _, default in fields):
            raise SchemaError("only the fields of an extensible type have defaults (W30)")
        return {
            "struct": [t for _, t, _ in fields],
            "name": name,
            "fields": [field for field, _, _ in fields],
        }

    def type_enum(self) -> Json:
        form = self.enum()
        if any(default for _, _, fields, _ in form["enum"] for _, _, default in fields):
            raise SchemaError("only the fields of an extensible type have defaults (W30)")
        return self.named_variants(form["name"], "enum", form["enum"], lambda t, default: t)

    def type_extensible(self) -> Json:
        word = self.word()

        def with_default(t: Json, default: bool) -> Json:
            return [t, {"default": None}] if default else [t]

        if word == "struct":
            name = self.name()
            fields = self.fields()
            types = [with_default(t, default) for _, t, default in fields]
            return {"ext_struct": types, "name": name, "fields": [field for field, _, _ in fields]}
        if word == "enum":
            form = self.enum()
            others = [tag for tag, _, _, other in form["enum"] if other]
            if len(others) > 1:
                raise SchemaError("two catch-all variants")
            made = self.named_variants(form["name"], "ext_enum", form["enum"], with_default)
            return made | {"other": others[0] if others else None}
        raise self.expected("struct or enum")

    def type_rows(self) -> Json:
        name = self.name()
        return {"def": name, "type": {"rows": self.parts(1)[0]}}

    def type_ref(self) -> Json:
        return {"ref": self.name()}

    def enum(self) -> Json:
        name = self.name()
        self.expect("{")
        return {"name": name, "enum": self.list("}", self.variant)}

    def variant(self) -> tuple[int, str, list[Any], bool]:
        tag = self.number()
        name = self.name()
        fields = self.fields() if self.peek() == "{" else []
        return tag, name, fields, self.keyword("other")

    def named_variants(
        self, name: str, kind: str, variants: Any, field: Callable[[Json, bool], Json]
    ) -> Json:
        if kind == "enum" and any(other for _, _, _, other in variants):
            raise SchemaError("only an extensible enum has a catch-all variant (W31)")
        return {
            kind: [
                [tag, [field(t, default) for _, t, default in fields]]
                for tag, _, fields, _ in variants
            ],
            "name": name,
            "variants": [variant for _, variant, _, _ in variants],
            "fields": [[field for field, _, _ in fields] for _, _, fields, _ in variants],
        }

    def fields(self) -> list[tuple[str, Json, bool]]:
        self.expect("{")
        return self.list("}", self.field)

    def field(self) -> tuple[str, Json, bool]:
        name = self.name()
        self.expect(":")
        t = self.type()
        return name, t, self.keyword("default")

    def bounded(self, kind: str, n: int) -> Json:
        """`(T)` or `(T, max 8)`, of n types."""
        self.expect("(")
        parts = self.types(n)
        form = {kind: parts[0] if n == 1 else parts}
        if self.take(","):
            form["max"] = self.max()
        self.expect(")")
        return form

    def only_max(self, name: str) -> Json:
        """`(max 8)`, or nothing."""
        if not self.take("("):
            return name
        form = {"type": name, "max": self.max()}
        self.expect(")")
        return form

    def parts(self, n: int) -> list[Json]:
        self.expect("(")
        parts = self.types(n)
        self.expect(")")
        return parts

    def types(self, n: int) -> list[Json]:
        parts = [self.type()]
        for _ in range(n - 1):
            self.expect(",")
            parts.append(self.type())
        return parts

    def list(self, end: str, part: Callable[[], Any]) -> list[Any]:
        """Parts with commas between them, up to `end`."""
        parts: list[Any] = []
        if self.take(end):
            return parts
        while True:
            parts.append(part())
            if not self.take(","):
                self.expect(end)
                return parts

    def max(self) -> int:
        start = self.skip_space()
        if self.word() != "max":
            self.at = start
            raise self.expected("max")
        return self.number()

    def number(self) -> int:
        start = self.skip_space()
        word = self.word()
        if re.fullmatch("[0-9]{1,20}", word) and int(word) < 1 << 64:
            return int(word)
        self.at = start
        raise self.expected("a number")

    def name(self) -> str:
        """A name, empty for `_`."""
        start = self.skip_space()
        if self.peek() == '"':
            try:
                name, self.at = json.JSONDecoder().raw_decode(self.text, self.at)
                return str(name)
            except ValueError:
                raise self.expected("a name in quotes, as in JSON") from None
        word = self.word()
        if not word:
            self.at = start
            raise self.expected("a name")
        return "" if word == "_" else word

    def word(self) -> str:
        """The letters and digits that come next."""
        found = WORD.match(self.text, self.skip_space())
        assert found is not None
        self.at = found.end()
        return found[0]

    def keyword(self, keyword: str) -> bool:
        start = self.at
        if self.word() == keyword:
            return True
        self.at = start
        return False

    def take(self, c: str) -> bool:
        found = self.peek() == c
        self.at += found
        return found

    def expect(self, c: str) -> None:
        if not self.take(c):
            raise self.expected(f"{c!r}")

    def peek(self) -> str:
        at = self.skip_space()
        return self.text[at : at + 1]

    def skip_space(self) -> int:
        found = SPACE.match(self.text, self.at)
        assert found is not None
        self.at = found.end()
        return self.at

    def expected(self, what: str) -> SchemaError:
        before = self.text[: self.skip_space()]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        c, word = self.peek(), self.word()[:60]
        found = f'"{word}"' if word else repr(c) if c else "the end"
        return SchemaError(f"line {line}, column {column}: expected {what}, found {found}")


KINDS = frozenset(name.removeprefix("type_") for name in dir(Parser) if name.startswith("type_"))
