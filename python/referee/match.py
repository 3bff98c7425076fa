"""A match as people and programs hold it.

>>> import referee as rf
>>> m = rf.Match.open("games/k7qd")  # doctest: +SKIP
>>> m.waiting_for  # doctest: +SKIP
[Duty(member=1, name='ben', seat=1, kind='seal', rule='augustus:3.5', since=1764480000, …)]
>>> d = m.decision()  # doctest: +SKIP
>>> m.act(d.legal[3])  # doctest: +SKIP
>>> m.send(rf.transport.Folder("~/Dropbox/augustus"))  # doctest: +SKIP

What a person chooses is a *draft* first: unsigned, on disk, undone by :meth:`Match.undo`. It is
signed by :meth:`Match.commit`, which :meth:`Match.send` calls. Everything signed is on disk before
it is shown to anybody. Two processes may hold one match: every call that writes takes the folder's
lock and first takes in what the other wrote.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from referee import advice, charter, disk, duties, wire
from referee.duties import Duty
from referee.errors import FileRefusedError, MatchError
from referee.exchange import Decision, Received, Refused, Sent, Transport, moved_on
from referee.keys import Contact, Keyring, fresh
from referee.log import CharterInfo, EventInfo, EventLog, Verdict
from referee.meta import Draft, Meta
from referee.model import Kind, Post, encode_body
from referee.pen import Unlock
from referee.statements import Statements
from referee.store import Store, now

Json = Any


class Match(Statements):
    """One sitting of a game, in a folder, seen by one member or by a spectator."""

    # -- coming to a match

    @classmethod
    def create(
        cls,
        folder: str | Path,
        game: str,
        config: dict[str, Json] | None = None,
        *,
        identity: str | None = None,
        players: Sequence[Contact | str],
        keepers: Sequence[Contact | str] = (),
        reserves: Sequence[Contact | str] = (),
        mode: str | None = None,
        threshold: int | None = None,
        position: Json = None,
        card_set: str | None = None,
        grace: int = charter.GRACE,
        take_back: bool = False,
        keyring: Keyring | None = None,
        unlock: Unlock | None = None,
    ) -> Match:
        """Invites to a match: signs PROPOSE and the host's own JOIN; :meth:`send` passes it on.

        Members are contact cards, or names of own identities or stored contacts. ``players`` sit
        clockwise from seat 0. ``identity`` (default: the default one) must be a player or keeper.
        ``mode`` is one of :data:`referee.charter.MODES`, by default what the keepers suggest.
        ``grace`` is in seconds. Raises ConfigError, PositionError, MatchError ``match.charter``,
        IdentityError, StoreError ``store.exists``.
        """
        keyring = keyring or Keyring()
        own = keyring.name(identity)
        people = [[keyring.person(who) for who in group] for group in (players, keepers, reserves)]
        body = charter.propose(
            game,
            config or {},
            players=people[0],
            keepers=people[1],
            reserves=people[2],
            mode=mode,
            threshold=threshold,
            position=position,
            card_set=card_set,
            grace=grace,
            take_back=take_back,
            nonce=fresh(),
        )
        keys = [bytes(member.identity) for member in body.members]
        card = keyring.card(own)
        if card.identity not in keys:
            raise MatchError(
                "match.charter",
                f"{card.name} is not among the members",
                "name your own identity as a player or keeper",
            )
        member = keys.index(card.identity)
        log = EventLog()
        secret = keyring.unlock(own, unlock)
        raw = log.core.propose(member, encode_body(body), now())
        envelope = (raw, secret.sign(raw))
        log.append(*envelope)
        meta = Meta(identity=own, member=member)
        store = Store.create(folder, log, meta, keyring.marks, signed=True)
        match = cls(store, keyring, unlock)
        match._identity = secret
        match.accept()
        return match

    @classmethod
    def take(
        cls,
        folder: str | Path,
        source: str | Path | bytes,
        *,
        identity: str | None = None,
        keyring: Keyring | None = None,
        unlock: Unlock | None = None,
    ) -> Match:
        """Makes a folder for the match of a whole file. Signs nothing; a stranger may do it too.

        ``identity`` is by default the own one that the charter names; without one you are a
        spectator. Raises FileRefusedError, StoreError ``store.exists``, MatchError
        ``match.not_member`` if ``identity`` is given and not in the charter.
        """
        keyring = keyring or Keyring()
        log = cls.peek(disk.find_files(source))
        own = keyring.find(log.charter.members, identity)
        if identity is not None and own is None:
            raise MatchError("match.not_member", "the charter does not name this identity")
        member = None if own is None else log.member_of(keyring.card(own).identity)
        store = Store.create(folder, log, Meta(identity=own or "", member=member), keyring.marks)
        return cls(store, keyring, unlock)

    @staticmethod
    def peek(files: Sequence[wire.Found]) -> EventLog:
        """The log of files, all of which are of one match. Raises FileRefusedError."""
        log = EventLog()
        _, refused = log.receive_all(files)
        if refused:
            raise refused[0][1]
        return log

    @classmethod
    def join(
        cls,
        folder: str | Path,
        source: str | Path | bytes,
        *,
        identity: str | None = None,
        keyring: Keyring | None = None,
        unlock: Unlock | None = None,
    ) -> Match:
        """:meth:`take` and :meth:`accept` in one."""
        match = cls.take(folder, source, identity=identity, keyring=keyring, unlock=unlock)
        match.accept()
        return match

    @classmethod
    def open(
        cls,
        folder: str | Path,
        *,
        keyring: Keyring | None = None,
        unlock: Unlock | None = None,
    ) -> Match:
        """Opens a match folder and verifies everything in it.

        ``unlock`` is asked for a passphrase only when something has to be signed or an own hidden
        card is looked at. Raises StoreError ``store.missing``, ``store.damaged``.
        """
        keyring = keyring or Keyring()
        store = Store.open(folder, keyring.marks)
        if store.meta.member is None:
            # A spectator's folder, or a bare archive that somebody put into a folder.
            own = keyring.find(store.log.charter.members)
            member = None if own is None else store.log.member_of(keyring.card(own).identity)
            if own is not None and member is not None:
                store.adopt(own, member)
        return cls(store, keyring, unlock)

    def __repr__(self) -> str:
        return f"Match({str(self.folder)!r}, {self.log.charter.game}, member={self.member})"

    # -- looking

    @property
    def folder(self) -> Path:
        """Where the match is on disk."""
        return self._store.folder

    @property
    def charter(self) -> CharterInfo:
        """What the match was agreed to be, with whom you have to trust (``.trust``)."""
        return self.log.charter

    @property
    def seat(self) -> int | None:
        """The seat you play now, or None."""
        if self.member is None:
            return None
        players = self.report().players
        return players.index(self.member) if self.member in players else None

    @property
    def waiting_for(self) -> list[Duty]:
        """Whom the match waits for, for what, since when; the same for everybody who looks."""
        return duties.waiting(self.log)

    @property
    def unsent(self) -> int:
        """How many own events no transport has carried yet."""
        return self._store.unsent()

    def report(self) -> Verdict:
        """The verdict on all events (P19). Pure: the same for everybody with the same events."""
        return self.log.verdict

    def events(self) -> list[EventInfo]:
        """All events in canonical order."""
        return self.log.events()

    def history(self) -> list[dict[str, Json]]:
        """The match step by step, for the journal (see the core's ``Log.history``)."""
        return self.log.core.history()

    def document(self) -> Json:
        """The public document of the step the match stands at (P18)."""
        return self.log.core.document()

    def view(self, seat: int | None = None, *, drafted: bool = True) -> Json:
        """The game's view of a seat: with own hidden cards for your own, else of the public.

        ``drafted``: as it will be after the own draft, where that is yours to know.
        """
        if self.member is None or seat is None or seat != self.seat:
            return self.log.core.view(seat, None, None)
        root = self._root_if_needed()
        draft = self.draft
        if drafted and draft:
            return self.log.core.preview(self.member, root, draft)
        return self.log.core.view(seat, self.member, root)

    def odds(self) -> Json:
        """The exact chances that the position offers after the draft, as the game describes them.

        For marcus ``{"attacks": […], "battle": …}``; None for games that compute none, or when
        you play no seat.
        """
        if self.member is None or self.seat is None:
            return None
        return self.log.core.odds(self.member, self._root_if_needed(), self.draft)

    def advise(self, bot: str = "") -> advice.Advice:
        """What a bot would choose now, by what you may see (see :func:`referee.advice.advise`)."""
        return advice.advise(self.log, self._own(), self._root_if_needed(), self.draft, bot)

    # -- deciding

    @property
    def draft(self) -> list[Json]:
        """Your chosen actions that are not signed yet, in order."""
        return self._store.draft(self.report()).actions

    def decision(self) -> Decision | None:
        """What you have to decide now, after your draft; None if nothing is asked of you.

        Raises MatchError ``match.draft`` if the draft is not legal.
        """
        if self.member is None:
            return None
        draft = self.draft
        answer = self._asked_after(draft)
        if answer is None:
            return None
        return msgspec.convert({**answer, "drafted": draft}, Decision)

    def kinds(self, drafted: list[Json]) -> list[str]:
        """For each of these actions the kind of the decision that it answers."""
        return [str(self._asked_after(drafted[:place])["kind"]) for place in range(len(drafted))]

    def act(self, action: Json, *, asked: Decision | None = None) -> None:
        """Adds an action to the draft. ``asked`` is the decision it answers, as the person saw it.

        Raises IllegalActionError, MatchError ``match.not_asked``; ``match.moved_on`` if something
        else is asked now, for another process has answered.
        """
        with self._store.locked():
            decision = self._asked()
            if asked is not None and asked != decision:
                raise moved_on()
            if action not in decision.legal:
                self.why(action)
            actions = duties.forced(
                self.log, self._own(), self._root_if_needed(), [*self.draft, action]
            )
            self._store.save_draft(Draft.at(self.report(), actions))

    def undo(self) -> Json:
        """Takes the last chosen action of the draft back and returns it.

        Actions that had no alternative and followed it go too. A draft that is not legal, for
        somebody has edited it, is taken back to where it is. Raises MatchError ``match.no_draft``:
        what is signed can be taken back only by consent (:meth:`back`).
        """
        with self._store.locked():
            draft = self.draft
            if not draft:
                raise MatchError(
                    "match.no_draft", "there is no draft to take back", "see `referee back`"
                )
            root = self._root_if_needed()
            keep = duties.last_choice(self.log, self._own(), root, draft)
            self._store.save_draft(Draft.at(self.report(), draft[:keep]))
            return draft[keep]

    def why(self, action: Json) -> None:
        """Raises IllegalActionError with rule and reason if ``action`` is not legal now."""
        if self.member is None:
            raise MatchError("match.spectator", "you only look on at this match")
        self.log.core.why(self.member, self._root_if_needed(), self.draft, action)

    # -- signing

    def accept(self) -> None:
        """Signs JOIN, after comparing the own entry in the charter with what you hold (P21).

        Raises MatchError ``match.charter`` (an entry that is not yours), ``match.joined``.
        """
        with self._store.locked():
            member, secret = self._own(), self._secret()
            charter.check_entry(self.charter, member, secret.card)
            if self.charter.members[member].role == "reserve":
                raise MatchError("match.reserve", "a reserve accepts nothing until a seat is free")
            if self.log.has_signed(member, Kind.JOIN):
                raise MatchError("match.joined", "you have accepted this match already")
            with secret.root() as root:
                body = self.log.core.join_body(member, bytes(root), fresh(), secret.pq_key())
            self._sign(Kind.JOIN, body)
            self._answer()

    def commit(self, draft: list[Json] | None = None) -> int:
        """Signs the draft and everything that needs no person; how many events that were.

        After this the draft can be taken back only by consent. While two versions of an event are
        known and neither is settled the draft stays one, at most for the grace period (P21).
        ``draft`` is what the person saw of it: MatchError ``match.moved_on`` if it is another now,
        ``match.draft`` if it is not legal; nothing is signed then.
        """
        with self._store.locked():
            if draft is not None and draft != self.draft:
                raise moved_on()
            before = len(self.log)
            self._sign_draft()
            self._answer()
            return len(self.log) - before

    def send(self, transport: Transport | None = None, *, whole: bool = False) -> Sent:
        """Signs what is to be signed, closes it with a POST, and passes the file on.

        ``whole``: for strangers, substitutes and whoever lost something. Without a transport the
        caller passes ``Sent.data`` or ``Sent.text`` on and calls :meth:`mark_sent`.
        """
        with self._store.locked():
            if self.member is not None:
                self._store.check_signing()
                self.commit()
                if duties.owes_post(self.log, self.member):
                    self._sign(Kind.POST, encode_body(Post()))
            sent = self._outgoing(whole)
            self._store.mark_leaving()
        if transport is not None:
            transport.deliver(sent)
            self.mark_sent(transport.target)
        return sent

    def mark_sent(self, target: str) -> None:
        """Notes that all events of now went to ``target``."""
        with self._store.locked():
            self._store.mark_sent(target)

    def receive(
        self,
        *sources: str | Path | bytes,
        transport: Transport | None = None,
        answer: bool = True,
    ) -> Received:
        """Takes in files: paths, patterns (``inbox/*.referee``), armored text, mails, bytes.

        Order and repetition do not matter. What needs no person is answered at once unless
        ``answer`` is false. A file that is refused leaves everything as it was and is named in the
        result; without a transport FileRefusedError is raised if there is nothing but such.
        """
        files = [file for source in sources for file in disk.find_files(source)]
        unread: list[tuple[str, FileRefusedError]] = []
        for name, data in transport.collect() if transport is not None else ():
            try:
                files += wire.find_in(name, data)
            except FileRefusedError as error:  # somebody's shopping list in the shared folder
                unread.append((name, error))
        with self._store.locked():
            draft = self.draft
            taken, refused = self._take_in(files)
            refused = unread + refused
            lost = [] if self.draft == draft else draft
            signed = 0
            if answer and taken and self._may_sign():
                before = len(self.log)
                self._answer()
                signed = len(self.log) - before
        if refused and not taken and len(refused) == len(files) and transport is None:
            raise refused[0][1]
        return Received(
            new=taken,
            files=len(files),
            refused=[Refused(name, error.code, str(error)) for name, error in refused],
            signed=signed,
            lost=lost,
            next=self.waiting_for,
        )

    # -- inner workings

    def _asked(self) -> Decision:
        self._own()
        decision = self.decision()
        if decision is None:
            raise MatchError(
                "match.not_asked", "nothing is asked of you now", "see `referee status`"
            )
        return decision

    def _take_in(
        self, files: Sequence[wire.Found]
    ) -> tuple[int, list[tuple[str, FileRefusedError]]]:
        return self.log.receive_all(files, self._store.add_file)

    def _outgoing(self, whole: bool) -> Sent:
        readers = [] if whole else self.log.readers(self.member)
        data = self.log.file(readers)
        name, subject = self.log.names(self.member, data)
        return Sent(
            name=name,
            data=data,
            events=wire.count_events(data),
            readers=readers,
            subject=subject,
        )


__all__ = [
    "Decision",
    "Duty",
    "Match",
    "Received",
    "Refused",
    "Sent",
    "Transport",
]
