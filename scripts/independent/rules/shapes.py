"""Shapes of JSON documents: which keys an object has, and what may stand under each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from ..errors import require
from .game import Json, same

Shape = Callable[[Json, str], None]
"""Refuses with `H_CONFIG` a value that does not fit; the text is the path it stands at."""


def fits(condition: object, path: str) -> None:
    """Refuse what stands at a path unless the condition holds."""
    require(condition, "H_CONFIG", f"{path}:")


def record(shapes: Mapping[str, Shape], name: str = "") -> Shape:
    """An object with exactly these keys; a document itself has no path, but may have a name."""

    def check(value: Json, path: str) -> None:
        fits(isinstance(value, dict) and value.keys() == shapes.keys(), path or name)
        for key, shape in shapes.items():
            shape(value[key], f"{path}.{key}" if path else key)

    return check


def each(keys: Iterable[str], shape: Shape) -> Shape:
    """An object with exactly these keys and the same shape under each."""
    return record(dict.fromkeys(keys, shape))


def row(shape: Shape, length: int | None = None) -> Shape:
    """A list, of this length if one is given, with the same shape at each place."""

    def check(value: Json, path: str) -> None:
        fits(isinstance(value, list) and length in (None, len(value)), path)
        for entry in value:
            shape(entry, path)

    return check


def whole(least: int, most: int | None = None) -> Shape:
    """An integer within bounds, which belong to them."""

    def check(value: Json, path: str) -> None:
        fits(type(value) is int and least <= value, path)
        fits(most is None or value <= most, path)

    return check


def ascending(least: int, most: int) -> Shape:
    """A list of integers within bounds, each greater than the one before it."""
    numbers = row(whole(least, most))

    def check(value: Json, path: str) -> None:
        numbers(value, path)
        fits(value == sorted(set(value)), path)

    return check


def flag(value: Json, path: str) -> None:
    """True or false."""
    fits(isinstance(value, bool), path)


def exactly(only: Json) -> Shape:
    """This value."""
    return lambda value, path: fits(same(value, only), path)


def completed(defaults: Json, document: Json) -> Shape:
    """An object that is this document, with these defaults for the keys that it leaves out."""

    def check(value: Json, path: str) -> None:
        fits(isinstance(value, dict) and same({**defaults, **value}, document), path)

    return check


def one_of(ids: Collection[str]) -> Shape:
    """One of these strings."""
    return lambda value, path: fits(isinstance(value, str) and value in ids, path)


def optional(shape: Shape) -> Shape:
    """Null or a shape."""
    return lambda value, path: None if value is None else shape(value, path)


def anything(value: Json, path: str) -> None:
    """What is judged elsewhere."""


def ordered(ids: Sequence[str]) -> Shape:
    """A list of some of these strings, each once, in their order."""

    def check(value: Json, path: str) -> None:
        fits(isinstance(value, list) and value == [name for name in ids if name in value], path)

    return check


def multiset(ids: Collection[str]) -> Shape:
    """An object from some of these strings to how often each is there, at least once."""
    count = whole(1)

    def check(value: Json, path: str) -> None:
        fits(isinstance(value, dict) and value.keys() <= set(ids), path)
        for number in value.values():
            count(number, path)

    return check
