"""Who may import whom, who may touch the outside, who may print (the house's laws of the tree)."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "python" / "referee"

LAYERS = [
    {"errors", "model", "_core"},
    {"wire", "disk", "contact", "records"},
    {"keys"},
    {"log", "cards", "toml", "config", "tally"},
    {"verify", "duties", "meta", "store", "charter", "exchange", "pen", "statements", "advice"},
    {"match"},
    {"render"},
    {"journal", "transport"},
    {"keep", "attempts"},
    {"cli"},
]
"""A module may import from its own layer and from those before it."""
OUTSIDE = {"disk", "store", "keys", "transport", "cli"}
"""Modules that touch files, clocks, the network or the environment."""
ASIDE = {"__init__", "testing"}
"""The front door and the entry point of the vectors: they name everything, nothing names them."""

CRATES = {
    "kernel": set(),
    "cards": {"kernel"},
    "games": {"kernel", "cards"},
    "proof": {"kernel"},
    "log": {"kernel", "proof"},
    "py": {"kernel", "cards", "games", "proof", "log"},
    "fuzz": {"kernel", "cards", "games", "proof", "log"},
}
"""What a crate may name of the others."""


def modules() -> dict[Path, str]:
    """Every source file and the module or package of the layers that it belongs to."""
    files = sorted(PACKAGE.rglob("*.py"))
    return {path: path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in files}


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """What a file imports of the package, and whether only for types."""
    tree = ast.parse(path.read_text())
    typing = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "referee":
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("referee."):
            names = [(node.module or "").split(".")[1]]
        elif isinstance(node, ast.Import):
            names = [a.name.split(".")[1] for a in node.names if a.name.startswith("referee.")]
        else:
            continue
        for name in names:
            yield name, id(node) in typing


def layer(module: str) -> int:
    return next(number for number, names in enumerate(LAYERS) if module in names)


def test_every_module_stands_in_a_layer() -> None:
    known = set().union(*LAYERS) - {"_core"} | ASIDE
    assert set(modules().values()) == known


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_go_one_way(path: Path) -> None:
    module = modules()[path]
    if module in ASIDE:
        return
    for name, only_typing in imports(path):
        assert name not in ASIDE - {"__init__"}, f"{path.name} imports {name}"
        if name in set().union(*LAYERS) and not only_typing:
            assert layer(name) <= layer(module), f"{path.name} imports {name}"


def calls(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            yield node.lineno, ast.unparse(node.func)


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_only_the_command_line_prints(path: Path) -> None:
    if modules()[path] == "cli":
        return
    speaks = {"print", "sys.stdout.write", "sys.stderr.write", "typer.echo", "click.echo"}
    said = [(line, name) for line, name in calls(path) if name in speaks]
    assert said == []
    text = path.read_text()
    assert "import typer" not in text
    assert "import rich" not in text


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_only_some_modules_touch_the_outside(path: Path) -> None:
    if modules()[path] in OUTSIDE:
        return
    touching = {"os", "socket", "subprocess", "shutil", "tempfile", "time", "smtplib", "imaplib"}
    tree = ast.parse(path.read_text())
    names = [alias.name for n in ast.walk(tree) if isinstance(n, ast.Import) for alias in n.names]
    names += [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    assert touching.isdisjoint(names)
    assert not [name for _, name in calls(path) if name == "open" or name.endswith("read_bytes")]
    unsafe = {"pickle", "marshal", "shelve"}
    assert unsafe.isdisjoint(names)


def crates() -> dict[Path, str]:
    """Every manifest of the workspace and the group it belongs to."""
    members = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["members"]
    return {ROOT / member / "Cargo.toml": Path(member).parts[1] for member in members}


@pytest.mark.parametrize("manifest", crates(), ids=lambda p: p.parent.name)
def test_crates_depend_one_way(manifest: Path) -> None:
    group = crates()[manifest]
    groups = {path.parent.name: name for path, name in crates().items()}
    named = set(tomllib.loads(manifest.read_text()).get("dependencies", {}))
    own = {groups[name.removeprefix("referee_")] for name in named if name.startswith("referee_")}
    assert own <= CRATES[group]
    if group == "games":
        others = {f"referee_{name}" for name, of in groups.items() if of == "games"}
        assert named.isdisjoint(others), "a game names another game"
    if group != "py":
        assert not {name for name in named if name.startswith("pyo3")}
    if group in ("kernel", "cards", "games"):
        assert named.isdisjoint({"rand", "rand_core", "getrandom"})
