"""Incoming enemies (chapter 4)."""

from __future__ import annotations

from .asking import Flow, ask, roll
from .hands import boost, boosts
from .losses import lose_aqueduct, lose_stamina
from .state import State, add


def place_enemies(state: State) -> Flow[None]:
    """Rule 4.1."""
    number = yield from roll(6, "enemies", "4.1.1", state.emperor)
    aqueducts = 0
    for region in (1, 2, 3, 4):
        aqueducts += _place_in(state, state.cards.numbered[region, number])
    for _ in range(aqueducts):
        yield from lose_aqueduct(state)


def _place_in(state: State, province: str) -> bool:
    """Rules 4.1.2 to 4.1.6; whether an aqueduct left."""
    legions = state.legions.get(province, 0)
    count = min(2, state.enemies_left())
    if legions >= 2 or state.pawns(province) or count <= legions:
        return False
    state.legions.pop(province, None)
    add(state.enemies, province, count)
    return state.remove_building(province)


def move_enemies(state: State) -> Flow[None]:
    """Rule 4.2: every target is settled before any enemy moves."""
    sources = _sources(state)
    attacks = {
        target: sum(state.enemies[province] for province in provinces)
        for target, provinces in sources.items()
    }
    entered = []
    for target, attack in attacks.items():
        defence = yield from _defence(state, target, attack)
        if attack > defence:
            entered.append(target)
    for target in entered:
        for province in sources[target]:
            del state.enemies[province]
    for target in entered:
        add(state.enemies, target, attacks[target])
    losses = [loss for target in entered for loss in _overrun(state, target)]
    for loss in losses:
        yield from loss


def _sources(state: State) -> dict[str, list[str]]:
    """Rules 4.2.1 and 4.2.10: from where each target is attacked, in the order of rule 4.2.6."""
    sources: dict[str, list[str]] = {}
    for province in state.enemies:
        if province in state.cards.towards_capital:
            sources.setdefault(state.cards.towards_capital[province], []).append(province)
    by_number = [province for _, province in sorted(state.cards.numbered.items())]
    return {target: sources[target] for target in by_number if target in sources}


def _defence(state: State, target: str, attack: int) -> Flow[int]:
    """Rules 4.2.4 and 4.2.6: the strength, with the cards that owners of pawns add."""
    pawns = state.pawns(target)
    defence = state.legions.get(target, 0) + sum(state.players[s].strength for s in pawns)
    for seat in pawns:
        while attack > defence and state.players[seat].cards:
            legal = [{"do": "done"}, *boosts(state, seat)]
            step = {"attack": attack, "defence": defence, "province": target}
            action = yield from ask("defend", "4.2.6", seat, legal, **step)
            if action["do"] == "done":
                break
            defence += boost(state, seat, action)
    return defence


def _overrun(state: State, target: str) -> list[Flow[None]]:
    """Rules 4.2.8 and 4.2.9: the losses, still to be carried out."""
    state.legions.pop(target, None)
    pawns = state.pawns(target)
    for seat in pawns:
        state.players[seat].pawn = state.cards.roma
    aqueduct = [lose_aqueduct(state)] if state.remove_building(target) else []
    return aqueduct + [lose_stamina(state, seat, 2) for seat in pawns]
