"""Keys and contacts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.common import PEOPLE, AsJson, print_json, say, tell, unlock
from referee.errors import UsageError

key = typer.Typer(no_args_is_help=True, help="Your identity: make it, show it, back it up.")
contacts = typer.Typer(invoke_without_command=True, help="The people you play with.")

Name = Annotated[
    str | None, typer.Option("--name", "-n", help="Which identity; by default the default one.")
]


@key.command("new")
def new(
    display: Annotated[str, typer.Argument(help="Your name as others see it.", metavar="NAME")],
    name: Annotated[
        str | None,
        typer.Option("--name", "-n", help="What it is called here; by default made from NAME."),
    ] = None,
    passphrase: Annotated[
        bool, typer.Option("--passphrase", help="Keep the key encrypted; asks for a passphrase.")
    ] = False,
    long_term: Annotated[
        bool, typer.Option("--long-term", help="With an ML-DSA key for `referee endorse`.")
    ] = False,
) -> None:
    """Makes an identity. Its secret stays in the key file; back it up."""
    from referee.keys import Keyring, slug

    keyring = Keyring()
    secret = _choose_passphrase() if passphrase else None
    made = keyring.create(name or slug(display), display, passphrase=secret, pq=long_term)
    say(keyring.card(made.name).line())
    tell(f"made the identity {made.name}; send others its contact card, the line printed")
    tell("back it up with `referee key backup`: whoever loses it cannot play on")


def _choose_passphrase() -> bytes:
    if not sys.stdin.isatty():
        return unlock("the new key")
    return str(
        typer.prompt("new passphrase", hide_input=True, confirmation_prompt=True, err=True)
    ).encode(errors="surrogateescape")


@key.command("show")
def show(name: Name = None, as_json: AsJson = False) -> None:
    """Prints the contact card: one line to send to the others."""
    from referee.keys import Keyring

    card = Keyring().card(name)
    if as_json:
        print_json(
            {
                "name": card.name,
                "identity": card.identity.hex(),
                "box": card.box.hex(),
                "line": card.line(),
                "fingerprint": card.fingerprint,
            }
        )
    else:
        say(card.line())


@key.command("list")
def list_keys(as_json: AsJson = False) -> None:
    """Your identities, the default one marked."""
    from referee.keys import Keyring
    from referee.render import harmless
    from referee.render.cells import padded

    keyring = Keyring()
    names = keyring.names()
    if as_json:
        print_json(names)
        return
    default = keyring.name() if names else ""
    for name in names:
        locked = "  passphrase" if keyring.is_locked(name) else ""
        card = keyring.card(name)
        mark = "*" if name == default else " "
        say(f"{mark} {name:<16} {padded(harmless(card.name, 24), 24)} {card.fingerprint}{locked}")


@key.command("default")
def default(name: Annotated[str, typer.Argument(help="An identity.")]) -> None:
    """Makes an identity the default one."""
    from referee.keys import Keyring

    Keyring().set_default(name)


@key.command("passphrase")
def passphrase(
    name: Name = None,
    remove: Annotated[bool, typer.Option("--remove", help="Keep the key unencrypted.")] = False,
) -> None:
    """Changes, sets or removes the passphrase of an identity."""
    from referee.keys import Keyring

    keyring = Keyring()
    keyring.change_passphrase(keyring.name(name), unlock, None if remove else _choose_passphrase())


@key.command("backup")
def backup(name: Name = None) -> None:
    """Prints the key as text to keep on paper. Whoever reads it can play as you."""
    from referee.keys import Keyring

    say(Keyring().backup(name).rstrip())


@key.command("restore")
def restore(
    name: Annotated[str, typer.Argument(help="The name it gets here.")],
    source: Annotated[
        Path | None, typer.Argument(help="The backup; by default standard input.")
    ] = None,
) -> None:
    """Brings a backup back. Its matches sign nothing until a newer file of others came."""
    from referee.disk import read_capped
    from referee.keys import Keyring

    text = (
        sys.stdin.read(1 << 16)
        if source is None
        else read_capped(source, 1 << 16).decode("utf-8", "replace")
    )
    say(Keyring().restore(text, name).line())


@contacts.callback()
def list_contacts(context: typer.Context, as_json: AsJson = False) -> None:
    """Lists them where no verb follows."""
    if context.invoked_subcommand is not None:
        return
    from referee.keys import Keyring
    from referee.render import harmless
    from referee.render.cells import padded

    stored = Keyring().contacts()
    if as_json:
        print_json(
            {
                name: {"name": c.name, "line": c.line(), "fingerprint": c.fingerprint}
                for name, c in stored.items()
            }
        )
        return
    if not stored:
        tell("no contacts yet; `referee contacts add CARD` takes the line of `referee key show`")
    for name, card in stored.items():
        say(f"{name:<16} {padded(harmless(card.name, 24), 24)} {card.fingerprint}")


@contacts.command("add")
def add(
    card: Annotated[str, typer.Argument(help="A contact card, or a file with one.")],
    name: Annotated[
        str | None, typer.Option("--name", "-n", help="Store it under this name.")
    ] = None,
) -> None:
    """Stores somebody's contact card."""
    from referee.disk import read_capped
    from referee.keys import Contact, Keyring
    from referee.wire import harmless

    text = card
    if not card.lstrip().startswith("referee-contact:"):
        path = Path(card).expanduser()
        if not path.is_file():
            raise UsageError(
                "usage.no_file", f"{harmless(card)} is neither a contact card nor a file"
            )
        text = read_capped(path, 1 << 16).decode("utf-8", "replace")
    contact = Contact.parse(text)
    say(f"{Keyring().add_contact(contact, name)}: {harmless(contact.name)} {contact.fingerprint}")


@contacts.command("remove")
def remove(name: Annotated[str, typer.Argument(help="The name it is stored under.")]) -> None:
    """Forgets a contact."""
    from referee.keys import Keyring

    Keyring().remove_contact(name)


def register(app: typer.Typer) -> None:
    """Adds the groups."""
    app.add_typer(key, name="key", rich_help_panel=PEOPLE)
    app.add_typer(contacts, name="contacts", rich_help_panel=PEOPLE)
