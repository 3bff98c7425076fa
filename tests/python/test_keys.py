"""Identities, cards, backups; and that no secret shows."""

from __future__ import annotations

import copy
import os
import pickle
import stat
import traceback
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA65PublicKey

from referee import keys
from referee.errors import IdentityError, RefereeError, UsageError
from referee.keys import Contact, Keyring

PASSPHRASE = b"correct horse battery canary"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_key_file_is_its_owners_alone(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        Keyring(tmp_path / "home").create("anna")
    finally:
        os.umask(old)
    assert mode(tmp_path / "home") == 0o700
    assert mode(tmp_path / "home" / "identities") == 0o700
    assert mode(tmp_path / "home" / "identities" / "anna.key") == 0o600
    assert [path.name for path in (tmp_path / "home" / "identities").iterdir()] == ["anna.key"]


def test_one_variable_moves_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "elsewhere"))
    Keyring().create("anna")
    assert (tmp_path / "elsewhere" / "identities" / "anna.key").is_file()
    monkeypatch.delenv("REFEREE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Keyring().folder == tmp_path / ".referee"


def test_signatures(tmp_path: Path) -> None:
    identity = Keyring(tmp_path).create("anna", pq=True)
    public = Ed25519PublicKey.from_public_bytes(identity.card.identity)
    public.verify(identity.sign(b"raw"), b"referee/v1/sign\0raw")
    long_term = MLDSA65PublicKey.from_public_bytes(identity.pq_key())
    long_term.verify(identity.endorse(b"message"), b"message", b"referee/v1/endorse")


def test_without_a_long_term_key(tmp_path: Path) -> None:
    identity = Keyring(tmp_path).create("anna")
    assert identity.pq_key() == b""
    with pytest.raises(IdentityError) as refused:
        identity.endorse(b"message")
    assert refused.value.code == "key.no_pq"


@pytest.mark.parametrize("passphrase", [None, PASSPHRASE])
def test_a_key_comes_back_as_it_was(tmp_path: Path, passphrase: bytes | None) -> None:
    made = Keyring(tmp_path).create("anna", "Anna", passphrase=passphrase, pq=True)
    again = Keyring(tmp_path).unlock("anna", lambda _: PASSPHRASE)
    assert again.card == made.card
    assert again.pq_key() == made.pq_key()
    assert again.sign(b"x") == made.sign(b"x")
    assert Keyring(tmp_path).is_locked("anna") == (passphrase is not None)
    assert Keyring(tmp_path).card("anna") == made.card


def test_a_locked_key(tmp_path: Path) -> None:
    keyring = Keyring(tmp_path)
    keyring.create("anna", passphrase=PASSPHRASE)
    with pytest.raises(IdentityError) as refused:
        keyring.unlock("anna")
    assert refused.value.code == "key.locked"
    with pytest.raises(IdentityError) as refused:
        keyring.unlock("anna", lambda _: b"wrong")
    assert refused.value.code == "key.passphrase"
    keyring.change_passphrase("anna", lambda _: PASSPHRASE, None)
    assert keyring.unlock("anna").card == keyring.card("anna")


def test_what_is_in_the_clear_is_vouched_for(tmp_path: Path) -> None:
    keyring = Keyring(tmp_path)
    keyring.create("anna", "Anna", passphrase=PASSPHRASE)
    path = tmp_path / "identities" / "anna.key"
    path.write_bytes(path.read_bytes().replace(b"Anna", b"Bnna"))
    with pytest.raises(IdentityError) as refused:
        keyring.unlock("anna", lambda _: PASSPHRASE)
    assert refused.value.code == "key.passphrase"


@pytest.mark.parametrize("damage", [b"", b"\x00", b"garbage" * 100])
def test_a_damaged_key_file(tmp_path: Path, damage: bytes) -> None:
    keyring = Keyring(tmp_path)
    keyring.create("anna")
    (tmp_path / "identities" / "anna.key").write_bytes(damage)
    with pytest.raises(IdentityError) as refused:
        keyring.unlock("anna")
    assert refused.value.code == "key.damaged"


def test_names_and_the_default(tmp_path: Path) -> None:
    keyring = Keyring(tmp_path)
    with pytest.raises(IdentityError) as refused:
        keyring.name()
    assert refused.value.code == "key.none"
    keyring.create("anna")
    keyring.create("zoe", "Zoë")
    assert keyring.names() == ["anna", "zoe"]
    assert keyring.name() == "anna"
    keyring.set_default("zoe")
    assert Keyring(tmp_path).name() == "zoe"
    with pytest.raises(IdentityError):
        keyring.set_default("nobody")
    with pytest.raises(IdentityError) as refused:
        keyring.create("anna")
    assert refused.value.code == "key.exists"


@pytest.mark.parametrize("name", ["", "../x", "A", "a/b", "-a", ".a", "a" * 33, "a\n"])
def test_a_name_makes_no_path(tmp_path: Path, name: str) -> None:
    with pytest.raises(RefereeError):
        Keyring(tmp_path).create(name, "Anna")
    assert not list(tmp_path.rglob("*.key"))


# -- cards


def test_a_card_survives_wrapping(tmp_path: Path) -> None:
    card = Keyring(tmp_path).create("anna", "Anna Ö. 王").card
    line = card.line()
    assert "\n" not in line
    assert line.isascii()
    assert Contact.parse(f"  {line[:40]}\n{line[40:]} \r\n") == card


def test_a_changed_card_is_refused(tmp_path: Path) -> None:
    line = Keyring(tmp_path).create("anna", "Anna").card.line()
    for place in range(len("referee-contact:1:"), len(line)):
        other = "A" if line[place] != "A" else "B"
        with pytest.raises(IdentityError) as refused:
            Contact.parse(line[:place] + other + line[place + 1 :])
        assert refused.value.code == "key.contact"
    for text in ("", "referee-contact:2:AA#00000000", line + "x", line[:-1], line.upper()):
        with pytest.raises(IdentityError):
            Contact.parse(text)


@pytest.mark.parametrize("name", ["", "a" * 65, "\x1b[2J", "a\u202eb", "a\nb"])
def test_a_card_with_a_harmful_name_is_refused(name: str) -> None:
    with pytest.raises(UsageError):
        Contact.parse(Contact(name, bytes(32), bytes(32)).line())


def test_contacts(tmp_path: Path) -> None:
    keyring = Keyring(tmp_path / "anna")
    ben = Keyring(tmp_path / "ben").create("ben", "Ben").card
    other = Keyring(tmp_path / "other").create("ben", "Ben").card
    assert keyring.add_contact(ben) == "ben"
    assert keyring.add_contact(ben) == "ben"
    with pytest.raises(IdentityError) as refused:
        keyring.add_contact(other)
    assert refused.value.code == "key.exists"
    assert keyring.add_contact(other, "ben-2") == "ben-2"
    assert keyring.contacts() == {"ben": ben, "ben-2": other}
    assert keyring.person("ben") == ben
    assert keyring.person(ben.line()) == ben
    path = tmp_path / "ben.contact"
    path.write_text(ben.line() + "\n")
    assert keyring.person(str(path)) == ben
    keyring.remove_contact("ben")
    with pytest.raises(IdentityError):
        keyring.person("ben")


# -- backups


@pytest.mark.parametrize("passphrase", [None, PASSPHRASE])
def test_a_backup_brings_the_key_back(tmp_path: Path, passphrase: bytes | None) -> None:
    first = Keyring(tmp_path / "old")
    made = first.create("anna", "Anna", passphrase=passphrase, pq=True)
    text = first.backup()
    assert text.startswith("-----BEGIN REFEREE KEY BACKUP-----\n")
    assert max(map(len, text.splitlines())) <= 64
    second = Keyring(tmp_path / "new")
    typed = "\n".join(f"   {line}  " for line in text.splitlines())
    assert second.restore(f"my backup:\n{typed}\n", "anna", lambda _: PASSPHRASE) == made.card
    again = second.unlock("anna", lambda _: PASSPHRASE)
    assert again.sign(b"x") == made.sign(b"x")


def test_a_backup_with_a_mistake_is_refused(tmp_path: Path) -> None:
    keyring = Keyring(tmp_path)
    keyring.create("anna")
    text = keyring.backup()
    for place in range(36, len(text) - 36, 7):
        wrong = text[:place] + ("a" if text[place] != "a" else "b") + text[place + 1 :]
        with pytest.raises(IdentityError) as refused:
            keyring.restore(wrong, "again")
        assert refused.value.code in ("key.backup", "key.damaged")
    assert keyring.names() == ["anna"]


# -- nothing secret shows


@pytest.mark.parametrize("passphrase", [None, PASSPHRASE])
def test_no_secret_in_repr_errors_or_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, passphrase: bytes | None
) -> None:
    root = bytes.fromhex("ca") * 32
    monkeypatch.setattr(keys, "fresh", lambda: root)
    keyring = Keyring(tmp_path)
    identity = keyring.create("anna", passphrase=passphrase, pq=True)
    shown = [repr(identity), str(identity), repr(keyring), repr(identity.card)]
    shown += [f"{identity.__class__.__dict__}", repr(keyring.contacts())]
    for attempt in (
        lambda: pickle.dumps(identity),
        lambda: copy.copy(identity),
        lambda: copy.deepcopy(identity),
        lambda: keyring.unlock("anna", lambda _: b"wrong"),
        lambda: keyring.create("anna", passphrase=PASSPHRASE),
        lambda: keyring.restore(keyring.backup().replace("a", "b"), "again"),
    ):
        try:
            attempt()
        except (RefereeError, TypeError) as error:
            shown += [repr(error), "".join(traceback.format_exception(error))]
    text = "\n".join(shown)
    assert root.hex() not in text
    assert repr(root) not in text
    assert PASSPHRASE.decode() not in text
    if passphrase:
        assert root not in (tmp_path / "identities" / "anna.key").read_bytes()


def test_a_forgotten_identity_signs_nothing(tmp_path: Path) -> None:
    identity = Keyring(tmp_path).create("anna")
    identity.forget()
    assert not any(identity._root)
    with pytest.raises(IdentityError), identity.root():
        pass
    with pytest.raises(IdentityError):
        identity.sign(b"x")


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_key_file_that_others_could_read_is_tightened(tmp_path: Path) -> None:
    keyring = Keyring(tmp_path)
    keyring.create("anna")
    (path,) = (tmp_path / "identities").glob("*.key")
    path.chmod(0o644)
    keyring.card("anna")
    assert path.stat().st_mode & 0o777 == 0o600
