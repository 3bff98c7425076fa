"""Nothing that is hidden stands where somebody else can read it.

Secrets are searched for in every form in which a program might write them: as bytes, as hex, as
base64, reversed (numbers are little-endian here, and big-endian elsewhere).
"""

from __future__ import annotations

import base64
import json
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from independent.chance import h32, hs, u8, u32
from referee import _core
from referee.errors import RefereeError
from referee.journal import story
from referee.keys import Keyring
from referee.log import EventLog
from referee.match import Match
from referee.model import MAGIC, File, Kind, Open, Reveal
from referee.render import Table, board
from referee.wire import armor
from selfplay import Seat, play_out, sit_down
from selfplay import Table as Sitting

Json = Any
NAMES = ("anna", "ben", "cara")


def anything(decision: Json, dice: Any) -> Json:
    """Any legal action."""
    return dice.choice(decision["legal"])


def forms(secret: bytes) -> Iterator[bytes]:
    """A secret as it might be written."""
    for version in (secret, secret[::-1]):
        yield version
        yield version.hex().encode()
        yield version.hex().upper().encode()
        for shift in range(3):
            coded = base64.b64encode(bytes(shift) + version)
            yield coded[4 if shift else 0 : -4]


def found(secret: bytes, text: bytes) -> bool:
    """Whether a secret stands in a text in any form."""
    return any(form in text for form in forms(secret))


def purple(seed: str = "leaks", **options: Any) -> Sitting:
    """A match of purple for three before its first move."""
    return sit_down("purple", {}, [(name, anything) for name in NAMES], seed=seed, **options)


def play_some(table: Sitting, files: int) -> None:
    """So many files are passed on."""
    turn = 0
    while len(table.files) < files:
        table.turn(table.seats[turn % len(table.seats)])
        turn += 1


@pytest.fixture(scope="module")
def running() -> Sitting:
    """A match in the middle."""
    table = purple()
    play_some(table, 24)
    assert table.seats[0].log.report()["phase"] == "play"
    return table


@pytest.fixture(scope="module")
def finished() -> Sitting:
    """A match to its end."""
    table = purple()
    play_out(table)
    assert table.seats[0].log.report()["phase"] == "over"
    return table


def secrets(seat: Seat, match: bytes) -> dict[str, bytes]:
    """What only this member may know (P21)."""
    g = h32("key/match", seat.root, match)
    numbers = {
        "root": seat.root,
        "identity": h32("key/identity", seat.root),
        "match": g,
        "seal": h32("key/seal", g, u32(seat.log.events()[-1]["seq"] + 1)),
    }
    scalars = {"box": hs("key/box", seat.root)}
    for purpose in (0, 1):
        scalars[f"once {purpose}"] = hs("key/dkg-e", g, u8(purpose))
        for k in range(3):
            scalars[f"coefficient {purpose} {k}"] = hs("key/dkg", g, u8(purpose), u32(k))
    return numbers | {name: n.to_bytes(32, "little") for name, n in scalars.items()}


def match_of(table: Sitting) -> bytes:
    return bytes.fromhex(table.seats[0].log.charter()["match"])


def read_by(table: Sitting, viewer: Seat | None) -> Iterator[tuple[str, bytes]]:
    """Everything that a member, or a stranger, can see of a match."""
    log = table.seats[0].log if viewer is None else viewer.log
    core = EventLog(log.file())
    names = [seat.name for seat in table.seats]
    shown = Table("purple", names, None if viewer is None else viewer.member)
    yield "file", log.file()
    yield "events", json.dumps(log.events()).encode()
    yield "report", json.dumps(log.report()).encode()
    yield "charter", json.dumps(log.charter()).encode()
    yield "history", json.dumps(log.history()).encode()
    yield "document", json.dumps(log.document()).encode()
    yield "story", "\n".join(line.text for line in story(core, shown)).encode()
    yield "repr", repr((log, core, core.charter, core.verdict, core.events())).encode()
    for seat in (None, *range(len(names))):
        own = viewer is not None and viewer.member == seat
        view = log.view(seat, viewer.member, viewer.root) if own and viewer else log.view(seat)
        yield f"view {seat}", json.dumps(view).encode()
        yield f"board {seat}", board(view, shown).encode()


@pytest.mark.parametrize("owner", range(3))
@pytest.mark.parametrize("state", ["running", "finished"])
def test_secrets_stand_nowhere(request: pytest.FixtureRequest, state: str, owner: int) -> None:
    table: Sitting = request.getfixturevalue(state)
    kept = secrets(table.seats[owner], match_of(table))
    for viewer in (None, *table.seats):
        for where, text in read_by(table, viewer):
            assert [name for name, secret in kept.items() if found(secret, text)] == [], where


def test_the_search_would_find_a_secret() -> None:
    secret = bytes(range(32))
    for text in (secret, secret.hex().encode(), base64.b64encode(b"xy" + secret + b"z")):
        assert found(secret, b"before" + text + b"after")
    assert not found(secret, bytes(64))


def test_masks_of_cards_stand_only_where_the_card_was_shown(finished: Sitting) -> None:
    revealed, drawn = {}, {}
    files = msgspec.msgpack.decode(
        memoryview(finished.seats[0].log.file())[len(MAGIC) :], type=File
    )
    for envelope in files.envelopes:
        event = envelope.event()
        body = event.content()
        for reveal in getattr(body, "reveals", []):
            assert isinstance(reveal, Reveal)
            revealed[event.author, reveal.deck, reveal.pos] = bytes(reveal.rho)
        if event.kind == Kind.DRAW:
            for entry in body.cards:  # type: ignore[union-attr]
                drawn[event.author, entry.deck, entry.pos] = event.seq
    match = match_of(finished)
    data = finished.seats[0].log.file()
    hidden = 0
    for (author, deck, pos), seq in drawn.items():
        g = h32("key/match", finished.seats[author].root, match)
        rho = hs("key/rho", g, u8(deck), u32(pos), u32(seq)).to_bytes(32, "little")
        if (author, deck, pos) in revealed:
            assert revealed[author, deck, pos] == rho
        else:
            hidden += 1
            assert not found(rho, data)
    assert len(drawn) > hidden


def test_of_others_cards_only_their_number_is_seen(running: Sitting) -> None:
    for viewer in (None, *running.seats):
        log = running.seats[0].log if viewer is None else viewer.log
        for seat in (None, 0, 1, 2):
            own = viewer is not None and viewer.member == seat
            view = log.view(seat, viewer.member, viewer.root) if own and viewer else log.view(seat)
            for other, mat in enumerate(view["seats"]):
                assert isinstance(mat["hand"], dict) == (own and other == seat)
                assert isinstance(mat["agenda"], str) == (own and other == seat)
            assert isinstance(view["decks"]["plot"], int)
            assert isinstance(view["decks"]["agenda"], int)


def test_anothers_root_opens_no_cards(running: Sitting) -> None:
    anna, ben = running.seats[0], running.seats[1]
    public = json.dumps(anna.log.view(1), sort_keys=True)
    for member, root in ((0, anna.root), (1, anna.root)):
        try:
            view = anna.log.view(1, member, root)
        except RefereeError:
            continue
        assert json.dumps(view, sort_keys=True) == public
    own = ben.log.view(1, 1, ben.root)
    assert isinstance(own["seats"][1]["hand"], dict)


def test_decisions_of_others_show_nothing_of_a_hand(running: Sitting) -> None:
    """Whom the match waits for and for which kind is public; the list of actions is not."""
    public = {seat.name: seat.log.report()["waiting"] for seat in running.seats}
    assert len({json.dumps(waiting) for waiting in public.values()}) == 1
    for viewer in running.seats:
        for other in running.seats:
            asked = viewer.log.decision(other.member, None)
            if other is viewer or asked is None:
                continue
            assert [a for a in asked["legal"] if a["do"] in ("play", "commit", "discard")] == []


def test_errors_tell_nothing_hidden(running: Sitting) -> None:
    kept = [secrets(seat, match_of(running)) for seat in running.seats]
    texts = list(_errors(running))
    assert len(texts) >= 4
    for text in texts:
        for own in kept:
            assert [name for name, secret in own.items() if found(secret, text.encode())] == []


def _errors(table: Sitting) -> Iterator[str]:
    log = table.seats[0].log
    attempts = (
        lambda seat: log.why(seat.member, seat.root, [], {"do": "no such thing"}),
        lambda seat: log.answer_body(seat.member, seat.root, seat.member, [{"do": "nothing"}]),
        lambda seat: log.decision(seat.member, seat.root[:-1]),
        lambda seat: log.view(seat.member, seat.member, seat.root + b"\0"),
        lambda seat: log.decision(seat.member, seat.root, [{"do": seat.root.hex()[:0]}]),
    )
    for seat in table.seats:
        for attempt in attempts:
            try:
                attempt(seat)
            except Exception as error:
                yield repr(error) + "".join(traceback.format_exception(error))


# -- sealed choices ------------------------------------------------------------------------------


def test_a_sealed_choice_stands_nowhere_before_it_is_opened() -> None:
    players = [(name, anything) for name in NAMES]
    table = sit_down("augustus", {"first_game": True}, players, seed="leaks/seal")
    nonces: dict[bytes, bytes] = {}
    sealed_files: list[tuple[int, bytes]] = []
    for turn in range(40):
        seat = table.seats[turn % 3]
        table.turn(seat)
        sealed_files.append((seat.member, seat.log.file()))
    match = match_of(table)
    events = msgspec.msgpack.decode(
        memoryview(table.seats[0].log.file())[len(MAGIC) :], type=File
    ).envelopes
    opened = 0
    for envelope in events:
        event = envelope.event()
        if event.kind != Kind.SEAL:
            continue
        g = h32("key/match", table.seats[event.author].root, match)
        nonces[envelope.raw] = h32("key/seal", g, u32(event.seq))
    shown = {bytes(b.nonce) for e in events if isinstance(b := e.event().content(), Open)}
    for raw, nonce in nonces.items():
        opened += nonce in shown
        for _, data in sealed_files:
            if raw in data and not any(
                isinstance(b := e.event().content(), Open) and bytes(b.nonce) == nonce
                for e in msgspec.msgpack.decode(memoryview(data)[len(MAGIC) :], type=File).envelopes
            ):
                assert not found(nonce, data)
    assert opened > 3


# -- what differs only in hidden things ----------------------------------------------------------


def quiet(decision: Json, dice: Any) -> Json:
    """Never touches a card."""
    wanted = ("pass", "end_turn", "done", "stop")
    quietly = [a for a in decision["legal"] if a["do"] in wanted and "until" not in a]
    return quietly[0] if quietly else decision["legal"][0]


def test_public_views_are_equal_where_only_hidden_things_differ() -> None:
    """The last to shuffle shuffles otherwise: the same dice, other cards, and no trace of it."""
    tables = []
    for shuffle in range(2):
        table = sit_down("purple", {}, [(name, quiet) for name in NAMES], seed="leaks/equal")
        _shuffles_otherwise(table.seats[2], shuffle)
        for turn in range(30):
            table.turn(table.seats[turn % 3])
        tables.append(table)
    first, second = (table.seats for table in tables)
    assert first[0].log.report()["step"] > 15
    assert first[0].log.report()["step"] == second[0].log.report()["step"]
    for a, b in zip(first, second, strict=True):
        assert a.log.document() == b.log.document()
        assert a.log.report()["need"] == b.log.report()["need"]
        for seat in (None, 0, 1, 2):
            assert a.log.view(seat) == b.log.view(seat)
        hidden = ("step", "question", "answers", "chance", "shown", "news")
        story_of = [[{k: e[k] for k in hidden} for e in x.log.history()] for x in (a, b)]
        assert story_of[0] == story_of[1]
    assert _held(first) != _held(second)


def _held(seats: list[Seat]) -> list[Json]:
    """What everybody sees in his own hand."""
    views = [(s.member, s.log.view(s.member, s.member, s.root)) for s in seats]
    return [(view["seats"][m]["hand"], view["seats"][m]["agenda"]) for m, view in views]


def _shuffles_otherwise(seat: Seat, number: int) -> None:
    """Other fresh bytes from the second event on: JOIN and so the dice stay as they are."""
    usual = seat.fresh

    def fresh() -> bytes:
        return h32("key/nonce", usual(), u8(number)) if seat.signed else usual()

    seat.fresh = fresh  # type: ignore[method-assign]


# -- what lies on disk ---------------------------------------------------------------------------


def test_a_passphrase_and_an_unlocked_root_stand_in_no_file(tmp_path: Path) -> None:
    phrase = b"correct horse battery staple"
    homes = {name: Keyring(tmp_path / name / "keys") for name in NAMES}
    for name, keyring in homes.items():
        keyring.create(name, name, passphrase=phrase)
    roots = {}
    for name, keyring in homes.items():
        with keyring.unlock(name, lambda _: phrase).root() as root:
            roots[name] = bytes(root)
    cards = [homes[name].card(name) for name in NAMES]
    match = Match.create(
        tmp_path / "anna" / "match",
        "purple",
        players=cards,
        keyring=homes["anna"],
        unlock=lambda _: phrase,
    )
    invitation = match.log.file([])
    match.close()
    guest = Match.join(
        tmp_path / "ben" / "match", invitation, keyring=homes["ben"], unlock=lambda _: phrase
    )
    texts = [repr(match), repr(guest), repr(homes), armor(invitation), repr(guest.charter)]
    guest.close()
    everything = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert len(everything) > 8
    for data in [*everything, *(text.encode() for text in texts)]:
        assert phrase not in data
        for root in roots.values():
            assert not found(root, data)


def test_a_log_gives_out_no_secret_that_it_was_given(running: Sitting) -> None:
    """The core takes roots for a call and keeps none."""
    anna = running.seats[0]
    anna.log.decision(0, anna.root)
    anna.log.due(0, anna.root, bytes(32), [])
    told = repr(anna.log) + repr(vars(type(anna.log))) + json.dumps(anna.log.report())
    assert not found(anna.root, told.encode())
    other = _core.Log()
    other.receive(anna.log.file())
    assert other.file() == anna.log.file()
