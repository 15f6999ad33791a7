"""What is raised: each is a ValueError. Arguments of a wrong kind are a TypeError."""

from typing import TYPE_CHECKING, Any

from . import optional

native: Any = optional.module("onesheet_native")

if TYPE_CHECKING or native is None:

    class FileProblem(ValueError):
        """Something that is wrong with a file, or with what it is to hold: its name, and what."""

else:
    FileProblem = native.FileProblem


class SchemaError(ValueError):
    """A schema that describes no type of the format, or a Python type that stands for none."""


class _Placed(ValueError):
    """An error at a part of a value. `path` is where, as `.servers[].port`; empty for the whole."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text, self.path = text, ""

    def inside(self, step: str) -> None:
        """Says that what failed is this part of a greater one."""
        self.path = step + self.path

    def __str__(self) -> str:
        return f"{self.path}: {self.text}" if self.path else self.text


class EncodeError(_Placed):
    """A value that is none of its type."""


class DecodeError(_Placed):
    """Input that breaks a rule of spec/WIRE_FORMAT.md: `rule` is its name, `at` the byte offset.

    `rule` is "max" for what is longer than the bound that its type declares. `at` counts from the
    start of the bytes given, and is at most their length.
    """

    def __init__(self, rule: str, at: int, text: str) -> None:
        super().__init__(text)
        self.rule, self.at = rule, at

    def __str__(self) -> str:
        place = f", in {self.path}" if self.path else ""
        rule = "" if self.rule == "max" else f" ({self.rule})"
        return f"{self.text} at byte {self.at}{place}{rule}"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.rule, self.at, self.text), {"path": self.path}
