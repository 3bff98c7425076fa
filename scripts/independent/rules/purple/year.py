"""Buildings, food, tax and the end of the year (chapters 9 to 12 and 21)."""

from __future__ import annotations

from ..game import Json
from .asking import Decision, Flow, ask, entry
from .hands import can_draw, discard, draw_from_pile, end_passes
from .losses import end, lose_stamina, lower_happiness, raise_happiness
from .state import NOBODY, State, add, seen
from .windows import phase_window


def place_buildings(state: State, resumed: Json) -> Flow[None]:
    """Phase 5: rules 9.1 to 9.8."""
    resumed = yield from phase_window(state, "building", resumed)
    left = state.cards.built[str(state.seats)]
    if resumed and resumed["at"] == "place_building":
        left = resumed["left"]
    else:
        yield from _swap(state)
    while left and state.line:
        yield from _build_first(state, left)
        left -= 1


def _swap(state: State) -> Flow[None]:
    """Rules 9.1 and 21.8."""
    owner, line = state.controller(), state.line
    swaps = [
        {"a": a + 1, "b": b + 1, "do": "swap"}
        for b in range(len(line))
        for a in range(b)
        if line[a] != line[b]
    ]
    if owner in (None, NOBODY) or not swaps:
        return
    swaps.sort(key=lambda swap: (swap["a"], swap["b"]))
    action = yield from ask("swap", "9.1", owner, [{"do": "pass"}, *swaps])
    if action["do"] == "swap":
        a, b = action["a"] - 1, action["b"] - 1
        line[a], line[b] = line[b], line[a]


def _build_first(state: State, left: int) -> Flow[None]:
    """Rules 9.3 to 9.8: the first item of the line; without a place it goes back to its mat."""
    kind, owner = state.line[0]["kind"], state.line[0]["owner"]
    provinces = state.cards.provinces
    free = [p for p in provinces if not state.has_building(p) and p not in state.enemies]
    if kind == "monument":
        state.players[owner].monuments += 1
    elif free:
        seat, rule = (owner, "9.4") if kind == "estate" else (state.emperor, "9.5")
        legal = [{"at": province, "do": "place"} for province in free]
        action = yield from ask("place_building", rule, seat, legal, left=left)
        del state.line[0]
        if kind == "estate":
            state.estates[action["at"]] = [owner]
        else:
            yield from _place_aqueduct(state, action["at"])
        return
    del state.line[0]


def _place_aqueduct(state: State, province: str) -> Flow[None]:
    """Rule 9.5."""
    state.aqueducts = state.in_map_order([*state.aqueducts, province])
    raise_happiness(state, 3)
    if state.has_famine(province):
        region = state.cards.region[province]
        most = min(2, state.famine[region - 1])
        legal = [{"count": count, "do": "remove"} for count in range(most + 1)]
        action = yield from ask("remove_famine", "9.5", state.emperor, legal, region=region)
        state.famine[region - 1] -= action["count"]


def distribute_food(state: State, resumed: Json) -> Flow[None]:
    """Phase 6: rules 10.1 to 10.5."""
    yield from phase_window(state, "food", resumed)
    mouths = len(state.cards.provinces) - len(state.enemies)
    emperor = state.players[state.emperor]
    most = min(mouths - state.grain, emperor.coins // state.price)
    if most > 0:
        legal = [{"count": count, "do": "import"} for count in range(most + 1)]
        action = yield from ask("import_grain", "10.2", state.emperor, legal)
        emperor.coins -= action["count"] * state.price
        state.grain += action["count"]
    hungry = max(0, mouths - state.grain)
    state.grain = 0
    if hungry:
        yield from lower_happiness(state, hungry)
    else:
        raise_happiness(state, 1)


def collect_tax(state: State, resumed: Json) -> Flow[None]:
    """Phase 7: rules 11.1, 11.2 and 21.5."""
    yield from phase_window(state, "tax", resumed)
    paying = [p for p in state.cards.provinces if not state.has_famine(p)]
    state.players[state.emperor].coins += sum(p not in state.enemies for p in paying)
    for province in paying:
        for owner in state.estates.get(province, []):
            state.players[owner].coins += 5
    if state.solo:
        state.senate_vp += state.senate.count(NOBODY)


def end_of_year(state: State, resumed: Json) -> Flow[None]:
    """Phase 8: rules 12.1 to 12.5 and 21.9."""
    resumed = yield from phase_window(state, "year_end", resumed)
    if resumed is None and (not state.free_capitals() or not state.enemies_left()):
        end(state, "empire_fallen")
    if state.solo and (resumed is None or resumed["at"] == "solo_defence"):
        yield from _attack_of_the_senate(state)
    while entries := [e for seat in range(state.seats) for e in _surplus(state, seat)]:
        seat, action = yield Decision({"at": "discard"}, entries)
        discard(state, seat, action["card"])
    state.players[state.emperor].vp += state.cards.happiness_vp[str(state.happiness)]
    state.famine = [max(0, markers - 1) for markers in state.famine]
    end_passes(state, "year")
    state.severe_weather = False


def _surplus(state: State, seat: int) -> list[Json]:
    """Rule 12.2."""
    if state.players[seat].cards <= 3:
        return []
    hand = seen(state.players[seat].hand)
    return [entry("discard", "12.2", seat, [{"card": card, "do": "discard"} for card in hand])]


def _attack_of_the_senate(state: State) -> Flow[None]:
    """Rules 21.10 and 21.11."""
    player, strength = state.players[0], state.cards.strength
    action: Json = {"do": "done"}
    if player.cards:
        legal = [{"do": "done"}]
        legal += [{"card": card, "do": "defend"} for card in sorted(player.hand)]
        legal += [{"do": "bodyguard"}] if "bodyguard" in player.hand else []
        action = yield from ask("solo_defence", "21.10", 0, legal)
    if action["do"] == "bodyguard":
        discard(state, 0, "bodyguard")
        return
    loss = 0
    if can_draw(state):
        drawn = yield from draw_from_pile(state, "21.11", None)
        add(state.decks["plot_discard"], drawn)
        loss = strength[drawn] - (player.monuments >= 2)
    if action["do"] == "defend":
        discard(state, 0, action["card"])
        loss -= strength[action["card"]]
    yield from lose_stamina(state, 0, max(0, loss))
