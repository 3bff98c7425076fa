"""What a member states on the record beside the play: giving up, voting, coming back, notes."""

from __future__ import annotations

from referee import wire
from referee.errors import MatchError
from referee.model import Back, Endorse, Kind, Note, Resign, Takeover, Vote, encode_body
from referee.pen import Pen


class Statements(Pen):
    """Whoever may sign says it in events of its own, at once and for all to see."""

    def resign(self) -> None:
        """Gives up the seat you play, on the record and for all to see (RESIGN, P19.5).

        Raises MatchError ``match.not_now`` after your answer to the question that is open: what is
        answered stands, and the seat can be given up when the next one comes.
        """
        self._state(
            Kind.RESIGN, Resign(), twice="your answer here is signed; resign at the next question"
        )

    def vote(self, seat: int) -> None:
        """States that ``seat`` (at a shuffle: the member) keeps the match waiting (VOTE, P19.5).

        Raises MatchError with the protocol's code in ``why`` if it would be your own fault now:
        too early, nobody waits for that seat, said already. Raises ``match.doubt`` while two
        versions of another member's event are known and neither is settled.
        """
        with self._store.locked():
            with self._secret().root() as root:
                doubt = self.log.core.doubt(self._own(), bytes(root))
            players = self.log.verdict.players
            forker = doubt[1] if doubt is not None and doubt[0] == "fork" else None
            if self._doubt() == "fork" and forker not in players[seat : seat + 1]:
                raise MatchError(
                    "match.doubt",
                    "two versions of an event are known and neither is settled",
                    "pass everything on with `send --whole` and wait for the others",
                )
            self._state(Kind.VOTE, Vote(seat))

    def takeover(self, seat: int) -> None:
        """Plays an absent seat from now on: a reserve, or its original player who returns."""
        self._state(Kind.TAKEOVER, Takeover(seat))

    def back(self, step: int) -> None:
        """Consents to go back to ``step``; it happens when all who have to have consented."""
        self._state(Kind.BACK, Back(step))

    def note(self, text: str) -> None:
        """Writes something to everybody: at most 4096 bytes, forms no part of the play."""
        wire.check_text(text, limit=4096, what="note")
        with self._store.locked():
            self._sign(Kind.NOTE, encode_body(Note(text)))

    def endorse(self) -> None:
        """Signs everything so far for the long term with ML-DSA-65 (P20).

        Raises MatchError ``match.no_pq`` if your JOIN named no such key.
        """
        with self._store.locked():
            secret = self._secret()
            if not secret.pq_key():
                raise MatchError(
                    "match.no_pq",
                    "this identity has no long-term key",
                    "`referee key new NAME --long-term` makes one that has, for the next match",
                )
            signature = secret.endorse(self.log.core.endorse_message())
            self._rehearse(Kind.ENDORSE, Endorse(signature))
            self._sign(Kind.ENDORSE, encode_body(Endorse(signature)))
