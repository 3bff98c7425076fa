"""Coming to a match: invite, accept, see what you agree to."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.common import (
    PEOPLE,
    AsJson,
    Where,
    opened,
    paragraph,
    print_json,
    say,
    shown,
    tell,
    unlock,
)
from referee.cli.progress import moving
from referee.errors import UsageError
from referee.wire import harmless

if TYPE_CHECKING:
    from referee.match import Match

Json = Any

_GRACE = {"m": 60, "h": 3600, "d": 86400}


def _seconds(text: str) -> int:
    found = re.fullmatch(r"(\d{1,6})([mhd]?)", text)
    if found is None:
        raise UsageError("usage.grace", f"{text!r} is no time", "write 90m, 72h or 5d")
    return int(found[1]) * _GRACE[found[2] or "h"]


def options_of(game: str, pairs: list[str]) -> dict[str, Json]:
    """``key=value`` pairs as a configuration of a game; a value is JSON, or else a text."""
    import json

    from referee.config import placed

    options: dict[str, Json] = {}
    for pair in pairs:
        key, found, value = pair.partition("=")
        if not found:
            raise UsageError("usage.option", f"{pair!r} is not key=value")
        try:
            options[key] = json.loads(value)
        except ValueError:
            options[key] = value
        except RecursionError:
            raise UsageError("usage.option", f"{harmless(key)} is nested too deeply") from None
    return placed(game, options)


def new(
    game: Annotated[
        str,
        typer.Argument(help="augustus, marcus, purple; see `referee games`.", metavar="GAME"),
    ],
    seat: Annotated[
        list[str],
        typer.Option(
            "--seat",
            "-s",
            help="Who sits there, clockwise from seat 0: an identity, a contact or a card's file.",
            show_default=False,
        ),
    ],
    keeper: Annotated[
        list[str] | None,
        typer.Option("--keeper", "-k", help="A neutral dealer or keeper.", show_default=False),
    ] = None,
    reserve: Annotated[
        list[str] | None,
        typer.Option("--reserve", help="Who may take over an absent seat.", show_default=False),
    ] = None,
    first_game: Annotated[
        bool, typer.Option("--first-game", help="augustus: deal openly, no draft.")
    ] = False,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "-o",
            help="A key of the game's configuration: placement=open.",
            show_default=False,
        ),
    ] = None,
    position: Annotated[
        Path | None, typer.Option(help="Start from this position document.")
    ] = None,
    card_set: Annotated[str | None, typer.Option("--set", help="Another card set.")] = None,
    mode: Annotated[
        str | None,
        typer.Option(
            help="Who opens dice and cards: dealerless, dealer, keepers, agent, kept, registered, "
            "free. By default what the keepers suggest."
        ),
    ] = None,
    threshold: Annotated[
        int | None, typer.Option(min=1, max=32, help="How many of them open a roll.")
    ] = None,
    grace: Annotated[str, typer.Option(help="How long a seat may keep the match waiting.")] = "72h",
    take_back: Annotated[
        bool, typer.Option("--take-back", help="Going back by everybody's consent.")
    ] = False,
    identity: Annotated[str | None, typer.Option(help="Which of your identities invites.")] = None,
    where: Where = None,
) -> None:
    """Makes a match in a folder of its own; `send` then invites everybody named."""
    from referee.disk import read_capped
    from referee.match import Match

    config = options_of(game, option or [])
    if card_set is not None:
        from referee.cards import check_unambiguous

        check_unambiguous(game, card_set)
    if first_game:
        config["first_game"] = True
    start = None
    if position is not None:
        import json

        try:
            start = json.loads(read_capped(position))
        except (ValueError, RecursionError):
            raise UsageError("usage.position", f"{position} is no JSON document") from None
    folder = where or _free_folder(game)
    with Match.create(
        folder,
        game,
        config,
        identity=identity,
        players=seat,
        keepers=keeper or [],
        reserves=reserve or [],
        mode=mode,
        threshold=threshold,
        position=start,
        card_set=card_set,
        grace=_seconds(grace),
        take_back=take_back,
        unlock=unlock,
    ) as match:
        _welcome(match)


def _free_folder(game: str) -> Path:
    stem = re.sub(r"[^a-z0-9]", "", game)[:16] or "match"
    numbered = (Path(f"{stem}-{number}") for number in range(1, 10_000))
    return next(path for path in numbered if not path.exists())


def _welcome(match: Match) -> None:
    from referee.cli.matches import remember

    remember(match.folder)
    say(f"the match is in {shown(match.folder)}")
    for text in match.charter.trust:
        tell(paragraph(text))
    if len(match.charter.members) == 1:
        tell("now play: `referee play`")
    elif match.charter.players == 1 and match.seat == 0:
        tell("now pass the file on: `referee send`; or play: `referee play --send FOLDER`")
    else:
        tell("now pass the file on: `referee send`")


def accept(
    source: Annotated[
        str | None,
        typer.Argument(
            help="The invitation: a file, a mail, a folder with it, - for standard input.",
            metavar="FILE",
        ),
    ] = None,
    identity: Annotated[str | None, typer.Option(help="Which of your identities.")] = None,
    look: Annotated[
        bool, typer.Option("--look", help="Take the match in without accepting it.")
    ] = False,
    where: Where = None,
) -> None:
    """Accepts an invitation, after showing whom you would have to trust."""
    from referee.match import Match

    if source is None:
        with opened(where) as match:
            match.accept()
            _welcome(match)
        return
    from referee import disk

    given: str | bytes = source
    if source == "-":
        ((_, given),) = disk.read_sources("-")  # once: it is looked at twice below
    elif Path(source).is_dir():
        given = str(Path(source) / "*.referee")
    files = disk.find_files(given)
    folder = where
    if folder is None:
        log = Match.peek(files)
        folder = _free_folder(log.charter.game)
    with moving("taking in the match"):
        taken = Match.take(folder, given, identity=identity, unlock=unlock)
    with taken as match:
        role = None if match.member is None else match.charter.members[match.member].role
        if look or role in (None, "reserve"):
            from referee.cli.matches import remember

            remember(match.folder)
            say(f"the match is in {shown(match.folder)}")
            tell(
                "you are a reserve: `referee takeover SEAT` when a seat is absent"
                if role == "reserve"
                else "you only look on"
            )
            return
        match.accept()
        _welcome(match)


def games(as_json: AsJson = False) -> None:
    """The games this program knows, with their card sets and bots."""
    from referee import _core

    known = _core.games()
    if as_json:
        print_json(known)
        return
    for game in known:
        sets = ", ".join(item["name"] for item in game["sets"]) or "no cards"
        bots = ", ".join(["random", *game["bots"]])
        say(f"{game['id']:<10} rules version {game['version']}   sets: {sets}   bots: {bots}")


def register(app: typer.Typer) -> None:
    """Adds the verbs."""
    app.command(rich_help_panel=PEOPLE)(new)
    app.command(rich_help_panel=PEOPLE)(accept)
    app.command(rich_help_panel=PEOPLE)(games)
