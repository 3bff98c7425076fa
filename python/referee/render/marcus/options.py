"""What a choice in marcus leads to, as far as it can be known before the dice and cards."""

from __future__ import annotations

from typing import Any, Final

from referee.render.marcus.board import card_text
from referee.render.marcus.facts import card, counted, name, percent
from referee.render.marcus.words import told
from referee.render.table import Table

Json = Any


def option(chosen: Json, kind: str, view: Json, odds: Json, table: Table) -> tuple[str, str]:
    """An action as its decision lists it, and what follows from it."""
    return told(chosen, kind, view, table), _follows(chosen, kind, view, odds, table)


def _follows(chosen: Json, kind: str, view: Json, odds: Json, table: Table) -> str:
    odds = odds or {"attacks": [], "battle": None}
    for attack in odds["attacks"]:
        if attack["action"] == chosen:
            return _strengths(attack)
    battle = odds["battle"]
    match kind, chosen["do"]:
        case "battle", "roll" if battle:
            return _strengths(battle)
        case "reserve", ("accept" | "commit") as verb if battle and battle.get(verb):
            return f"wins {percent(battle[verb])}"
        case "surge", "let":
            held = sum(view["surge"].values())
            return "the third: a SURGE" if held == 2 else f"{held + 1} of 3"
        case "surge", "prevent":
            return "the card goes to the discards"
        case "donative", verb:
            return {"pay": "discard two Roman cards"}.get(verb, _MUTINY)
        case "roman", verb:
            return _for_a_card(chosen, verb, view, table)
        case _, "event":
            return _effect(chosen["card"], table)
    return ""


def _for_a_card(chosen: Json, verb: str, view: Json, table: Table) -> str:
    """What an action or event of the Roman Phase does."""
    match verb:
        case "event":
            return _effect(chosen["card"], table)
        case "imperium":
            return _gain(view["imperium"], 1)
        case "build":
            return _new_forts(chosen["zones"], view["forts"])
        case "upgrade":
            weak = [n for n, level in enumerate(view["forts"][chosen["zone"]]) if level == 1]
            return f"the fort in space {weak[-1]} becomes Level 2" if weak else ""
        case "fleet":
            return f"troops may be moved between {_JOINED[chosen['fleet']]}"
        case "transfer_leader":
            return _leaders(view["armies"][chosen["from"]], view["armies"][chosen["to"]])
        case "end":
            return _end_of_round(view)
    return ""


_MUTINY: Final = "a mutiny in every army box with legions"
_JOINED: Final = {"upper": "Marcomanni and Quadi", "lower": "Quadi and Iazyges"}

HAND_LIMIT: Final = 5
"""Cards that are kept between Rounds (8.12.1)."""


def _new_forts(zones: list[str], forts: Json) -> str:
    """Each fort comes into the southernmost free space of its zone (8.4.1)."""
    free = {z: [n for n, level in enumerate(forts[z]) if level == 0] for z in zones}
    spaces = [str(free[z].pop()) for z in zones if free[z]]
    return f"in {'spaces' if len(spaces) > 1 else 'space'} {' and '.join(spaces)}"


def _leaders(here: Json, there: Json) -> str:
    back = f", {name(there['leader'])} comes back" if there["leader"] else ""
    return f"{name(here['leader'])} goes{back}"


def _end_of_round(view: Json) -> str:
    if view["round"] == "winter":
        return "Attrition and Housekeeping follow"
    over = sum(view["hand"].values()) - HAND_LIMIT
    return f"{counted(over, 'card')} over the hand limit must go" if over > 0 else ""


def odds(found: Json, view: Json, table: Table) -> str:
    """The exact chances of the battles that can be begun or go on, a line each."""
    lines = [
        f"{told(attack['action'], 'roman', view, table)}: {_strengths(attack)}"
        for attack in (found or {}).get("attacks", ())
    ]
    battle = (found or {}).get("battle")
    if battle and "win" in battle:
        lines.append(f"the battle: {_strengths(battle)}")
    elif battle:
        lines += [f"{v}: wins {percent(battle[v])}" for v in ("accept", "commit") if v in battle]
    return "\n".join(lines)


def _strengths(fight: Json) -> str:
    """Strengths before the dice; the chance without reserves, and with one, two, … cards."""
    chances = [percent(chance) for chance in fight["win"]]
    more = f"; with reserves {', '.join(chances[1:])}" if chances[1:] else ""
    return f"die{fight['roman']:+} to die{fight['barbarian']:+}, {chances[0]}{more}"


def _gain(imperium: int, points: int) -> str:
    return f"{imperium} -> {min(7, imperium + points)}"


def _effect(card_id: str, table: Table) -> str:
    return str(card(card_id, table)["effect"])


_ABOUT: Final = {
    "deploy": "Place ten legions and two leaders in the three boxes, at most six in each.",
    "redeploy": "All your troops are placed anew; what you leave goes to Recovery for the Year.",
    "before_draw": "You may end the Barbarian Phase before its next card.",
    "pin": "A fort can stop a Bold army at the price of one level.",
    "surge": "Three activation cards in the Surge Spaces move every other tribe.",
    "raid": "Raiders take a card; without one they take Imperium.",
    "plague": "Galen can cancel a plague.",
    "upkeep": "Troops Off-Map cost one card in Spring.",
    "roman": "Every action costs a card; an event is played instead.",
    "pay": "Choose the card that pays; its event is lost this time.",
    "battle": "Last moment before the dice: cards that change strengths.",
    "reserve": "The Romans are not ahead: commit one card for +1, play a card, or let it stand.",
    "won": "Cards that follow a victory.",
    "lost": "A defeat costs a legion, or a level of the fort there.",
    "press_on": "The card allows a second attack without another card.",
    "hand_limit": "At most five cards are kept between Rounds.",
    "save": "One card may be kept for the next Year.",
    "rescue": "A saved card can rescue Marcus at Imperium 0.",
}


def explain(kind: str, legal: list[Json], view: Json, table: Table) -> str:
    """What a decision is about, and the texts of the cards in it."""
    lines = [_ABOUT.get(kind, "")]
    cards = dict.fromkeys(chosen["card"] for chosen in legal if "card" in chosen)
    for card_id in cards:
        lines += card_text(card_id, table)
    return "\n".join(line for line in lines if line)
