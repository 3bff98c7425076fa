"""Piles of cards or pieces: multisets by id, without entries of zero."""

from __future__ import annotations

Pile = dict[str, int]


def add(pile: Pile, kind: str) -> None:
    """Put one into a pile."""
    pile[kind] = pile.get(kind, 0) + 1


def take(pile: Pile, kind: str) -> None:
    """Take one out of a pile that holds it."""
    pile[kind] -= 1
    if not pile[kind]:
        del pile[kind]


def pour(source: Pile, target: Pile) -> None:
    """Put all of one pile into another."""
    for kind, count in source.items():
        target[kind] = target.get(kind, 0) + count
    source.clear()


def size(pile: Pile) -> int:
    """How many there are."""
    return sum(pile.values())
