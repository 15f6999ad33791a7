"""onesheet: a serialization format of one page, in Python.

`encode` and `decode` take a type and a value or a message. The type is a schema text, such as
`"seq(u16)"` or `"struct P{x: f32, y: f32}"`, or a Python type: a dataclass, `list[u16]`,
`dict[str, f32]`.
`iter_file` and `read_columns` read files, `FileWriter` writes them; `scan` and `write` do so by Arrow
tables, with the package onesheet-native.
"""

from . import frames, serde
from .errors import DecodeError, EncodeError, FileProblem, SchemaError
from .files import FileError, FileWriter, events, iter_file, read_columns
from .limits import Limits
from .messages import columns, decode, decode_list, encode, encode_columns, encode_list
from .names import (
    char,
    f32,
    f64,
    fixed_i16,
    fixed_i32,
    fixed_i64,
    fixed_u16,
    fixed_u32,
    fixed_u64,
    i8,
    i16,
    i32,
    i64,
    i128,
    u8,
    u16,
    u32,
    u64,
    u128,
)
from .schemas import Schema, schema
from .schemas.hints import Length, Max, Tag, extensible, rows
from .tables import FileWarning, Scan, scan, write
from .values import DEFAULT, Err, Ok, Some, Variant

__all__ = [
    "DEFAULT",
    "DecodeError",
    "EncodeError",
    "Err",
    "FileError",
    "FileProblem",
    "FileWarning",
    "FileWriter",
    "Length",
    "Limits",
    "Max",
    "Ok",
    "Scan",
    "Schema",
    "SchemaError",
    "Some",
    "Tag",
    "Variant",
    "char",
    "columns",
    "decode",
    "decode_list",
    "encode",
    "encode_columns",
    "encode_list",
    "events",
    "extensible",
    "f32",
    "f64",
    "fixed_i16",
    "fixed_i32",
    "fixed_i64",
    "fixed_u16",
    "fixed_u32",
    "fixed_u64",
    "frames",
    "i128",
    "i16",
    "i32",
    "i64",
    "i8",
    "iter_file",
    "read_columns",
    "rows",
    "scan",
    "schema",
    "serde",
    "u128",
    "u16",
    "u32",
    "u64",
    "u8",
    "write",
]
