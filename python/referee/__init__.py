"""Referee: board games by mail that check themselves.

>>> import referee as rf
>>> report = rf.verify("finale.referee")  # doctest: +SKIP

Names are loaded when they are used: ``import referee`` itself loads nothing.
"""

TYPE_CHECKING = False  # typing's own costs more to load than all the rest of this file
if TYPE_CHECKING:
    from referee import transport
    from referee._core import (
        Playouts,
        Position,
        Record,
        __version__,
        check_set,
        games,
        install_set,
        playouts,
        replay,
    )
    from referee.errors import (
        CardSetError,
        ConfigError,
        FileRefusedError,
        IdentityError,
        IllegalActionError,
        MatchError,
        PositionError,
        RefereeError,
        StoreError,
        UnknownGameError,
        UsageError,
    )
    from referee.keys import Contact, Identity, Keyring
    from referee.log import EventLog
    from referee.match import Decision, Duty, Match, Received, Sent
    from referee.verify import Report, verify

_HOMES = {
    "_core": (
        "Playouts",
        "Position",
        "Record",
        "__version__",
        "check_set",
        "games",
        "install_set",
        "playouts",
        "replay",
    ),
    "errors": (
        "CardSetError",
        "ConfigError",
        "FileRefusedError",
        "IdentityError",
        "IllegalActionError",
        "MatchError",
        "PositionError",
        "RefereeError",
        "StoreError",
        "UnknownGameError",
        "UsageError",
    ),
    "keys": ("Contact", "Identity", "Keyring"),
    "log": ("EventLog",),
    "match": ("Decision", "Duty", "Match", "Received", "Sent"),
    "verify": ("Report", "verify"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "CardSetError",
    "ConfigError",
    "Contact",
    "Decision",
    "Duty",
    "EventLog",
    "FileRefusedError",
    "Identity",
    "IdentityError",
    "IllegalActionError",
    "Keyring",
    "Match",
    "MatchError",
    "Playouts",
    "Position",
    "PositionError",
    "Received",
    "Record",
    "RefereeError",
    "Report",
    "Sent",
    "StoreError",
    "UnknownGameError",
    "UsageError",
    "__version__",
    "check_set",
    "games",
    "install_set",
    "playouts",
    "replay",
    "transport",
    "verify",
]


def __getattr__(name: str) -> object:
    if name == "transport":
        return __import__("referee.transport", fromlist=[name])
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'referee' has no attribute {name!r}")
    value: object = getattr(__import__(f"referee.{home}", fromlist=[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
