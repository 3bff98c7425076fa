"""Whole matches through the second verifier: outcomes, verdicts, refusals, damage."""

from __future__ import annotations

import base64
import json
import re
import sys
from collections.abc import Callable
from typing import Any

import pytest
from independent_data import DATA, ROOT, match, received, vectors

import verify_independent
from independent import endorse, files
from independent.chance import Stream, words
from independent.errors import RefusedError
from independent.events import Kind, parse
from independent.report import Report, judge, posted

# Derived from the stored files with the protocol's reference implementation, outside this
# repository: seeds by step, and the cards that were public at the end by (deck, position).
OUTCOMES: dict[str, dict[str, Any]] = {
    "two": {
        "match": "baa730f28604b6a11482fb2a55a8597402e7dbd6a3c5d3935884aefb97af7b65",
        "events": 46,
        "step": 11,
        "seeds": {
            1: "724ee9980a09b6a623e4cd6e686ef397512437183fe5963856221b179478a632",
            6: "c96d8a5a52824b836d324eb54b0966e24a202afa39c80daa95823fddf6debd17",
        },
        "below": [313174915, 1075872085],
        "cards": {(0, 0): 3, (0, 3): 0, (0, 1): 2, (0, 4): 1, (0, 2): 4},
        "choices": [(0, 4), (1, 4), (0, 9), (1, 9)],
    },
    "three": {
        "match": "ffb10eb2ccef017044bb271602e3591ec09dda1699be932ba3254064265be3af",
        "events": 48,
        "step": 6,
        "seeds": {1: "69faffec765a357fc3204cfbe7a535ca23bb24a6c5d8b77bf9b6bbbe2d3156f9"},
        "below": [857470973],
        "cards": {(0, 0): 1, (0, 4): 5, (0, 3): 0, (0, 2): 3, (0, 1): 2},
        "choices": [(0, 4), (1, 4), (2, 4)],
    },
    "dealer": {
        "match": "a9e8277adc819bdf96d43e780940c9a0227a2f4a26fc38cb1c7ab3ca39e62931",
        "events": 38,
        "step": 6,
        "seeds": {1: "f7bbef6206ebf60a87d4765d63b04d1748811e5d218860d4d3d98223b8596e84"},
        "below": [112085898],
        "cards": {(0, 0): 3, (0, 3): 1, (0, 2): 0, (0, 1): 2},
        "choices": [(0, 4), (1, 4)],
    },
}
# Faults that only somebody with the rules can see, or can name by its right code.
RULES_CODES = {"E_ILLEGAL", "E_NOW", "E_EARLY", "E_STEP", "E_SEAT", "E_VOTE"}


def refusal(data: bytes) -> str:
    try:
        received(data)
    except RefusedError as refused:
        return refused.code
    return "ok"


def rebuilt(name: str, change: Callable[[list[list[bytes]]], Any]) -> bytes:
    """A stored match with its envelopes changed."""
    envelopes = [[e.raw, e.sig] for e in files.read(match(name))]
    change(envelopes)
    return files.write(parse(raw, sig) for raw, sig in envelopes)


@pytest.mark.parametrize("name", OUTCOMES)
def test_stored_matches_come_to_the_reference_outcomes(name: str) -> None:
    report, want = judge(received(match(name))), OUTCOMES[name]
    main = report.main
    assert main.charter.match.hex() == want["match"]
    assert len(report.log.events) == want["events"]
    assert main.step == want["step"]
    assert {step: seed.hex() for step, _, seed in main.rolls} == want["seeds"]
    assert all(branch == [] for _, branch, _ in main.rolls)
    cards = {o.place: o.value for o in main.openings if o.what == "card"}
    assert cards == want["cards"]
    assert [o.place for o in main.openings if o.what == "choice"] == want["choices"]
    assert (report.faults, report.desync, report.superseded, report.forks) == ([], [], [], [])
    assert (main.unchecked, report.missing(), main.void) == ([], [], "")
    assert report.fine
    assert posted(report.log) is not None


@pytest.mark.parametrize("name", OUTCOMES)
def test_seeds_stand_for_the_reference_numbers(name: str) -> None:
    rolls = judge(received(match(name))).main.rolls
    got = [Stream(words(seed)).below(1 << 31) for _, _, seed in rolls]
    assert got == OUTCOMES[name]["below"]


def test_the_prescribed_shuffle_is_missing_until_the_audit() -> None:
    log = received(match("dealer"))
    audit = next(e for e in log.events if e.kind is Kind.AUDIT and e.body[1])
    before = [e for e in log.events if not (e.knows(audit) or e is audit)]
    report = judge(received(files.write(before)))
    assert report.fine
    assert report.missing() == ["deck 0, step 0"]


def test_every_beginning_of_a_match_is_fine() -> None:
    events = files.read(match("two"))
    log = received(match("two"))
    for last in log.events:
        past = [e for e in log.events if last.knows(e) or e is last]
        report = judge(received(files.write(past)))
        assert report.fine, last.index
    assert len(events) == len(log.events)


def test_files_are_united_in_any_order() -> None:
    log = received(match("three"))
    heads = [e for e in log.events if e.kind is Kind.POST]
    pieces = [files.write(e for e in log.events if head.knows(e) or e is head) for head in heads]
    united = received(*reversed(pieces))
    assert files.write(united.events) == match("three")


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("F_MAGIC", lambda d: b"\x89PNG" + d[4:]),
        ("F_CODEC", lambda d: d[:-1]),
        ("F_CODEC", lambda d: d + b"\0"),
        ("F_SHAPE", lambda d: d[:8] + b"\x92\x02" + d[10:]),
        ("F_EMPTY", lambda d: d[:8] + b"\x92\x01\x90"),
        ("E_SIGNATURE", lambda d: d[:-1] + bytes([d[-1] ^ 1])),
        ("F_SIZE", lambda d: d + bytes(1 << 26)),
    ],
)
def test_damaged_bytes_are_refused(code: str, change: Callable[[bytes], bytes]) -> None:
    assert refusal(change(match("two"))) == code


def without(place: int) -> Callable[[list[list[bytes]]], Any]:
    return lambda envelopes: envelopes.pop(place)


def foreign(envelopes: list[list[bytes]]) -> None:
    other = files.read(match("three"))[1]
    envelopes.append([other.raw, other.sig])


def swapped_signatures(envelopes: list[list[bytes]]) -> None:
    envelopes[9][1] = envelopes[8][1]


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("E_MATCH", without(0)),
        ("E_PARENTS", without(5)),
        ("E_MATCH", lambda v: v.insert(0, v.pop())),
        ("E_PARENTS", lambda v: v.insert(1, v.pop())),
        ("F_ORDER", lambda v: v.append(v[3])),
        ("E_SIGNATURE", swapped_signatures),
        ("E_MATCH", foreign),
    ],
)
def test_spliced_files_are_refused(code: str, change: Callable[[list[list[bytes]]], Any]) -> None:
    assert refusal(rebuilt("two", change)) == code


def verdicts(group: str) -> list[tuple[dict[str, Any], Report | str]]:
    """Each judged case of a group: its vector, and our report or our refusal's code."""
    out: list[tuple[dict[str, Any], Report | str]] = []
    for case in vectors(group):
        if case["op"] == "file.judge":
            try:
                data = [base64.b64decode(f) for f in case["in"]["files"]]
                out.append((case, judge(received(*data))))
            except RefusedError as refused:
                out.append((case, refused.code))
    return out


@pytest.mark.parametrize("group", ["matches", "chaos"])
def test_verdicts_agree_where_no_rules_are_needed(group: str) -> None:
    judged = verdicts(group)
    for case, got in judged:
        if isinstance(got, str):
            assert got == case.get("error"), case["id"]
            continue
        want = case["out"]
        for place, code in want["faults"]:
            if code not in RULES_CODES:
                assert (place, code) in got.faults, case["id"]
        blamed = {place for place, _ in want["faults"]}
        assert {place for place, _ in got.faults} <= blamed, case["id"]
        assert got.superseded == want["superseded"], case["id"]
        assert want["epoch"] - len(got.main.branch) in (0, 1), case["id"]
    assert len(judged) >= 14


# The positions that later shuffles took, by the reference implementation: step -> positions.
LATER_SHUFFLES = {
    "scenarios-125-substitute-plays-on": {13: [3, 4, 2]},
    "scenarios-257-skip-cleared": {18: [3, 4, 5], 34: [6, 7, 8]},
    "scenarios-316-dealer-shuffles-on-a-branch": {18: [2, 3, 4]},
}


def scenario(name: str) -> files.Log:
    case = next(c for c in vectors("scenarios") if c["id"] == name)
    return received(*(base64.b64decode(f) for f in case["in"]["files"]))


@pytest.mark.parametrize("name", LATER_SHUFFLES)
def test_later_shuffles_are_told_by_their_proofs(name: str) -> None:
    report = judge(scenario(name))
    taken = {(0, p) for positions in LATER_SHUFFLES[name].values() for p in positions}
    assert report.main.decks.spent == taken
    assert report.main.unchecked == []
    assert report.fine


@pytest.mark.parametrize("name", LATER_SHUFFLES)
def test_positions_of_a_shuffle_may_be_given(name: str) -> None:
    log = scenario(name)
    right = {(step, 0): positions for step, positions in LATER_SHUFFLES[name].items()}
    assert judge(log, right).main.unchecked == []
    wrong = {place: positions[::-1] for place, positions in right.items()}
    report = judge(log, wrong)
    told = [text for text in report.main.unchecked if "for the rules" in text]
    assert len(told) == len(right)
    assert report.main.rolls == judge(log).main.rolls


def test_endorsements_are_checked() -> None:
    cases = {c["id"]: c for c in vectors("scenarios") if "endors" in c["id"]}
    assert len(cases) >= 4
    for name, case in cases.items():
        report = judge(received(*(base64.b64decode(f) for f in case["in"]["files"])))
        assert [list(fault) for fault in report.faults] == case["out"]["faults"], name
        assert report.main.unchecked == [], name


def test_endorsements_are_not_checked_without_the_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    case = next(c for c in vectors("scenarios") if "endors" in c["id"] and not c["out"]["faults"])
    log = received(*(base64.b64decode(f) for f in case["in"]["files"]))
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric.mldsa", None)
    endorse.endorsed.cache_clear()
    report = judge(log)
    endorse.endorsed.cache_clear()
    assert report.fine
    assert any("it needs `cryptography`" in text for text in report.main.unchecked)


def test_every_code_is_in_the_format_document() -> None:
    code = re.compile(r'"([CFAHEX]_[A-Z0-9]+)"')
    sources = (ROOT / "scripts" / "independent").rglob("*.py")
    used = {c for path in sources for c in code.findall(path.read_text())}
    document = (ROOT / "turns" / "FORMAT.md").read_text()
    section = document[document.index("## P17") : document.index("## P18")]
    stated = set(re.findall(r"`([CFAHEX]_[A-Z0-9]+)`", section))
    assert used == stated
    assert set(re.findall(r"`([CFAHEX]_[A-Z0-9]+)`", document)) == stated


def test_refusals_agree_but_for_the_configuration() -> None:
    refused = [c for c in vectors("scenarios") if c["op"] == "file.judge" and "error" in c]
    for case in refused:
        codes = [refusal_of(case)]
        # The configuration is the rules' business (P14): without them the file is accepted.
        assert codes == [case["error"]] or (codes, case["error"]) == (["ok"], "H_CONFIG")
    assert len(refused) > 40


def refusal_of(case: dict[str, Any]) -> str:
    try:
        received(*(base64.b64decode(f) for f in case["in"]["files"]))
    except RefusedError as refused:
        return refused.code
    return "ok"


def test_fork_proofs_agree() -> None:
    cases = [c for g in ("matches", "scenarios") for c in vectors(g) if c["op"] == "fork.verify"]
    for case in cases:
        try:
            got: Any = {"out": list(files.convicted(base64.b64decode(case["in"]["file"])))}
        except RefusedError as refused:
            got = {"error": refused.code}
        assert got == {k: case[k] for k in ("out", "error") if k in case}, case["id"]
    assert len(cases) == 37


# -- the command ---------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = verify_independent.main(list(arguments))
    return status, capsys.readouterr().out


def test_command_reports_a_match_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "--json", "--words", "2", str(DATA / "two.referee"))
    document = json.loads(out)
    assert status == 0
    assert document["match"] == OUTCOMES["two"]["match"]
    assert (document["events"], document["signatures"]) == (46, 46)
    assert [r["step"] for r in document["rolls"]] == [1, 6]
    # 2**31 divides 2**32, so the first number below it is the first word's low 31 bits.
    lows = [r["words"][0] % (1 << 31) for r in document["rolls"]]
    assert lows == OUTCOMES["two"]["below"]
    assert document["faults"] == []
    assert document["verified"] is True


def test_readme_names_every_key_of_the_document() -> None:
    readme = (ROOT / "turns" / "README.md").read_text()
    table = readme[readme.index("| key | value |") : readme.index("A refused file")]
    rows = [line.split("|")[1] for line in table.splitlines()[2:] if line.startswith("|")]
    named = {key for row in rows for key in re.findall(r"`(\w+)`", row)}
    assert named == set(judge(received(match("three"))).document())


def test_command_reads_armor_and_keeps_matches_apart(
    capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    mail = tmp_path / "mail.txt"
    mail.write_text("> Hello\n" + files.armor(match("two")) + files.armor(match("dealer")))
    status, out = run(capsys, "--json", str(mail), str(DATA / "three.referee"))
    got = [json.loads(line)["match"] for line in out.splitlines()]
    assert status == 0
    assert got == [OUTCOMES[name]["match"] for name in ("two", "dealer", "three")]


def test_command_refuses_damage(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    bad = tmp_path / "bad.referee"
    bad.write_bytes(match("two")[:-1])
    status, out = run(capsys, "--json", str(bad), str(DATA / "two.referee"))
    documents = [json.loads(line) for line in out.splitlines()]
    assert status == 3
    assert [d["verified"] for d in documents] == [True, False]
    assert documents[1]["refused"] == "F_CODEC"
    status, out = run(capsys, str(bad))
    assert status == 3
    assert "refused, F_CODEC" in out


def test_command_names_a_missing_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert verify_independent.main(["no-such-file.referee"]) == 1
    assert "no-such-file.referee" in capsys.readouterr().err


def test_command_tells_faults(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    case = next(c for c in vectors("matches") if c["id"].endswith("two-part-other-step"))
    path = tmp_path / "fault.referee"
    path.write_bytes(base64.b64decode(case["in"]["files"][0]))
    status, out = run(capsys, str(path))
    place, code = case["out"]["faults"][0]
    assert status == 3
    assert f"fault {code}: event {place}" in out
    assert out.rstrip().endswith("NOT VERIFIED")


def test_command_shows_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "--words", "4", str(DATA / "three.referee"))
    assert status == 0
    assert "step 1: roll, branch [], seed 69faffec765a357f" in out
    assert len(out.split("words ")[1].splitlines()[0].split()) == 4


def test_command_wants_a_shuffle_in_its_form(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        verify_independent.main(["--shuffle", "9=1", str(DATA / "two.referee")])
    assert stopped.value.code == 2
    assert "STEP:DECK=POS" in capsys.readouterr().err


def test_command_says_whether_it_played_by_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    matches = ROOT / "turns" / "matches"
    status, out = run(capsys, str(matches / "pig-2-dealerless-goal.referee"))
    assert (status, "every move checked by the rules\nresult {" in out) == (0, True)
    status, out = run(capsys, str(DATA / "two.referee"))
    assert (status, "not checked: the rules of the game\n" in out) == (0, True)
