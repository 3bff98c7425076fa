"""The verbs together, and how a command ends."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer

from referee.cli import cards, identity, look, mails, matches, play, protocol, setup, solo
from referee.errors import RefereeError, UsageError

FINE, REFUSED, USAGE, UNVERIFIED = range(4)

app = typer.Typer(
    name="referee",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    help=(
        "Board games by mail that check themselves: signed moves, verifiable dice, no server.\n\n"
        "A match is a folder. A verb means the match given by -m, else the one of the working "
        "directory, else the only one."
    ),
)
for module in (identity, setup, play, mails, protocol, look, matches, cards, solo):
    module.register(app)


@app.callback(invoke_without_command=True)
def top(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", "-V", help="Say which version.")] = False,
) -> None:
    """Shows the version where a verb is missing; before a verb, makes kept card sets known."""
    if version:
        from referee import _core

        typer.echo(f"referee {_core.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        from referee.cards import load_sets

        for text in load_sets():
            typer.echo(f"referee: {text}", err=True)


def run(args: list[str] | None = None) -> int:
    """Runs one command and gives its exit code: 0 fine, 1 refused, 2 usage, 3 does not verify."""
    _plain_streams()
    try:
        code = app(args, prog_name="referee", standalone_mode=False)
        return code if isinstance(code, int) else FINE
    except UsageError as error:
        return _fail(str(error), USAGE)
    except RefereeError as error:
        return _fail(str(error), REFUSED)
    except (typer.Abort, KeyboardInterrupt):
        return _fail("stopped", 130)
    except BrokenPipeError:
        sys.stderr.close()
        return REFUSED
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        return _fail(f"system: {name}{error.strerror or type(error).__name__}", REFUSED)
    except MemoryError:
        return _fail("system: not enough memory", REFUSED)
    except BaseException as error:
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        if hasattr(error, "format_message"):
            return _usage(error)
        # A defect of ours. Its text may hold anything, so only its kind and place are told.
        place = _place(error)
        return _fail(f"internal: {type(error).__name__} at {place}; please report it", REFUSED)


def _usage(error: Any) -> int:
    """A command line that cannot be understood, as typer found it."""
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        return USAGE  # making it has printed the help
    where = context.command_path if context else "referee"
    why = error.format_message().rstrip(".")
    return _fail(f"usage: {why}; hint: see `{where} --help`", USAGE)


def _plain_streams() -> None:
    """No byte that comes in or goes out is a defect, and a closed stream is an empty one.

    In the order of their numbers, so that no file of ours comes to be one of the three.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - as long as the process
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="surrogateescape")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _fail(text: str, code: int) -> int:
    """One line for programs; a terminal gets it in lines that it need not break."""
    from referee.render.cells import wrapped
    from referee.wire import harmless

    lines = [f"referee: {harmless(text)}"]
    if sys.stderr.isatty():
        lines = wrapped(lines[0], later="  ", whole=True)
    typer.echo("\n".join(lines), err=True)
    return code


def _place(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "?"
    return f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}"
