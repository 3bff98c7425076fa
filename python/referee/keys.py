"""Who you are: identities, contact cards, the keyring under ``REFEREE_HOME`` (protocol P4, P21).

An identity is 32 random bytes, the *root*: everything else is derived from it, so it is the only
thing to back up. It is kept in a file that its owner alone can read, encrypted where the person
gives a passphrase. No object here shows a secret in its repr, and no error names one.
"""

from __future__ import annotations

import os
import re
import secrets
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from referee import _core
from referee.contact import Contact, check_digits, check_name, slug
from referee.disk import make_private_dir, read_private, write_private
from referee.errors import IdentityError, UsageError
from referee.model import Wire
from referee.wire import harmless

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA65PrivateKey
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

Passphrase = Callable[[str], bytes]

HOME_VARIABLE: Final = "REFEREE_HOME"
_SIGN_LABEL: Final = b"referee/v1/sign\0"
_ENDORSE_CONTEXT: Final = b"referee/v1/endorse"
_FORMAT: Final = "referee-key"
_VERSION: Final = 1
_SCRYPT: Final = (2**15, 8, 1)
"""n, r, p: 32 MiB and a tenth of a second."""

_FILE_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


class InfoLike(Protocol):
    """A member as a charter or the core's answer states him."""

    @property
    def identity(self) -> bytes | str:
        """Ed25519 key, as bytes or hex."""


def fresh() -> bytes:
    """32 bytes nobody can guess."""
    return secrets.token_bytes(32)


def home() -> Path:
    """Where everything a person owns is: ``$REFEREE_HOME``, else ``~/.referee``."""
    named = os.environ.get(HOME_VARIABLE)
    try:
        return Path(named).expanduser() if named else Path.home() / ".referee"
    except RuntimeError:
        raise UsageError(
            "usage.home", "there is no home folder of yours", f"name one in {HOME_VARIABLE}"
        ) from None


# -- an identity that can sign


class Identity:
    """An unlocked identity. Holds the root in memory that :meth:`forget` overwrites."""

    __slots__ = ("_pq", "_root", "_signer", "card", "name")

    def __init__(self, name: str, root: bytes | bytearray, display: str, *, pq: bool) -> None:
        """``name`` is that of the key file, ``display`` the one others see."""
        self.name = name
        self._root = bytearray(root)
        self._pq = pq
        self._signer: Ed25519PrivateKey | None = _signer(self._root)
        public = self._signer.public_key().public_bytes_raw()
        self.card = Contact(display, public, _core.box_key(bytes(self._root)))

    def __repr__(self) -> str:
        return f"Identity({self.name!r})"

    def __reduce__(self) -> str:
        raise TypeError("an identity cannot be pickled or copied")

    @contextmanager
    def root(self) -> Iterator[bytearray]:
        """The root for one call into the core."""
        if not self._root:
            raise IdentityError("key.locked", f"the identity {self.name} was locked again")
        yield self._root

    def sign(self, raw: bytes) -> bytes:
        """The Ed25519 signature of an event (P4)."""
        if self._signer is None:
            raise IdentityError("key.locked", f"the identity {self.name} was locked again")
        return self._signer.sign(_SIGN_LABEL + raw)

    def pq_key(self) -> bytes:
        """The ML-DSA-65 key for JOIN, 1952 bytes; empty if the person did not want one."""
        if not self._pq:
            return b""
        return self._pq_signer().public_key().public_bytes_raw()

    def endorse(self, message: bytes) -> bytes:
        """The ML-DSA-65 signature of an ENDORSE (P20)."""
        return self._pq_signer().sign(message, _ENDORSE_CONTEXT)

    def forget(self) -> None:
        """Overwrites the root. Copies inside libraries are beyond Python's reach."""
        self._root[:] = bytes(len(self._root))
        self._root.clear()
        self._signer = None

    def _pq_signer(self) -> MLDSA65PrivateKey:
        from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA65PrivateKey

        if not self._pq:
            raise IdentityError("key.no_pq", f"the identity {self.name} has no long-term key")
        with self.root() as root:
            return MLDSA65PrivateKey.from_seed_bytes(_core.pq_seed(bytes(root)))


def _signer(root: bytearray) -> Ed25519PrivateKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(_core.identity_seed(bytes(root)))


# -- key files


class _KeyFile(Wire, frozen=True):
    """A key file: what is public in the clear; ``secret`` is the root, or its ciphertext.

    ``kdf`` is ``""`` (not encrypted) or ``scrypt``; ``cost`` its n, r, p.
    """

    format: str
    version: int
    display: str
    identity: bytes
    box: bytes
    pq: int
    kdf: str
    cost: list[int]
    salt: bytes
    nonce: bytes
    secret: bytes

    def public(self) -> list[object]:
        """What encryption also vouches for."""
        return [self.format, self.version, self.display, self.identity, self.box, self.pq]


def _seal(identity: Identity, passphrase: bytes | None) -> _KeyFile:
    card = identity.card
    public = (_FORMAT, _VERSION, card.name, card.identity, card.box, int(identity._pq))
    with identity.root() as root:
        if not passphrase:
            return _KeyFile(*public, "", [], b"", b"", bytes(root))
        salt, nonce = secrets.token_bytes(16), secrets.token_bytes(12)
        blank = _KeyFile(*public, "scrypt", list(_SCRYPT), salt, nonce, b"")
        secret = _cipher(blank, passphrase).encrypt(nonce, bytes(root), _vouched(blank))
    return msgspec.structs.replace(blank, secret=secret)


def _unseal(file: _KeyFile, name: str, passphrase: Callable[[], bytes]) -> Identity:
    from cryptography.exceptions import InvalidTag

    root = file.secret
    if file.kdf:
        try:
            root = _cipher(file, passphrase()).decrypt(file.nonce, file.secret, _vouched(file))
        except InvalidTag:
            raise IdentityError("key.passphrase", "the passphrase is wrong") from None
    if len(root) != 32:
        raise _damaged(name)
    identity = Identity(name, root, file.display, pq=bool(file.pq))
    if (identity.card.identity, identity.card.box) != (file.identity, file.box):
        raise _damaged(name)
    return identity


def _vouched(file: _KeyFile) -> bytes:
    return msgspec.msgpack.encode(file.public())


def _cipher(file: _KeyFile, passphrase: bytes) -> ChaCha20Poly1305:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    if file.kdf != "scrypt" or tuple(file.cost) != _SCRYPT or len(file.nonce) != 12:
        # Other costs would be a new version; a hostile file must not name its own.
        raise IdentityError("key.version", "the key is encrypted in a way this version lacks")
    n, r, p = file.cost
    return ChaCha20Poly1305(Scrypt(file.salt, 32, n, r, p).derive(passphrase))


def _parse(data: bytes, name: str) -> _KeyFile:
    try:
        file = msgspec.msgpack.decode(data, type=_KeyFile)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise _damaged(name) from None
    if file.format != _FORMAT:
        raise _damaged(name)
    if file.version != _VERSION:
        why = f"the identity {name} was written by another version"
        raise IdentityError("key.version", why, "update the program")
    return file


def _damaged(name: str) -> IdentityError:
    return IdentityError(
        "key.damaged", f"the key file of {name} is damaged", "restore it from its backup"
    )


# -- backups

_BEGIN: Final = "-----BEGIN REFEREE KEY BACKUP-----"
_END: Final = "-----END REFEREE KEY BACKUP-----"


def _backup_text(file: _KeyFile) -> str:
    data = msgspec.msgpack.encode(file)
    text = b64encode(data).decode("ascii")
    lines = [text[i : i + 64] for i in range(0, len(text), 64)]
    return "\n".join([_BEGIN, *lines, f"#{check_digits(data)}", _END, ""])


def _read_backup(text: str) -> _KeyFile:
    """Strict about the text between the markers, but for blanks. Raises ``key.backup``."""
    body = re.search(f"{_BEGIN}([A-Za-z0-9+/=\\s]*)#([0-9a-f]{{8}})\\s*{_END}", text)
    wrong = IdentityError(
        "key.backup", "this is no whole key backup", "type it from the BEGIN to the END line"
    )
    if body is None or len(text) > 65536:
        raise wrong
    try:
        data = b64decode("".join(body.group(1).split()), validate=True)
    except (Base64Error, ValueError):
        raise wrong from None
    if check_digits(data) != body.group(2):
        raise IdentityError("key.backup", "a character of the key backup is wrong", wrong.hint)
    return _parse(data, "this backup")


# -- the keyring


class Keyring:
    """The identities and contacts of one person, in one folder.

    ``<home>/identities/NAME.key``, ``<home>/default``, ``<home>/contacts/NAME.contact``, and
    ``<home>/marks``: what was signed in each match (:mod:`referee.store`).
    """

    def __init__(self, folder: str | Path | None = None) -> None:
        """``folder`` is by default :func:`home`. Nothing is written before something is made."""
        self.folder = Path(folder) if folder is not None else home()

    def __repr__(self) -> str:
        return f"Keyring({str(self.folder)!r})"

    @property
    def marks(self) -> Path:
        """The folder of high-water marks (P21)."""
        return self.folder / "marks"

    # identities

    def names(self) -> list[str]:
        """Names of the identities, ascending."""
        return sorted(path.stem for path in self._identities.glob("*.key"))

    def name(self, name: str | None = None) -> str:
        """``name``, or that of the default identity. Raises IdentityError ``key.none``."""
        names = self.names()
        if name is None:
            chosen = self._read_default()
            name = chosen if chosen in names else (names[0] if len(names) == 1 else None)
        if name is None:
            why = "there is no default identity" if names else "you have no identity yet"
            raise IdentityError(
                "key.none", why, "see `referee key default`" if names else "see `referee key new`"
            )
        if name not in names:
            raise IdentityError("key.none", f"you have no identity called {harmless(name)}")
        return name

    def set_default(self, name: str) -> None:
        """Makes an identity the default one."""
        write_private(self.folder / "default", self.name(name).encode("ascii"))

    def create(
        self,
        name: str,
        display: str | None = None,
        *,
        passphrase: bytes | None = None,
        pq: bool = False,
    ) -> Identity:
        """Makes an identity; the first one is the default. ``display`` is what others see.

        ``pq``: with an ML-DSA-65 key for endorsements. Raises IdentityError ``key.name``,
        ``key.exists``.
        """
        display = display if display is not None else name
        check_name(display)
        identity = Identity(_file_name(name), fresh(), display, pq=pq)
        self._store(identity, passphrase)
        return identity

    def card(self, name: str | None = None) -> Contact:
        """The contact card of an own identity; needs no passphrase."""
        file = self._file(self.name(name))
        return Contact(file.display, file.identity, file.box)

    def is_locked(self, name: str | None = None) -> bool:
        """Whether an identity needs a passphrase."""
        return bool(self._file(self.name(name)).kdf)

    def unlock(self, name: str | None = None, ask: Passphrase | None = None) -> Identity:
        """The identity, ready to sign; ``ask`` is called with its name if it has a passphrase.

        Raises IdentityError ``key.locked`` (nobody to ask), ``key.passphrase``, ``key.damaged``.
        """
        name = self.name(name)

        def passphrase() -> bytes:
            if ask is None:
                raise IdentityError("key.locked", f"the identity {name} needs its passphrase")
            return ask(name)

        return _unseal(self._file(name), name, passphrase)

    def change_passphrase(
        self, name: str, ask: Passphrase | None, passphrase: bytes | None
    ) -> None:
        """Encrypts anew, or with None not at all."""
        identity = self.unlock(name, ask)
        write_private(self._path(name), msgspec.msgpack.encode(_seal(identity, passphrase)))

    def backup(self, name: str | None = None) -> str:
        """The key as text to print or write down, encrypted as the key file is."""
        return _backup_text(self._file(self.name(name)))

    def restore(self, text: str, name: str, ask: Passphrase | None = None) -> Contact:
        """Brings a backup back under a name. Its matches sign nothing until a file of others came.

        A passphrase stays as it was. ``ask`` is called to try it, if given. Raises IdentityError
        ``key.backup``, ``key.exists``, ``key.passphrase``.
        """
        file = _read_backup(text)
        if not file.kdf or ask is not None:
            _unseal(file, name, lambda: ask(name) if ask else b"")
        self._write_new(_file_name(name), msgspec.msgpack.encode(file))
        return self.card(name)

    def find(self, members: Iterable[InfoLike], name: str | None = None) -> str | None:
        """The own identity among members of a charter: ``name`` if given, else the first found."""
        keys = {_as_bytes(member.identity) for member in members}
        if name is not None:
            return name if self.card(name).identity in keys else None
        return next((own for own in self.names() if self.card(own).identity in keys), None)

    # contacts

    def contacts(self) -> dict[str, Contact]:
        """Stored contacts by the name they are stored under."""
        paths = sorted(self._contacts.glob("*.contact"))
        return {path.stem: Contact.parse(_read_text(path)) for path in paths}

    def add_contact(self, contact: Contact, name: str | None = None) -> str:
        """Stores a card; the name it got. A card of the same name and other keys is never replaced.

        Raises IdentityError ``key.exists``, ``key.name``.
        """
        name = _file_name(name if name is not None else slug(contact.name))
        known = self.contacts().get(name)
        if known is not None and known != contact:
            raise IdentityError(
                "key.exists", f"there is another contact called {name}", "give it another name"
            )
        write_private(self._contacts / f"{name}.contact", f"{contact.line()}\n".encode())
        return name

    def remove_contact(self, name: str) -> None:
        """Forgets a contact. Raises IdentityError ``key.none``."""
        if name not in self.contacts():
            raise IdentityError("key.none", f"there is no contact called {harmless(name)}")
        (self._contacts / f"{name}.contact").unlink()

    def person(self, who: Contact | str) -> Contact:
        """A contact from what a person names: a card, a file with one, a contact, an own identity.

        ``Anna`` means what is stored as ``anna``, if nothing is called ``Anna``.

        Raises IdentityError ``key.contact``, ``key.none``.
        """
        if isinstance(who, Contact):
            return who
        if who.lstrip().startswith("referee-contact:"):
            return Contact.parse(who)
        if who in self.names():
            return self.card(who)
        stored = self.contacts()
        if who in stored:
            return stored[who]
        path = Path(who).expanduser()
        if path.is_file():
            return Contact.parse(_read_text(path))
        if slug(who) != who and (slug(who) in self.names() or slug(who) in stored):
            return self.person(slug(who))
        raise IdentityError(
            "key.none",
            f"there is no contact, identity or card called {harmless(who)}",
            "see `referee key list` and `referee contacts`",
        )

    # files

    @property
    def _identities(self) -> Path:
        return self.folder / "identities"

    @property
    def _contacts(self) -> Path:
        return self.folder / "contacts"

    def _path(self, name: str) -> Path:
        return self._identities / f"{_file_name(name)}.key"

    def _file(self, name: str) -> _KeyFile:
        return _parse(read_private(self._path(name)), name)

    def _store(self, identity: Identity, passphrase: bytes | None) -> None:
        self._write_new(identity.name, msgspec.msgpack.encode(_seal(identity, passphrase)))

    def _write_new(self, name: str, data: bytes) -> None:
        for folder in (self.folder, self._identities):
            make_private_dir(folder)
        try:
            write_private(self._path(name), data, new=True)
        except FileExistsError:
            raise IdentityError(
                "key.exists", f"there is an identity called {name} already", "give it another name"
            ) from None
        if len(self.names()) == 1:
            self.set_default(name)

    def _read_default(self) -> str | None:
        try:
            return _read_text(self.folder / "default").strip()
        except UsageError:
            return None


def _file_name(name: str) -> str:
    if not _FILE_NAME.fullmatch(name):
        raise IdentityError(
            "key.name",
            f"{harmless(name)} cannot be the name of a file",
            "use 1 to 32 of a-z, 0-9, - and _",
        )
    return name


def _read_text(path: Path) -> str:
    try:
        return path.read_bytes()[:65536].decode("utf-8", "replace")
    except OSError as error:
        why = f"{harmless(path.name)} cannot be read: {error.strerror}"
        raise UsageError("usage.no_file", why) from None


def _as_bytes(key: bytes | str) -> bytes:
    return key if isinstance(key, bytes) else bytes.fromhex(key)


__all__ = ["Contact", "Identity", "Keyring", "check_name", "fresh", "home", "slug"]
