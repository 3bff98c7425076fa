"""Decisions of Donning the Purple in words, with what they cost and lead to.

A price or a battle is told where a view says what it will be; the journal has none and leaves it.
"""

from __future__ import annotations

from typing import Any

from referee.render.purple_words import UNTIL, Names
from referee.render.table import Table

Json = Any


def action(chosen: Json, view: Json, table: Table) -> str:
    """An action in a few words, at most 72 characters."""
    names = Names(table)
    match chosen:
        case {"do": "play", "card": card}:
            return _play(chosen, card, view, names)
        case {"do": "forum", "card": card, "option": option}:
            return _forum(chosen, card, option, names)
        case {"do": "pass", "until": until, "of": copied}:
            what = "nothing" if copied == "all" else f"no {_said(copied)}"
            return f"copy {what} until {UNTIL[until]}"
        case {"do": "pass", "until": until}:
            return f"pass, and play no card until {UNTIL[until]}"
        case {"do": "standing", "what": what, "until": until}:
            verb = "play no card" if what == "plots" else "copy nothing"
            return f"declare: {verb} until {UNTIL[until]}"
    return _move(chosen, view, names) or _build(chosen, view, names) or _rest(chosen, view, names)


def _said(verb: str) -> str:
    return verb.replace("_", " ")


def _priced(text: str, coins: object, names: Names) -> str:
    return f"{text} ({coins} coin{'s' * (coins != 1)})"


def _enemies(province: str, view: Json, names: Names) -> str:
    count = view.get("enemies", {}).get(province, 0)
    against = f" against {count} enem{'y' if count == 1 else 'ies'}" if count else ""
    return names.place(province) + against


def _move(chosen: Json, view: Json, names: Names) -> str:
    match chosen:
        case {"do": "move_pawn", "to": to}:
            return f"move the pawn to {_enemies(to, view, names)}"
        case {"do": "copy", "to": to}:
            return f"copy: move the pawn to {_enemies(to, view, names)}"
        case {"do": "copy"}:
            return "copy the action" + _copied(view)
        case {"do": "step", "to": to}:
            return f"go on to {_enemies(to, view, names)}"
        case {"do": "stop"}:
            return "stay there"
        case {"do": "move_legions", "from": start, "count": count, "to": to}:
            legions = f"{count} legion{'s' * (count != 1)}"
            return f"move {legions} from {names.place(start)} to {_enemies(to, view, names)}"
        case {"do": "boost" | "commit" | "defend" as verb, "card": card}:
            words = {"boost": "add", "commit": "commit", "defend": "defend with"}[verb]
            return f"{words} {names.card(card)}{names.worth(card)}"
        case {"do": "bodyguard"}:
            return "commit the bodyguard: the attempt fails whatever the dice say"
        case {"do": "discard", "card": card}:
            return f"discard {names.card(card)}{names.worth(card)}"
    return ""


def _copied(view: Json) -> str:
    """Which action is copied and for how much."""
    step = view.get("step", {})
    match step.get("action"):
        case "build_estate":
            return ": an estate (3 coins)"
        case "build_monument":
            return ": a monument (5 coins)"
        case "bribe_senator":
            space = len(view["senate"]) + 1
            return f": a senator on space {space} ({space} coin{'s' * (space != 1)})"
    return ""


def _build(chosen: Json, view: Json, names: Names) -> str:
    prices = names.map["prices"]
    match chosen["do"]:
        case "build_estate":
            return _priced("build an estate", prices["estate"], names)
        case "build_monument":
            return _priced("build a monument", prices["monument"], names)
        case "build_aqueduct":
            return _priced("build an aqueduct", prices["aqueduct"], names)
        case "bribe_senator":
            if not view:
                return "bribe a senator"
            space = len(view["senate"]) + 1
            return _priced(f"bribe a senator for space {space}", space, names)
        case "assassinate_emperor":
            return _priced("have the emperor attacked", prices["assassination"], names)
        case "assassinate_senator":
            whose = f" of {names.owner(view['senate'][-1])}" if view.get("senate") else ""
            return _priced(f"have the last senator{whose} attacked", prices["assassination"], names)
        case "choose_heir":
            return _priced("make your own family the heir", prices["heir"], names)
        case "train_legions":
            place = names.place(chosen["at"])
            return _priced(f"train legions, the first one in {place}", prices["legion"], names)
        case "train":
            place = names.place(chosen["at"])
            return _priced(f"train another legion in {place}", prices["legion"], names)
    return ""


def _rest(chosen: Json, view: Json, names: Names) -> str:
    match chosen:
        case {"do": "end_turn"}:
            return "end the turn (and draw a plot card)"
        case {"do": "choose", "option": option}:
            return _CHOICES[option]
        case {"do": "bid", "amount": amount}:
            return f"bid {amount} for the purple"
        case {"do": "swap", "a": a, "b": b}:
            return f"swap {_item(a, view, names)} and {_item(b, view, names)} of the line"
        case {"do": "place", "at": at}:
            famine = _famine(at, view, names)
            return f"place it in {names.place(at)}{famine}"
        case {"do": "remove", "count": count}:
            return f"remove {count} famine marker{'s' * (count != 1)}"
        case {"do": "import", "count": count}:
            price = f" ({count * view['price']} coins)" if view else ""
            return f"import {count} grain{price}"
        case {"do": verb}:
            return _said(verb)
    return "?"


_CHOICES = {
    "a": "every other seat takes 5 coins",
    "b": "happiness falls by 3",
    "coins": "take 5 coins",
    "card": "draw a plot card",
    "pay": "pay the guard 8 coins",
    "stamina": "lose 4 stamina",
}


def _item(place: int, view: Json, names: Names) -> str:
    if not view or place > len(view["line"]):
        return f"place {place}"
    item = view["line"][place - 1]
    owner = "" if item["owner"] < 0 else f" of {names.who(item['owner'])}"
    return f"{place} ({item['kind']}{owner})"


def _famine(province: str, view: Json, names: Names) -> str:
    region = names.provinces[province]["region"]
    if not view or not region or not view["famine"][region - 1]:
        return ""
    return " (famine: no tax there)"


def _play(chosen: Json, card: str, view: Json, names: Names) -> str:
    """A plot card for its effect."""
    name = names.card(card)
    match card:
        case "move_heir":
            return f"play {name}: to {names.who(chosen['to'])}"
        case "light_fingers":
            return f"play {name}: 5 coins of {names.who(chosen['target'])}"
        case "poisoned_cup":
            return f"play {name}: {names.who(chosen['target'])} loses 2 stamina"
        case "scandal":
            return f"play {name}: a senator of {names.owner(chosen['target'])} goes"
        case "grain_hoarders":
            return f"play {name}: the import price is {chosen['to']}"
        case "forced_march":
            return f"play {name}: the pawn goes to {_enemies(chosen['to'], view, names)}"
        case "arson":
            return f"play {name} in {names.place(chosen['at'])}: its building is gone"
        case _:
            return f"play {name}" + _EFFECTS.get(card, "")


_EFFECTS = {
    "bread_games": ": happiness 2 up",
    "mob": ": happiness 2 down",
    "baiae": ": up to 2 stamina back",
    "old_debts": ": a senator without paying",
}


def _forum(chosen: Json, card: str, option: int, names: Names) -> str:
    """An option of a forum card: what it costs and does, with whom or what it is aimed at."""
    entry = names.forum[card]
    told = next(o for o in entry["options"] if o["option"] == option)
    price = f" ({told['coins']} coins)" if told["coins"] else ""
    aim = {
        "price": chosen.get("to"),
        "at": names.place(chosen["at"]) if "at" in chosen else "",
        "who": names.who(chosen["target"]) if "target" in chosen else "",
        "left": chosen.get("left"),
    }
    return f"{entry['name']}{price}: {_OPTIONS[card][option - 1].format_map(aim)}"


_OPTIONS = {
    "baths": ("happiness 2 up", "up to 3 stamina back"),
    "arena": ("happiness 3 up", "happiness 2 down"),
    "jupiter": ("2 VP at the end", "1 VP at the end", "1 VP at the end for each token"),
    "grain_merchants": ("the import price is {price}", "5 grain, and 3 coins for you"),
    "moneylenders": ("5 coins", "9 coins"),
    "auxiliaries": ("3 legions for {at}", "an enemy less in {at}"),
    "colonnade": ("draw 2 plot cards", "a plot card of {who}"),
    "clients": ("a senator without paying", "senators {left} and next swap"),
    "arch": ("VP at the end by free capitals", "be the heir"),
}
