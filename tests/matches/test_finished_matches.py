"""The finished matches of turns/matches: both verifiers agree on every one of them."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from second_look import outcomes, second_report

import make_matches
from independent.report import Report
from referee import _core
from referee.log import EventLog
from referee.verify import verify

Json = Any
FOLDER = Path(__file__).resolve().parents[2] / "turns" / "matches"
NAMES = sorted(path.stem for path in FOLDER.glob("*.referee"))
ENDS = {
    "augustus": {"seven_objectives", "token_limit"},
    "kuhn": {"deals"},
    "marcus": {"all_tribes_surrendered", "rome_entered", "time_ran_out", "usurped"},
    "pig": {"goal"},
    "purple": {"empire_fallen", "no_heir", "scored"},
}


@cache
def match(name: str) -> tuple[bytes, EventLog, Report]:
    """A match as its bytes and as both verifiers hold it."""
    data = (FOLDER / f"{name}.referee").read_bytes()
    core = EventLog(data)
    return data, core, second_report(data)


def test_every_sitting_is_there_and_nothing_else() -> None:
    assert [sitting.name for sitting in make_matches.SITTINGS] == list(
        dict.fromkeys(sitting.name for sitting in make_matches.SITTINGS)
    )
    assert sorted(sitting.name for sitting in make_matches.SITTINGS) == NAMES
    readme = (FOLDER / "README.md").read_text()
    assert [name for name in NAMES if f"`{name}`" not in readme] == []
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 6_000_000


def test_every_end_of_every_game_is_there() -> None:
    ends: dict[str, set[str]] = {}
    for name in NAMES:
        game, *_, reason = name.split("-")
        ends.setdefault(game, set()).add(reason)
    assert ends == ENDS
    assert {game["id"] for game in _core.games()} == set(ENDS)


@pytest.mark.parametrize("name", NAMES)
def test_the_core_verifies_it_and_it_ends_as_its_name_says(name: str) -> None:
    game, seats, mode, *_, reason = name.split("-")
    report = verify((FOLDER / f"{name}.referee").read_bytes())
    assert (report.ok, report.phase, report.game) == (True, "over", game)
    assert report.result["reason"] == reason
    assert report.wrong == []
    assert report.remarks == []
    assert len(report.players) == int(seats)
    assert report.posted != ""
    sitting = next(s for s in make_matches.SITTINGS if s.name == name)
    assert sitting.mode == mode
    assert len(report.names) == sitting.seats + sitting.keepers


@pytest.mark.parametrize("name", NAMES)
def test_the_second_verifier_agrees(name: str) -> None:
    _, core, second = match(name)
    first = core.verdict
    assert (second.ruled, second.fine) == (True, True)
    assert second.main.charter.match.hex() == first.match
    assert len(second.log.events) == len(core)
    assert (second.faults, second.desync, second.superseded) == ([], [], [])
    assert (second.main.unchecked, second.missing()) == ([], [])
    assert second.main.step == first.step
    assert len(second.main.rolls) == first.counts.rolls
    asked = [e["step"] for e in core.core.history() if e["question"] == ["chance"]]
    assert [step for step, _, _ in second.main.rolls] == asked


@pytest.mark.parametrize("name", NAMES)
def test_the_seeds_of_the_second_verifier_give_the_outcomes_of_the_core(name: str) -> None:
    _, core, second = match(name)
    seeds = {step: seed for step, _, seed in second.main.rolls}
    compared = list(outcomes(core, seeds))
    assert [came for _, came, _ in compared] == [again for _, _, again in compared]
    assert compared or not seeds or name.split("-")[0] == "purple"


@pytest.mark.parametrize("name", [n for n in NAMES if n.split("-")[0] in ("augustus", "purple")])
def test_cards_opened_are_the_cards_that_were_played(name: str) -> None:
    _, core, second = match(name)
    cards = [o for o in second.main.openings if o.what == "card"]
    assert len(cards) == core.verdict.counts.cards
    shown = [tuple(card) for e in core.core.history() for card in e["shown"]]
    by_show = [(*o.place, o.value) for o in cards if o.how == "show"]
    assert sorted(by_show) == sorted(shown)
    revealed = Counter(_id(core, o) for o in cards if o.how == "reveal")
    assert revealed == Counter(_played(core)) if cards else not revealed


def _id(core: EventLog, opening: Any) -> Json:
    """The card that an index of a deck means."""
    deck, _ = opening.place
    if core.charter.game == "augustus":
        return opening.value + 1
    plot = _plot_ids() if deck == 0 else []
    return plot[opening.value]


def _plot_ids() -> list[str]:
    """Ids ascending, copies one after the other."""
    document = json.loads(_core.set_files("purple", "reconstructed-1")["cards.json"])
    return sorted(card["id"] for card in document["plot"] for _ in range(card["copies"]))


def _played(core: EventLog) -> list[Json]:
    """Cards that actions name and their authors had to show."""
    actions = [
        action
        for entry in core.core.history()
        if entry["question"][0] in ("act", "open")
        for answer in entry["answers"]
        for action in answer["actions"] or []
    ]
    if core.charter.game == "augustus":
        return [n for a in actions if a["do"] == "keep" for n in a["objectives"]]
    shows = {"play", "boost", "commit", "discard"}
    played = [a["card"] for a in actions if a["do"] in shows]
    return played + ["bodyguard" for a in actions if a["do"] == "bodyguard"]


@pytest.mark.parametrize("name", ["pig-2-dealerless-goal", "kuhn-2-dealer-deals"])
def test_matches_can_be_made_again_byte_for_byte(name: str) -> None:
    sitting = next(s for s in make_matches.SITTINGS if s.name == name)
    assert make_matches.play(sitting) == make_matches.play(sitting)
    _, core, _ = match(name)
    again = EventLog(make_matches.play(sitting))
    assert again.verdict.result == core.verdict.result
