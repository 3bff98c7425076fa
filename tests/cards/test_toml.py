"""The writer of TOML, and the lines of values, against the reader of the standard library."""

from __future__ import annotations

import tomllib

import pytest

from referee import toml


@pytest.mark.parametrize(
    "document",
    [
        {"a": 1, "b": True, "c": "", "d": [], "e": {}},
        {"text": 'say "so"\\ \n\t\r \x00\x1f\x7f é 漢   \U0001f600'},
        {"odd key": {"with.dot": {"": 1}}, "é": [{"x": []}, {"x": [1, 2]}]},
        {"list": [[1, 2], [3], []], "mixed": [1, "a", True, {"k": [1]}]},
        {"long": [f"item number {n}, of which there are many" for n in range(9)]},
        {"top": {"inner": {"deep": {"deeper": {"deepest": -5}}}}, "after": 2},
        {"cards": {"cards": [{"id": "a", "numbers": {"n": 1}}, {"id": "b"}], "late": 175}},
    ],
)
def test_what_is_written_reads_the_same(document: dict[str, object]) -> None:
    assert tomllib.loads(toml.write(document)) == document


def test_null_is_left_out() -> None:
    assert tomllib.loads(toml.write({"a": None, "b": {"c": None}})) == {"b": {}}


@pytest.mark.parametrize("value", [1.5, b"x", object()])
def test_what_no_card_set_holds_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        toml.write({"a": value})


EDITED = '''\
# a comment = 1
top = 1   # with [brackets]
"quoted key" = """
two lines"""

[cards]
a.b = { c = 1, d = [1, { e = 2 }] }

[[cards.list]]
id = 'x # no comment'
many = [
    1,  # one
    2,

    { deep = "]" },
]
[[cards.list]]
id = "y\\"]"
[cards.list.sub]
k = 2024-01-01
'''


def test_lines_of_a_text_that_people_edited() -> None:
    tomllib.loads(EDITED)
    found = toml.lines(EDITED)
    assert {path: found[path] for path in found if len(path) < 4} | {} == {
        ("top",): 2,
        ("quoted key",): 3,
        ("cards",): 6,
        ("cards", "a", "b"): 7,
        ("cards", "list"): 9,
        ("cards", "list", 0): 9,
        ("cards", "list", 1): 17,
    }
    deep = ("cards", "list", 0, "many", 2, "deep")
    assert found[deep] == 15
    assert found["cards", "list", 0, "many", 0] == 12
    assert found["cards", "list", 1, "sub", "k"] == 20
    assert found["cards", "a", "b", "d", 1, "e"] == 7


def test_a_missing_value_has_the_line_of_what_is_around_it() -> None:
    found = toml.lines(EDITED)
    assert toml.line_of(found, ("cards", "list", 1, "copies")) == 17
    assert toml.line_of(found, ("cards", "list", 0, "many", 2, "other")) == 15
    assert toml.line_of(found, ("elsewhere",)) == 1


@pytest.mark.parametrize(
    "text", ["", "[", "a", "a =", "[[x", 'a = "', "a = [1", "a = {b", "]", "=="]
)
def test_lines_of_no_toml_do_not_fail(text: str) -> None:
    toml.lines(text)


def test_nesting_is_followed_only_so_far() -> None:
    found = toml.lines("a = " + "[" * 5000 + "]" * 5000 + "\nb = 1\n")
    assert found["a",] == 1
    assert max(map(len, found)) < 50
