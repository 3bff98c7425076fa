"""P19 with the rules of the game: what is asked is known, and whether an answer is legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .chance import Stream, h32, words
from .decks import MAX_CARDS, Place
from .errors import RefusedError, require
from .events import Event
from .proofs import Cipher
from .questions import Question
from .replay import Done, Replay
from .rules.match import Answer, Answers, Asked, Match, Past


class RuledReplay(Replay):
    """One run over the events of `allowed`, with the rules of the match."""

    def __init__(self, first: Match, *run: Any) -> None:
        super().__init__(*run)
        self.position = first
        self.asked = Asked("?")
        self.rights: dict[Place, int] = first.rights()
        self.history: tuple[Past, ...] = ()
        self.before: dict[int, tuple[Match, tuple[Past, ...]]] = {}

    # -- what is asked

    def _make_keys(self, ids: list[bytes]) -> None:
        sizes = self.position.decks()
        require(len(self.charter.committees) == (2 if sizes else 1), "H_DECKS")
        require(all(sizes) and sum(sizes) <= MAX_CARDS, "H_DECKS")
        super()._make_keys(ids)
        self.decks.fresh(sizes)
        self.shuffled = list(enumerate(sizes))

    def _find_position(self) -> bool:
        self.before[self.step] = (self.position, self.history)
        self.digests[self.step] = h32("state", self.position.document())
        self.rights = self.position.rights()
        self.asked = self.position.question()
        self.question = Question(self.asked.kind, frozenset(self.asked.seats), followed=True)
        self.shuffled = [(deck, len(positions)) for deck, positions in self.asked.decks]
        return True

    def may_be_asked(self, seat: int) -> bool:
        """Whether the rules ask the seat."""
        return seat in self.question.seats

    def legal(self, seat: int, payload: bytes, cards: dict[Place, int]) -> None:
        """Refuse an answer by the rules."""
        self.position.check(seat, payload, cards)

    # -- cards

    def may_be_shown(self, place: Place) -> bool:
        """Whether the rules open the card for everybody now, or at the end it is owed."""
        return place in (self.rights if self.question.kind == "over" else self.asked.places)

    def has_right(self, e: Event, place: Place) -> bool:
        """Whether the rules give the card to the seat that the author plays."""
        return place in self.rights and self.rights[place] == self.seat_of(e)

    def is_held(self, place: Place) -> bool:
        """Whether a seat still has the right to the card."""
        return place in self.rights

    def to_shuffle(self, deck: int) -> list[int] | None:
        """The positions that the rules shuffle."""
        return dict(self.asked.decks)[deck]

    def to_open(self) -> Sequence[Place | str]:
        """The roll, or every card that the rules show."""
        return ["roll"] if self.question.kind == "chance" else self.asked.places

    def _source(self, e: Event, deck: int, cards: list[Cipher], proof: bytes) -> list[Cipher]:
        source = super()._source(e, deck, cards, proof)
        if source is None:
            raise RefusedError("X_SHUFFLE", "other cards")
        return source

    # -- the next step

    def _apply(self, done: Done) -> None:
        super()._apply(done)
        if done.how == "back":
            self.position, self.history = self.before[done.result]
        elif done.how == "chance":
            self.position = self.position.chance(Stream(words(self.rolls[-1][2])))
        elif done.how == "show":
            self.position = self.position.show({p: self.decks.card(p) for p in self.asked.places})
        elif done.how == "shuffle":
            self.position = self.position.shuffled()
        elif done.how == "seal":
            sealed = sorted(seat for seat, e in done.result.items() if e is not None)
            self.position = self.position.seal(sealed)
        else:
            self._decide(done)

    def _decide(self, done: Done) -> None:
        answers: Answers = {seat: self._answer(e) for seat, e in sorted(done.result.items())}
        for seat, answer in answers.items():
            if answer is not None:
                self.history = (*self.history, Past(self.step, seat, answer, self.position))
        after = self.position.act if done.how == "act" else self.position.open
        self.position = after(answers)

    def _answer(self, e: Event | None) -> Answer | None:
        if e is None:
            return None
        places = [(deck, pos) for deck, pos, _ in e.body[-1]]
        return Answer(e.body[-2], {place: self.decks.card(place) for place in places})
