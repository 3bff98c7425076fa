"""What an event of the Roman Phase is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..game import Json
from .asking import Flow
from .state import State


class Event(NamedTuple):
    """`choices` gives the keys of interface 5.1 for each way to play it, `effect` takes one."""

    choices: Callable[[State], list[Json]]
    effect: Callable[[State, Json], Flow | None]


def always(state: State) -> list[Json]:
    """Rule 8.1.7: an event without conditions."""
    return [{}]


def if_so(condition: object) -> list[Json]:
    """An event without choices, under a condition."""
    return [{}] if condition else []
