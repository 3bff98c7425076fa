"""Rise of Augustus in words, 80 columns, without colour.

Categories are written with two letters: SW double sword, SH shield, CH chariot, CA catapult,
ST standard, DA dagger, JK joker. A space is ``[SW]`` while free and ``<SW>`` with a legion.
"""

from __future__ import annotations

from typing import Any

from referee.render.cells import WIDTH, columns, fitted, padded
from referee.render.table import Table, rule, wrap

Json = Any

SHORT = {
    "double_sword": "SW",
    "shield": "SH",
    "chariot": "CH",
    "catapult": "CA",
    "standard": "ST",
    "dagger": "DA",
    "joker": "JK",
}
WORDS = {name: name.replace("_", " ") for name in SHORT}
TILES = {
    "three_senators": "3 senators",
    "three_green": "3 green",
    "three_pink": "3 pink",
    "three_orange": "3 orange",
    "one_of_each": "1 of each",
}
POWERS = {
    "none": "-",
    "complete_objective": "complete one of yours",
    "take_two": "take two new ones",
    "rearrange": "rearrange your legions",
    "remove_one_legion": "RED others lose 1 legion",
    "remove_two_legions": "RED others lose 2 legions",
    "remove_all_legions": "RED others clear one",
    "remove_controlled_objective": "RED others lose one",
}


def _card(number: int, table: Table) -> dict[str, Json]:
    card: dict[str, Json] = table.files["objectives.json"]["objectives"][number - 1]
    return card


def _name(number: int, table: Table) -> str:
    return f"{number} {_card(number, table)['name']}"


def power(card: dict[str, Json]) -> str:
    """What an objective does, in at most 27 characters."""
    does = card["power"]
    match does["type"]:
        case "mobilise":
            return f"mobilise {does['legions']} on {SHORT[does['category']]}"
        case "mobilise_any":
            return f"mobilise {does['legions']} anywhere"
        case "gain_legions":
            return f"+{does['legions']} legions"
        case "equivalence":
            return " = ".join(SHORT[name] for name in does["categories"])
        case "score_category":
            return f"end: {does['points']}/{SHORT[does['category']]} space, max {does['max']}"
        case "score_colour":
            return f"end: {does['points']}/{does['colour']}"
        case "score_red":
            return f"end: {does['points']}/red"
        case "attack":
            return POWERS[does["effect"]]
        case kind:
            return POWERS[kind]


def _spaces(card: dict[str, Json], legions: dict[str, int]) -> str:
    """Every space, those with a legion first within a category."""
    shown = []
    for category, count in card["spaces"].items():
        held = legions.get(category, 0)
        short = SHORT[category]
        shown += [f"<{short}>"] * held + [f"[{short}]"] * (count - held)
    return "".join(shown)


def _resources(card: dict[str, Json]) -> str:
    return ("g" if card["gold"] else "") + ("w" if card["wheat"] else "")


def _objective(number: int, table: Table, own: Json = None) -> str:
    """An objective in a line; ``own``: as a seat has it, its spaces gone once it is completed."""
    card = _card(number, table)
    head = f"{number:>4} {fitted(card['name'], 17)} {card['colour']:<7}{_resources(card):<2}"
    head += f"{card['points']:>2}p "
    done = own is not None and own["completed"]
    spaces = "COMPLETED" if done else _spaces(card, own["legions"] if own else {})
    # The column gives way where the power has many words.
    room = min(24, WIDTH - columns(head) - 1 - len(power(card)))
    return f"{head}{spaces:<{room}} {power(card)}".rstrip()


def _counts(counts: dict[str, int]) -> list[str]:
    return [f"{short}{counts[name]}" for name, short in SHORT.items() if counts.get(name)] or ["-"]


def board(view: Json, table: Table) -> str:
    """The whole table: token and bag, market, every seat with its objectives."""
    token = f"token {WORDS[view['token']].upper()}" if view["token"] else "no token"
    crier = f"crier {table.who(view['crier'])}"
    held = [f"{what} {_holder(view[what], table)}" for what in ("gold", "wheat")]
    heads = ["   ".join([token, crier, *held])]
    if columns(heads[0]) > WIDTH:
        heads = [f"{token}   {crier}", "   ".join(held)]
    lines = [
        rule(f"Rise of Augustus, turn {view['turn']}: {view['phase']}"),
        *heads,
        wrap("bag    ", _counts(view["bag"])),
        wrap("drawn  ", [*_counts(view["drawn"]), _piles(view)]),
        rule("market"),
        *(_objective(number, table) for number in view["market"]),
    ]
    for seat, held in enumerate(view["seats"]):
        lines += _seat(seat, held, view, table)
    lines.append(rule())
    return "\n".join(lines)


def _holder(seat: int | None, table: Table) -> str:
    return "-" if seat is None else table.who(seat)


def _piles(view: Json) -> str:
    deck = view["deck"] if isinstance(view["deck"], int) else len(view["deck"])
    return f"  deck {deck}, lost {len(view['lost'])}, supply {view['supply']} legions"


def _legions(count: int) -> str:
    return "1 legion" if count == 1 else f"{count} legions"


def _seat(seat: int, held: Json, view: Json, table: Table) -> list[str]:
    you = " (you)" if seat == table.viewer else ""
    answer = view["answers"][seat]
    answered = "" if answer is None else ", has answered"
    stock = _legions(held["stock"])
    lines = [rule(f"seat {seat} {table.who(seat)}{you}: {stock}{answered}")]
    if isinstance(held["hand"], list):
        lines += [_objective(number, table) for number in held["hand"]]
    elif held["hand"]:
        lines.append(f"     {held['hand']} objectives in hand")
    for own in held["objectives"]:
        lines.append(_objective(own["objective"], table, own))
    if held["controlled"]:
        lines.append(wrap("  controls ", [_name(n, table) + "," for n in held["controlled"]])[:-1])
    tiles = [TILES[tile] for tile in held["colour_tiles"]]
    tiles += [f"{held['number_tile']} objectives"] if held["number_tile"] else []
    tiles += [f"(declined {number})" for number in held["declined"]]
    if tiles:
        lines.append(wrap("  tiles ", [tile + "," for tile in tiles])[:-1])
    return lines


def action(chosen: Json, view: Json, table: Table) -> str:
    """An action in a few words."""
    match chosen:
        case {"do": "keep", "objectives": kept}:
            return "keep " + ", ".join(_name(number, table) for number in kept)
        case {"do": "place" | "put" as verb, "objective": to, "category": kind}:
            return f"{verb} a legion on {WORDS[kind]} of {_name(to, table)}"
        case {"do": "move", "from_objective": source, "from_category": left} as move:
            return (
                f"move a legion from {WORDS[left]} of {_name(source, table)} "
                f"to {WORDS[move['category']]} of {_name(move['objective'], table)}"
            )
        case {"do": "complete" | "clear" | "lose" | "take" as verb, "objective": number}:
            return f"{verb} {_name(number, table)}"
        case {"do": "remove", "legions": legions}:
            places = [f"{WORDS[x['category']]} of {_name(x['objective'], table)}" for x in legions]
            return "remove a legion from " + " and from ".join(places)
        case {"do": "give", "tile": tile, "to": seat}:
            return f"give the {tile} tile to {table.who(seat)}"
        case {"do": "claim", "tile": count}:
            return f"claim the tile for {count} objectives"
        case {"do": "lift"}:
            return "lift all legions and put them back anew"
        case {"do": verb}:
            return str(verb).replace("_", " ")
    return "?"


def outcome(request: Json, came: Json, table: Table) -> str:
    """Nothing: the changes tell what was drawn, also where cards are shown instead of drawn."""
    return ""


def result(over: Json, table: Table) -> str:
    """The score sheet."""
    lines = [f"over after token {over['turn']}: {over['reason'].replace('_', ' ')}"]
    lines.append(f"  {'':<20} rank  tiles  printed  powers  total")
    for score in sorted(over["scores"], key=lambda s: (s["rank"], s["seat"])):
        lines.append(
            f"  {padded(table.who(score['seat']), 20)} {score['rank']:>4}  {score['rewards']:>5}"
            f"  {score['printed']:>7}  {score['powers']:>6}  {score['total']:>5}"
        )
    won = table.people(over["winners"])
    lines.append(f"{won} {'wins' if len(over['winners']) == 1 else 'win together'}")
    return "\n".join(lines)


def change(told: Json, table: Table) -> str:
    """What the rules did, where the actions alone do not tell it: draws, rewards, losses."""
    name = _name(told["objective"], table) if "objective" in told else ""
    if "seat" not in told:
        words = {**told, "name": name, "token": WORDS.get(told.get("token", ""), "")}
        return _CENTRE.get(told["change"], "").format_map(words)
    return _by_seat(told, name, table)


_CENTRE = {
    "TokenDrawn": "the crier draws {token}",
    "MarketFilled": "{name} comes to the market",
    "BagRefilled": "all tokens go back into the bag",
    "TileMoved": "the {tile} tile goes back to the centre",
    "DeckRebuilt": "the lost objectives and the discards of the set-up are the deck now",
}


def _by_seat(told: Json, name: str, table: Table) -> str:
    who = table.who(told["seat"])
    match told["change"]:
        case "ObjectiveDealt":
            return f"{name} comes to {who}"
        case "ObjectiveCompleted":
            does = power(_card(told["objective"], table))
            return f"{who} completes {name}" + (f": {does}" if does != POWERS["none"] else "")
        case "LegionsGained":
            return f"{who} gains {_legions(told['legions'])}"
        case "LegionRemoved":
            place = told["from"]
            on = f"{WORDS[place['category']]} of {_name(place['objective'], table)}"
            return f"{who} loses a legion on {on}"
        case "ObjectiveLost":
            return f"{who} loses control of {name}"
        case "TileMoved":
            return f"{who} has the {told['tile']} tile"
        case "ColourTileTaken":
            return f"{who} takes the tile for {TILES[told['tile']]}, {_worth(told['tile'], table)}"
        case "NumberTileClaimed":
            worth = _worth(f"number_{told['tile_for']}", table)
            return f"{who} holds the tile for {told['tile_for']} objectives, {worth}"
        case "CrierChanged":
            return f"{who} is the crier now"
    return ""


def _worth(tile: str, table: Table) -> str:
    """The points of a colour or number tile."""
    rewards = table.files["objectives.json"]["rewards"]
    points = [t["points"] for t in (*rewards["colour"], *rewards["number"]) if t["id"] == tile]
    return f"{points[0]} points" if points else "?"
