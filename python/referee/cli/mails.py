"""Passing files on and taking them in."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.common import (
    MAIL,
    AsJson,
    Where,
    counted,
    opened,
    plain,
    print_json,
    say,
    table_of,
    tell,
    waiting_lines,
)
from referee.cli.progress import moving
from referee.errors import UsageError

if TYPE_CHECKING:
    from referee.match import Match, Received, Sent


Reply = Annotated[
    Path | None,
    typer.Option("--send", help="Sign and pass on at once: a shared folder.", show_default=False),
]


def send(
    to: Annotated[
        Path | None, typer.Option("--to", "-t", help="A shared folder, or a file to write.")
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Print it as text for a mail.")] = False,
    whole: Annotated[
        bool, typer.Option("--whole", help="The whole match: for strangers, substitutes, archives.")
    ] = False,
    where: Where = None,
    as_json: AsJson = False,
) -> None:
    """Signs your draft and writes the file for the others."""
    with opened(where) as match:
        if text:
            sent = match.send(whole=whole)
            match.mark_sent("text")
            tell(f"subject: {sent.subject}")
            say(sent.text.rstrip())
            return
        sent, target = pass_on(match, to, whole=whole)
        if as_json:
            print_json(
                {
                    "target": target,
                    "events": sent.events,
                    "bytes": len(sent.data),
                    "subject": sent.subject,
                }
            )
        else:
            say(target)
            size = f"{counted(sent.events, 'event')}, {len(sent.data)} bytes"
            tell(f"{size}; this file is for everybody")


def pass_on(match: Match, to: Path | None, *, whole: bool = False) -> tuple[Sent, str]:
    """Signs what is to be signed and writes the file: to a folder or file, or beside the match."""
    from referee.transport import write_whole

    sent = match.send(whole=whole)
    if to is None:
        to = match.folder / "out"
        to.mkdir(exist_ok=True)
    path = to / sent.name if to.is_dir() else to
    if not path.parent.is_dir():
        raise UsageError("usage.no_folder", f"there is no folder {path.parent}")
    write_whole(path, sent.data)
    match.mark_sent(str(path))
    return sent, str(path)


def receive(
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            help="Files, mails, folders, patterns, or - for standard input.", metavar="FILE…"
        ),
    ] = None,
    reply: Reply = None,
    where: Where = None,
    as_json: AsJson = False,
) -> None:
    """Takes files in, in any order, and answers what needs no person."""
    with opened(where) as match:
        files = _expand(sources or ["-"])
        # Nothing moves while somebody types: a passphrase, or what standard input is to bring.
        with nullcontext() if match.asks or "-" in files else moving("receiving"):
            received = match.receive(*files)
        target = pass_on(match, reply)[1] if reply and match.unsent else None
        if as_json:
            decision = plain(match.decision())
            print_json({**plain(received), "decision": decision, "target": target})
            return
        _tell_received(match, received, sent=target is not None)
        if target:
            say(target)


def _expand(sources: list[str]) -> list[str]:
    """A folder stands for every referee file in it."""
    files: list[str] = []
    for source in sources:
        path = Path(source)
        if path.is_dir():
            files += [str(item) for item in sorted(path.glob("*.referee"))]
        else:
            files.append(source)
    if not files:
        raise UsageError("usage.no_file", "there is no file in there")
    return files


def _tell_received(match: Match, received: Received, *, sent: bool) -> None:
    from referee.render import harmless, result

    say(f"{counted(received.new, 'new event')} from {counted(received.files, 'file')}")
    for refused in received.refused:
        tell(f"refused {harmless(refused.name)}: {refused.why}")
    if received.lost:
        tell("your draft fits no longer and is gone: see `referee moves`")
    if received.signed:
        done = counted(received.signed, "event")
        rest = "" if sent else "; pass on with `referee send`"
        tell(f"signed {done} that needed no decision{rest}")
    for line in waiting_lines(match, received.next):
        say(line)
    if (over := match.report().result) is not None:
        say(result(over, table_of(match)))


def register(app: typer.Typer) -> None:
    """Adds the verbs."""
    app.command(rich_help_panel=MAIL)(send)
    app.command(rich_help_panel=MAIL)(receive)
