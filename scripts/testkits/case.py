"""One file of the kit."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

VERSION = "1"


@dataclass(frozen=True)
class Case:
    """A name, what to do with the bytes, and what must come of it."""

    name: str
    op: str
    expect: str
    rule: str
    about: str
    data: bytes
    extra: dict[str, str] = field(default_factory=dict)

    def write(self) -> bytes:
        """The header, a blank line, the bytes."""
        header = {
            "referee-testkit": VERSION,
            "op": self.op,
            "expect": self.expect,
            "rule": self.rule,
            "about": self.about,
            **self.extra,
            "size": str(len(self.data)),
            "sha512": hashlib.sha512(self.data).hexdigest(),
        }
        lines = "".join(f"{key}: {value}\n" for key, value in header.items())
        return lines.encode() + b"\n" + self.data


def read(file: bytes) -> tuple[dict[str, str], bytes]:
    """The header and the bytes of a file of the kit."""
    head, _, data = file.partition(b"\n\n")
    lines = (line.partition(": ") for line in head.decode().splitlines())
    return {key: value for key, _, value in lines}, data
