"""Rise of Augustus in the second verifier: recorded games, the core beside it, whole matches."""

from __future__ import annotations

import copy
import gzip
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import crafting
import pytest
from independent_data import ROOT

import referee as rf
from independent import files
from independent.canonical import read, write
from independent.chance import Stream, words
from independent.errors import RefusedError
from independent.proofs import seal as commit
from independent.report import judge
from independent.rules import library
from independent.rules.augustus.cards import CATEGORIES, CardSet
from independent.rules.augustus.game import Augustus
from independent.rules.augustus.refusals import SHAPES
from independent.rules.augustus.wire import AugustusMatch, begin
from independent.rules.game import same
from independent.rules.match import Answer, Asked
from referee.model import Action, Open, Seal

Json = Any
FILE = json.loads((library.SETS / "augustus/reconstructed-1/objectives.json").read_bytes())
CARDS = CardSet(FILE)
MATCHES = sorted((ROOT / "turns" / "matches").glob("augustus-*.referee"))
CONFIG = {
    "game": "augustus",
    "set": "reconstructed-1",
    "seats": 3,
    "first_game": True,
    "placement": "sealed",
    "first_crier": 0,
    "token_limit": None,
}


def recorded(name: str) -> list[Json]:
    path = ROOT / "tests" / "vectors" / "augustus" / f"augustus-{name}.jsonl.gz"
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def begun(head: Json, cards: CardSet = CARDS) -> Augustus:
    """The game of a recorded game's first line."""
    if "position" in head:
        return Augustus(cards, head["position"])
    return Augustus.begin(cards, head["config"])


def feed(game: Augustus, given: Json) -> str | None:
    """Give an input; the rule that refuses it."""
    try:
        if "chance" in given:
            game.chance(given["chance"])
        else:
            game.act(given["seat"], given["action"])
    except RefusedError as refused:
        return refused.why if refused.code == "E_ILLEGAL" else refused.code
    return None


# -- recorded games ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 8))
def test_recorded_games_step_by_step(number: int) -> None:
    lines = recorded(str(number))
    game = begun(lines[0])
    assert same(game.config, lines[0]["config"])
    assert same(game.next(), lines[0]["next"])
    for place, line in enumerate(lines[1:]):
        if "position" in line:
            assert same(game.document(), line["position"]), place
            continue
        before = copy.deepcopy(game.document())
        refused = feed(game, line["in"])
        if "refused" in line:
            assert refused == line["refused"]["rule"], place
            assert same(game.document(), before)
        else:
            assert refused is None, place
            assert same(game.next(), line["next"]), place
    assert "over" in game.next()


def test_a_copy_goes_on_by_itself_from_every_moment() -> None:
    lines = [line for line in recorded("5") if "in" in line and "next" in line]
    game = begun(recorded("5")[0])
    for line in lines:
        before = copy.deepcopy(game.document())
        after = game.copy()
        assert same(after.document(), before)
        assert feed(after, line["in"]) is None
        assert same(game.document(), before)
        assert same(after.next(), line["next"])
        game = after


def test_numbers_are_read_from_the_set() -> None:
    edited = copy.deepcopy(FILE)
    for tile in edited["rewards"]["number"]:
        tile["points"] += 100
    for objective in edited["objectives"]:
        objective["points"] += 1
    lines = recorded("1")
    game, other = begun(lines[0]), begun(lines[0], CardSet(edited))
    for line in lines:
        if "next" in line and "in" in line:
            assert feed(game, line["in"]) is feed(other, line["in"]) is None
    more = zip(other.next()["over"]["scores"], game.next()["over"]["scores"], strict=True)
    for own, (theirs, ours) in zip(game.document()["seats"], more, strict=True):
        assert theirs["printed"] - ours["printed"] == len(own["controlled"])
        assert theirs["rewards"] - ours["rewards"] == (100 if own["number_tile"] else 0)


# -- beside the core -----------------------------------------------------------------------------

STRANGE = [None, True, 0, -1, 89, 10**30, 1.0, "1", "shield", "joker", "gold", [], {}, [1], "pass"]
VERBS = sorted({verb for verbs in SHAPES.values() for verb in verbs})


def nonsense(legal: list[Json], dice: random.Random) -> Json:
    """An action that is a little wrong, or much."""
    action = copy.deepcopy(dice.choice(legal))
    match dice.randrange(6):
        case 0:
            return dice.choice(STRANGE)
        case 1:
            action["do"] = dice.choice(VERBS)
        case 2:
            action.pop(dice.choice(list(action)))
        case 3:
            action[dice.choice([*action, "x"])] = dice.choice(STRANGE)
        case 4:
            for key in action.keys() & {"category", "from_category"}:
                action[key] = dice.choice(CATEGORIES)
        case _:
            for key in action.keys() & {"objective", "from_objective", "tile", "to"}:
                action[key] = dice.randint(0, 89)
    return action


def by_the_core(position: Any, given: Json) -> tuple[Any, str | None]:
    """The core's next position, or the rule that refuses the input."""
    try:
        if "chance" in given:
            return position.chance(given["chance"]), None
        return position.act(given["seat"], given["action"]), None
    except rf.IllegalActionError as refused:
        return position, refused.rule.removeprefix("augustus:")


def any_input(asked: Json, document: Json, dice: random.Random) -> Json:
    """A legal input; where legions can be placed, mostly that."""
    if "chance" in asked:
        tokens = asked["chance"]["deck"] == "tokens"
        return {"chance": dice.choice(list(document["bag"] if tokens else document["deck"]))}
    entry = dice.choice(asked["decide"])
    useful = [a for a in entry["legal"] if a["do"] in ("place", "complete", "lift")]
    action = dice.choice(useful if useful and dice.random() < 0.9 else entry["legal"])
    return {"seat": entry["seat"], "action": action}


def nonsense_input(asked: Json, dice: random.Random) -> Json:
    """An input that is most probably refused."""
    entries = asked.get("decide", [{"seat": 0, "legal": [{"do": "pass"}]}])
    if dice.random() < 0.1:
        return {"chance": dice.choice([*STRANGE, *range(1, 89)])}
    entry = dice.choice(entries)
    seat = entry["seat"] if dice.random() < 0.9 else dice.choice([0, 1, 5, -1, 99])
    return {"seat": seat, "action": nonsense(entry["legal"], dice)}


@pytest.mark.parametrize(
    "config",
    [
        {"seats": 2},
        {"seats": 3, "placement": "open", "first_crier": 2},
        {"seats": 4, "first_game": True},
        {"seats": 6, "first_game": True, "placement": "open", "token_limit": 60},
    ],
)
def test_in_step_with_the_core(config: Json) -> None:
    dice = random.Random(json.dumps(config))
    position = rf.Position.new("augustus", config)
    game = Augustus.begin(CARDS, position.config())
    refusals: Counter[str] = Counter()
    while "over" not in (asked := game.next()):
        assert same(asked, position.next())
        for _ in range(2):
            given, tried = nonsense_input(asked, dice), game.copy()
            _, rule = by_the_core(position, given)
            assert feed(tried, given) == rule, given
            refusals[rule or ""] += 1
        given = any_input(asked, game.document(), dice)
        position, rule = by_the_core(position, given)
        assert rule is None
        assert feed(game, given) is None
        assert same(game.document(), position.document())
    assert same(asked, position.next())
    assert refusals.total() - refusals[""] > 300
    assert len(refusals) > 10


# -- configurations ------------------------------------------------------------------------------


def test_an_open_match_begins_and_an_encrypted_one_is_not_known() -> None:
    assert isinstance(begin(CONFIG, {"objectives.json": FILE}), AugustusMatch)
    assert begin({**CONFIG, "first_game": False}, {"objectives.json": FILE}) is None


WRONG: list[Json] = [
    *({key: value} for key in CONFIG for value in (0.5, "x", [], {}, -1)),
    {"seats": 1},
    {"seats": 7},
    {"seats": True},
    {"first_game": 1},
    {"placement": None},
    {"first_crier": 3},
    {"first_crier": None},
    {"token_limit": 0},
    {"token_limit": 2**32},
    {"more": 1},
]


@pytest.mark.parametrize("change", WRONG, ids=json.dumps)
def test_configurations_that_neither_program_accepts(change: Json) -> None:
    config = {**CONFIG, **change}
    with pytest.raises(RefusedError) as refused:
        begin(config, {"objectives.json": FILE})
    assert refused.value.code == "H_CONFIG"
    with pytest.raises(rf.ConfigError):
        rf.Position.new("augustus", config)


def test_only_a_complete_configuration_is_accepted() -> None:
    for config in (None, [], 5, *({k: v for k, v in CONFIG.items() if k != key} for key in CONFIG)):
        with pytest.raises(RefusedError, match="H_CONFIG"):
            begin(config, {"objectives.json": FILE})


# -- on the wire ---------------------------------------------------------------------------------


class Dictated(Stream):
    """Numbers as the vectors have them: each request with its result."""

    def __init__(self, numbers: list[list[int]]) -> None:
        super().__init__(iter(()))
        self.numbers = iter(numbers)

    def below(self, n: int) -> int:
        asked, result = next(self.numbers)
        assert asked == n
        return result


def test_wire_vectors_of_open_matches() -> None:
    lines = recorded("wire")
    starts = [place for place, line in enumerate(lines) if "charter" in line]
    first = next(p for p in starts if lines[p]["charter"]["config"]["first_game"])
    match = begin(lines[first]["charter"]["config"], {"objectives.json": FILE})
    assert isinstance(match, AugustusMatch)
    for line in lines[first + 1 :]:
        if "charter" in line:
            break
        asked = match.question()
        assert line["need"] == [asked.kind, *([asked.seats] if asked.seats else [])]
        assert match.document() == write(line["document"])
        match = answered(match, line["answer"])
    assert match.result()["reason"] == "token_limit"


def answered(match: AugustusMatch, answer: Json) -> AugustusMatch:
    """After the answer of a vector."""
    kind = match.question().kind
    if kind == "chance":
        numbers = Dictated(answer)
        match = match.chance(numbers)
        assert next(numbers.numbers, None) is None
    elif kind == "seal":
        match = match.seal(answer)
    elif kind in ("act", "open"):
        answers = {seat: payload and Answer(write(payload), {}) for seat, payload, _ in answer}
        for seat, given in answers.items():
            if given is not None:
                match.check(seat, given.payload, {})
        match = match.act(answers) if kind == "act" else match.open(answers)
    return match


def test_the_worked_vector_of_an_open_match() -> None:
    """Interface section 9.10."""
    match = begin({**CONFIG, "seats": 2}, {"objectives.json": FILE})
    assert match is not None
    assert match.question() == Asked("chance")
    stream = Stream(words(bytes(range(32))))
    match = match.chance(stream)
    view = read(match.document())["view"]
    active = [[entry["objective"] for entry in own["objectives"]] for own in view["seats"]]
    assert view["market"] == sorted([58, 6, 29, 44, 79])
    assert active == [sorted([54, 28, 33]), sorted([49, 70, 57])]
    assert (view["token"], stream.used) == ("shield", 12)
    assert match.question() == Asked("seal", [0, 1])


def drawn(**change: Json) -> AugustusMatch:
    """An open match of three at its first placement."""
    match = begin({**CONFIG, **change}, {"objectives.json": FILE})
    assert isinstance(match, AugustusMatch)
    return match.chance(Stream(words(bytes(32))))


def test_who_does_not_seal_or_open_passes() -> None:
    match = drawn()
    legal = match.game.next()["decide"]
    place = Answer(write([legal[2]["legal"][1]]), {})
    opening = match.seal([0, 2])
    assert opening.question() == Asked("open", [0, 2])
    sealed, default = {"do": "sealed"}, {"do": "default"}
    assert read(opening.document())["view"]["answers"] == [sealed, default, sealed]
    after = opening.open({0: None, 2: place})
    assert [own["stock"] for own in after.game.document()["seats"]] == [7, 7, 6]
    assert after.question() == Asked("chance")
    assert match.seal([]).question() == Asked("chance")
    assert match.question() == Asked("seal", [0, 1, 2])


def test_open_placement_is_asked_at_once() -> None:
    assert drawn(placement="open").question() == Asked("act", [0, 1, 2])


@pytest.mark.parametrize("placement", ["open", "sealed"])
@pytest.mark.parametrize(
    "payload", [b"", b"[]", b"{}", b'[{"do":"pass"}]', b'[{"do":"pass"},{"do":"pass"}]']
)
def test_a_placement_is_one_action(placement: str, payload: bytes) -> None:
    match = drawn(placement=placement)
    if placement == "sealed":
        match = match.seal([0, 1, 2])
    if payload == b'[{"do":"pass"}]':
        match.check(1, payload, {})
    else:
        with pytest.raises(RefusedError, match="E_ILLEGAL"):
            match.check(1, payload, {})


# -- whole matches -------------------------------------------------------------------------------


def received(data: bytes) -> files.Log:
    log = files.Log()
    log.receive(files.read(data))
    return log


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_finished_matches(path: Path) -> None:
    log = received(path.read_bytes())
    if "-encrypted-" in path.stem:
        assert log.charter is not None
        assert library.start(log.charter) is None
        return
    report = judge(log)
    assert (report.ruled, report.fine) == (True, True)
    assert same(report.result, rf.verify(path).result)


ILLEGAL = [
    [],
    [{"do": "take", "objective": 1}],
    [{"do": "pass"}, {"do": "pass"}],
    [{"do": "place", "objective": 89, "category": "shield"}],
    [{"do": "place", "objective": 1, "category": "shield"}] * 2,
]


def table(placement: str) -> crafting.Table:
    """A match of two at its first placement."""
    made = crafting.Table(
        "anna", "ben", game="augustus", first_game=True, placement=placement, token_limit=2
    )
    made.accept()
    return made


def both(made: crafting.Table) -> tuple[list[str], list[str]]:
    """The faults that the core and the second verifier find."""
    report = judge(received(made.log.file()))
    assert report.ruled
    return [fault["code"] for fault in made.log.report()["faults"]], [c for _, c in report.faults]


@pytest.mark.parametrize("actions", ILLEGAL, ids=json.dumps)
def test_an_illegal_action_is_found(actions: Json) -> None:
    made = table("open")
    made.sign(0, Action(write([{"do": "pass"}]), []))
    assert both(made) == ([], [])
    made.sign(1, Action(write(actions), []))
    assert both(made) == (["E_ILLEGAL"], ["E_ILLEGAL"])


@pytest.mark.parametrize("actions", ILLEGAL, ids=json.dumps)
def test_an_illegal_sealed_action_is_found(actions: Json) -> None:
    made = table("sealed")
    step, match = made.log.report()["step"], made.log.report()["match"]
    payloads = [write([{"do": "pass"}]), write(actions)]
    for seat, payload in enumerate(payloads):
        commitment = commit(bytes.fromhex(match), seat, step, bytes(32), payload)
        made.sign(seat, Seal(commitment))
    for seat, payload in enumerate(payloads):
        assert both(made) == ([], [])
        made.sign(seat, Open(bytes(32), payload, []))
    assert both(made) == (["E_ILLEGAL"], ["E_ILLEGAL"])
