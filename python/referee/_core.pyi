"""The Rust core. JSON values are plain dicts, lists, texts, integers, booleans and None."""

from collections.abc import Iterable, Sequence
from typing import Any, final

Json = Any

__version__: str

def games() -> list[dict[str, Json]]:
    """Every game: ``{"id", "version", "bots": [name…], "sets": [{"name", "hash"}…], "choices"}``.

    ``choices`` are the options of a configuration that are words: ``{option: [word…]}``.
    """

def install_set(game: str, name: str, files: dict[str, bytes]) -> bytes:
    """Installs a card set (file name to JSON text) for this process and returns its rules hash (P14).

    Raises CardSetError ``set.mistakes`` with every mistake in ``why``."""

def check_set(game: str, files: dict[str, bytes]) -> list[dict[str, Json]]:
    """Every mistake of a set: ``{"file", "path", "card", "why"}``; empty if the game accepts it."""

def set_files(game: str, name: str) -> dict[str, bytes]:
    """The data files of an installed set as canonical JSON. Raises CardSetError ``set.unknown``."""

@final
class Position:
    """A position of a game. Immutable: :meth:`act` and :meth:`chance` return the next one."""

    game: str
    seats: int
    @staticmethod
    def new(game: str, config: Json) -> Position: ...
    @staticmethod
    def load(game: str, document: Json) -> Position: ...
    def next(self) -> dict[str, Json]: ...
    def act(self, seat: int, action: Json) -> Position: ...
    def chance(self, outcome: Json) -> Position: ...
    def document(self) -> dict[str, Json]: ...
    def view(self, seat: int | None = None) -> dict[str, Json]:
        """What a seat may know, or the public. Raises IllegalActionError for a seat that is not at the table."""
    def odds(self, seat: int | None = None) -> Json:
        """The exact chances the position offers to a seat; None where the game computes none."""
    def config(self) -> dict[str, Json]: ...
    def at_rest(self) -> bool: ...

def replay(
    game: str, config: Json, inputs: Iterable[Json], position: Json | None = None
) -> Position: ...

@final
class Record:
    """Inputs read once (each judged on the way), to be replayed as often as one likes."""

    def __new__(
        cls, game: str, config: Json, inputs: Iterable[Json], position: Json | None = None
    ) -> Record: ...
    def replay(self) -> Position:
        """The last position; every input is judged again, in one call with the GIL released."""
    def __len__(self) -> int: ...

@final
class Playouts:
    """Playouts in order: ``results`` (the ``over`` object, or None where the bound was reached),
    ``lengths`` (inputs taken), ``seeds`` (32 bytes each), ``digests`` (of the last document)."""

    results: list[Json | None]
    lengths: list[int]
    seeds: list[bytes]
    digests: list[bytes]

def playouts(
    game: str,
    config: Json,
    n: int,
    seed: int = 0,
    policy: str | Sequence[str] | None = None,
    threads: int = 1,
) -> Playouts: ...

# -- the protocol

def run_case(op: str, given: Json) -> dict[str, Json]:
    """A case of the protocol's vectors: ``{"out": …}`` or ``{"error": code}``."""

def rules_hash(game: str, set_name: str) -> bytes:
    """The rules hash of an installed set. Raises CardSetError ``set.unknown``."""

def check_config(game: str, rules: bytes, config: bytes, players: int) -> None:
    """Whether ``config`` (charter bytes, P14) is one of a match of ``players`` players.

    Raises FileRefusedError ``H_CONFIG``, CardSetError ``set.unknown`` if the rule set is not here."""

def decks(game: str, rules: bytes, config: bytes, players: int) -> list[int]:
    """Sizes of the encrypted decks of a match (P18); empty: it is played open.

    Raises as check_config."""

def identity_seed(root: bytes) -> bytes:
    """Ed25519 seed of the identity (P21)."""

def box_key(root: bytes) -> bytes:
    """Public box key of the identity, a ristretto point (P21)."""

def pq_seed(root: bytes) -> bytes:
    """ML-DSA-65 seed of the identity (P21)."""

def h32(name: str, parts: Sequence[bytes]) -> bytes:
    """H32 of P3; ``name`` from the closed list."""

def armor(data: bytes) -> str: ...
def dearmor(text: str) -> list[bytes]: ...
def fork_verify(data: bytes) -> tuple[str, int, int]:
    """Name, member and seq that a fork proof convicts. Raises FileRefusedError."""

@final
class Checks:
    """The signatures and proofs of a whole file, without anything else: what benchmarks compare."""

    def __new__(cls, data: bytes) -> Checks: ...
    def __len__(self) -> int: ...
    def run(self) -> int:
        """Checks all of them; how many hold."""
    def run_signatures(self) -> int:
        """Checks the signatures alone; how many hold."""

@final
class Log:
    """The events of one match, closed under parents, and what they come to.

    Nothing here touches disk, clock or key files; nothing of what is secret can be read out of it.
    """

    def __new__(cls) -> Log: ...
    def __len__(self) -> int: ...
    def receive(self, data: bytes, threads: int = 1) -> dict[str, Json]:
        """Union with a file (P15), all or nothing: ``{"new": n, "known": n, "members": [authors of
        new events]}``. Raises FileRefusedError."""
    def append(self, raw: bytes, sig: bytes) -> int:
        """Takes one envelope (own events); its place in canonical order."""
    def file(self, members: Sequence[int] | None = None) -> bytes:
        """The whole log as a file, or what particular members lack (P15)."""
    def fork_proofs(self) -> list[bytes]: ...
    def charter(self) -> dict[str, Json]:
        """``{"match", "host", "game", "rules", "set", "config", "position", "members": [{"name", "identity",
        "box", "role"}…], "players", "keys": [{"threshold", "committee"}…], "grace", "flags", "trust": [texts of
        P24]}``; bytes as hex."""
    def events(self) -> list[dict[str, Json]]:
        """In canonical order: ``{"id", "kind", "author", "seq", "step", "wall", "status", "bytes"}`` and
        ``"text"`` for notes."""
    def report(self) -> dict[str, Json]:
        """The verdict (P19) and more: ``{"match", "phase", "step", "need", "digest", "waiting":
        [{"member", "for", "since"}…], "faults": [{"event", "author", "kind", "step", "code"}…], "superseded",
        "forks", "desync", "lies", "unjudged", "posted", "absent", "branch", "result", "counts": {"events",
        "signatures", "rolls", "cards", "actions", "proofs"}, "players": [member who plays each seat],
        "endorsed": [members], "not_audited": […], "void": code or None, "ok": bool}``. ``ok`` is false for any
        fault, fork, lie, desync or void match."""
    def history(self) -> list[dict[str, Json]]:
        """The match step by step: ``{"step", "question": [kind, list], "answers": [{"seat", "member",
        "actions": […] or None, "default": bool}], "chance": [{"chance", "outcome"}…], "shown": [[deck, pos,
        card]…], "back": step or None, "news": [change objects for the public], "wall"}``."""
    def view(self, viewer: int | None = None, member: int | None = None, root: bytes | None = None) -> Json:
        """The game's view of a seat (own hidden cards filled in if ``root`` opens them) or of the public."""
    def document(self) -> Json:
        """The public document of the step the match stands at (P18)."""
    def view_at(self, step: int) -> Json:
        """The public view when a step's question was asked, or None if there is no such step."""
    def decision(
        self, member: int, root: bytes | None = None, drafted: Sequence[Json] | None = None
    ) -> dict[str, Json] | None:
        """What ``member`` has to decide now, after his drafted actions of the same payload: ``{"seat", "kind",
        "rule", "step", "question": "act" or "seal", "legal": […], "more": bool}``, or None. ``more``:
        the drafted actions, or none at all, are a whole answer already."""
    def preview(self, member: int, root: bytes | None, drafted: Sequence[Json]) -> Json:
        """The view of the seat after the drafted actions."""
    def odds(
        self, member: int, root: bytes | None = None, drafted: Sequence[Json] | None = None
    ) -> Json:
        """The exact chances that the state after the drafted actions offers to the seat, as the game describes
        them (marcus: ``{"attacks": […], "battle": …}``); None where it computes none."""
    def advise(
        self, member: int, root: bytes | None, drafted: Sequence[Json], bot: str, seed: bytes
    ) -> int | None:
        """The place in the ``legal`` list of ``decision`` that a bot of the game would take, from what the seat may
        see alone; None where it would add nothing, or nothing is asked. ``seed``: 32 bytes for the bot's own dice.
        Raises UsageError ``usage.bot``."""
    def why(self, member: int, root: bytes | None, drafted: Sequence[Json], action: Json) -> None:
        """Raises IllegalActionError if ``action`` is not legal after the drafted ones."""
    def prepare(self, member: int, kind: int, body: bytes, wall: int) -> bytes:
        """The ``raw`` of the next event of ``member`` (P13): seq, parents, step and digest as his log stands."""
    def rehearse(self, raw: bytes) -> str:
        """What would become of an event if its author signed it now: ``ok``, ``superseded``, ``desync``,
        ``unjudged`` or a code. Costs a replay; nothing is kept."""
    def propose(self, author: int, body: bytes, wall: int) -> bytes:
        """The ``raw`` of a PROPOSE."""
    def join_body(
        self, member: int, root: bytes, fresh: bytes, pq: bytes | None = None
    ) -> bytes: ...
    def answer_body(
        self, member: int, root: bytes, seat: int, actions: Sequence[Json]
    ) -> tuple[int, bytes]:
        """Kind (ACTION or SEAL) and body that answer the question with ``actions``."""
    def doubt(self, member: int, root: bytes) -> tuple[str, int] | None:
        """Why ``member`` keeps things back (P21): ``("fork", author)``: two versions are known and neither is
        settled; ``("beaten", step)``: others may still uphold what a default has beaten; or None."""
    def due(
        self,
        member: int,
        root: bytes,
        fresh: bytes,
        sealed: Sequence[tuple[int, Json]] | None = None,
        patient: bool = True,
    ) -> list[tuple[int, bytes]]:
        """Events owed by ``member`` that need no person, in the order to be signed: kind and body. ``sealed``:
        (step, actions) of own sealed answers not yet opened. ``patient``: without what a doubt bears on. Sign the
        first, append it, ask again."""
    def endorse_message(self) -> bytes:
        """What an ENDORSE of the present heads signs (P20)."""
