"""At the table: whom it waits for, the board, what may be done, doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.common import (
    TABLE,
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
    when,
)
from referee.cli.mails import Reply, pass_on
from referee.cli.options import advice_lines, option_lines, taken_back
from referee.errors import MatchError, UsageError

if TYPE_CHECKING:
    from referee.match import Decision, Match

Json = Any

Chosen = Annotated[
    list[str] | None,
    typer.Argument(
        help="Numbers of `moves`, or actions as JSON; without any, play from the keyboard.",
        metavar="ACTION…",
    ),
]


def status(where: Where = None, as_json: AsJson = False) -> None:
    """Whom the match waits for, for what, and since when."""
    with opened(where) as match:
        report = match.report()
        if as_json:
            print_json(
                {
                    "match": match.charter.match,
                    "game": match.charter.game,
                    "member": match.member,
                    "seat": match.seat,
                    "phase": report.phase,
                    "step": report.step,
                    "waiting": plain(match.waiting_for),
                    "decision": plain(_open_decision(match)),
                    "draft": match.draft,
                    "unsent": match.unsent,
                    "behind": match.behind,
                    "ok": report.ok,
                    "result": report.result,
                }
            )
            return
        for line in _status_lines(match):
            say(line)


def _open_decision(match: Match) -> Decision | None:
    """What has to be decided and is not drafted yet."""
    decision = match.decision()
    return None if decision is not None and decision.drafted and decision.more else decision


def _votes(match: Match) -> list[str]:
    """When others who are asked something may be voted out (P19.5); two people cannot do that."""
    votable = {"act", "seal", "open", "shuffle"}
    asked = [d for d in match.waiting_for if d.kind in votable and d.member != match.member]
    if len(match.charter.members) < 3 or not asked:
        return []
    absent = set(match.report().absent)
    lines = [
        f"seat {seat} is absent: one vote is enough for its default; `referee vote {seat}`"
        for seat in sorted({d.seat for d in asked if d.seat is not None} & absent)
    ]
    since = [d.since for d in asked if d.seat not in absent and d.since is not None]
    if since:
        start = when(max(since) + match.charter.grace)
        lines.append(f"votes for whoever keeps the match waiting count from {start} on")
    return lines


def _status_lines(match: Match) -> list[str]:
    from referee.render import result

    report, charter = match.report(), match.charter
    lines = [f"{charter.game}, match {charter.match[:8]}, step {report.step}: {report.phase}"]
    lines += waiting_lines(match, match.waiting_for, since=True)
    lines += _votes(match)
    if report.result is not None:
        lines.append(result(report.result, table_of(match)))
    if match.draft:
        drafted = counted(len(match.draft), "action")
        lines.append(f"a draft of {drafted} is not signed: `referee send` or `referee undo`")
    if match.unsent:
        lines.append(f"not sent yet: {counted(match.unsent, 'event')} of yours; `referee send`")
    if match.behind:
        lines.append(
            "this folder is older than what you signed: receive a whole file from somebody first"
        )
    if not report.ok:
        lines.append("something is wrong in this match: see `referee info`")
    return lines


def show(
    where: Where = None,
    seat: Annotated[int | None, typer.Option(help="Through the eyes of this seat.")] = None,
    as_json: AsJson = False,
) -> None:
    """The board as you see it."""
    from referee.render import board

    with opened(where) as match:
        _started(match)
        viewer = match.seat if seat is None else _at_table(match, seat)
        view = match.view(viewer)
        if as_json:
            print_json(view)
        else:
            say(board(view, table_of(match, viewer)))


def _at_table(match: Match, seat: int) -> int:
    if not 0 <= seat < match.charter.players:
        raise UsageError("usage.seat", f"there is no seat {seat}", "seats count from 0")
    return seat


def _started(match: Match) -> None:
    if match.report().phase not in ("play", "over"):
        raise MatchError("match.not_started", "the match has not started", "see `referee status`")


def moves(where: Where = None, as_json: AsJson = False) -> None:
    """What you may do now, numbered."""
    with opened(where) as match:
        decision = _decision(match)
        if as_json:
            print_json(plain(decision))
            return
        for line in option_lines(match, decision):
            say(line)


def advise(
    where: Where = None,
    bot: Annotated[
        str, typer.Option(help="Which bot of the game; the last of them if you name none.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """What a bot would choose for you now, by what you may see. Nothing is drafted."""
    with opened(where) as match:
        decision = _decision(match)
        advice = match.advise(bot)
        if as_json:
            print_json(plain(advice))
            return
        for line in advice_lines(match, decision, advice):
            say(line)


def _decision(match: Match) -> Decision:
    decision = match.decision()
    if decision is None and match.draft:
        raise MatchError(
            "match.drafted",
            "you have chosen, and the draft is not signed yet",
            "`referee send` signs it, `referee undo` takes it back",
        )
    if decision is None:
        raise MatchError("match.not_asked", "nothing is asked of you now", "see `referee status`")
    return decision


def _read(text: str, decision: Decision) -> Json:
    """An action from its number or its JSON."""
    import json

    if text.isdecimal() and text.isascii():
        number = int(text) if len(text) < 6 else 0
        if not 1 <= number <= len(decision.legal):
            raise UsageError("usage.number", f"there is no action {text}", "see `referee moves`")
        return decision.legal[number - 1]
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise UsageError("usage.action", "an action is its number in `moves`, or JSON") from None


def play(
    chosen: Chosen = None,
    nothing: Annotated[
        bool, typer.Option("--nothing", help="Seal an empty answer, where the rules take one.")
    ] = False,
    reply: Reply = None,
    where: Where = None,
    as_json: AsJson = False,
) -> None:
    """Chooses actions, one after the other; without any, decision by decision from the keyboard.

    They are a draft until you send, or until chance is needed at the keyboard.
    """
    from referee.render import option

    with opened(where) as match:
        if nothing:
            if chosen:
                raise UsageError("usage.nothing", "an empty answer has no actions")
            match.answer_nothing()
            target = pass_on(match, reply)[1] if reply else None
            if as_json:
                print_json({"draft": [], "decision": plain(match.decision()), "target": target})
            else:
                say(target or "sealed an empty answer; pass it on with `referee send`")
            return
        if not chosen:
            from referee.cli.loop import Loop

            Loop(match, reply).run()
            return
        for text in chosen:
            decision = _decision(match)
            table, view = table_of(match, decision.seat), match.view(decision.seat)
            picked = _read(text, decision)
            match.act(picked)
            if not as_json:
                say(f"drafted: {option(picked, decision.kind, view, None, table)[0]}")
        more = match.decision()
        target = pass_on(match, reply)[1] if reply and more is None else None
        if as_json:
            print_json({"draft": match.draft, "decision": plain(more), "target": target})
            return
        if more is not None:
            tell(f"you may go on: {more.kind.replace('_', ' ')}, see `referee moves`")
        if target:
            say(target)
        else:
            tell("not signed yet: `referee send` signs and passes it on, `undo` takes it back")


def undo(where: Where = None) -> None:
    """Takes the last action of the draft back. What is signed stays."""
    with opened(where) as match:
        say(taken_back(match, match.undo()))


def why(
    chosen: Annotated[
        str, typer.Argument(help="The action: its JSON, or a number of `moves`.", metavar="ACTION")
    ],
    where: Where = None,
) -> None:
    """Which rule forbids an action; exit code 1 if one does."""
    with opened(where) as match:
        match.why(_read(chosen, _decision(match)))
        say("it is legal now")


def register(app: typer.Typer) -> None:
    """Adds the verbs."""
    for verb in (status, show, moves, advise, play, undo, why):
        app.command(rich_help_panel=TABLE)(verb)
