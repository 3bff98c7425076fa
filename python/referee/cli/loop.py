"""``referee play`` without actions: a whole match from the keyboard, decision by decision.

What is chosen is a draft until it meets chance or somebody else: ``u`` takes it back up to there.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from referee.cli.common import counted, say, say_wrapped, table_of, tell
from referee.cli.keys import ENTER, ask
from referee.cli.options import advice_lines, option_lines
from referee.errors import RefereeError

if TYPE_CHECKING:
    from referee.journal import Line
    from referee.match import Decision, Match
    from referee.transport import Folder

Json = Any

KEYS: Final = """\
a number   choose that action
u          take the last action of the draft back
s          show the board
j          the last lines of the journal
b          what a bot would choose, by what you see
?          what the decision is about, and its cards
q          leave; the draft is kept"""

LOOK_SECONDS: Final = 0.2
WAIT_SECONDS: Final = 60.0
"""How long an answer of others is waited for in a shared folder, and how often one looks."""


class Loop:
    """One person at one match. ``shared`` is the folder through which files go, if any."""

    def __init__(self, match: Match, shared: Path | None, *, wait: float = WAIT_SECONDS) -> None:
        self.match = match
        self.wait = wait
        self._told = match.report().step
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
            if decision is not None:
                going_on = self._decide(decision)
            elif match.draft:
                going_on = self._confirm()
            else:
                going_on = self._wait_for_others()
            if not going_on:
                return
        self._pass()
        tell("the match is over; `referee send --whole --to FILE` writes it for others to verify")

    # -- a decision

    def _decide(self, decision: Decision) -> bool:
        for line in option_lines(self.match, decision):
            say(line)
        answer = ask("> ", len(decision.legal), "usjb?q")
        if answer.isdecimal() and answer.isascii() and len(answer) < 6:
            number = int(answer)
            if 1 <= number <= len(decision.legal):
                self.match.act(decision.legal[number - 1])
            else:
                tell(f"a number from 1 to {len(decision.legal)}, or ? for help")
            return True
        return self._command(answer, decision)

    def _command(self, answer: str, decision: Decision | None) -> bool:
        match answer:
            case "q":
                return False
            case "u":
                self._undo()
            case "s":
                self._show()
            case "j":
                for line in self._story()[-20:]:
                    say_wrapped(line.text)
            case "b" if decision is not None:
                self._advise(decision)
            case _:
                self._help(decision)
        return True

    def _undo(self) -> None:
        from referee.render import action

        try:
            taken = self.match.undo()
        except RefereeError as error:
            tell(error.why)
            return
        seat = self.match.seat
        say(f"taken back: {action(taken, self.match.view(seat), table_of(self.match, seat))}")

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
        drafted = counted(len(self.match.draft), "action")
        answer = ask(f"{drafted} drafted. Enter: sign and go on; u: take back > ", 0, "usj?q")
        if answer != ENTER:
            return self._command(answer, None)
        self.match.commit()
        self._pass()
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
        names = ", ".join(dict.fromkeys(duty.name for duty in self.match.waiting_for)) or "nobody"
        if self._shared is None:
            tell(f"the match waits for {names}; `referee send` passes yours on")
            return False
        tell(f"waiting for {names}; Ctrl-C leaves")
        end = time.monotonic() + self.wait
        while time.monotonic() < end:
            self._pass()
            if self.match.decision() is not None or self.match.report().phase == "over":
                self._tell_news()
                return True
            time.sleep(LOOK_SECONDS)
        tell(f"{names} did not answer yet; `referee play` goes on later")
        return False

    # -- looking

    def _story(self) -> list[Line]:
        from referee.journal import story

        return story(self.match.log, table_of(self.match, self.match.seat))

    def _tell_news(self) -> None:
        """What happened since the last time, then the board."""
        for line in self._story():
            if line.step >= self._told and (line.seat is None or line.seat != self.match.seat):
                say_wrapped(line.text)
        self._told = self.match.report().step
        self._show()

    def _show(self) -> None:
        from referee.render import board

        if self.match.report().phase in ("play", "over"):
            seat = self.match.seat
            say(board(self.match.view(seat), table_of(self.match, seat)))
