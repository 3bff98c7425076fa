"""Rise of Augustus, by spec/augustus/rules.md and interface.md: a module for each chapter.

The chapters are generators: each `yield` is a question of `questions`, and what is sent back is its
answer. `table` is the position between them, `game` holds both together, `wire` makes it a match.
`imports` judges where a match may begin.
"""

from .wire import begin

__all__ = ["begin"]
