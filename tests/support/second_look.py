"""The core's account of a match, worked out again from the seeds of the second verifier."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from independent.chance import Stream, words
from independent.files import Log, read
from independent.report import Report, judge
from referee.log import EventLog

Json = Any
Piles = dict[str, Counter[Any]]


_CHANGED = {"BagRefilled": "tokens", "DeckRebuilt": "objectives"}


def second_report(data: bytes) -> Report:
    """The second verifier's report."""
    log = Log()
    log.receive(read(data))
    return judge(log)


def outcomes(core: EventLog, seeds: dict[int, bytes]) -> Iterator[tuple[Json, Json, Json]]:
    """Request, outcome of the core, outcome from the seed, for each that can be worked out.

    A run is left where the public does not see the pile, or where it changes in between by more
    than its own draws. Objectives of Augustus are followed from the whole set.
    """
    objectives = Counter(range(1, 89))
    for entry in core.core.history():
        if entry["question"] != ["chance"]:
            continue
        stream = Stream(words(seeds[entry["step"]]))
        piles: Piles = {"objectives": objectives}
        view = core.core.view_at(entry["step"])
        left = {_CHANGED.get(told["change"], "") for told in entry["news"]}
        for told in entry["chance"]:
            request = told["chance"]
            if request["kind"] == "die":
                yield request, told["outcome"], stream.die(request.get("sides", 6))
                continue
            name = request["deck"]
            if name in left or not piles.setdefault(name, pile(view, request))[told["outcome"]]:
                break
            yield request, told["outcome"], drawn(stream, name, piles)
            left |= {"roman", "barbarian"}  # an effect may have changed any pile of Marcus


def drawn(stream: Stream, name: str, piles: Piles) -> Json:
    """A card of a pile, which is gone then."""
    kinds = [(kind, count) for kind, count in piles[name].items() if count]
    card = stream.draw(kinds)
    piles[name][card] -= 1
    return card


def pile(view: Json, request: Json) -> Counter[Any]:
    """What a draw draws from, as the view before the run has it."""
    name = request["deck"]
    if name == "mats":
        roles = ("emperor", "heir", "senator")[: len(view["seats"])]
        return Counter(roles)
    if name == "hand":
        return Counter()
    if name == "tokens":
        return Counter(view["bag"])
    if name in ("roman", "barbarian"):
        return Counter(view[name]["deck"])
    seen = view.get("decks", {}).get(name)
    return Counter(seen if isinstance(seen, dict) else {})
