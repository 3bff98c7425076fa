"""The Wars of Marcus Aurelius in words, 80 columns, without colour."""

from referee.render.marcus.board import board
from referee.render.marcus.options import explain, odds, option
from referee.render.marcus.words import action, change, outcome, result

__all__ = ["action", "board", "change", "explain", "odds", "option", "outcome", "result"]
