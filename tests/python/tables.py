"""People with matches of their own, around one shared folder."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from referee.keys import Keyring
from referee.match import Match
from referee.transport import Folder

Json = Any


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
