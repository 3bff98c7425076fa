"""Mails on disk: read from and delivered into a Maildir; mail programs do the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from pathlib import Path
from typing import TYPE_CHECKING, Final

from referee.disk import read_capped
from referee.errors import RefereeError, UsageError
from referee.transport.folder import write_whole
from referee.wire import harmless

if TYPE_CHECKING:
    from referee.match import Sent

_BOXES: Final = ("new", "cur")


class Maildir:
    """Takes files from the mails of a Maildir; puts outgoing mails into another folder.

    Mails carry the file twice, as text and as an attachment: whichever survives the way is enough.
    """

    def __init__(
        self,
        inbox: str | Path,
        outbox: str | Path | None = None,
        *,
        sender: str = "",
        recipients: Sequence[str] = (),
    ) -> None:
        """``outbox``: where ``.eml`` files go, for a mail program to send."""
        self.inbox = Path(inbox).expanduser()
        self.outbox = None if outbox is None else Path(outbox).expanduser()
        self.sender = sender
        self.recipients = tuple(recipients)
        self._seen: set[str] = set()
        for folder in (self.inbox, self.outbox):
            if folder is not None and not folder.is_dir():
                raise UsageError("usage.no_folder", f"there is no folder {harmless(str(folder))}")

    @property
    def target(self) -> str:
        """The recipients."""
        return f"mail:{','.join(sorted(self.recipients)) or self.inbox.resolve()}"

    def deliver(self, file: Sent) -> None:
        """Writes a mail into the outbox."""
        if self.outbox is None:
            raise UsageError("usage.no_folder", "there is no folder for outgoing mails")
        mail = compose(file, self.sender, self.recipients)
        write_whole(self.outbox / f"{file.name}.eml", mail.as_bytes())

    def collect(self) -> Iterator[tuple[str, bytes]]:
        """Mails that this object has not seen, oldest name first."""
        folders = [self.inbox / box for box in _BOXES if (self.inbox / box).is_dir()]
        paths = [path for folder in folders or [self.inbox] for path in folder.iterdir()]
        for path in sorted(paths):
            name = path.name.split(":")[0]  # flags after the colon change when a mail is read
            if name in self._seen or not path.is_file():
                continue
            try:
                data = read_capped(path)
            except RefereeError:
                continue
            self._seen.add(name)
            yield path.name, data


def compose(file: Sent, sender: str = "", recipients: Sequence[str] = ()) -> EmailMessage:
    """A mail with a file in it: as armored text and as an attachment."""
    mail = EmailMessage()
    mail["Subject"] = file.subject
    mail["Date"] = formatdate(localtime=False)
    mail["Message-ID"] = make_msgid(domain="referee.invalid")
    if sender:
        mail["From"] = sender
    if recipients:
        mail["To"] = ", ".join(recipients)
    mail.set_content(f"A file of a match. Take it in with `referee receive`.\n\n{file.text}")
    mail.add_attachment(
        file.data, maintype="application", subtype="octet-stream", filename=file.name
    )
    return mail
