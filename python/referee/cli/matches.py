"""The matches a person has: those below the working directory, and a list under REFEREE_HOME."""

from __future__ import annotations

from pathlib import Path

import typer

from referee.cli.common import CHECK, AsJson, plain, print_json, say, shown, tell
from referee.errors import RefereeError


def _list() -> Path:
    from referee.keys import home

    return home() / "matches.txt"


def remember(folder: Path) -> None:
    """Adds a folder to the list."""
    path = _list()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    line = str(folder.resolve())
    if line not in _lines() and "\n" not in line and "\r" not in line:
        with path.open("a", encoding="utf-8", errors="surrogateescape") as file:
            file.write(line + "\n")


def _lines() -> list[str]:
    try:
        text = _list().read_text("utf-8", "surrogateescape")
    except OSError:
        return []
    return [line for line in text.split("\n") if line]


def known() -> list[Path]:
    """Folders of matches: directly below the working directory, else those remembered."""
    from referee.store import is_match

    here = sorted(path for path in Path.cwd().iterdir() if path.is_dir() and is_match(path))
    if here:
        return here
    return [path for line in _lines() if is_match(path := Path(line))]


def every() -> list[Path]:
    """All of them, each once."""
    from referee.store import is_match

    paths = [path.resolve() for path in known()]
    paths += [path for line in _lines() if is_match(path := Path(line))]
    return list(dict.fromkeys(paths))


def list_matches(as_json: AsJson = False) -> None:
    """The matches you have, and whom each waits for; `>` marks those that wait for you."""
    from referee.match import Match

    rows, refused = [], False
    for folder in every():
        try:
            with Match.open(folder) as match:
                waiting = match.waiting_for
                mine = any(duty.member == match.member for duty in waiting)
                rows.append((folder, match, waiting, mine))
        except RefereeError as error:
            refused = True
            tell(f"{shown(folder)}: {error}")
    if as_json:
        print_json(
            [
                {
                    "folder": str(folder),
                    "match": match.charter.match,
                    "game": match.charter.game,
                    "phase": match.report().phase,
                    "step": match.report().step,
                    "waiting": plain(waiting),
                    "yours": mine,
                }
                for folder, match, waiting, mine in rows
            ]
        )
        return
    if not rows and not refused:
        say("you have no matches; `referee new` invites to one, `referee accept FILE` answers")
    from referee.render import harmless
    from referee.render.cells import padded

    for folder, match, waiting, mine in rows:
        report = match.report()
        names = ", ".join(dict.fromkeys(harmless(duty.name, 20) for duty in waiting))
        state = report.phase if report.phase in ("over", "void") else f"waits for {names or '-'}"
        mark = ">" if mine else " "
        head = f"{mark} {match.charter.game:<9} step {report.step:<5}"
        say(f"{head} {padded(state, 36)} {shown(folder)}")


def register(app: typer.Typer) -> None:
    """Adds the verb."""
    app.command("list", rich_help_panel=CHECK)(list_matches)
