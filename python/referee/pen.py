"""A member's pen for one match: what may be signed now, and how it reaches the disk (P21)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from referee import duties, wire
from referee.errors import IllegalActionError, MatchError
from referee.keys import Identity, Keyring
from referee.log import EventLog
from referee.meta import Draft
from referee.model import Body, Kind, encode_body
from referee.store import Store, now

Json = Any

Unlock = Callable[[str], bytes]
"""Asked for the passphrase of an identity by its name, when a secret is first needed."""


class Pen:
    """Base of :class:`referee.match.Match`: everything that signs goes through here.

    An event is prepared on the newest log, signed, written to the journal, and only then seen.
    ``clock`` gives what own events claim as their time. ``orders`` are standing orders: they answer
    a decision without asking the person, or give None.
    """

    def __init__(self, store: Store, keyring: Keyring, unlock: Unlock | None = None) -> None:
        """The identity is unlocked when it is first needed."""
        self._store = store
        self._keyring = keyring
        self._unlock = unlock
        self._identity: Identity | None = None
        self.clock: Callable[[], int] = now
        self.orders: duties.Orders | None = None

    def close(self) -> None:
        """Brings the plain archive ``match.referee`` up to date. Nothing is lost without it."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def log(self) -> EventLog:
        """All events and what they come to."""
        return self._store.log

    @property
    def member(self) -> int | None:
        """Your member number, or None for a spectator."""
        return self._store.meta.member

    @property
    def behind(self) -> bool:
        """Whether this folder is older than what you signed: it signs nothing (P21)."""
        return self._store.behind

    @property
    def asks(self) -> bool:
        """Whether the next signature needs a passphrase that has not been asked for yet."""
        waiting = self.member is not None and self._identity is None
        return waiting and self._keyring.is_locked(self._store.meta.identity)

    def _own(self) -> int:
        if self.member is None:
            raise MatchError("match.spectator", "you only look on at this match")
        return self.member

    def _secret(self) -> Identity:
        if self._identity is None:
            self._own()
            self._identity = self._keyring.unlock(self._store.meta.identity, self._unlock)
        return self._identity

    def _root_if_needed(self) -> bytes | None:
        """The own secret where hidden cards make it necessary: not in an open match."""
        if self.member is None or len(self.log.charter.keys) < 2:
            return None
        with self._secret().root() as root:
            return bytes(root)

    def _asked_after(self, draft: list[Json]) -> Json:
        """What the core asks after a draft. Raises MatchError ``match.draft``: it is not legal."""
        try:
            return self.log.core.decision(self._own(), self._root_if_needed(), draft)
        except IllegalActionError as error:
            raise MatchError(
                "match.draft",
                f"the draft does not fit the rules ({error})",
                "`referee undo` takes back what does not fit",
            ) from None

    def _may_sign(self) -> bool:
        """Whether signing without asking is possible: a member, not behind, key at hand."""
        if self.member is None or self.behind:
            return False
        if self._identity is None and self._keyring.is_locked(self._store.meta.identity):
            return self._unlock is not None
        return True

    def _sign(self, kind: Kind, body: bytes) -> None:
        """Signs one event and puts it on disk, then into the log. The lock is held."""
        self._store.check_signing()
        raw = self.log.core.prepare(self._own(), kind, body, self.clock())
        self._store.add_own(raw, self._secret().sign(raw))

    def _sign_draft(self) -> None:
        draft = self._store.draft(self.log.verdict)
        if not draft.actions:
            return
        asked = self._asked_after([])
        if asked is None:
            # It was signed, and the process ended before the draft was removed.
            self._store.sign_off_draft()
            return
        if self._doubt() == "fork":
            return  # it stays a draft until the others have settled which version counts
        self._asked_after(draft.actions)  # whoever edits its file may write anything
        self._sign_answer(asked["seat"], draft)
        self._store.sign_off_draft()

    def _sign_answer(self, seat: int, draft: Draft) -> None:
        """Signs actions of a seat; what a seal hides is kept first. The lock is held."""
        with self._secret().root() as root:
            kind, body = self.log.core.answer_body(self._own(), bytes(root), seat, draft.actions)
        if kind == Kind.SEAL:
            self._store.keep_sealed(draft.step, draft.actions)
        self._sign(Kind(kind), body)

    def answer_nothing(self) -> None:
        """Signs an empty answer to a sealed question, where the rules take one (Purple's commit).

        Nobody sees that it is empty before it is opened. There is no draft of it, so it cannot be
        undone. Raises IllegalActionError, MatchError ``match.not_asked``, ``match.drafted``.
        """
        with self._store.locked():
            verdict = self.log.verdict
            if self._store.draft(verdict).actions:
                raise MatchError("match.drafted", "there is a draft", "`referee undo` it first")
            asked = self.log.core.decision(self._own(), self._root_if_needed(), [])
            if asked is None:
                raise MatchError("match.not_asked", "nothing is asked of you now")
            if self._doubt() == "fork":
                raise MatchError("match.forked", "two versions of an event are not settled yet")
            self._sign_answer(asked["seat"], Draft.at(verdict, []))
            self._answer()

    def _doubt(self) -> str:
        """What keeps parts, votes and decisions back: at most for the grace period (P21)."""
        with self._secret().root() as root:
            doubt = self.log.core.doubt(self._own(), bytes(root))
        since = self._store.doubted_since(doubt, self.clock())
        patient = doubt is not None and self.clock() < since + self.log.charter.grace
        return doubt[0] if doubt is not None and patient else ""

    def _answer(self) -> None:
        """Signs what is owed and needs no person, until nothing is owed."""
        duties.answer(
            self.log,
            self._own(),
            self._secret(),
            self._store,
            self._sign,
            self.orders,
            self._doubt,
        )

    def _state(self, kind: Kind, body: Body, twice: str = "") -> None:
        """Signs a statement that is no move, if it would not be the author's own fault.

        ``twice`` says what is true of this statement if it comes too often (``E_TWICE``).
        """
        with self._store.locked():
            self._rehearse(kind, body, twice)
            self._sign(kind, encode_body(body))

    def _rehearse(self, kind: Kind, body: Body, twice: str = "") -> None:
        """Raises MatchError ``match.not_now`` if the event would be its author's fault."""
        self._store.check_signing()
        member = self._own()
        raw = self.log.core.prepare(member, kind, encode_body(body), self.clock())
        code = self.log.core.rehearse(raw)
        if code != "ok":
            why = f"the protocol does not allow this now ({code})"
            hint = (code == "E_TWICE" and twice) or wire.hint(code)
            raise MatchError("match.not_now", why, hint)
