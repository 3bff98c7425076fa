"""Prints rule -> functions -> scenarios of each game, and fails on a hole.

A hole is a rule number in the code or in a scenario that the game's rules.md does not have, or a
rule that code names (a refusal, a decision, a chance request) and no scenario is about.

Usage: scripts/rulemap.py [GAME …] [--quiet]
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "rust_core" / "games"
SCENARIOS = ROOT / "tests" / "rules"

NUMBER = r"\d+(?:\.\d+)*"
PARAGRAPH = re.compile(rf"^(?:#+ |- )?\**({NUMBER})\.?\**[ \t]", re.MULTILINE)
CITED = re.compile(rf'(?:Rule\(|Illegal::new\(\s*|rule!\(\s*|refuse\(\s*)"({NUMBER})"')
FUNCTION = re.compile(r"\bfn (\w+)")


def rules_of(game: str) -> set[str]:
    """The paragraph numbers of a game's rules.md, and the groups they make (19.10 of 19.10.1)."""
    numbers = PARAGRAPH.findall((GAMES / game / "rules.md").read_text("utf-8"))
    parts = [number.split(".") for number in numbers]
    return {".".join(p[: i + 1]) for p in parts for i in range(len(p))}


def citations(game: str) -> Iterator[tuple[str, str]]:
    """(rule number, ``file::function``) for every rule number written in the game's code."""
    for path in sorted((GAMES / game / "src").rglob("*.rs")):
        name = path.relative_to(GAMES / game / "src").with_suffix("").as_posix()
        function = ""
        for line in path.read_text("utf-8").splitlines():
            if line.strip().startswith("//"):
                continue
            if found := FUNCTION.search(line):
                function = found[1]
            for number in CITED.findall(line):
                yield number, f"{name}::{function}" if function else name


def scenarios(game: str) -> Iterator[tuple[str, str]]:
    """(rule number, scenario id); an id begins with the number of the rule it is about."""
    for path in sorted((SCENARIOS / game).glob("*.toml")):
        for entry in tomllib.loads(path.read_text("utf-8")).get("scenario", []):
            found = re.match(NUMBER, entry["id"])
            yield found[0] if found else "", entry["id"]


def holes(game: str, quiet: bool) -> list[str]:
    """Prints the map of one game and returns what is wrong with it."""
    known = rules_of(game)
    code: dict[str, list[str]] = defaultdict(list)
    tests: dict[str, list[str]] = defaultdict(list)
    for number, place in citations(game):
        if place not in code[number]:
            code[number].append(place)
    for number, name in scenarios(game):
        tests[number].append(name)
    key = lambda number: [int(part) for part in number.split(".") if part]  # noqa: E731
    if not quiet:
        print(f"{game}: {len(known)} rules, {len(code)} in the code, {len(tests)} in scenarios")
        for number in sorted(known & (code.keys() | tests.keys()), key=key):
            places, names = ", ".join(code[number]) or "-", "; ".join(tests[number]) or "-"
            print(f"  {number:<10} {places}\n             {names}")
    wrong = [
        f"{game}:{n} is in the code but not in rules.md ({code[n][0]})"
        for n in code.keys() - known
        if code[n]
    ]
    wrong += [
        f"{game}:{n or '?'} has a scenario but is not in rules.md ({tests[n][0]})"
        for n in tests.keys() - known
        if tests[n]
    ]
    if (SCENARIOS / game).is_dir():
        wrong += [
            f"{game}:{n} is in the code but no scenario is about it ({code[n][0]})"
            for n in code.keys() & known
            if code[n] and not tests[n]
        ]
    return sorted(wrong)


def main(args: list[str]) -> int:
    """Maps the named games, or all that have rules."""
    quiet = "--quiet" in args
    named = [a for a in args if not a.startswith("-")]
    games = named or sorted(p.parent.name for p in GAMES.glob("*/rules.md"))
    wrong = [hole for game in games for hole in holes(game, quiet)]
    for hole in wrong:
        print(hole, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
