"""Ways to pass files: a shared folder, text to paste, mails in a Maildir.

None of them is trusted with anything: they may lose, repeat, delay and reorder what they carry.
"""

from referee.transport.folder import Folder, write_whole
from referee.transport.mail import Maildir
from referee.transport.text import Text

__all__ = ["Folder", "Maildir", "Text", "write_whole"]
