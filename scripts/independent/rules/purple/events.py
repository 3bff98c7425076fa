"""Harvest, event cards and the forum (chapters 5 and 6)."""

from __future__ import annotations

from collections.abc import Callable

from ..game import Json
from .asking import Flow, ask, carry_out, draw, roll
from .enemies import move_enemies, place_enemies
from .hands import can_draw, draw_plot
from .losses import lose_aqueduct, lose_stamina, lower_happiness
from .state import State, add
from .windows import phase_window


def harvest(state: State, resumed: Json) -> Flow[None]:
    """Phase 2: rules 5.1 to 5.5."""
    yield from phase_window(state, "harvest", resumed)
    region = yield from roll(4, "famine", "5.1", state.emperor)
    _famine(state, region)
    for province, grain in state.cards.farms.items():
        if province not in state.enemies and not state.has_famine(province):
            state.grain += grain


def _famine(state: State, region: int) -> None:
    """Rule 5.2."""
    if not any(state.cards.region[province] == region for province in state.aqueducts):
        _add_famine(state, region)


def _add_famine(state: State, region: int) -> None:
    if state.famine_left() > 0:
        state.famine[region - 1] += 1


def events_and_forum(state: State, resumed: Json) -> Flow[None]:
    """Phase 3: rules 6.1 and 6.5."""
    if resumed is None:
        state.events_left = 5
    decks = state.decks
    while state.events_left:
        resumed = yield from phase_window(state, "event", resumed)
        card = yield from draw("event", decks["event"], "6.1", to=None, hidden=False)
        add(decks["event"], card, -1)
        add(decks["event_discard"], card)
        state.events_left -= 1
        yield from carry_out(EVENTS[card](state))
    card = yield from draw("forum", decks["forum"], "6.5", to=None, hidden=False)
    add(decks["forum"], card, -1)
    tokens = [[0] * state.seats for _ in state.cards.options[card]]
    state.forum.append({"card": card, "tokens": tokens})


def _choice(event: str, rule: str, seat: int, options: list[str]) -> Flow[str]:
    legal = [{"do": "choose", "option": option} for option in options]
    action = yield from ask("event_choice", rule, seat, legal, event=event)
    option: str = action["option"]
    return option


def _leader_killed(state: State) -> None:
    """Rule 6.6.1."""
    if state.senate:
        state.senate.pop()


def _dilemma(state: State) -> Flow[None]:
    """Rule 6.6.2."""
    numbers = state.cards.numbers["dilemma"]
    option = yield from _choice("dilemma", "6.6.2", state.emperor, ["a", "b"])
    if option == "b":
        yield from lower_happiness(state, -numbers["happiness"])
    else:
        for seat in state.from_left(state.emperor):
            state.players[seat].coins += numbers["coins"]


def _rivals(state: State) -> Flow[None]:
    """Rule 6.6.3."""
    for seat in state.from_left(state.emperor):
        option = "coins"
        if can_draw(state):
            option = yield from _choice("rivals", "6.6.3", seat, ["coins", "card"])
        if option == "card":
            yield from draw_plot(state, seat)
        else:
            state.players[seat].coins += state.cards.numbers["rivals"]["coins"]


def _plague(state: State) -> Flow[None]:
    """Rule 6.6.4."""
    region = yield from roll(4, "plague", "6.6.4", state.emperor)
    players, regions = state.players, state.cards.region
    order = state.clockwise(state.emperor)
    ill = [seat for seat in order if regions[players[seat].pawn] == region]
    _add_famine(state, region)
    for seat in ill:
        yield from lose_stamina(state, seat, state.cards.numbers["plague"]["stamina"])


def _famine_event(state: State) -> Flow[None]:
    """Rule 6.6.5."""
    region = yield from roll(4, "event_famine", "6.6.5", state.emperor)
    _famine(state, region)


def _praetorians(state: State) -> Flow[None]:
    """Rule 6.6.8."""
    emperor, numbers = state.emperor, state.cards.numbers["praetorians"]
    option = "stamina"
    if state.players[emperor].coins >= numbers["coins"]:
        option = yield from _choice("praetorians", "6.6.8", emperor, ["pay", "stamina"])
    if option == "pay":
        state.players[emperor].coins -= numbers["coins"]
    else:
        yield from lose_stamina(state, emperor, numbers["stamina"])


def _weather(state: State) -> None:
    """Rule 6.6.9."""
    state.severe_weather = True


def _grain_shortage(state: State) -> None:
    """Rule 6.6.10."""
    state.grain = max(0, state.grain - state.cards.numbers["grain_shortage"]["grain"])


def _speculators(state: State) -> None:
    """Rule 6.6.11."""
    dearer = state.price + state.cards.numbers["speculators"]["price"]
    state.price = min(state.cards.import_price["max"], dearer)


def _earthquake(state: State) -> Flow[None]:
    """Rule 6.6.12."""
    region = yield from roll(4, "earthquake_region", "6.6.12", state.emperor)
    number = yield from roll(6, "earthquake_province", "6.6.12", state.emperor)
    province = state.cards.numbered[region, number]
    hurt = state.pawns(province)
    state.legions.pop(province, None)
    if state.remove_building(province):
        yield from lose_aqueduct(state)
    for seat in hurt:
        yield from lose_stamina(state, seat, state.cards.numbers["earthquake"]["stamina"])


def _fire(state: State) -> Flow[None]:
    """Rule 6.6.13."""
    numbers = state.cards.numbers["fire"]
    for seat in state.clockwise(state.emperor):
        if seat in state.estates.get(state.cards.roma, []):
            die = yield from roll(6, "fire", "6.6.13", state.emperor)
            if die <= numbers["at_most"]:
                _burn(state, seat)
    yield from lower_happiness(state, -numbers["happiness"])


def _burn(state: State, seat: int) -> None:
    """The seat's estate in Roma goes back to its mat."""
    owners = state.estates.pop(state.cards.roma)
    if owners != [seat]:
        state.estates[state.cards.roma] = [owner for owner in owners if owner != seat]


def _riots(state: State) -> Flow[None]:
    """Rule 6.6.14."""
    return lower_happiness(state, 1 + sum(markers > 0 for markers in state.famine))


def _fever(state: State) -> Flow[None]:
    """Rule 6.6.15."""
    return lose_stamina(state, state.emperor, state.cards.numbers["fever"]["stamina"])


def _heir_falls(state: State) -> Flow[None] | None:
    """Rule 6.6.16."""
    if state.heir is None:
        lost = state.cards.numbers["heir_falls"]["stamina"]
        return lose_stamina(state, state.emperor, lost)
    state.heir = None
    return None


EVENTS: dict[str, Callable[[State], Flow[None] | None]] = {
    "leader_killed": _leader_killed,
    "dilemma": _dilemma,
    "rivals": _rivals,
    "plague": _plague,
    "famine": _famine_event,
    "hordes": place_enemies,
    "enemy_movement": move_enemies,
    "praetorians": _praetorians,
    "weather": _weather,
    "grain_shortage": _grain_shortage,
    "speculators": _speculators,
    "earthquake": _earthquake,
    "fire": _fire,
    "riots": _riots,
    "fever": _fever,
    "heir_falls": _heir_falls,
}
"""Rules 6.6.1 to 6.6.16."""
