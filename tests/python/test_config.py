"""Options of games: what the core says of them is what it takes."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from referee import _core
from referee.config import begin, placed
from referee.errors import ConfigError

Json = Any


def usual(game: str) -> Json:
    """The whole configuration of a game for the fewest seats."""
    for seats in range(1, 7):
        with contextlib.suppress(ConfigError):
            return _core.Position.new(game, {"seats": seats}).config()
    raise AssertionError("nobody can play it")


@pytest.mark.parametrize("known", _core.games(), ids=lambda known: known["id"])
def test_the_core_says_which_words_an_option_takes(known: Json) -> None:
    game, choices = known["id"], known["choices"]
    config = usual(game)
    options = {**config, **config.get("options", {})}
    words = {key for key, value in options.items() if isinstance(value, str)}
    assert words - {"game", "set"} == choices.keys()
    for option, each in choices.items():
        assert options[option] in each
        for word in each:
            begin(game, {"seats": config["seats"], **placed(game, {option: word})})
        with pytest.raises(ConfigError) as refused:
            begin(game, {"seats": config["seats"], **placed(game, {option: "another"})})
        assert refused.value.hint == " or ".join(each)
