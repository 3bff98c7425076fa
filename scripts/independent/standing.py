"""What a match has come to at a step of its replay."""

from __future__ import annotations

from dataclasses import dataclass

from .counting import Counting, Quorum
from .decks import Decks, Link, Place
from .events import Event
from .files import Log
from .proofs import Key
from .questions import UNKNOWN, Question


@dataclass(frozen=True)
class Opening:
    """A card or a sealed choice that became public at a step."""

    step: int
    what: str
    how: str
    place: Place
    value: int | bytes | None


class Standing(Counting):
    """What a match has come to."""

    def __init__(self, log: Log, allowed: int) -> None:
        super().__init__(log, allowed)
        self.status: dict[bytes, str] = {}
        self.step = 0
        self.branch: list[list[int]] = []
        self.digests: dict[int, bytes] = {}
        self.question: Question = UNKNOWN
        self.start: Event | None = None
        self.salt = b""
        self.keys: list[Key] = []
        self.decks = Decks(self.charter.match, None)
        self.seals: dict[int, tuple[int, bytes]] = {}
        self.rolls: list[tuple[int, list[list[int]], bytes]] = []
        self.openings: list[Opening] = []
        self.unchecked: list[str] = []
        self.given_inputs: dict[tuple[int, int], list[int]] = {}
        self.deck_used: list[tuple[int, int]] = [(0, -1)]
        self.skipped: set[int] = set()
        self.by_step: dict[int, list[Event]] = {}
        for e in self.events:
            self.by_step.setdefault(e.step, []).append(e)
        self.clear_step()

    def clear_step(self) -> None:
        """Forget what belongs to one step."""
        self.inputs: dict[int, list[Event]] = {}
        self.parts: dict[Place | str, dict[int, tuple[int, bytes]]] = {}
        self.links: dict[int, list[Link]] = {}
        self.skips: list[Quorum] = []
        self.backs: list[Event] = []
        self.votes = []
        self.stood_memo = {}
        self.shuffled: list[tuple[int, int]] = []
        self.sources: dict[int, list[int]] = {}
        self.public_before = set(self.decks.public)

    @property
    def start_id(self) -> bytes:
        """The id of START."""
        return self.start.id if self.start else b""

    # -- what only the rules know ----------------------------------------------------------------

    def may_be_asked(self, seat: int) -> bool:
        """Whether the seat may be one that is asked; without rules any may."""
        return True

    def legal(self, seat: int, payload: bytes, cards: dict[Place, int]) -> None:
        """Refuse an answer by the rules; without rules all pass."""

    def may_be_shown(self, place: Place) -> bool:
        """Whether the card may be opened for everybody now; without rules any may."""
        return True

    def has_right(self, e: Event, place: Place) -> bool:
        """Whether the author's seat has the right to the card; without rules it has."""
        return True

    def is_held(self, place: Place) -> bool:
        """Whether a seat still has the right to the card."""
        return place not in self.decks.public

    def to_shuffle(self, deck: int) -> list[int] | None:
        """The positions that are shuffled now, by the rules; without them what somebody says."""
        return self.given_inputs.get((self.step, deck))
