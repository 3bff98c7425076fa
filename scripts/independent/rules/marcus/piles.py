"""Piles of cards: multisets by id, without entries of zero."""

from __future__ import annotations

Pile = dict[str, int]


def add(pile: Pile, card: str) -> None:
    """Put one card into a pile."""
    pile[card] = pile.get(card, 0) + 1


def take(pile: Pile, card: str) -> None:
    """Take one card out of a pile that holds it."""
    pile[card] -= 1
    if not pile[card]:
        del pile[card]


def pour(source: Pile, target: Pile) -> None:
    """Put all cards of one pile into another."""
    for card, count in source.items():
        target[card] = target.get(card, 0) + count
    source.clear()


def size(pile: Pile) -> int:
    """How many cards."""
    return sum(pile.values())
