"""Whole matches between people who pass files: the object that people and programs hold."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import referee as rf
from referee.disk import find_files
from referee.errors import (
    FileRefusedError,
    IdentityError,
    IllegalActionError,
    MatchError,
    StoreError,
    UsageError,
)
from referee.keys import Keyring
from referee.match import Match, Sent
from referee.store import now
from referee.transport import Folder

Json = Any
Keyrings = Callable[..., list[Keyring]]


class Table:
    """Several people with a match each and a folder they share."""

    def __init__(
        self,
        root: Path,
        keyrings: list[Keyring],
        game: str = "pig",
        *,
        keepers: int = 0,
        reserves: int = 0,
        config: Json = None,
        **options: Any,
    ) -> None:
        self.keyrings = keyrings
        self.shared = root / "shared"
        self.shared.mkdir(parents=True)
        self.ways = [Folder(self.shared) for _ in keyrings]
        cards = [keyring.card() for keyring in keyrings]
        seats = len(cards) - keepers - reserves
        first = Match.create(
            root / "match0",
            game,
            config,
            players=cards[:seats],
            keepers=cards[seats : seats + keepers],
            reserves=cards[seats + keepers :],
            keyring=keyrings[0],
            **options,
        )
        invitation = first.send(self.ways[0])
        self.people = [first]
        for number, keyring in enumerate(keyrings[1:], 1):
            self.people.append(
                Match.take(root / f"match{number}", invitation.data, keyring=keyring)
            )

    def accept(self) -> None:
        for person in self.people[1:]:
            if person.charter.members[person.member or 0].role != "reserve":
                person.accept()
        self.pass_files()

    def pass_files(self, rounds: int = 12) -> None:
        """Everybody sends what is new and takes in what there is, until nothing changes."""
        for _ in range(rounds):
            before = sum(len(person.log) for person in self.people)
            for person, way in zip(self.people, self.ways, strict=True):
                person.receive(transport=way)
                if person.unsent or person.draft:
                    person.send(way)
            if sum(len(person.log) for person in self.people) == before:
                return

    def play(self, dice: random.Random, turns: int = 10_000) -> None:
        """Random play until the match is over."""
        for _ in range(turns):
            self.pass_files()
            if self.people[0].report().phase == "over":
                return
            for person in self.people:
                decision = person.decision()
                while decision is not None and not decision.more:
                    person.act(eager(decision.legal, dice))
                    decision = person.decision()
        raise AssertionError("the match does not end")

    def until_sealed(self) -> None:
        """Random play until everybody has something to seal: not every token can be placed."""
        dice = random.Random(0)
        for _ in range(100):
            self.pass_files()
            decisions = [person.decision() for person in self.people]
            if all(decision and decision.question == "seal" for decision in decisions):
                return
            for person, decision in zip(self.people, decisions, strict=True):
                if decision is not None:
                    person.act(eager(decision.legal, dice))
        raise AssertionError("there is never a sealed question for everybody")


def eager(legal: list[Json], dice: random.Random) -> Json:
    """Anything but doing nothing, where that is possible."""
    return dice.choice([a for a in legal if a["do"] not in ("pass", "decline", "move")] or legal)


@pytest.fixture
def seat_them(keyrings: Keyrings, tmp_path: Path) -> Callable[..., Table]:
    def seat(*names: str, game: str = "pig", **options: Any) -> Table:
        return Table(tmp_path, keyrings(*names), game, **options)

    return seat


def test_a_match_from_invitation_to_verdict(
    seat_them: Callable[..., Table], tmp_path: Path
) -> None:
    table = seat_them("anna", "ben")
    anna, ben = table.people
    assert [duty.kind for duty in anna.waiting_for] == ["join"]
    assert [duty.name for duty in anna.waiting_for] == ["Ben"]
    table.accept()
    assert anna.report().phase == "play"
    table.play(random.Random(5))
    table.pass_files()
    assert anna.log.file() == ben.log.file()
    result = anna.report().result
    assert result is not None
    anna.close()
    report = rf.verify(anna.folder / "match.referee")
    assert report.ok
    assert report.wrong == []
    assert report.result == result
    assert report.names == ["Anna", "Ben"]
    assert report.rolls > 3
    assert report.phase == "over"
    # Everybody signs under the result once, and then there is peace.
    size = len(anna.log)
    table.pass_files()
    assert len(anna.log) == size


def test_first_game_of_augustus_for_three(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", "cleo", game="augustus", config={"first_game": True})
    table.accept()
    assert table.people[2].seat == 2
    table.play(random.Random(7))
    reports = [person.report() for person in table.people]
    assert all(report.ok and report.phase == "over" for report in reports)
    assert reports[0].result == reports[2].result


def test_a_dealer(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", "dora", keepers=1)
    assert table.people[0].charter.keys[0].committee == [2]
    assert "Dora" in " ".join(table.people[0].charter.trust)
    table.accept()
    table.play(random.Random(3))
    assert table.people[2].seat is None
    assert all(person.report().ok for person in table.people)


@pytest.mark.parametrize("keepers", [0, 1])
def test_hidden_cards_are_their_owners(seat_them: Callable[..., Table], keepers: int) -> None:
    names = ("anna", "ben", "dora")[: 2 + keepers]
    table = seat_them(*names, game="kuhn", keepers=keepers)
    anna, ben = table.people[:2]
    assert len(anna.charter.keys) == 2
    table.accept()
    public = anna.view()
    assert anna.view(0) != public
    assert ben.view(1) != public
    assert anna.view(1) == ben.view(0) == public
    table.play(random.Random(11))
    report = rf.verify(ben.log)
    assert report.ok
    assert report.cards > 0
    assert report.phase == "over"
    assert not [text for text in report.remarks if "not audited" in text]


@pytest.mark.parametrize(
    ("people", "mode", "level", "committee"),
    [
        (("anna", "kai"), None, "S3", [1]),
        (("anna", "kai"), "registered", "S1", [0]),
        (("anna",), None, "S0", [0]),
    ],
)
def test_alone(
    seat_them: Callable[..., Table],
    people: tuple[str, ...],
    mode: str | None,
    level: str,
    committee: list[int],
) -> None:
    table = seat_them(*people, game="marcus", keepers=len(people) - 1, mode=mode)
    anna = table.people[0]
    assert anna.charter.level == level
    assert anna.charter.keys[0].committee == committee
    table.accept()
    dice = random.Random(4)
    for _ in range(12):
        anna.commit()
        table.pass_files()
        decision = anna.decision()
        if decision is not None:
            anna.act(dice.choice(decision.legal))
    report = anna.report()
    assert report.ok
    assert report.counts.rolls >= 1
    assert report.step > 8


def test_files_in_any_order_any_number_of_times(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben")
    table.accept()
    table.play(random.Random(2))
    files = sorted(table.shared.glob("*.referee"))
    for seed in range(5):
        shuffled = random.Random(seed).choices(files, k=len(files)) + files
        random.Random(seed).shuffle(shuffled)
        found = [file for path in shuffled for file in find_files(path)]
        assert Match.peek(found).file() == table.people[0].log.file()


# -- drafts


def test_a_draft_is_taken_back_until_it_is_sent(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben")
    table.accept()
    anna = next(person for person in table.people if person.decision() is not None)
    decision = anna.decision()
    assert decision is not None
    size = len(anna.log)
    anna.act(decision.legal[0])
    assert anna.draft[0] == decision.legal[0]
    assert len(anna.log) == size
    again = Match.open(anna.folder, keyring=table.keyrings[anna.member or 0])
    assert again.draft == anna.draft
    assert anna.undo() == decision.legal[0]
    assert anna.draft == []
    with pytest.raises(MatchError) as refused:
        anna.undo()
    assert refused.value.code == "match.no_draft"
    anna.act(decision.legal[0])
    anna.send()
    assert len(anna.log) > size
    assert anna.draft == []
    with pytest.raises(MatchError):
        anna.undo()


def test_an_illegal_action_is_refused_with_its_rule(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben")
    table.accept()
    asked = next(person for person in table.people if person.decision() is not None)
    other = next(person for person in table.people if person is not asked)
    with pytest.raises(IllegalActionError) as illegal:
        asked.act({"do": "cheat"})
    assert illegal.value.rule.startswith("pig")
    with pytest.raises(MatchError) as refused:
        other.act({"do": "roll"})
    assert refused.value.code == "match.not_asked"
    assert asked.draft == []
    assert other.draft == []


def test_a_file_that_moves_the_match_drops_the_draft(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", config=None)
    table.accept()
    anna = next(person for person in table.people if person.decision() is not None)
    decision = anna.decision()
    assert decision is not None
    anna.act(decision.legal[0])
    folder = anna.folder.with_name("elsewhere")
    shutil.copytree(anna.folder, folder)
    keyring = table.keyrings[anna.member or 0]
    Match.open(folder, keyring=keyring).commit()
    sent = Match.open(folder, keyring=keyring).send(whole=True)
    received = anna.receive(sent.data)
    assert received.lost == [decision.legal[0]]
    assert anna.draft == []


def test_a_draft_that_was_signed_already_is_forgotten(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", game="augustus", config={"first_game": True})
    table.accept()
    table.until_sealed()
    anna = table.people[0]
    decision = anna.decision()
    assert decision is not None
    assert decision.question == "seal"
    anna.act(decision.legal[0])
    draft = (anna.folder / "drafts.json").read_bytes()
    anna.commit()
    (anna.folder / "drafts.json").write_bytes(draft)  # as if killed just before it was removed
    size = len(anna.log)
    again = Match.open(anna.folder, keyring=table.keyrings[0])
    again.send()
    assert again.draft == []
    kinds = [event.kind for event in again.events()[size:]]
    assert kinds == ["POST"]


def test_a_sealed_answer_is_opened_after_a_restart(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", game="augustus", config={"first_game": True})
    table.accept()
    table.until_sealed()
    step = table.people[0].report().step
    for person in table.people:
        decision = person.decision()
        assert decision is not None
        person.act(decision.legal[0])
        person.commit()
    table.people = [
        Match.open(person.folder, keyring=keyring)
        for person, keyring in zip(table.people, table.keyrings, strict=True)
    ]
    table.pass_files()
    report = table.people[0].report()
    assert report.step >= step + 2
    assert report.absent == []
    events = table.people[0].events()
    opened = [event for event in events if event.kind == "OPEN" and event.step == step + 1]
    assert {event.author for event in opened} == {0, 1}


def test_standing_orders_answer_without_asking(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben")
    for person in table.people:
        person.orders = lambda decision: decision["legal"][-1]
    table.accept()
    assert table.people[0].report().step > 4
    assert table.people[0].report().ok


# -- refusals


def test_a_charter_that_names_somebody_else(keyrings: Keyrings, tmp_path: Path) -> None:
    anna, ben = keyrings("anna", "ben")
    false = ben.card()
    false = type(false)("Ben?", false.identity, false.box)
    host = Match.create(tmp_path / "a", "pig", players=[anna.card(), false], keyring=anna)
    guest = Match.take(tmp_path / "b", host.send().data, keyring=ben)
    with pytest.raises(MatchError) as refused:
        guest.accept()
    assert refused.value.code == "match.charter"
    assert len(guest.log.own(1)) == 0


def test_a_charter_with_anothers_box_key(keyrings: Keyrings, tmp_path: Path) -> None:
    anna, ben, eve = keyrings("anna", "ben", "eve")
    card = ben.card()
    false = type(card)(card.name, card.identity, eve.card().box)
    host = Match.create(tmp_path / "a", "pig", players=[anna.card(), false], keyring=anna)
    guest = Match.take(tmp_path / "b", host.send().data, keyring=ben)
    with pytest.raises(MatchError) as refused:
        guest.accept()
    assert refused.value.code == "match.charter"


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "nonsense"},
        {"mode": "kept"},
        {"mode": "keepers"},
        {"config": {"seats": 3}},
    ],
)
def test_charters_that_do_not_fit(
    keyrings: Keyrings, tmp_path: Path, options: dict[str, Any]
) -> None:
    anna, ben = keyrings("anna", "ben")
    config = options.get("config")
    options = {key: value for key, value in options.items() if key != "config"}
    cards = [anna.card(), ben.card()]
    with pytest.raises(MatchError) as refused:
        Match.create(tmp_path / "a", "pig", config, players=cards, keyring=anna, **options)
    assert refused.value.code == "match.charter"
    assert not (tmp_path / "a").exists()


def test_the_host_must_take_part(keyrings: Keyrings, tmp_path: Path) -> None:
    anna, ben, cleo = keyrings("anna", "ben", "cleo")
    with pytest.raises(MatchError) as refused:
        Match.create(tmp_path / "a", "pig", players=[ben.card(), cleo.card()], keyring=anna)
    assert refused.value.code == "match.charter"


def test_accepting_twice(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben")
    table.people[1].accept()
    with pytest.raises(MatchError) as refused:
        table.people[1].accept()
    assert refused.value.code == "match.joined"


def test_a_spectator_looks_and_signs_nothing(
    seat_them: Callable[..., Table], keyrings: Keyrings, tmp_path: Path
) -> None:
    table = seat_them("anna", "ben")
    table.accept()
    table.play(random.Random(1))
    (eve,) = keyrings("eve")
    watching = Match.take(tmp_path / "eve", table.people[0].log.file(), keyring=eve)
    assert watching.member is None
    assert watching.report() == table.people[0].report()
    assert watching.view() == table.people[0].view()
    for attempt in (watching.accept, watching.resign, lambda: watching.note("hello")):
        with pytest.raises(MatchError) as refused:
            attempt()
        assert refused.value.code == "match.spectator"
    # A spectator passes on what he has.
    assert watching.send(whole=True).data == table.people[0].log.file()


def test_a_file_of_another_match_is_refused(
    keyrings: Keyrings, seat_them: Callable[..., Table], tmp_path: Path
) -> None:
    table = seat_them("anna", "ben")
    anna = table.people[0]
    other = Match.create(
        tmp_path / "other",
        "pig",
        players=[keyring.card() for keyring in table.keyrings],
        keyring=table.keyrings[0],
    )
    before = anna.log.file()
    with pytest.raises(FileRefusedError) as refused:
        anna.receive(other.send().data)
    assert refused.value.code == "E_MATCH"
    assert anna.log.file() == before
    both = table.people[1].receive(other.log.file(), anna.log.file())
    assert [item.code for item in both.refused] == ["E_MATCH"]


def test_a_partial_file_asks_for_a_whole_one(
    seat_them: Callable[..., Table], keyrings: Keyrings, tmp_path: Path
) -> None:
    table = seat_them("anna", "ben")
    table.accept()
    anna, ben = table.people
    early = Match.take(tmp_path / "late", ben.log.file(), keyring=keyrings("eve")[0])
    anna.note("one")
    anna.send()
    anna.note("two")
    sent = anna.send()
    assert sent.readers == [1]
    with pytest.raises(FileRefusedError) as refused:
        Match.take(tmp_path / "late2", sent.data, keyring=table.keyrings[1])
    assert refused.value.code in ("E_PARENTS", "E_MATCH")
    whole = anna.send(whole=True)
    assert whole.readers == []
    assert early.receive(whole.data).new > 0


def test_a_bare_archive_in_a_folder_is_its_members(
    seat_them: Callable[..., Table], tmp_path: Path
) -> None:
    table = seat_them("anna", "ben")
    table.accept()
    table.people[0].close()
    for folder in ("here", "elsewhere"):
        (tmp_path / folder).mkdir()
        shutil.copy(table.people[0].folder / "match.referee", tmp_path / folder)
    match = Match.open(tmp_path / "here", keyring=table.keyrings[0])
    assert match.member == 0
    assert not match.behind  # this home knows what was signed
    restored = Keyring(tmp_path / "new home")
    restored.restore(table.keyrings[0].backup(), "anna")
    assert Match.open(tmp_path / "elsewhere", keyring=restored).behind


def test_an_identity_that_is_not_named(
    seat_them: Callable[..., Table], keyrings: Keyrings, tmp_path: Path
) -> None:
    table = seat_them("anna", "ben")
    (eve,) = keyrings("eve")
    with pytest.raises(MatchError) as refused:
        Match.join(tmp_path / "eve", table.people[0].log.file(), identity="eve", keyring=eve)
    assert refused.value.code == "match.not_member"


# -- what is no move


def test_notes_reach_everybody(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben")
    table.accept()
    table.people[0].note("good luck 🎲")
    table.pass_files()
    texts = [event.text for event in table.people[1].events() if event.kind == "NOTE"]
    assert texts == ["good luck 🎲"]
    with pytest.raises(UsageError):
        table.people[0].note("x" * 4097)
    with pytest.raises(UsageError):
        table.people[0].note("\x1b[2J")


def test_what_would_be_a_fault_is_not_signed(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", "cleo")
    table.accept()
    asked = next(person for person in table.people if person.decision() is not None)
    other = next(person for person in table.people if person is not asked)
    sizes = [len(person.log) for person in table.people]
    for attempt, code in (
        (lambda: other.vote(asked.seat or 0), "E_GRACE"),
        (lambda: other.vote(other.seat or 0), "E_ROLE"),
        (lambda: other.takeover(asked.seat or 0), "E_ROLE"),
        (lambda: other.takeover(other.seat or 0), "E_SEAT"),
        (lambda: other.back(1), "E_NOW"),
    ):
        with pytest.raises(MatchError) as refused:
            attempt()
        assert refused.value.code == "match.not_now"
        assert code in refused.value.why
    assert [len(person.log) for person in table.people] == sizes


def test_votes_after_the_grace_decide_the_default(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", "cleo", grace=60)
    table.accept()
    asked = next(person for person in table.people if person.decision() is not None)
    others = [person for person in table.people if person is not asked]
    step = asked.report().step
    for person in others:
        person.clock = lambda: now() + 3600
        person.vote(asked.seat or 0)
    seat = asked.seat
    assert seat is not None
    table.pass_files()
    report = others[0].report()
    assert report.step > step
    assert report.absent == [seat]
    assert report.ok
    asked.takeover(seat)
    table.pass_files()
    assert others[0].report().absent == []


def test_a_reserve_takes_an_absent_seat(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", "cleo", "rosa", reserves=1)
    anna, _, _, rosa = table.people
    with pytest.raises(MatchError) as refused:
        rosa.accept()
    assert refused.value.code == "match.reserve"
    table.accept()
    anna.resign()
    rosa.receive(anna.send(whole=True).data)
    rosa.takeover(0)
    assert rosa.seat == 0
    table.pass_files()
    table.play(random.Random(6))
    assert table.people[1].report().players == [3, 1, 2]
    assert table.people[1].report().ok


def test_going_back_by_consent(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", take_back=True)
    table.accept()
    asked = next(person for person in table.people if person.decision() is not None)
    decision = asked.decision()
    assert decision is not None
    step = decision.step
    asked.act(decision.legal[0])
    table.pass_files()
    assert asked.report().step > step
    for person in table.people:
        person.back(step)
    table.pass_files()
    report = table.people[0].report()
    assert report.ok
    assert report.branch


def test_resigning(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben", "cleo")
    table.accept()
    anna = table.people[0]
    anna.resign()
    table.pass_files()
    assert table.people[1].report().absent == [0]
    with pytest.raises(MatchError) as refused:
        anna.resign()
    assert refused.value.code == "match.not_now"


def test_endorsing(keyrings: Keyrings, tmp_path: Path) -> None:
    table = Table(tmp_path, keyrings("anna", "ben", pq=True), "pig")
    table.accept()
    table.people[0].endorse()
    table.pass_files()
    report = rf.verify(table.people[1].log)
    assert report.endorsed == ["Anna"]
    assert report.ok


def test_endorsing_without_a_long_term_key(seat_them: Callable[..., Table]) -> None:
    table = seat_them("anna", "ben")
    table.accept()
    with pytest.raises(MatchError) as refused:
        table.people[0].endorse()
    assert refused.value.code == "match.no_pq"


def test_two_versions_hold_everybody_back_for_a_while(
    seat_them: Callable[..., Table], tmp_path: Path
) -> None:
    table = seat_them("anna", "ben", "cleo", grace=1000)
    table.accept()
    cheat = next(person for person in table.people if person.decision() is not None)
    honest = next(person for person in table.people if person is not cheat)
    number = cheat.member or 0
    shutil.copytree(cheat.folder, tmp_path / "double")
    shutil.copytree(table.keyrings[number].folder, tmp_path / "double home")
    double = Match.open(tmp_path / "double", keyring=Keyring(tmp_path / "double home"))
    double.clock = lambda: now() + 1
    files = []
    for person in (cheat, double):
        decision = person.decision()
        assert decision is not None
        person.act(decision.legal[0])
        files.append(person.send().data)
    home = table.keyrings[honest.member or 0].folder
    shutil.copytree(honest.folder, tmp_path / "trusting")
    shutil.copytree(home, tmp_path / "trusting home")
    received = honest.receive(*files)
    assert received.signed == 0
    assert honest.report().forks[0][0] == number
    other = next(seat for seat in range(3) if seat not in (cheat.seat, honest.seat))
    with pytest.raises(MatchError) as refused:
        honest.vote(other)
    assert refused.value.code == "match.doubt"
    honest.vote(cheat.seat or 0)  # he is out by votes, and no grace is needed for them
    assert {fault.author for fault in honest.report().faults} == {number}
    # Who has seen one version only answers it.
    trusting = Match.open(tmp_path / "trusting", keyring=Keyring(tmp_path / "trusting home"))
    assert trusting.receive(files[0]).signed >= 1
    report = rf.verify(honest.log)
    assert not report.ok
    assert report.forks[0].name == report.names[number]
    assert rf.verify(report.forks[0].proof).forks[0].name == report.names[number]


# -- disk, old copies and locked keys


def test_nothing_leaves_before_it_is_on_the_disk(
    seat_them: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seat_them("anna", "ben")
    anna = table.people[0]
    synced: dict[int, int] = {}
    left: list[str] = []

    def fsync(handle: int) -> None:
        stat = os.fstat(handle)
        synced[stat.st_ino] = stat.st_size

    class Watching:
        target = "watching"

        def deliver(self, file: Sent) -> None:
            journal = (anna.folder / "match.journal").stat()
            assert synced[journal.st_ino] == journal.st_size
            (mark,) = table.keyrings[0].marks.glob("*.json")
            assert anna.log.own(0)[-1].id.encode() in mark.read_bytes()
            left.append(file.name)

        def collect(self) -> list[tuple[str, bytes]]:
            return []

    monkeypatch.setattr(os, "fsync", fsync)
    anna.note("hello")
    anna.send(Watching())
    assert len(left) == 1


def test_an_old_copy_of_a_match_signs_nothing(
    seat_them: Callable[..., Table], tmp_path: Path
) -> None:
    table = seat_them("anna", "ben")
    table.accept()
    anna, ben = table.people
    anna.close()
    shutil.copytree(anna.folder, tmp_path / "backup")
    anna.note("after the backup")
    anna.send(table.ways[0])
    old = Match.open(tmp_path / "backup", keyring=table.keyrings[0])
    assert old.behind
    for attempt in (lambda: old.note("again"), old.send, old.resign):
        with pytest.raises(StoreError) as refused:
            attempt()
        assert refused.value.code == "store.behind"
    table.pass_files()
    ben.note("hello")
    old.receive(ben.send(table.ways[1], whole=True).data)
    assert not old.behind
    old.note("again")
    old.send(table.ways[0])
    table.pass_files()
    assert ben.report().forks == []
    assert ben.report().ok


def test_a_locked_identity_is_asked_for_when_needed(keyrings: Keyrings, tmp_path: Path) -> None:
    table_keys = keyrings("anna", "ben", passphrase=b"canary phrase")
    asked: list[str] = []

    def unlock(name: str) -> bytes:
        asked.append(name)
        return b"canary phrase"

    anna, ben = table_keys
    cards = [keyring.card() for keyring in table_keys]
    host = Match.create(tmp_path / "a", "pig", players=cards, keyring=anna, unlock=unlock)
    invitation = host.send()
    assert asked == ["anna"]
    guest = Match.take(tmp_path / "b", invitation.data, keyring=ben)
    with pytest.raises(IdentityError) as refused:
        guest.accept()
    assert refused.value.code == "key.locked"
    guest = Match.open(tmp_path / "b", keyring=ben, unlock=unlock)
    guest.report()
    assert asked == ["anna"]
    guest.accept()
    assert asked == ["anna", "ben"]
    # Without a passphrase at hand receiving works and signs nothing.
    quiet = Match.open(tmp_path / "a", keyring=anna)
    received = quiet.receive(guest.send().data)
    assert received.new > 0
    assert received.signed == 0


def test_no_secret_reaches_a_file_or_a_message(
    keyrings: Keyrings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    roots = [bytes([0xCA, number]) * 16 for number in range(2)]
    given = iter(roots)
    with monkeypatch.context() as patched:
        patched.setattr("referee.keys.fresh", lambda: next(given))
        people = keyrings("anna", "ben", passphrase=b"canary phrase")
    monkeypatch.setattr(Keyring, "unlock", _unlocking(Keyring.unlock))
    table = Table(tmp_path / "table", people)
    table.accept()
    table.play(random.Random(8))
    for person in table.people:
        person.close()
    shown = [f"{person!r}{person.log!r}{person.charter}" for person in table.people]
    with pytest.raises(MatchError) as refused:
        table.people[0].act({})
    shown += [str(refused.value), repr(refused.value)]
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    contents = [path.read_bytes() for path in files] + ["".join(shown).encode()]
    assert len(files) > 10
    for secret in [*roots, *(root.hex().encode() for root in roots), b"canary phrase"]:
        assert not [content for content in contents if secret in content]


def _unlocking(unlock: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, name=None, ask=None: unlock(self, name, lambda _: b"canary phrase")
