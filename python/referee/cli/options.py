"""The actions of a decision, numbered, with what follows from each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.cli.common import table_of
from referee.render.cells import wrapped

if TYPE_CHECKING:
    from referee.advice import Advice
    from referee.match import Decision, Match

Json = Any


def option_lines(match: Match, decision: Decision) -> list[str]:
    """The decision as lines of at most 80 columns; a card's effect is told once."""
    from referee.render import option

    table, view = table_of(match, decision.seat), match.view(decision.seat)
    odds = match.odds()
    sealed = ", sealed" if decision.question == "seal" else ""
    kind = decision.kind.replace("_", " ")
    lines = [f"{kind} ({decision.rule}{sealed})"]
    for chosen, asked in zip(decision.drafted, match.kinds(decision.drafted), strict=True):
        lines.append(f"   drafted: {option(chosen, asked, view, None, table)[0]}")
    width, said = len(str(len(decision.legal))), ("", "")
    for number, legal in enumerate(decision.legal, 1):
        words, follows = option(legal, decision.kind, view, odds, table)
        effect = (legal.get("card", ""), follows)
        text = f"{words} | {follows}" if follows and effect != said else words
        said = effect if effect[0] else ("", "")
        lines += wrapped(text, first=f"  {number:>{width}}  ", later=" " * (width + 6))
    return lines


def taken_back(match: Match, taken: Json) -> str:
    """An action that the draft has lost, in the words of the decision that asks for it again."""
    from referee.render import option

    decision = match.decision()
    if decision is None or taken not in decision.legal:
        return "taken back: something that was not legal"
    table, view = table_of(match, decision.seat), match.view(decision.seat)
    return f"taken back: {option(taken, decision.kind, view, None, table)[0]}"


def advice_lines(match: Match, decision: Decision, advice: Advice) -> list[str]:
    """What a bot would choose, in the words of the decision."""
    from referee.render import option

    if advice.number is None:
        chosen = "add nothing more" if decision.drafted else "answer nothing"
        return [f"the bot {advice.bot} would {chosen}"]
    table, view = table_of(match, decision.seat), match.view(decision.seat)
    words, _ = option(advice.action, decision.kind, view, match.odds(), table)
    text = f"the bot {advice.bot} would choose {advice.number}: {words}"
    return wrapped(text, later="    ")
