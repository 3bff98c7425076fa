"""Files of one's own, written so that a crash at any moment leaves the old or the new content.

Also the one place where what a person names (a path, a pattern, ``-``) becomes bytes.
"""

from __future__ import annotations

import glob
import os
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import IO, Final

from referee.errors import FileRefusedError, StoreError, UsageError
from referee.wire import INPUT_LIMIT, Found, find_in, harmless, hint

OWN_LIMIT: Final = 1 << 20
"""Bytes of a small file of one's own: a key, a mark, a draft."""

LOCK_SECONDS: Final = 5.0
"""How long a command waits for another on the same match."""


# -- writing


def make_private_dir(path: Path) -> None:
    """Makes a folder that its owner alone can enter; tightens one that is there."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.stat().st_mode & 0o077 and os.name == "posix":
        path.chmod(0o700)


def write_private(path: Path, data: bytes, *, new: bool = False, forgettable: bool = False) -> None:
    """Replaces a file durably, readable by its owner alone.

    The bytes are on disk under a temporary name before they take the real one. ``new``: raises
    FileExistsError if there is a file already. ``forgettable``: a power cut may bring the old file
    back, never half of the new one; that is quicker.
    """
    if not path.parent.exists():
        make_private_dir(path.parent)
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with open_private(temporary) as stream:
            stream.write(data)
            sync(stream)
        if new:
            os.link(temporary, path)
            temporary.unlink()
        else:
            temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if not forgettable:
        sync_dir(path.parent)


def open_private(path: Path) -> IO[bytes]:
    """A new file for writing, mode 0600 from its first moment. Raises FileExistsError."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600), "wb")


def sync(stream: IO[bytes]) -> None:
    """Waits until everything written is on the disk."""
    stream.flush()
    os.fsync(stream.fileno())


def sync_dir(path: Path) -> None:
    """Waits until the names in a folder are on the disk, where the system can do that."""
    if os.name != "posix":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


_BINARY: Final = getattr(os, "O_BINARY", 0)


# -- reading


def read_private(path: Path, limit: int = OWN_LIMIT) -> bytes:
    """A small file of one's own; tightened if others could read it, as after a careless copy.

    Raises UsageError ``usage.no_file``.
    """
    data = read_capped(path, limit)
    if os.name == "posix" and path.stat().st_mode & 0o077:
        path.chmod(0o600)
    return data


def read_capped(path: Path, limit: int = INPUT_LIMIT) -> bytes:
    """The contents of a file. Raises FileRefusedError ``F_SIZE``, UsageError ``usage.no_file``."""
    try:
        with path.open("rb") as stream:
            data = stream.read(limit + 1)
    except OSError as error:
        why = f"{harmless(path.name)} cannot be read: {error.strerror}"
        raise UsageError("usage.no_file", why) from None
    if len(data) > limit:
        most = hint("F_SIZE") if limit == INPUT_LIMIT else f"it has at most {limit >> 20} MiB"
        raise FileRefusedError("F_SIZE", f"{harmless(path.name)} is too large", most)
    return data


def read_sources(source: str | Path | bytes) -> list[tuple[str, bytes]]:
    """Names and contents of what a person hands over.

    ``source``: contents as bytes; a path; ``-`` for standard input; a pattern with ``*`` or ``?``;
    or, as text with a line feed, the text itself. Raises as :func:`read_capped`.
    """
    if isinstance(source, bytes):
        return [("input", source)]
    text = str(source)
    if text == "-":
        return [("standard input", sys.stdin.buffer.read(INPUT_LIMIT + 1))]
    if isinstance(source, str) and "\n" in text:
        return [("text", text.encode("utf-8", "replace"))]
    return [(path.name, read_capped(path)) for path in _paths(text)]


def find_files(source: str | Path | bytes) -> list[Found]:
    """Everything in what a person hands over that may be a file of a match, in order.

    Raises as :func:`read_sources` and :func:`referee.wire.find_in`.
    """
    return [file for name, data in read_sources(source) for file in find_in(name, data)]


def _paths(text: str) -> list[Path]:
    path = Path(text).expanduser()
    if path.is_file():
        return [path]
    names = sorted(glob.glob(str(path))) if glob.has_magic(text) else []
    paths = [Path(name) for name in names if Path(name).is_file()]
    if path.is_dir():
        raise UsageError(
            "usage.no_file", f"{harmless(text)} is a folder", "name a file in it, or a pattern"
        )
    if not paths:
        raise UsageError("usage.no_file", f"there is no file {harmless(text)}")
    return paths


# -- locking


@contextmanager
def lock(path: Path, seconds: float = LOCK_SECONDS) -> Iterator[None]:
    """Holds a file's lock; the system drops it if the process dies.

    Raises StoreError ``store.locked`` with the holder's process number if it does not come free.
    """
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | _BINARY, 0o600), "r+b") as stream:
        deadline = time.monotonic() + seconds
        while not _try_lock(stream):
            if time.monotonic() > deadline:
                raise StoreError(
                    "store.locked",
                    f"another process is at work here (process {_holder(path)})",
                    "try again when it is done",
                )
            time.sleep(0.02)
        try:
            stream.write(b"%-12d" % os.getpid())
            stream.flush()
            yield
        finally:
            _unlock(stream)


def _holder(path: Path) -> str:
    try:
        digits = path.read_bytes()[:12].decode("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return "unknown"
    return digits if digits.isdigit() else "unknown"


def _system() -> ModuleType:
    if os.name == "posix":
        import fcntl

        return fcntl
    import msvcrt

    return msvcrt


def _try_lock(stream: IO[bytes]) -> bool:
    system = _system()
    try:
        if os.name == "posix":
            system.flock(stream, system.LOCK_EX | system.LOCK_NB)
        else:
            # A byte beyond everything that is written, so that others can read the number.
            stream.seek(1 << 20)
            system.locking(stream.fileno(), system.LK_NBLCK, 1)
            stream.seek(0)
    except OSError:
        return False
    return True


def _unlock(stream: IO[bytes]) -> None:
    system = _system()
    if os.name == "posix":
        system.flock(stream, system.LOCK_UN)
    else:
        stream.seek(1 << 20)
        system.locking(stream.fileno(), system.LK_UNLCK, 1)
