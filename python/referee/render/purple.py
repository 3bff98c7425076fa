"""Donning the Purple in words, 80 columns, without colour.

Seats are called A, B, C on the map: ``e4`` four enemies, ``l2`` two legions, ``@AB`` pawns of A and
B, ``est A`` an estate of A, ``aqueduct``; ``*`` a regional capital, ``+3`` a farm and its grain.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.render import purple_actions, purple_story
from referee.render.cells import fitted, padded
from referee.render.purple_words import PHASES, Names, letter
from referee.render.table import Table, rule, wrap

Json = Any

action = purple_actions.action
change = purple_story.change
outcome = purple_story.outcome

_CELL = 40


def board(view: Json, table: Table) -> str:
    """The whole table: tracks, map, senate, line, forum, every mat, the hand of the viewer."""
    names = Names(table)
    lines = [
        rule(f"Donning the Purple, year {view['year']} of 4, {PHASES[view['phase']]}"),
        *_tracks(view, names),
        *_map(view, names),
        *_city(view, names),
    ]
    for seat, mat in enumerate(view["seats"]):
        lines += _mat(seat, mat, view, names)
    if asked := _asked(view, names):
        lines += [rule(), asked]
    lines.append(rule())
    return "\n".join(lines)


def _tracks(view: Json, names: Names) -> list[str]:
    emperor = "-" if view["emperor"] is None else names.who(view["emperor"])
    heir = "nobody" if view["heir"] is None else names.who(view["heir"])
    worth = names.map["tracks"]["happiness"]["vp"][str(view["happiness"])]
    weather = "   SEVERE WEATHER" if view["severe_weather"] else ""
    lines = [
        f"emperor {emperor}   heir {heir}",
        f"happiness {view['happiness']} of 10 ({worth} VP)   import price {view['price']}"
        f"   grain {view['grain']}{weather}",
    ]
    if (turn := view["turn"]) is not None:
        taken = f"{turn['actions']} action{'s' * (turn['actions'] != 1)} taken"
        lines.append(f"turn of {names.who(turn['seat'])}, {taken}")
    if view["events_left"]:
        lines.append(f"{view['events_left']} event cards are still to come this year")
    return lines


# -- the map


def _map(view: Json, names: Names) -> list[str]:
    """Roma, then two regions side by side, twice."""
    lines = [rule("map: e enemies, l legions, @ pawns, est estates, * capital, + grain")]
    lines.append(_cell("roma", view, names).rstrip())
    path = names.map["enemy_path"]
    for left, right in (("1", "2"), ("3", "4")):
        lines.append(_side(_region(left, view), _region(right, view)))
        for pair in zip(path[left], path[right], strict=True):
            lines.append(_side(*(_cell(province, view, names) for province in pair)))
    return lines


def _side(left: str, right: str) -> str:
    return f"{fitted(left, _CELL - 1)} {fitted(right, _CELL - 1)}".rstrip()


def _region(number: str, view: Json) -> str:
    famine = view["famine"][int(number) - 1]
    return f"Region {number}" + (f"  FAMINE {famine}" if famine else "")


def _cell(province: str, view: Json, names: Names) -> str:
    entry = names.provinces[province]
    mark = "*" if entry["capital"] else " "
    grain = f"+{entry['grain']}" if entry["grain"] else "  "
    head = f"{entry['number'] or ' '}{mark}{fitted(entry['name'], 12)}{grain} "
    return head + " ".join(_standing(province, view))


def _standing(province: str, view: Json) -> list[str]:
    """Everything in a province, shortly."""
    here = []
    for mark, key in (("e", "enemies"), ("l", "legions")):
        if count := view[key].get(province, 0):
            here.append(f"{mark}{count}")
    pawns = [letter(s) for s, mat in enumerate(view["seats"]) if mat["pawn"] == province]
    here += ["@" + "".join(pawns)] if pawns else []
    owners = "".join(letter(seat) for seat in view["estates"].get(province, []))
    here += [f"est {owners}"] if owners else []
    here += ["aqueduct"] if province in view["aqueducts"] else []
    return here


# -- what lies in Roma


def _city(view: Json, names: Names) -> list[str]:
    senate = [f"{n}:{letter(owner)}" for n, owner in enumerate(view["senate"], 1)] or ["empty"]
    line = [_item(n, item) for n, item in enumerate(view["line"], 1)] or ["empty"]
    lines = [rule("city"), wrap("senate  ", senate), wrap("line    ", line)]
    for card in view["forum"]:
        lines += _forum(card, names)
    decks = view["decks"]
    discards = _cards(decks["plot_discard"], names) or ["-"]
    events = _cards(decks["event_discard"], names, "event") or ["-"]
    lines.append(wrap("discards ", discards))
    lines.append(wrap("past events ", events))
    lines.append(f"plot cards left {_size(decks['plot'])}, events left {_size(decks['event'])}")
    if len(view["seats"]) == 1:
        lines.append(f"the Senate has {view['senate_vp']} VP")
    return lines


def _item(place: int, item: Json) -> str:
    owner = "" if item["owner"] < 0 else f" {letter(item['owner'])}"
    return f"{place}:{item['kind']}{owner}"


def _forum(card: Json, names: Names) -> list[str]:
    entry = names.forum[card["card"]]
    lines = [f"{entry['name']}:"]
    for option, tokens in zip(entry["options"], card["tokens"], strict=True):
        taken = "".join(letter(seat) * count for seat, count in enumerate(tokens))
        small = "once" if option["circle"] == "small" else "any"
        price = f"{option['coins']}c"
        head = f"  {option['option']} {small:<4} {price:>3} [{taken or ' '}] "
        lines += wrap(head, option["effect"].rstrip(".").split()).split("\n")
    return lines


def _cards(cards: dict[str, int], names: Names, kind: str = "plot") -> list[str]:
    """Names of cards with commas, ascending."""
    shown = [
        names.card(card, kind) + (f" x{count}" if count > 1 else "")
        for card, count in sorted(cards.items())
    ]
    return [text + "," for text in shown[:-1]] + shown[-1:]


def _size(pile: Json) -> int:
    return pile if isinstance(pile, int) else sum(pile.values())


# -- the mats


def _mat(seat: int, mat: Json, view: Json, names: Names) -> list[str]:
    offices = [
        word for word, key in (("EMPEROR", "emperor"), ("HEIR", "heir")) if view[key] == seat
    ]
    you = " (you)" if seat == names.table.viewer else ""
    title = " ".join([f"{letter(seat)} {names.who(seat)}{you}", *offices])
    in_line = sum(1 for i in view["line"] if i["kind"] == "estate" and i["owner"] == seat)
    on_map = sum(owners.count(seat) for owners in view["estates"].values())
    senators = Counter(view["senate"])[seat]
    spent = f", {mat['spent']} spent" if mat["spent"] else ""
    lines = [
        rule(title),
        f"  coins {mat['coins']}  VP {mat['vp']}  stamina {mat['unused']} unused, "
        f"{mat['used']} used{spent}  deaths {mat['deaths']}",
        f"  monuments {mat['monuments']}  estates {on_map} (+{in_line} in the line)"
        f"  senators {senators}  pawn in {names.place(mat['pawn'])}",
    ]
    if standing := _passes(mat["standing"]):
        lines.append(f"  passes until: {standing}")
    return lines + _held(mat, names)


def _passes(standing: Json) -> str:
    shown = [f"plots {standing['plots']}"] if standing["plots"] else []
    copies: dict[str, list[str]] = {}
    for what, until in sorted(standing["copies"].items()):
        copies.setdefault(until, []).append(what)
    for until, which in sorted(copies.items()):
        shown.append(f"{'all' if len(which) == 4 else len(which)} copies {until}")
    return ", ".join(shown).replace("_", " ")


def _held(mat: Json, names: Names) -> list[str]:
    """The hand and the agenda: what they are if they may be known, otherwise how many."""
    hand, agenda = mat["hand"], mat["agenda"]
    if isinstance(hand, int):
        lines = [f"  {hand} plot card{'s' * (hand != 1)} in hand"]
    else:
        lines = [
            f"  holds {names.card(card)}" + (f" x{count}" if count > 1 else "") + names.worth(card)
            for card, count in sorted(hand.items())
        ] or ["  no plot cards"]
    if isinstance(agenda, str):
        entry = names.agenda[agenda]
        goals = [f"{goal['vp']:+d} VP if {goal['condition']};" for goal in entry["goals"]]
        words = f"{entry['name']}: {' '.join(goals)}"[:-1].split()
        lines += wrap("  agenda ", words).split("\n")
    return lines


# -- the question and the end

_QUESTIONS = {
    "window": "before the {moment}: cards may be played",
    "action": "an action, or the end of the turn",
    "copy": "who copies: {action}",
    "move_step": "the pawn may go {points} further",
    "battle": "battle in {place}: strength is raised by {boost} so far",
    "legion_step": "{count} legions in {place} may go on",
    "defend": "{place} is attacked by {attack}, defended by {defence}",
    "event_choice": "a choice for {card}",
    "heir_window": "the emperor died: cards for the heir",
    "auction": "the purple is for sale: highest bid {high}",
    "remove_famine": "famine markers of region {region} may be removed",
    "commit": "an attempt on the {target}: cards are chosen face down",
    "place_building": "a building is placed, {left} more to come in the year",
    "swap": "two buildings of the line may be swapped",
    "import_grain": "grain may be imported",
    "discard": "hands of more than three cards are reduced",
    "solo_defence": "the Senate attacks: a card against it",
    "train_more": "more legions may be trained",
}


def _asked(view: Json, names: Names) -> str:
    step = view["step"]
    text = _QUESTIONS.get(step["at"], "")
    words = {key: str(value).replace("_", " ") for key, value in step.items()}
    words["place"] = names.place(step["province"]) if "province" in step else ""
    words["card"] = names.card(step["event"], "event") if "event" in step else ""
    lines = [f"now: {text.format_map(words)}"] if text else []
    for side in ("attack", "defence"):
        if step["at"] == "commit" and isinstance(step[side], dict) and step[side]:
            lines.append(wrap(f"     {side}: ", _cards(step[side], names)))
    if step["at"] == "commit" and step["bodyguard"]:
        lines.append("     the bodyguard stands ready")
    return "\n".join(lines)


_REASONS = {
    "scored": "four years are over",
    "empire_fallen": "the empire has fallen: nobody wins",
    "no_heir": "the emperor died without an heir: the game is lost",
}
_COLUMNS = ("tokens", "senate", "monuments", "cards", "coins", "agenda", "deaths", "total")


def result(over: Json, table: Table) -> str:
    """The score sheet."""
    lines = [_REASONS[over["reason"]]]
    if over["scores"]:
        heads = "".join(f"{name[:6]:>7}" for name in _COLUMNS)
        lines.append(f"  {'':<20}{heads}")
    for place in over["ranking"]:
        for seat in place:
            score = over["scores"][seat]
            numbers = "".join(f"{score[name]:>7}" for name in _COLUMNS)
            lines.append(f"  {padded(table.who(seat), 20)}{numbers}")
    if over["senate"] is not None:
        lines.append(f"  {'the Senate':<20}{over['senate']:>{7 * len(_COLUMNS)}}")
    if over["winners"]:
        verb = "wins" if len(over["winners"]) == 1 else "win together"
        lines.append(f"{table.people(over['winners'])} {verb}")
    elif over["reason"] == "scored":
        lines.append("the Senate wins")
    return "\n".join(lines)
