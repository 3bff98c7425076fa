"""A player and a keeper with homes of their own, and a folder that both see."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import referee as rf
from referee.keep import Keeper, Told
from referee.keys import Contact, Keyring
from referee.transport import Folder


@pytest.fixture(autouse=True)
def _no_power_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for the disk is for power cuts, which tests do not have; it takes long."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


@dataclass
class Pair:
    """Ada plays, Kay keeps; everything goes through ``shared``."""

    path: Path
    ada: Keyring
    kay: Keyring
    shared: Path
    keeper: Keeper

    @property
    def kept_by(self) -> Contact:
        """Kay's card."""
        return self.kay.card()

    def invite(self, name: str = "match", game: str = "marcus", **terms: Any) -> rf.Match:
        """A match of Ada's own with Kay as the keeper, on its way to her."""
        terms.setdefault("keepers", [self.kept_by])
        match = rf.Match.create(
            self.path / name, game, players=[self.ada.card()], keyring=self.ada, **terms
        )
        match.send(Folder(self.shared))
        return match

    def begun(self, name: str = "match", **terms: Any) -> rf.Match:
        """The same, as far as the first decision."""
        match = self.invite(name, **terms)
        for _ in range(3):
            self.exchange(match)
            if match.decision() is not None:
                return match
        raise AssertionError("the match does not start")

    def exchange(self, match: rf.Match) -> list[Told]:
        """Ada's file goes out, Kay answers, Ada takes in what is there."""
        match.send(Folder(self.shared))
        told = self.keeper.look()
        match.receive(transport=Folder(self.shared))
        return told

    def restarted(self) -> None:
        """Kay's program ends and starts again."""
        self.keeper.close()
        self.keeper = self.new_keeper()

    def new_keeper(self) -> Keeper:
        """Kay's program, started now."""
        return Keeper(self.shared, keyring=self.kay, root=self.path / "kay")


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    """Ada and Kay, who have not met yet."""
    shared = tmp_path / "shared"
    shared.mkdir()
    keyrings = []
    for name in ("ada", "kay"):
        keyring = Keyring(tmp_path / "homes" / name)
        keyring.create(name, name.capitalize())
        keyrings.append(keyring)
    ada, kay = keyrings
    keeper = Keeper(shared, keyring=kay, root=tmp_path / "kay")
    return Pair(tmp_path, ada, kay, shared, keeper)
