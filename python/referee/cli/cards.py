"""Card sets of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.common import PEOPLE, AsJson, plain, print_json, say, tell

cards = typer.Typer(
    no_args_is_help=True,
    help="Card sets: export one, correct it, check it, play with it.",
)

Game = Annotated[str, typer.Argument(help="augustus, marcus or purple.")]
File = Annotated[Path, typer.Argument(help="The set's text, as `cards export` writes it.")]
Rename = Annotated[
    str | None, typer.Option("--name", "-n", help="Give the set this name.", show_default=False)
]


@cards.command("list")
def list_sets(as_json: AsJson = False) -> None:
    """The sets of every game, with the rules hashes that invitations name."""
    from referee import _core

    known = {game["id"]: game["sets"] for game in _core.games() if game["sets"]}
    if as_json:
        print_json(known)
        return
    for game, sets in known.items():
        for item in sets:
            say(f"{game:<10} {item['name']:<24} {item['hash'][:32]}")


@cards.command("export")
def export(
    game: Game,
    card_set: Annotated[str, typer.Option("--set", help="Which set.")] = "reconstructed-1",
    name: Rename = None,
) -> None:
    """Prints a set as one text to edit: `referee cards export marcus > my.toml`."""
    from referee.cards import export

    say(export(game, card_set, name).rstrip("\n"))


@cards.command("check")
def check(file: File, name: Rename = None, as_json: AsJson = False) -> None:
    """Names every mistake of an edited set with its line. Exit code 3 if there is one."""
    from referee.cards import read
    from referee.render import harmless

    found, mistakes = read(_text(file), name)
    if as_json:
        print_json([plain(mistake) for mistake in mistakes])
    else:
        for mistake in mistakes:
            say(f"{file}: {harmless(str(mistake), 300)}")
    if mistakes:
        raise typer.Exit(3)
    if found is not None and not as_json:
        say(f"a set of {found.game} called {found.name}, without mistakes")


@cards.command("add")
def add(file: File, name: Rename = None, as_json: AsJson = False) -> None:
    """Keeps a set, to play with it and to verify matches played with it."""
    from referee.cards import add

    added = add(_text(file), name)
    if as_json:
        print_json({**plain(added), "path": str(added.path)})
        return
    say(f"{added.game} {added.name} {added.hash}")
    for other in added.others:
        tell(f"another set is called {added.name} too: {other[:16]}; both are kept")
    tell(f"play with it: `referee new {added.game} --set {added.name} …`")


@cards.command("remove")
def remove(
    game: Game,
    name: Annotated[str, typer.Argument(help="The set's name.")],
    digest: Annotated[
        str, typer.Argument(help="The beginning of its hash, if several have the name.")
    ] = "",
) -> None:
    """Forgets a kept set. Matches played with it cannot be verified here then."""
    from referee.cards import remove

    for path in remove(game, name, digest):
        say(f"removed {path}")


def _text(file: Path) -> str:
    from referee.cards import LIMIT
    from referee.disk import read_capped
    from referee.errors import UsageError

    try:
        return read_capped(file, LIMIT).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError("usage.text", f"{file} is no text in UTF-8") from None


def register(app: typer.Typer) -> None:
    """Adds the group."""
    app.add_typer(cards, name="cards", rich_help_panel=PEOPLE)
