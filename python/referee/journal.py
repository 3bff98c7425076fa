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

    Defaults, absences, take-backs, faults and forks are told with the rest.
    """
    names = [harmless(member.name, 20) for member in log.charter.members]
    said = _said(log, names)
    lines: list[Line] = []
    for entry in log.core.history():
        for step in sorted(step for step in said if step <= entry["step"]):
            lines += said.pop(step)
        lines += _step(entry, table, names)
    for rest in sorted(said):
        lines += said[rest]
    return [*lines, *_ending(log, table)]


_WORDS = {"RESIGN": "gives up the seat", "TAKEOVER": "takes over an absent seat"}


def _said(log: EventLog, names: list[str]) -> dict[int, list[Line]]:
    """Notes, and who came and went, by the step at which it was said."""
    told: dict[int, list[Line]] = {}
    for event in log.events():
        if event.kind == "NOTE":
            text = f'{names[event.author]}: "{harmless(event.text, 400)}"'
        elif event.kind in _WORDS and event.status == "ok":
            text = f"{names[event.author]} {_WORDS[event.kind]}"
        else:
            continue
        line = Line(event.step, None, f"{event.step:>5}  {text}")
        told.setdefault(event.step, []).append(line)
    return told


def _step(entry: Json, table: Table, names: list[str]) -> Iterator[Line]:
    step, view = entry["step"], entry.get("view") or {}
    if entry["back"] is not None:
        # What follows in the entry led to that step, and has been told there.
        yield Line(step, None, f"{step:>5}  everybody goes back to step {entry['back']}")
        return
    for answer in entry["answers"]:
        seat, member = answer["seat"], answer["member"]
        who = table.who(seat) if member is None else names[member]
        for chosen in answer["actions"] or []:
            yield Line(step, seat, f"{step:>5}  {who}: {render.action(chosen, view, table)}")
        if answer["default"]:
            text = f"nobody answers for the seat of {names[seat]}: the default is taken"
            yield Line(step, seat, f"{step:>5}  {text}")
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
    for author, seq in verdict.forks:
        text = f"fork: {harmless(members[author].name, 24)} signed two versions of event {seq}"
        yield Line(verdict.step, None, f"{verdict.step:>5}  {text}")
    if verdict.result is not None:
        yield Line(verdict.step, None, render.result(verdict.result, table))
