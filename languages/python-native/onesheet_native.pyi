"""What `onesheet.scan`, `write`, `encode` and `decode` are made of: files as Arrow streams, and messages."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, final

__version__: str

class FileProblem(ValueError):
    """Something that is wrong with a file, or with what it is to hold: its name, and what."""

@final
class Codec:
    """Messages of a type. NotImplemented is what is left to the package `onesheet`."""

    def __new__(
        cls,
        schema: str,
        plan: Sequence[tuple[Any, ...]],
        classes: tuple[type, type, type, type],
    ) -> Codec: ...
    def encode(self, value: Any) -> Any: ...
    def decode(
        self, data: bytes, max_alloc: int, max_depth: int, numpy: ModuleType | None
    ) -> Any: ...

@final
class Schema:
    @property
    def names(self) -> list[str]: ...
    def __arrow_c_schema__(self) -> Any: ...

@final
class Batch:
    @property
    def num_rows(self) -> int: ...
    @property
    def schema(self) -> Schema: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...

@final
class Batches:
    def __iter__(self) -> Iterator[Batch]: ...
    def __next__(self) -> Batch: ...

@final
class Scan:
    def __new__(
        cls,
        files: Sequence[Any],
        columns: Sequence[str] | None = None,
        part: tuple[int, int] | None = None,
        lossy: Callable[[str, int, str], object] | None = None,
    ) -> Scan: ...
    @property
    def type(self) -> str: ...
    @property
    def schema(self) -> Schema: ...
    def __iter__(self) -> Iterator[Batch]: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

@final
class ListWriter:
    def __new__(
        cls,
        file: Any,
        schema: str,
        compression: int | None = None,
        append: bool = False,
        about: Mapping[str, str] | None = None,
    ) -> ListWriter: ...
    def write(self, list: bytes, count: int) -> None: ...
    def finish(self) -> None: ...
    def close(self) -> None: ...

def write_table(
    file: Any,
    data: Any,
    schema: str | None = None,
    compression: int | None = None,
    append: bool = False,
    about: Mapping[str, str] | None = None,
    block_bytes: int | None = None,
    statistics: bool = False,
) -> int: ...
def differ(old: str, new: str) -> str | None: ...
def last_section(path: Any) -> tuple[str, dict[str, str]] | None: ...
def type_of(data: Any) -> str: ...
