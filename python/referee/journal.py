"""The story of a match in words, for one pair of eyes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from referee import render
from referee.log import EventLog
from referee.render import Table, harmless

Json = Any


class Line(msgspec.Struct, frozen=True):
    """One sentence of the story: the step it belongs to, who acted (a seat, or None), the text."""

    step: int
    seat: int | None
    text: str


def story(log: EventLog, table: Table) -> list[Line]:
    """Everything that happened, in order. Only public things are told, and notes.

    Defaults, take-backs, faults and forks are told with the rest.
    """
    notes = _notes(log)
    lines: list[Line] = []
    for entry in log.core.history():
        step = entry["step"]
        lines += notes.pop(step, [])
        lines += _step(entry, table)
    for rest in sorted(notes):
        lines += notes[rest]
    return [*lines, *_ending(log, table)]


def _notes(log: EventLog) -> dict[int, list[Line]]:
    """Notes by the step at which they were written."""
    members = log.charter.members
    told: dict[int, list[Line]] = {}
    for event in log.events():
        if event.kind == "NOTE":
            name = harmless(members[event.author].name, 20)
            line = Line(event.step, None, f'{event.step:>5}  {name}: "{harmless(event.text, 400)}"')
            told.setdefault(event.step, []).append(line)
    return told


def _step(entry: Json, table: Table) -> Iterator[Line]:
    step, view = entry["step"], entry.get("view") or {}
    for answer in entry["answers"]:
        seat = answer["seat"]
        for chosen in answer["actions"] or []:
            text = f"{table.who(seat)}: {render.action(chosen, view, table)}"
            yield Line(step, seat, f"{step:>5}  {text}")
        if answer["default"]:
            yield Line(step, seat, f"{step:>5}  {table.who(seat)} is absent: the default is taken")
    for told in entry["chance"]:
        if text := render.outcome(told["chance"], told["outcome"], table):
            yield Line(step, None, f"{step:>5}    {text}")
    for told in entry["news"]:
        if text := render.change(told, table):
            yield Line(step, None, f"{step:>5}    {text}")


def _ending(log: EventLog, table: Table) -> Iterator[Line]:
    verdict, members = log.verdict, log.charter.members
    for fault in verdict.faults:
        name = harmless(members[fault.author].name, 24)
        text = f"fault of {name}: {fault.kind} at step {fault.step} ({fault.code})"
        yield Line(fault.step, None, f"{fault.step:>5}  {text}")
    if verdict.result is not None:
        yield Line(verdict.step, None, render.result(verdict.result, table))
