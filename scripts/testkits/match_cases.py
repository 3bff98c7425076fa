"""P19: whole matches of the toy game and what is said about their events."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator

from .case import Case
from .vectors import one

# ending of the vector's id, name, section
MATCHES = [
    ("two-complete", "two_players", "P19"),
    ("three-complete", "three_players", "P19"),
    ("dealer-complete", "dealer", "P10"),
    ("two-last-post-dropped", "not_posted", "P15"),
    ("two-illegal", "action_illegal", "P18"),
    ("two-spaced-json", "payload_not_canonical", "P2"),
    ("two-wrong-step", "step_complete", "P19"),
    ("two-wrong-part", "part_wrong", "P7"),
    ("two-part-other-step", "part_of_another_step", "P9"),
    ("two-part-short", "part_short", "P19"),
    ("two-part-empty", "part_empty", "P19"),
    ("two-premature-part", "part_premature", "P19"),
    ("two-open-other", "open_another_choice", "P12"),
    ("two-open-nonce", "open_another_nonce", "P12"),
    ("two-seal-for-action", "seal_for_action", "P19"),
    ("two-digest-action", "digest_wrong", "P19"),
    ("two-draw-proof", "draw_proof", "P11"),
    ("two-draw-foreign", "draw_foreign", "P11"),
    ("two-shuffle-card", "shuffle_card_changed", "P10"),
    ("two-shuffle-proof", "shuffle_proof_changed", "P10"),
    ("two-reveal-rho", "reveal_another_number", "P11"),
    ("two-reveal-twice", "reveal_twice", "P11"),
    ("dealer-audit-part", "audit_part", "P10"),
]


def matches() -> Iterator[Case]:
    """Verdicts: place of the event in canonical order and code."""
    for ending, label, rule in MATCHES:
        case = one("matches", ending)
        data = base64.b64decode(case["in"]["files"][0])
        verdict = case["out"]
        codes = sorted({code for _, code in verdict["faults"]})
        expect = codes[0] if codes else "desync" if verdict["desync"] else "ok"
        shown = {k: verdict[k] for k in ("phase", "step", "faults", "desync", "posted")}
        extra = {"game": "toy", "verdict": json.dumps(shown, sort_keys=True)}
        about = f"a match of the toy game: {label.replace('_', ' ')}"
        yield Case(f"match_{label}", "match", expect, rule, about, data, extra)
