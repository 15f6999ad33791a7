"""Files of records (spec/FILES.md)."""

from .event import Damage, End, Event, Gap, Records, Section, Unknown, events
from .read import FileError, iter_file, read_columns
from .write import FileWriter

__all__ = [
    "Damage",
    "End",
    "Event",
    "FileError",
    "FileWriter",
    "Gap",
    "Records",
    "Section",
    "Unknown",
    "events",
    "iter_file",
    "read_columns",
]
