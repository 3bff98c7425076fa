"""A folder that several people see: a file share, a synchronised folder, a USB stick."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from referee.disk import read_capped, sync, sync_dir
from referee.errors import RefereeError, UsageError
from referee.wire import harmless

if TYPE_CHECKING:
    from referee.match import Sent

SUFFIXES: Final = (".referee", ".eml", ".txt")


class Folder:
    """Drops files into a folder and takes what is new there.

    File names hold a digest of the contents, so nobody's file replaces another's, and a file is
    complete as soon as it has its name.
    """

    def __init__(self, path: str | Path) -> None:
        """The folder must exist: one that is made by mistake is seen by nobody."""
        self.path = Path(path).expanduser()
        self._seen: set[tuple[str, int, int]] = set()
        if not self.path.is_dir():
            raise UsageError(
                "usage.no_folder", f"there is no folder {harmless(str(path))}", "make it first"
            )

    def __repr__(self) -> str:
        return f"Folder({str(self.path)!r})"

    @property
    def target(self) -> str:
        """The folder's own path."""
        return f"folder:{self.path.resolve()}"

    def deliver(self, file: Sent) -> None:
        """Writes the file, unless it is there already."""
        write_whole(self.path / file.name, file.data)

    def collect(self) -> Iterator[tuple[str, bytes]]:
        """Files that were not there, or were others, when this object last looked."""
        with os.scandir(self.path) as entries:
            listed = sorted((entry for entry in entries if _fits(entry)), key=_name)
        for entry in listed:
            try:
                stat = entry.stat()
                key = (entry.name, stat.st_size, stat.st_mtime_ns)
                if key in self._seen:
                    continue
                data = read_capped(Path(entry.path))
            except (OSError, RefereeError):
                continue  # gone again, or too large to be a file of a match
            self._seen.add(key)
            yield entry.name, data


def _fits(entry: os.DirEntry[str]) -> bool:
    hidden = entry.name.startswith(".")
    return not hidden and entry.name.endswith(SUFFIXES) and entry.is_file()


def _name(entry: os.DirEntry[str]) -> str:
    return entry.name


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file for others under its final name only when all of it is on the disk."""
    if path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data:
        return
    if path.exists() and not path.is_file():
        _write_through(path, data)
        return
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with temporary.open("xb") as stream:
            stream.write(data)
            sync(stream)
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise _unwritten(path, error) from None
    sync_dir(path.parent)


def _write_through(path: Path, data: bytes) -> None:
    """Writes to a device or a pipe; a file of that name would push it out of its place."""
    try:
        with path.open("wb") as stream:
            stream.write(data)
    except OSError as error:
        raise _unwritten(path, error) from None


def _unwritten(path: Path, error: OSError) -> UsageError:
    where = harmless(str(path.parent))
    return UsageError("usage.no_folder", f"a file cannot be written in {where}: {error.strerror}")
