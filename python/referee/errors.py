"""The closed family of errors.

Every error of the package derives from :class:`RefereeError` and carries a ``code`` from a closed
list, the rule number where a rule speaks, what is true in one lower-case clause, and a hint where
there is something to do. Programs look at ``code``; people read ``str(error)``.
"""

from __future__ import annotations


class RefereeError(Exception):
    """Base of the family.

    Attributes:
        code: a stable word. Protocol refusals carry the codes of protocol P17 (``E_SIGNATURE``),
            everything else a lower-case word with its family in front (``store.locked``).
        why: what is true, one lower-case clause.
        hint: what to do about it, or ``""``.
        rule: rule number with its game (``augustus:3.5``), or ``""``.
        step: step of the match it speaks of, or ``None``.
        seat: seat it speaks of, or ``None``.

    """

    def __init__(
        self,
        code: str,
        why: str,
        hint: str = "",
        *,
        rule: str = "",
        step: int | None = None,
        seat: int | None = None,
    ) -> None:
        super().__init__(code, why)
        self.code = code
        self.why = why
        self.hint = hint
        self.rule = rule
        self.step = step
        self.seat = seat

    def __str__(self) -> str:
        text = f"{self.rule or self.code}: {self.why}"
        return f"{text}; hint: {self.hint}" if self.hint else text


class IllegalActionError(RefereeError):
    """The rules refuse an action or an outcome (code ``E_ILLEGAL``).

    ``rule`` is the number with its game, ``why`` the interface's reason where it has one
    (``stock_empty``).
    """

    def __init__(self, rule: str, why: str, hint: str = "", *, seat: int | None = None) -> None:
        super().__init__("E_ILLEGAL", why, hint, rule=rule, seat=seat)

    def __str__(self) -> str:
        return super().__str__().replace("_", " ")


class PositionError(RefereeError):
    """A position document is not one a game accepts. ``check`` is the interface's error word."""

    def __init__(self, check: str, hint: str = "") -> None:
        super().__init__("position", f"the position is refused by the check {check}", hint)
        self.check = check


class ConfigError(RefereeError):
    """A configuration is not one a game accepts. ``check`` is the interface's error word.

    ``why`` names the key where a single one is to blame.
    """

    def __init__(self, check: str, hint: str = "", *, why: str = "") -> None:
        super().__init__(
            "config",
            why or f"the configuration is refused by the check {check}",
            hint or "the game takes other options or other seats",
        )
        self.check = check


class UnknownGameError(RefereeError):
    """No game of this id is installed (code ``game.unknown``)."""

    def __init__(self, game: str) -> None:
        super().__init__("game.unknown", f"there is no game called {game!r}", "see `referee games`")


class FileRefusedError(RefereeError):
    """A file, an armored text or an event is refused; nothing of it was kept (protocol P15–P17).

    ``code`` is one of the ``C_ F_ A_ H_ E_`` codes; ``event`` is the place of the event in the
    file that shows it (0 is the first), or ``None``.
    """

    def __init__(self, code: str, why: str, hint: str = "", *, event: int | None = None) -> None:
        super().__init__(code, why, hint)
        self.event = event


class CardSetError(RefereeError):
    """A card set is not installed, or its files have mistakes (codes ``set.…``)."""


class IdentityError(RefereeError):
    """An identity, contact or passphrase is missing or wrong (codes ``key.…``)."""


class StoreError(RefereeError):
    """A match folder cannot be used as it is (codes ``store.…``)."""


class MatchError(RefereeError):
    """The match does not allow this now (codes ``match.…``): nothing to decide, no draft, …"""


class UsageError(RefereeError):
    """A command is not one the program understands (codes ``usage.…``)."""
