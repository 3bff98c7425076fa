"""Keeping matches of others, chances of battles, games played by bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli.common import (
    CHECK,
    MAIL,
    AsJson,
    Where,
    opened,
    plain,
    print_json,
    say,
    table_of,
    tell,
    unlock,
)
from referee.cli.progress import bar
from referee.cli.setup import options_of
from referee.errors import MatchError
from referee.render.cells import wrapped

Json = Any


def keep(
    folder: Annotated[Path, typer.Argument(help="The folder that the players share with you.")],
    once: Annotated[bool, typer.Option("--once", help="Answer what is there, then end.")] = False,
    every: Annotated[
        float, typer.Option(min=0.05, max=3600, help="Seconds between two looks.")
    ] = 0.5,
    identity: Annotated[str | None, typer.Option(help="Which own identity keeps.")] = None,
    as_json: AsJson = False,
) -> None:
    """Keeps solo matches of others unattended: answers each request once, refuses forks.

    Ends by Ctrl-C or SIGTERM. Exit code 1 with --once if something was refused.
    """
    import signal
    import threading

    from referee.keep import Keeper, only_one

    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    refused = False
    with only_one(), Keeper(folder, identity=identity, unlock=unlock) as keeper:
        if not once:
            tell(f"keeping the matches in {folder}; Ctrl-C ends")
        while not stopped.is_set():
            for told in keeper.look():
                refused = refused or told.refused
                if as_json:
                    print_json(plain(told))
                elif told.refused:
                    tell(f"refused: {told.match[:16]} {told.text}")
                else:
                    say(f"{told.match[:16]} {told.text}")
            if once:
                break
            stopped.wait(every)
    if once and refused:
        raise typer.Exit(1)


def odds(where: Where = None, as_json: AsJson = False) -> None:
    """The exact chances of the battles you could begin or are in, with and without reserves."""
    from referee.render import odds as in_words

    with opened(where) as match:
        found = match.odds()
        if as_json:
            print_json(found)
            return
        if found is None:
            raise MatchError("match.no_odds", f"{match.charter.game} has no odds to tell you now")
        text = in_words(found, match.view(match.seat), table_of(match, match.seat))
        for line in text.splitlines() or ["no battle can be begun now"]:
            say("\n".join(wrapped(line, later="    ")))


def playouts(
    game: Annotated[str, typer.Argument(help="A game; see `referee games`.")],
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", "-b", help="Who plays: once for all seats, or for each seat."),
    ] = None,
    number: Annotated[int, typer.Option("-n", min=1, max=10_000_000, help="How many.")] = 1000,
    seed: Annotated[
        int, typer.Option(min=0, max=(1 << 32) - 1, help="The same seed gives the same games.")
    ] = 0,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", help="A key of the game's configuration: seats=3."),
    ] = None,
    threads: Annotated[int, typer.Option(min=1, max=256)] = 1,
    as_json: AsJson = False,
) -> None:
    """Lets bots play whole games and counts who wins, with 95 % confidence intervals."""
    from referee.tally import run

    config = options_of(game, option or [])
    with bar(game, number) as progress:
        tally = run(game, config, number, seed, bot or ["random"], threads, progress)
    if as_json:
        print_json(plain(tally))
        return
    bots = ", ".join(tally.bots)
    say(f"{game}, {bots}: {tally.games} games, seed {seed}, {tally.inputs} inputs")
    for row in tally.seats:
        say(
            f"  seat {row.seat}: {row.wins} won, {row.rate / 10:.1f} % "
            f"({row.low / 10:.1f} to {row.high / 10:.1f} %)"
        )
    for reason, count in tally.reasons.items():
        say(f"  {count:>8} {reason.replace('_', ' ')}")


def register(app: typer.Typer) -> None:
    """Adds the verbs."""
    app.command(rich_help_panel=MAIL)(keep)
    app.command(rich_help_panel=CHECK)(odds)
    app.command(rich_help_panel=CHECK)(playouts)
