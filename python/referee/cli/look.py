"""Looking and checking: for members and for strangers with a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.common import (
    CHECK,
    AsJson,
    Where,
    counted,
    opened,
    paragraph,
    plain,
    print_json,
    say,
    say_wrapped,
    table_of,
    tell,
)
from referee.cli.progress import moving

if TYPE_CHECKING:
    from referee.journal import Line
    from referee.log import EventLog
    from referee.verify import Report, Sound

Json = Any

File = Annotated[
    str, typer.Argument(help="A match file, a mail with one, or - for standard input.")
]


def verify(file: File, as_json: AsJson = False) -> None:
    """Checks every signature, die, card and move of a file.

    Exit code 3 if anything is wrong, 1 if the file is refused.

    A fork proof is checked too: it names who signed two versions.
    """
    from referee.errors import FileRefusedError
    from referee.verify import verify as check

    try:
        with moving("checking"):
            report = check(file)
    except FileRefusedError:
        if not as_json and file != "-":
            _tell_sound(file)
        raise
    if as_json:
        print_json(plain(report))
    else:
        for line in _report_lines(report):
            say(line)
    if not report.ok:
        raise typer.Exit(3)


def _tell_sound(file: str) -> None:
    """What the sound part of a refused file comes to, if there is one."""
    from referee.errors import RefereeError
    from referee.verify import load_sound, report

    try:
        sound = load_sound(file)
        lines = _report_lines(report(sound.log))[:-1]
    except RefereeError:
        return
    for line in lines:
        say(line)
    say(f"REFUSED: only the first {sound.kept} of {sound.found} events are sound")


def _report_lines(report: Report) -> list[str]:
    from referee.render import Table, harmless, result

    names = [harmless(name, 20) for name in report.names]
    counts = report.counts
    lines = [
        paragraph(f"{report.game}, match {report.match[:16]}, {', '.join(names)}"),
        "checked: "
        + ", ".join(
            counted(number, thing)
            for number, thing in (
                (counts.events, "event"),
                (counts.signatures, "signature"),
                (counts.proofs, "proof"),
                (counts.rolls, "roll"),
                (counts.cards, "card"),
                (counts.actions, "action"),
            )
            if number
        ),
    ]
    state = {"over": "over", "play": f"in play at step {report.step}"}.get(
        report.phase, report.phase
    )
    lines.append(f"the match is {state}")
    if report.terms:
        lines.append(paragraph(harmless(f"terms: {'; '.join(report.terms)}", 1000)))
    if report.result is not None:
        table = Table(report.game, [names[i] for i in report.players], None, report.card_set or "")
        lines.append(result(report.result, table))
    lines += _level_lines(report)
    lines += [f"wrong: {harmless(text, 200)}" for text in report.wrong]
    lines += [f"note: {harmless(text, 200)}" for text in report.remarks]
    lines.append("VERIFIED" if report.ok else "DOES NOT VERIFY")
    return lines


def _level_lines(report: Report) -> list[str]:
    """What a match alone proves and does not: level, attempt, P24's words."""
    from referee.render import harmless

    if report.level is None:
        return []
    attempt = "no keeper counts attempts"
    if report.attempt is not None:
        attempt = f"attempt {report.attempt}, {report.abandoned} abandoned before"
    elif report.level != "S0":
        attempt = "the keeper has not signed which attempt it is"
    trust = [paragraph(harmless(text, 1000)) for text in report.trust]
    return [f"level {report.level}: {attempt}", *trust]


def info(
    file: Annotated[str | None, typer.Argument(help="A match file; by default your match.")] = None,
    where: Where = None,
    as_json: AsJson = False,
) -> None:
    """What was agreed, whom everybody has to trust, and what is in the log."""
    if file is None:
        with opened(where) as match:
            _tell_info(match.log, as_json)
        return
    with _sound(file) as log:
        _tell_info(log, as_json)


@contextmanager
def _sound(file: str) -> Iterator[EventLog]:
    """The log of a file. Of a damaged one the sound part is shown before the file is refused."""
    from referee.verify import load_sound

    with moving("checking"):
        sound: Sound = load_sound(file)
    yield sound.log
    if sound.refusal is not None:
        tell(f"this is the sound part: the first {sound.kept} of {sound.found} events")
        raise sound.refusal


def _tell_info(log: EventLog, as_json: bool) -> None:
    charter, verdict = log.charter, log.verdict
    if as_json:
        print_json(
            {"charter": plain(charter), "verdict": plain(verdict), "events": plain(log.events())}
        )
        return
    from referee.render import harmless
    from referee.render.cells import padded
    from referee.verify import terms_of

    say(f"{charter.game}, match {charter.match}")
    say(f"rules {charter.rules[:16]}, card set {harmless(charter.set or 'not installed here')}")
    for number, member in enumerate(charter.members):
        absent = ", absent" if number in verdict.absent else ""
        name = padded(harmless(member.name, 32), 32)
        say(f"  {number} {member.role:<8} {name} {member.identity[:16]}{absent}")
    for name, key in zip(("dice", "cards"), charter.keys, strict=False):
        members = ", ".join(harmless(charter.members[m].name, 20) for m in key.committee)
        say(paragraph(f"{name}: any {key.threshold} of {members}"))
    if terms := list(terms_of(charter)):
        say(paragraph(harmless(f"terms: {'; '.join(terms)}", 1000)))
    say(f"grace {_span(charter.grace)}; taking back {'by consent' if charter.take_back else 'off'}")
    for text in charter.trust:
        say(paragraph(text))
    _tell_log(log)


def _span(seconds: int) -> str:
    """A time in the largest unit that it is a whole number of."""
    sizes = ((86_400, "day"), (3_600, "hour"), (60, "minute"))
    for size, unit in sizes:
        if seconds and seconds % size == 0:
            return counted(seconds // size, unit)
    return counted(seconds, "second")


def _tell_log(log: EventLog) -> None:
    from referee.render import harmless

    charter, verdict = log.charter, log.verdict
    kinds: dict[str, int] = {}
    events = log.events()
    for event in events:
        kinds[event.kind] = kinds.get(event.kind, 0) + 1
    listed = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    size = sum(event.bytes for event in events)
    say(paragraph(f"{len(events)} events ({listed}), {size} bytes"))
    say(f"step {verdict.step}: {verdict.phase}")
    for fault in verdict.faults:
        name = harmless(charter.members[fault.author].name, 24)
        say(f"fault: {name}, {fault.kind} at step {fault.step}: {fault.code}")
    for author, seq in verdict.forks:
        say(
            f"fork: {harmless(charter.members[author].name, 24)} signed two versions of event {seq}"
        )
    posted = verdict.posted
    by = f"by {harmless(charter.members[posted].name, 24)}" if posted >= 0 else "by nobody"
    say(f"posted {by}")


def journal(
    file: Annotated[str | None, typer.Argument(help="A match file; by default your match.")] = None,
    where: Where = None,
    last: Annotated[
        int | None, typer.Option("--last", "-n", min=1, help="Only so many last lines.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """The match as a story."""
    from referee.journal import story

    if file is not None:
        with _sound(file) as log:
            _tell_story(story(log, _table(log)), last, as_json)
        return
    with opened(where) as match:
        _tell_story(story(match.log, table_of(match, match.seat)), last, as_json)


def _tell_story(lines: list[Line], last: int | None, as_json: bool) -> None:
    lines = lines[-last:] if last else lines
    if as_json:
        print_json([plain(line) for line in lines])
        return
    for line in lines:
        say_wrapped(line.text)


def _table(log: EventLog) -> Any:
    from referee.render import Table

    charter, players = log.charter, log.verdict.players
    seats = players or range(charter.players)
    names = tuple(charter.members[member].name for member in seats)
    return Table(charter.game, names, None, charter.set or "")


def replay(
    file: File,
    step: Annotated[
        int | None, typer.Option("--step", min=0, max=(1 << 32) - 1, help="Stop at this step.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Plays a file again, step by step, and shows the board it comes to."""
    with _sound(file) as log:
        _tell_replay(log, step, as_json)


def _tell_replay(log: EventLog, step: int | None, as_json: bool) -> None:
    from referee.journal import story
    from referee.render import board

    table = _table(log)
    lines = [line for line in story(log, table) if step is None or line.step <= step]
    view = log.core.view(None) if step is None else log.core.view_at(step)
    if as_json:
        print_json({"story": [plain(line) for line in lines], "view": view})
        return
    for line in lines:
        say_wrapped(line.text)
    if view is not None:
        say(board(view, table))


def register(app: typer.Typer) -> None:
    """Adds the verbs."""
    for verb in (verify, info, journal, replay):
        app.command(rich_help_panel=CHECK)(verb)
