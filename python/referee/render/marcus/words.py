"""Actions, changes, dice and results of marcus in words."""

from __future__ import annotations

from typing import Any, Final

from referee.render.marcus.facts import EXTRA, card, card_name, counted, name, names, place
from referee.render.table import Table

Json = Any


def action(chosen: Json, view: Json, table: Table) -> str:
    """An action in a few words."""
    verb = chosen["do"]
    if verb == "event":
        return _event(chosen, table)
    if verb in _WITH_CARD and "card" in chosen:
        kept = ", from Meditations" if chosen.get("from") == "meditations" else ""
        return f"{_WITH_CARD[verb]} {card_name(chosen['card'], table)}{kept}"
    if verb in _SIMPLE and len(chosen) == 1:
        return _SIMPLE[verb]
    return _on_the_map(chosen, verb)


_WITH_CARD: Final = {
    "pay": "pay with",
    "discard": "discard",
    "prevent": "prevent it with",
    "commit": "commit, +1 to this roll:",
    "save": "save",
    "play": "play",
    "first": "put on top",
}
_SIMPLE: Final = {
    "done": "done",
    "draw": "draw the Barbarian card",
    "pin": "the fort holds the army back and takes a hit",
    "let": "let the card go to the Surge Spaces",
    "endure": "endure it",
    "cards": "discard cards",
    "legion": "lose a legion",
    "pay": "pay",
    "refuse": "refuse",
    "imperium": "choose Imperium",
    "end": "end the Roman Phase",
    "roll": "roll the dice",
    "accept": "let the roll stand",
    "fort": "the fort takes a hit instead of a legion",
    "attack": "attack once more",
    "stop": "stop here",
    "pass": "pass",
    "fall": "let Marcus fall",
}


def _on_the_map(chosen: Json, verb: str) -> str:
    match chosen:
        case {"do": "attack", "target": target}:
            return f"attack {_the(target)}"
        case {"do": "fleet", "fleet": fleet}:
            return f"place the {fleet} fleet"
        case {"do": "place_legions", "box": box, "count": count}:
            return f"place {counted(count, 'legion')}: {place(box)}"
        case {"do": "place_leader", "leader": leader, "box": box}:
            return f"place {name(leader)}: {place(box)}"
        case {"do": "build", "zones": zones}:
            return f"build {counted(len(zones), 'fort')}: {names(zones)}"
        case {"do": "upgrade", "zone": where}:
            return f"improve a fort against the {name(where)}"
        case {"do": "transfer_leader", "from": source, "to": to}:
            return f"move the leader from {place(source)} to {place(to)}"
        case {"do": "transfer", "boxes": boxes}:
            return f"move troops by fleet between {names(boxes)}"
        case {"do": "send", "to": to}:
            return f"send troops {to} (two cards)"
        case {"do": "send_legions", "from": source, "count": count}:
            return f"send {counted(count, 'legion')} from {place(source)}"
        case {"do": "send_leader", "from": source}:
            return f"send the leader from {place(source)}"
        case {"do": "quell", "box": box}:
            return f"end the mutiny: {place(box)}"
        case {"do": "move_legion", "from": source, "to": to}:
            return f"move a legion from {place(source)} to {place(to)}"
        case {"do": "recover", "box": box}:
            return f"a legion comes back: {place(box)}"
        case {"do": "choose"}:
            return f"choose {name(chosen.get('box') or chosen.get('tribe'))}"
    return verb.replace("_", " ")


def told(chosen: Json, kind: str, view: Json, table: Table) -> str:
    """An action in the list of a decision, where its kind says more than its verb."""
    match kind, chosen["do"]:
        case "roman", "attack":
            return f"attack {_target(chosen['target'], view, table)}"
        case (("roman" | "scandal" | "alexander"), "imperium"):
            return "gain 1 Imperium" if kind == "roman" else "lose Imperium"
        case "pin", "pass":
            return "let the army pass the fort"
        case "redeploy", "done":
            pool = view["pool"]
            left = [counted(pool["legions"], "legion")] if pool["legions"] else []
            left += map(name, pool["leaders"])
            return "done" + (f"; {', '.join(left)} to Recovery" if left else "")
    return action(chosen, view, table)


def _target(target: str, view: Json, table: Table) -> str:
    if target in view["off_map"]:
        conflict = view["off_map"][target]["conflict"]
        return f"{card_name(conflict, table)} ({target})" if conflict else target
    return _the(target)


def _the(target: str) -> str:
    return f"{'' if target in ('west', 'east') else 'the '}{place(target)}"


def _event(chosen: Json, table: Table) -> str:
    extra = []
    for key in ("target", "where", "zone", "box"):
        if key in chosen:
            extra.append(place(chosen[key]))
    if "boxes" in chosen:
        extra.append(names(chosen["boxes"]))
    if "choice" in chosen:
        extra.append({"imperium": "for Imperium"}.get(chosen["choice"], f"to {chosen['choice']}"))
    kept = ["from Meditations"] if chosen["from"] == "meditations" else []
    what = ", ".join([*extra, *kept])
    return f"play {card_name(chosen['card'], table)}" + (f": {what}" if what else "")


def outcome(request: Json, came: Json, table: Table) -> str:
    """A die; drawn cards are told by the changes."""
    if request["kind"] != "die":
        return ""
    match request["for"]:
        case "battle_roman" | "duel_roman":
            return f"the Romans roll {came}"
        case "battle_barbarian" | "duel_barbarian":
            return f"the Barbarians roll {came}"
        case "oathbreaker":
            return f"Oathbreaker check of the {name(request['tribe'])}: {came}"
        case purpose:
            return f"{purpose} of fort {request['space']} ({name(request['zone'])}): {came}"


def result(over: Json, table: Table) -> str:
    """How it ended, and the score."""
    years = "years left" if over["outcome"] == "win" else "years completed"
    return (
        f"{_ENDS.get(over['reason'], over['reason'])}: {over['outcome'].upper()}, "
        f"score {over['score']}\n"
        f"  {years} {over['years']}, history {over['history']}, Imperium {over['imperium']}, "
        f"tribes surrendered {over['surrendered']}"
    )


_ENDS: Final = {
    "all_tribes_surrendered": "All tribes have surrendered",
    "time_ran_out": "Time has run out",
    "usurped": "Marcus is usurped",
    "rome_entered": "The Marcomanni enter Rome",
}


def change(done: Json, table: Table) -> str:
    """What the rules did, where actions and dice do not tell it."""
    match done["change"]:
        case "roman_card":
            return _roman_card(done, table)
        case "barbarian_card":
            return _barbarian_card(done, table)
        case "battle" | "battle_ended" | "draws_left" | "phase" | "imperium_bonus":
            return _battle(done.get("battle"))
        case "legions_moved" | "leader_moved":
            return _moved(done)
        case "tribe_moved" | "tribe_turned" | "tribe_surrendered" | "tribe_revolted" | "truce":
            return _tribe(done)
        case "roman_cards" | "barbarian_cards":
            return _pile(done)
        case told if told in _MARKS:
            return _marks(done)
    return ""


def _roman_card(done: Json, table: Table) -> str:
    called = card_name(done["card"], table)
    match done["from"], done["to"]:
        case "deck", "hand":
            return f"drawn: {called}"
        case "discard" | "hand" | "meditations", "history":
            return f"{called} goes to the History pile"
    return ""


def _barbarian_card(done: Json, table: Table) -> str:
    called = card_name(done["card"], table)
    match done["from"], done["to"]:
        case (("deck" | "top"), "current"):
            effect = card(done["card"], table)["effect"]
            return f"Barbarian card {called}: {effect}"
        case (("deck" | "top"), "looked"):
            return f"seen: {called}"
        case _, "surge":
            return f"the card {called} goes to a Surge Space"
        case _, ("west" | "east") as where:
            return f"conflict {where}: {called}"
        case ("west" | "east") as where, _:
            return f"the conflict {where} ends: {called}"
        case "current", "discard" | "history":
            return ""
    return ""


def _battle(battle: Json) -> str:
    if not battle or battle["roman_total"] is None:
        return ""
    return f"{battle['roman_total']} against {battle['barbarian_total']}"


def _moved(done: Json) -> str:
    """Moves that no action names: losses, and what goes to Recovery."""
    if done["to"] != "recovery" or done["from"] == "pool":
        return ""
    if done["change"] == "leader_moved":
        return f"{name(done['leader'])} goes to Recovery"
    return f"{counted(done['count'], 'legion')} from {place(done['from'])} to Recovery"


def _tribe(done: Json) -> str:
    who = f"the {name(done['tribe'])}"
    match done["change"]:
        case "tribe_moved":
            return f"{who} are in space {done['space']} now"
        case "tribe_turned":
            return f"{who} turn {'Bold' if done['bold'] else 'Demoralized'}"
        case "tribe_surrendered":
            return f"{who} SURRENDER"
        case "tribe_revolted":
            return f"{who} REVOLT"
    return f"the truce with {who} {'begins' if done['on'] else 'ends'}"


def _pile(done: Json) -> str:
    match done["from"], done["to"]:
        case "discard", "deck":
            whose = "Roman" if done["change"] == "roman_cards" else "Barbarian"
            return f"the {whose} discards are shuffled into the deck"
        case "surge", "discard":
            return "the Surge Spaces are empty again"
    return ""


_MARKS: Final = {
    "year": "Year {year}",
    "round": "{Round}",
    "imperium": "Imperium is {to} now",
    "quadi_peace_ended": "the peace with the Quadi is over",
    "legion_raised": "{legion_name}: {to_name}",
    "mutiny": "{zone_name}: a mutiny {on_ends}",
    "marcus_turned": "Marcus turns {side}",
    "fort": "fort {space} ({zone_name}): level {level}",
    "fleet_placed": "the {fleet} fleet is there",
    "second_meditation_opened": "two cards can be saved from now on",
    "omens": "omens: {value:+}",
    "auxilia": "Auxilia: {auxiliaries}",
}


def _marks(done: Json) -> str:
    marker = done.get("box")
    words = {
        **done,
        "Round": name(done.get("round", "")),
        "legion_name": EXTRA.get(done.get("legion", ""), ""),
        "to_name": place(str(done.get("to", ""))),
        "zone_name": name(done.get("zone", "")),
        "on_ends": "begins" if done.get("on") else "ends",
        "side": "Bold" if done.get("bold") else "Demoralized",
        "auxiliaries": f"+{done.get('side')} in {name(marker)}" if marker else "gone",
    }
    return _MARKS[done["change"]].format_map(words)
