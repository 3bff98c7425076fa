"""The rest of the protocol: words, absence, going back, the long term."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.common import MAIL, RULES, Where, opened, say, tell
from referee.errors import MatchError, UsageError

if TYPE_CHECKING:
    from referee.match import Match

Seat = Annotated[str, typer.Argument(help="A seat's number or its player's name.", metavar="SEAT")]


def note(
    text: Annotated[str, typer.Argument(help="At most 4096 bytes.")], where: Where = None
) -> None:
    """Writes something to everybody."""
    with opened(where) as match:
        match.note(text)
        _signed()


def _signed() -> None:
    tell("signed; pass it on with `referee send`")


def _seat(match: Match, text: str) -> int:
    if text.isdecimal() and len(text) < 3:
        return int(text)
    members = match.charter.members
    seats = [
        seat for seat, member in enumerate(match.report().players) if members[member].name == text
    ]
    if len(seats) != 1:
        raise UsageError("usage.seat", "nobody of that name sits at the table", "give the number")
    return seats[0]


def vote(seat: Seat, where: Where = None) -> None:
    """States that a seat keeps the match waiting. Enough votes decide its default."""
    with opened(where) as match:
        match.vote(_seat(match, seat))
        _signed()
        if len(match.charter.members) == 2:
            tell("two people cannot vote each other out: this only shows whom the match waits for")


def takeover(seat: Seat, where: Where = None) -> None:
    """Plays an absent seat from now on: a reserve, or its own player who is back."""
    with opened(where) as match:
        match.takeover(_seat(match, seat))
        _signed()


def back(
    step: Annotated[
        int, typer.Argument(min=1, max=(1 << 32) - 1, help="The step to go back to; see `journal`.")
    ],
    where: Where = None,
) -> None:
    """Consents to going back to a step. It happens when everybody concerned has consented."""
    with opened(where) as match:
        if not match.charter.take_back:
            raise MatchError(
                "match.not_now", "the match was agreed to without taking back", "see `referee info`"
            )
        match.back(step)
        _signed()


def resign(
    where: Where = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Gives up your seat, on the record and for all to see."""
    with opened(where) as match:
        if not yes:
            typer.confirm("give up your seat?", abort=True, err=True)
        match.resign()
        _signed()


def endorse(where: Where = None) -> None:
    """Signs the match for the long term with ML-DSA, beside the ordinary signatures."""
    with opened(where) as match:
        match.endorse()
        say("endorsed everything so far")
        _signed()


def register(app: typer.Typer) -> None:
    """Adds the verbs."""
    app.command(rich_help_panel=MAIL)(note)
    for verb in (vote, takeover, back, resign, endorse):
        app.command(rich_help_panel=RULES)(verb)
