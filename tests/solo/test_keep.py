"""Solo matches that somebody keeps: levels, attempts, one answer for each request, no forks."""

from __future__ import annotations

import random
import shutil
from typing import TYPE_CHECKING, Any

import pytest

import referee as rf
from referee import disk, store
from referee.errors import StoreError
from referee.keep import only_one
from referee.keys import Keyring
from referee.transport import Folder

if TYPE_CHECKING:
    from pathlib import Path

Json = Any
KEPT = (
    "Kept by Kay: no restart unseen, no foresight, one try per decision. "
    "Kay and the player together could cheat."
)


def decide_anything(match: rf.Match, dice: random.Random) -> None:
    """Decides at random until chance or the end comes."""
    while (decision := match.decision()) is not None:
        match.act(dice.choice(decision.legal))


def parts_of_keeper(log: rf.EventLog) -> list[int]:
    """The steps at which the keeper opened dice."""
    return [e.step for e in log.events() if e.kind == "PART" and e.author == 1]


def test_a_campaign_becomes_a_certificate(pair: Any) -> None:
    match, dice = pair.begun(), random.Random(11)
    while match.report().phase != "over":
        decide_anything(match, dice)
        pair.exchange(match)
    pair.exchange(match)
    whole = match.send(whole=True).data

    report = rf.verify(whole)  # a stranger, who holds nothing else
    assert (report.ok, report.phase, report.level) == (True, "over", "S3")
    assert (report.attempt, report.abandoned) == (1, 0)
    assert report.trust == [KEPT]
    assert isinstance(report.result["score"], int)
    steps = parts_of_keeper(match.log)
    assert len(steps) == len(set(steps)) == report.rolls


def test_attempts_are_numbered_and_abandoned_ones_told(pair: Any) -> None:
    for number in (1, 2, 3):
        match = pair.begun(f"match-{number}")
        report = rf.verify(match.log)
        assert (report.attempt, report.abandoned) == (number, number - 1)
    other = Keyring(pair.path / "homes" / "ben")
    other.create("ben", "Ben")
    pair.ada = other
    assert rf.verify(pair.begun("of-ben").log).attempt == 1


def test_a_finished_attempt_is_not_abandoned(pair: Any) -> None:
    first, dice = pair.begun("first"), random.Random(5)
    while first.report().phase != "over":
        decide_anything(first, dice)
        pair.exchange(first)
    second = rf.verify(pair.begun("second").log)
    assert (second.attempt, second.abandoned) == (2, 0)


def test_who_begins_several_matches_at_once_has_as_many_attempts(pair: Any) -> None:
    first, dice = pair.begun("first"), random.Random(5)
    assert (rf.verify(first.log).attempt, rf.verify(first.log).abandoned) == (1, 0)
    for name in ("second", "third"):
        pair.begun(name)
    decide_anything(first, dice)
    pair.exchange(first)
    report = rf.verify(first.log)
    assert (report.attempt, report.abandoned) == (3, 2)
    answer = max(parts_of_keeper(first.log))
    story = [(e.kind, e.step) for e in first.log.events() if e.author == 1]
    told = [place for place, (kind, _) in enumerate(story) if kind == "NOTE"]
    assert told[-1] < story.index(("PART", answer)), "the dice stand on the note"


def test_without_its_register_a_keeper_counts_nothing_anew(pair: Any) -> None:
    pair.begun()
    pair.keeper.close()
    register = pair.path / "kay" / "kept.json"
    for spoil in (lambda: register.write_bytes(b"[\xff"), register.unlink):
        spoil()
        with pytest.raises(StoreError) as raised:
            pair.new_keeper()
        assert raised.value.code == "store.damaged"


def test_what_another_process_stood_in_the_way_of_is_answered_later(
    pair: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = pair.begun()
    decide_anything(match, random.Random(4))
    match.send(Folder(pair.shared))
    monkeypatch.setattr(store, "LOCK_SECONDS", 0.0)
    with disk.lock(next((pair.path / "kay" / "kept").glob("*")) / store.LOCK):
        told = pair.keeper.look()
        assert [t.text.split(":")[0] for t in told if t.refused] == ["store.locked"]
        assert pair.keeper.look() == [], "it says so once"
    assert [t.refused for t in pair.keeper.look()] == [False]
    match.receive(transport=Folder(pair.shared))
    assert (match.decision() is not None, len(parts_of_keeper(match.log))) == (True, 1)


def test_a_folder_that_is_away_for_a_while(pair: Any) -> None:
    match = pair.begun()
    decide_anything(match, random.Random(4))
    match.send(Folder(pair.shared))
    away = pair.shared.rename(pair.path / "away")
    assert [t.refused for t in pair.keeper.look()] == [True]
    assert pair.keeper.look() == []
    away.rename(pair.shared)
    assert [t.refused for t in pair.keeper.look()] == [False]


def test_a_note_of_the_player_is_no_certificate(pair: Any) -> None:
    match = pair.begun()
    match.note("attempt 1, 0 abandoned")
    pair.begun("again").note("attempt 1, 0 abandoned")
    second = rf.Match.open(pair.path / "again", keyring=pair.ada)
    assert (rf.verify(second.log).attempt, rf.verify(second.log).abandoned) == (2, 1)


def test_levels_without_a_keeper_of_the_dice(pair: Any) -> None:
    free = pair.invite("free", keepers=[])
    report = rf.verify(free.log)
    assert (report.level, report.attempt) == ("S0", None)
    assert report.trust == ["Practice: the player can foresee every die and start again unseen."]
    registered = rf.verify(pair.begun("registered", mode="registered").log)
    assert (registered.level, registered.attempt) == ("S1", 1)
    assert registered.trust == [
        "Registered with Kay: no restart with other dice unseen; the player can foresee dice."
    ]


def test_a_keeper_who_is_stopped_after_signing_answers_the_same(
    pair: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, dice = pair.begun(), random.Random(2)
    decide_anything(match, dice)
    match.send(Folder(pair.shared))

    def power_cut(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as cut:
        cut.setattr(rf.Match, "send", power_cut)
        with pytest.raises(KeyboardInterrupt):
            pair.keeper.look()
    signed = next(iter(pair.keeper._open.values())).log
    assert len(parts_of_keeper(signed)) == 1
    pair.restarted()
    pair.keeper.look()
    match.receive(transport=Folder(pair.shared))
    assert match.decision() is not None
    assert parts_of_keeper(match.log) == parts_of_keeper(signed)
    assert rf.verify(match.log).ok


def test_a_keeper_who_starts_again_answers_nothing_twice(pair: Any) -> None:
    match, dice = pair.begun(), random.Random(3)
    for _ in range(3):
        decide_anything(match, dice)
        pair.exchange(match)
        files = sorted(path.name for path in pair.shared.iterdir())
        pair.restarted()
        assert pair.keeper.look() == []
        assert sorted(path.name for path in pair.shared.iterdir()) == files


@pytest.mark.parametrize("restarted", [False, True])
def test_a_second_version_of_a_request_is_refused(pair: Any, restarted: bool) -> None:
    match = pair.begun()
    home, folder = pair.path / "homes" / "ada", pair.path / "match"
    match.close()
    shutil.copytree(home, pair.path / "homes" / "twin")
    shutil.copytree(folder, pair.path / "twin")
    twin = rf.Match.open(pair.path / "twin", keyring=Keyring(pair.path / "homes" / "twin"))
    decide_anything(match, random.Random(1))
    pair.exchange(match)
    answered = parts_of_keeper(match.log)
    assert len(answered) == 1

    decide_anything(twin, random.Random(8))
    twin.send(Folder(pair.shared))
    if restarted:
        pair.restarted()
    told = pair.keeper.look()
    assert [t.text for t in told if t.refused] == [
        "Ada signed two versions of an event: no answers in this match any more"
    ]
    proofs = list(pair.shared.glob("fork-*.referee"))
    assert proofs
    for proof in map(rf.verify, proofs):
        assert (proof.ok, [fork.name for fork in proof.forks]) == (False, ["Ada"])

    decide_anything(match, random.Random(2))
    assert all(t.refused for t in pair.exchange(match))
    assert parts_of_keeper(match.log) == answered
    pair.restarted()
    decide_anything(match, random.Random(2))
    pair.exchange(match)
    assert parts_of_keeper(match.log) == answered
    assert pair.begun("another").decision() is not None


def test_what_is_not_for_the_keeper_is_left_alone(pair: Any) -> None:
    ben = Keyring(pair.path / "homes" / "ben")
    ben.create("ben", "Ben")
    pair.invite("of-others", keepers=[ben.card()])
    rf.Match.create(
        pair.path / "two",
        "augustus",
        players=[pair.ada.card(), ben.card()],
        keepers=[pair.kept_by],
        keyring=pair.ada,
    ).send(Folder(pair.shared))
    assert pair.keeper.look() == []
    assert not (pair.path / "kay" / "kept").exists()


def test_nonsense_in_the_folder_is_refused_and_the_rest_answered(pair: Any) -> None:
    match = pair.begun()
    decide_anything(match, random.Random(4))
    good = match.send(Folder(pair.shared)).data
    (pair.shared / "a.referee").write_bytes(b"\x89RF\r\n\x1a\n" + b"\xff" * 40)
    (pair.shared / "b.referee").write_bytes(good[:-20])
    (pair.shared / "c.txt").write_text("hello")
    told = pair.keeper.look()
    assert sum(t.refused for t in told) == 3
    assert any(t.text.startswith("answered at step") for t in told)
    match.receive(transport=Folder(pair.shared))
    assert match.decision() is not None


def test_files_without_their_invitation_are_refused(pair: Any) -> None:
    match = pair.begun()
    decide_anything(match, random.Random(4))
    other = Keyring(pair.path / "homes" / "lea")
    other.create("lea", "Lea")
    later = match.send().data
    for path in pair.shared.iterdir():
        path.unlink()
    (pair.shared / "later.referee").write_bytes(later)
    pair.kay = other
    keeper = type(pair.keeper)(pair.shared, keyring=other, root=pair.path / "lea")
    told = keeper.look()
    assert [t.refused for t in told] == [True]


def test_one_keeper_for_a_home(tmp_path: Path) -> None:
    with only_one(tmp_path), pytest.raises(StoreError), only_one(tmp_path):
        pass
