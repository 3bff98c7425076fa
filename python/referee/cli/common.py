"""What the verbs share: options, the match that is meant, output."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.errors import MatchError, UsageError
from referee.render.cells import wrapped

if TYPE_CHECKING:
    from referee.match import Duty, Match
    from referee.render import Table

Json = Any

Where = Annotated[
    Path | None,
    typer.Option("-m", "--match", help="Folder of the match.", show_default=False),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

PEOPLE = "You and the others"
TABLE = "At the table"
MAIL = "Passing files"
RULES = "When something goes wrong"
CHECK = "Looking and checking"


def say(text: str = "") -> None:
    """A line to standard output."""
    typer.echo(text)


def tell(text: str) -> None:
    """A remark to standard error."""
    typer.echo(text, err=True)


def shown(path: Path) -> str:
    """A path for a line of a terminal: its name may hold anything."""
    from referee.wire import harmless

    return harmless(str(path))


def print_json(value: Json) -> None:
    """A JSON document to standard output."""
    typer.echo(json.dumps(value, indent=1, ensure_ascii=True, sort_keys=True))


def plain(value: Json) -> Json:
    """A Struct and what is in it as plain JSON values."""
    import msgspec

    return msgspec.to_builtins(value, str_keys=True)


def unlock(name: str) -> bytes:
    """Asks for a passphrase; without a terminal it is the next line of standard input."""
    if sys.stdin.isatty():
        return str(typer.prompt(f"passphrase of {name}", hide_input=True, err=True)).encode(
            errors="surrogateescape"
        )
    line = sys.stdin.readline()
    if not line:
        raise UsageError("usage.passphrase", f"no passphrase came for {name}")
    return line.rstrip("\r\n").encode(errors="surrogateescape")


def folder_of(given: Path | None) -> Path:
    """The match that is meant: ``given``, else the working directory, else the only one."""
    from referee.store import is_match

    if given is not None:
        if not is_match(given):
            raise MatchError("match.none", f"{given} holds no match", "see `referee list`")
        return given
    here = Path.cwd()
    if is_match(here):
        return here
    from referee.cli.matches import known

    found = known()
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(str(path) for path in found[:4])
        if len(found) > 4:
            names += " or another of `referee list`"
        raise UsageError(
            "usage.which", f"there are {len(found)} matches", f"say which with -m: {names}"
        )
    raise MatchError(
        "match.none", "there is no match here", "`referee new` or `referee accept FILE`"
    )


@contextmanager
def opened(given: Path | None) -> Iterator[Match]:
    """The match that is meant, open."""
    from referee.cli.progress import moving
    from referee.match import Match

    folder = folder_of(given)
    with moving("opening the match"):
        match = Match.open(folder, unlock=unlock)
    with match:
        yield match


def table_of(match: Match, viewer: int | None = None) -> Table:
    """Names and cards of a match for boards and stories."""
    from referee.render import Table

    charter, players = match.charter, match.report().players
    seats = players or range(charter.players)
    names = tuple(charter.members[member].name for member in seats)
    return Table(charter.game, names, viewer, charter.set or "")


def paragraph(text: str) -> str:
    """A long sentence in lines of at most 80 columns."""
    return "\n".join(wrapped(text))


def say_wrapped(text: str) -> None:
    """A line of a journal, or several, in lines of at most 80 columns."""
    for line in text.splitlines():
        say("\n".join(wrapped(line, later=" " * 9)))


def counted(number: int, thing: str) -> str:
    """A number with its noun: ``1 event``, ``2 events``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def waiting_lines(match: Match, duties: Sequence[Duty], *, since: bool = False) -> list[str]:
    """Whom the match waits for, a line for each thing; the same thing several times is one line."""
    from referee.render import harmless

    lines: dict[str, int] = {}
    for duty in duties:
        you = " (you)" if duty.member == match.member else ""
        start = f", since {when(duty.since)}" if since and duty.since else ""
        line = f"waits for {harmless(duty.name, 24)}{you}: {duty.text}{{}}{start}"
        lines[line] = lines.get(line, 0) + 1
    return [line.format(f" ({count} times)" if count > 1 else "") for line, count in lines.items()]


def when(seconds: int | None) -> str:
    """A claimed time, in the reader's own zone."""
    if seconds is None or not 0 < seconds < 1 << 37:
        return "an unknown time"
    import time

    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
