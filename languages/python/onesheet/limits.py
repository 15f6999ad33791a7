"""What reading may take (W33)."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Bounds of a reader.

    `max_alloc`: bytes that decoding one message, or one block of a file, may claim. A number in an
    array counts as its bytes, elsewhere as 64, as do bools, chars, options and None; every other
    value as 128 beside the text that it holds.
    `max_depth`: nested rows types. Python's own recursion limit may end earlier, as the same error.
    `max_body`: bytes of the body of a block in a file.
    """

    max_alloc: int = 256 << 20
    max_depth: int = 128
    max_body: int = 64 << 20

    def __post_init__(self) -> None:
        for name in ("max_alloc", "max_depth", "max_body"):
            bound = getattr(self, name)
            if not isinstance(bound, int) or isinstance(bound, bool):
                raise TypeError(f"{name} must be an int, not {bound!r}")
            if bound < 0:
                raise ValueError(f"{name} must be at least 0, not {bound}")


DEFAULT_LIMITS = Limits()
