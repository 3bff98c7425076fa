"""``referee play`` without actions: a whole match from the keyboard, decision by decision.

What is chosen is a draft until it meets chance or somebody else: ``u`` takes it back up to there.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from referee.cli.common import counted, paragraph, say, say_wrapped, table_of, tell
from referee.cli.keys import ENTER, ask
from referee.cli.options import advice_lines, option_lines, taken_back
from referee.errors import MatchError, RefereeError

if TYPE_CHECKING:
    from referee.journal import Line
    from referee.match import Decision, Match
    from referee.transport import Folder

Json = Any

KEYS: Final = """\
a number   choose that action; Enter ends one that could go on, like 1 of 12
Enter      what may be done, once more
u          take the last action of the draft back
s          show the board
j          the last lines of the journal
b          what a bot would choose, by what you see
?          what the decision is about, and its cards
q          leave; the draft is kept"""

REMINDER: Final = "keys: a number; u undo, s board, j journal, b a bot's advice, ? help, q leave"

LETTERS: Final = "usj?q"
ADVICE: Final = "b"
NOTHING: Final = "n"
"""Seals an empty answer, where the rules take one."""

LOOK_SECONDS: Final = 0.2
WAIT_SECONDS: Final = 60.0
"""How long an answer of others is waited for in a shared folder, and how often one looks."""


class Loop:
    """One person at one match. ``shared`` is the folder through which files go, if any."""

    def __init__(self, match: Match, shared: Path | None, *, wait: float = WAIT_SECONDS) -> None:
        self.match = match
        self.wait = wait
        self._told = match.report().step
        self._listed: tuple[int, str, int] | None = None
        self._reminded = False
        self._shared: Folder | None = None
        if shared is not None:
            from referee.transport import Folder

            self._shared = Folder(shared)

    def run(self) -> None:
        """Until the match is over, somebody else is awaited, or the person leaves."""
        match = self.match
        self._pass()
        self._show()
        while match.report().phase not in ("over", "void"):
            decision = match.decision()
            try:
                if decision is not None:
                    going_on = self._decide(decision)
                elif match.draft:
                    going_on = self._confirm()
                else:
                    going_on = self._wait_for_others()
            except MatchError as error:
                if error.code != "match.moved_on":
                    raise
                self._moved_on(error)
                continue
            if not going_on:
                return
        self._pass()
        self._tell_result()

    # -- a decision

    def _decide(self, decision: Decision) -> bool:
        self._list(decision)
        count = len(decision.legal)
        sealed = decision.question == "seal" and decision.more
        nothing = NOTHING if sealed and not decision.drafted else ""
        signs = ", Enter: sign and go on" if sealed and decision.drafted else ""
        answer = ask(f"{_numbers(count)}{signs} > ", count, LETTERS + ADVICE + nothing)
        if answer.isdecimal() and answer.isascii() and len(answer) < 6:
            number = int(answer)
            if 1 <= number <= count:
                self.match.act(decision.legal[number - 1], asked=decision)
            else:
                tell(f"a number from 1 to {count}, or ? for help")
            return True
        if answer == ENTER and signs:
            return self._sign(decision.drafted)
        if nothing and answer == nothing:
            self.match.answer_nothing()
            return self._passed_on()
        return self._command(answer, decision)

    def _list(self, decision: Decision) -> None:
        """What may be done, unless it was the last such list already."""
        listed = (decision.step, decision.kind, len(decision.drafted))
        if listed == self._listed:
            return
        if not self._reminded:
            tell(REMINDER)
        self._listed, self._reminded = listed, True
        for line in option_lines(self.match, decision):
            say(line)
        if decision.question == "seal" and decision.more and not decision.drafted:
            say(f"  {NOTHING:>{len(str(len(decision.legal)))}}  nothing: an empty answer is sealed")

    def _command(self, answer: str, decision: Decision | None) -> bool:
        match answer:
            case "q":
                return False
            case _ if answer == ENTER and decision is not None:
                self._listed = None
            case "u":
                self._undo()
            case "s":
                self._show()
            case "j":
                story = self._story()
                for line in story[-20:]:
                    say_wrapped(line.text)
                if not story:
                    tell("nothing has happened yet")
            case "b" if decision is not None:
                self._advise(decision)
            case _:
                self._help(decision)
        return True

    def _undo(self) -> None:
        try:
            taken = self.match.undo()
        except RefereeError as error:
            tell(error.why)
            return
        self._listed = None
        say(taken_back(self.match, taken))

    def _advise(self, decision: Decision) -> None:
        try:
            advice = self.match.advise()
        except RefereeError as error:
            tell(error.why)
            return
        for line in advice_lines(self.match, decision, advice):
            say(line)

    def _help(self, decision: Decision | None) -> None:
        from referee.render import explain

        if decision is not None:
            seat = decision.seat
            text = explain(
                decision.kind, decision.legal, self.match.view(seat), table_of(self.match, seat)
            )
            say(f"{decision.kind.replace('_', ' ')}: rule {decision.rule}")
            if text:
                say(text)
        tell(KEYS)

    def _confirm(self) -> bool:
        """The draft is complete: sign it, or take something back."""
        draft = self.match.draft
        drafted = counted(len(draft), "action")
        answer = ask(f"{drafted} drafted. Enter: sign and go on; u: take back > ", 0, LETTERS)
        return self._sign(draft) if answer == ENTER else self._command(answer, None)

    def _sign(self, draft: list[Json]) -> bool:
        self.match.commit(draft)
        return self._passed_on()

    def _moved_on(self, error: MatchError) -> None:
        """Nothing of what was answered counts: the answer was to something else."""
        tell(error.why)
        self._listed = None
        self._tell_news()

    def _passed_on(self) -> bool:
        """What was signed goes its way; what came of it is told, at once or with the answer."""
        self._pass()
        match = self.match
        if self._shared is None or match.decision() is not None or match.report().phase == "over":
            self._tell_news()
        return True

    # -- others

    def _pass(self) -> None:
        """Brings what is unsent to the shared folder and takes in what is there."""
        if self._shared is None:
            return
        self.match.receive(transport=self._shared)
        if self.match.unsent:
            self.match.send(self._shared)

    def _wait_for_others(self) -> bool:
        """Whether it is this person's turn again within the time one waits."""
        from referee.render import harmless

        asked = dict.fromkeys(harmless(duty.name, 20) for duty in self.match.waiting_for)
        names = ", ".join(asked) or "nobody"
        if self._shared is None:
            tell(paragraph(f"the match waits for {names}; `referee send` passes yours on"))
            return False
        tell(paragraph(f"waiting for {names}; Ctrl-C leaves"))
        end = time.monotonic() + self.wait
        while time.monotonic() < end:
            self._pass()
            if self.match.decision() is not None or self.match.report().phase == "over":
                self._tell_news()
                return True
            time.sleep(LOOK_SECONDS)
        tell(paragraph(f"{names} did not answer yet; `referee play` goes on later"))
        return False

    # -- looking

    def _story(self) -> list[Line]:
        from referee.journal import story

        return story(self.match.log, table_of(self.match, self.match.seat))

    def _tell_news(self) -> None:
        """What happened since the last time, then the board."""
        over = self._result()  # it is told last
        for line in self._story():
            theirs = line.seat is None or line.seat != self.match.seat
            if line.step >= self._told and theirs and line.text != over:
                say_wrapped(line.text)
        self._told = self.match.report().step
        self._show()

    def _show(self) -> None:
        from referee.render import board

        if self.match.report().phase in ("play", "over"):
            seat = self.match.seat
            say(board(self.match.view(seat), table_of(self.match, seat)))

    def _result(self) -> str:
        from referee.render import result

        over = self.match.report().result
        return "" if over is None else result(over, table_of(self.match, self.match.seat))

    def _tell_result(self) -> None:
        if text := self._result():
            say(text)
        tell("`referee send --whole --to FILE` writes the match for others to verify")


def _numbers(count: int) -> str:
    return "1" if count == 1 else f"1-{count}"
