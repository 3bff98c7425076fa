"""Answers from a person at the keyboard: a key is enough where it is unambiguous."""

from __future__ import annotations

import sys

import typer

ENTER = ""
"""What Enter alone stands for."""


def ask(prompt: str, count: int, letters: str) -> str:
    """A number from 1 to ``count``, one of ``letters``, or :data:`ENTER`.

    At a terminal a letter answers at once, and so does a digit that no other number begins with.
    From a file or pipe an answer is a line; the end of the input is ``q``.
    """
    if not sys.stdin.isatty():
        return _line(prompt)
    typer.echo(prompt, nl=False, err=True)
    typed = ""
    while True:
        key = typer.getchar()
        if key in "\r\n":
            break
        if key == "\x04":
            typed = "q"
            break
        if key == "\x03":
            raise KeyboardInterrupt
        if key in "\x7f\b" and typed:
            typed = typed[:-1]
            typer.echo("\b \b", nl=False, err=True)
        elif key.isdecimal() and key.isascii() and 0 < int(typed + key) <= count:
            typed += key
            typer.echo(key, nl=False, err=True)
            if int(typed) * 10 > count:
                break
        elif not typed and key in letters:
            typed = key
            typer.echo(key, nl=False, err=True)
            break
    typer.echo(err=True)
    return typed


def _line(prompt: str) -> str:
    typer.echo(prompt, nl=False, err=True)
    line = sys.stdin.readline(256)
    typer.echo(err=True)
    return line.strip() if line else "q"
