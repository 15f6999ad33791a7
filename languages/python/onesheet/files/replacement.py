"""A file that is written under another name until all of it is there."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from typing import Any, BinaryIO

from .. import optional

fcntl: Any = optional.module("fcntl")  # not on Windows

# What the name ends in until then.
SUFFIX = ".onesheet-unfinished"


@contextlib.contextmanager
def replacement(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file that takes the place of another, or a new one, when all of it is written; after an exception
    the other stays as it was.

    It is the one writer (F16) of both names, and has the mode of the file that it replaces, and its owner as
    far as that is allowed. What a link points to is replaced, and not the link. A device or a pipe is written to.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as device:
            yield device
        return
    real = os.path.realpath(path)
    name = os.fsdecode(real) + SUFFIX
    if os.path.islink(name):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), name)
    with contextlib.ExitStack() as files:
        file = files.enter_context(open_alone(name, path))
        kept = False
        try:
            old = None
            if os.path.exists(real):
                old = files.enter_context(open_alone(real, path, empty=False))
                keep_mode(old, file)
            yield file
            file.flush()
            if old is None:
                # Another program may have made one meanwhile.
                files.enter_context(open(real, "xb"))
            if fcntl is None:
                files.close()  # on Windows, a file that is open keeps its name
            os.replace(name, real)
            kept = True
        finally:
            if not kept:
                file.close()
                with contextlib.suppress(OSError):
                    os.unlink(name)


def open_alone(
    path: str | os.PathLike[str], called: str | os.PathLike[str] | None = None, empty: bool = True
) -> BinaryIO:
    """Opens a file as its one writer, as others do, with the lock of flock; and empties it. In errors
    it is `called` so."""
    name = os.fspath(path if called is None else called)
    while True:
        try:
            file = open(path, "wb", opener=without_truncating)
        except OSError as error:
            error.filename = name
            raise
        try:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            own = os.fstat(file.fileno())
            # Between the two, its last writer may have replaced it.
            if fcntl is None or names(path, own):
                if empty and stat.S_ISREG(own.st_mode):
                    file.truncate(0)
                return file
        except BlockingIOError:
            file.close()
            raise BlockingIOError(errno.EAGAIN, "it has another writer", name) from None
        except BaseException:
            file.close()
            raise
        file.close()


def without_truncating(path: str, flags: int) -> int:
    return os.open(path, flags & ~os.O_TRUNC, 0o666)


def names(path: str | os.PathLike[str], own: os.stat_result) -> bool:
    """Whether a file still has its name."""
    try:
        return os.path.samestat(os.stat(path), own)
    except FileNotFoundError:
        return False


def keep_mode(old: BinaryIO, new: BinaryIO) -> None:
    """Gives a file the mode and the owner of another, as far as this program may."""
    if fcntl is None:
        return
    found, number = os.fstat(old.fileno()), new.fileno()
    mode = stat.S_IMODE(found.st_mode)
    try:
        os.fchown(number, found.st_uid, found.st_gid)
    except OSError:
        try:
            os.fchown(number, -1, found.st_gid)
            mode &= 0o777
        except OSError:
            # Its group is another, for which no more is meant than for all.
            mode = mode & 0o707 | (mode & 0o007) << 3
    with contextlib.suppress(OSError):  # some file systems have none
        os.fchmod(number, mode)
