"""Every example of the documentation does what it shows."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest
from examples import ROOT, Stage, blocks, rewritten

PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize(
    "page", [page for page in PAGES if any(blocks(page.read_text("utf-8")))], ids=lambda p: p.name
)
def test_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = page.read_text("utf-8")
    real, complaints = rewritten(text, page.name, Stage(tmp_path, monkeypatch))
    changes = difflib.unified_diff(text.splitlines(), real.splitlines(), "shown", "real", n=1)
    assert not [*changes], "run `python tests/support/examples.py PAGE` and look at the diff"
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    import re

    text = page.read_text("utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"
