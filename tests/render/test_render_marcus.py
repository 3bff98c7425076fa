"""Marcus in words: every form of an action, what follows from it, long lines of the board."""

from __future__ import annotations

from typing import Any

import referee as rf
from referee.render import Table, action, board, explain, option

Json = Any


def beginning() -> tuple[Json, Table]:
    """The view and the table of a campaign that has not begun."""
    return rf.Position.new("marcus", {}).view(0), Table("marcus", ["Ada"], 0)


FORMS: Json = {
    "deploy": [
        {"do": "place_legions", "box": "quadi", "count": 2},
        {"do": "place_leader", "leader": "marcus", "box": "quadi"},
        {"do": "done"},
    ],
    "redeploy": [{"do": "place_legions", "box": "west", "count": 1}, {"do": "done"}],
    "before_draw": [{"do": "event", "card": "r_lectisternium", "from": "hand"}, {"do": "draw"}],
    "pin": [{"do": "pin"}, {"do": "pass"}],
    "surge": [
        {"do": "let"},
        {"do": "prevent", "card": "r_action", "from": "hand"},
        {"do": "event", "card": "r_divide", "from": "meditations"},
    ],
    "raid": [{"do": "discard", "card": "r_action", "from": "meditations"}],
    "plague": [{"do": "event", "card": "r_galen", "from": "hand"}, {"do": "endure"}],
    "choose_army": [{"do": "choose", "box": "west"}],
    "scandal": [{"do": "imperium"}, {"do": "cards"}],
    "alexander": [{"do": "imperium"}, {"do": "legion"}],
    "donative": [{"do": "pay"}, {"do": "refuse"}],
    "choose_tribe": [{"do": "choose", "tribe": "quadi"}],
    "upkeep": [{"do": "discard", "card": "r_rain", "from": "hand"}],
    "roman": [
        {"do": "attack", "target": "quadi"},
        {"do": "attack", "target": "east"},
        {"do": "imperium"},
        {"do": "build", "zones": ["quadi", "iazyges"]},
        {"do": "build", "zones": ["quadi"]},
        {"do": "upgrade", "zone": "iazyges"},
        {"do": "transfer_leader", "from": "quadi", "to": "iazyges"},
        {"do": "fleet", "fleet": "upper"},
        {"do": "transfer", "boxes": ["marcomanni", "quadi", "iazyges"]},
        {"do": "send", "to": "west"},
        {"do": "quell", "box": "quadi"},
        {"do": "end"},
        {"do": "event", "card": "r_auction", "from": "hand"},
        {"do": "event", "card": "r_commodus", "from": "hand", "choice": "imperium"},
        *[
            {"do": "event", "card": card, "from": "hand", **more}
            for card, more in (
                ("r_commodus", {"choice": "conflict", "where": "west"}),
                ("r_treaty", {"where": "east"}),
                ("r_truce", {"target": "iazyges"}),
                ("r_maximus", {"target": "west"}),
                ("r_reputation", {"choice": "demoralize", "target": "quadi"}),
                ("r_pertinax", {"box": "recovery"}),
                ("r_marcomannia", {"zone": "quadi"}),
                ("r_forced_march", {"boxes": ["quadi", "iazyges"]}),
            )
        ],
    ],
    "pay": [{"do": "pay", "card": "r_ambush", "from": "meditations"}],
    "battle": [{"do": "event", "card": "r_ambush", "from": "hand"}, {"do": "roll"}],
    "reserve": [
        {"do": "commit", "card": "r_action", "from": "hand"},
        {"do": "event", "card": "r_tactical", "from": "hand"},
        {"do": "accept"},
    ],
    "won": [{"do": "event", "card": "r_rout", "from": "hand"}, {"do": "pass"}],
    "lost": [{"do": "legion"}, {"do": "fort"}],
    "press_on": [{"do": "attack"}, {"do": "stop"}],
    "send": [
        {"do": "send_legions", "from": "quadi", "count": 2},
        {"do": "send_leader", "from": "quadi"},
        {"do": "done"},
    ],
    "vexillationes": [{"do": "move_legion", "from": "recovery", "to": "quadi"}, {"do": "done"}],
    "recover": [{"do": "recover", "box": "quadi"}, {"do": "done"}],
    "informants_discard": [{"do": "discard", "card": "b_plague"}],
    "informants_order": [{"do": "first", "card": "b_plague"}],
    "hand_limit": [{"do": "discard", "card": "r_action", "from": "hand"}],
    "save": [{"do": "save", "card": "r_action", "from": "hand"}, {"do": "done"}],
    "rescue": [{"do": "play", "card": "r_auction"}, {"do": "fall"}],
}
"""Every form an action can have (interface 5), by the kinds of decisions that ask for it."""


def test_every_action_has_words() -> None:
    """What a decision may list; within one, no two actions read the same."""
    view, table = beginning()
    view["armies"]["quadi"]["leader"] = "marcus"
    for kind, actions in FORMS.items():
        listed = [option(chosen, kind, view, None, table)[0] for chosen in actions]
        assert len(set(listed)) == len(listed), kind
        drafted = [action(chosen, view, table) for chosen in actions]
        assert all("_" not in text and "None" not in text for text in listed + drafted), kind
        about = explain(kind, actions, view, table)
        assert all(len(line) <= 80 for line in about.splitlines())
    donative = [option(chosen, "donative", view, None, table) for chosen in FORMS["donative"]]
    assert donative == [
        ("pay", "discard two Roman cards"),
        ("refuse", "a mutiny in every army box with legions"),
    ]


def test_what_is_not_placed_goes_to_recovery() -> None:
    """Rule 6.4, legions and leaders."""
    view, table = beginning()

    def done(legions: int, *leaders: str) -> str:
        view["pool"] = {"legions": legions, "leaders": list(leaders)}
        return option({"do": "done"}, "redeploy", view, None, table)[0]

    assert done(0) == "done"
    assert done(1) == "done; 1 legion to Recovery"
    assert done(3, "marcus", "pertinax") == "done; 3 legions, Marcus, Pertinax to Recovery"
    assert done(0, "pompeianus") == "done; Pompeianus to Recovery"


def test_actions_say_what_they_lead_to() -> None:
    """Forts, fleets and leaders of the Roman Phase: rules 8.4.1, 8.5.1, 8.7.1 and 8.6.1."""
    view, table = beginning()
    view["forts"]["quadi"] = [0, 0, 1, 0]
    view["armies"]["quadi"]["leader"] = "marcus"
    view["armies"]["iazyges"]["leader"] = "pompeianus"
    view["hand"] = {"r_action": 7}

    def follows(**chosen: Json) -> str:
        return option(chosen, "roman", view, None, table)[1]

    assert follows(do="build", zones=["quadi", "quadi"]) == "in spaces 3 and 1"
    assert follows(do="build", zones=["marcomanni"]) == "in space 3"
    assert follows(do="upgrade", zone="quadi") == "the fort in space 2 becomes Level 2"
    assert follows(do="fleet", fleet="lower") == "troops may be moved between Quadi and Iazyges"
    swap = {"from": "quadi", "to": "iazyges"}
    assert follows(do="transfer_leader", **swap) == "Marcus goes, Pompeianus comes back"
    assert follows(do="end") == "2 cards over the hand limit must go"
    view["round"] = "winter"
    assert follows(do="end") == "Attrition and Housekeeping follow"


def test_long_names_in_the_surge_spaces_fit() -> None:
    view, table = beginning()
    view["surge"] = {"b_iazyges_cavalry": 3}
    lines = board(view, table).splitlines()
    assert lines[2:4] == [f"Surge {' '.join(['[Iazyges Cavalry]'] * 3)}", "Barbarian draws left 0"]
