"""The shape of the interpreter: a pipeline whose arrows run one way, and which knows no game."""

from __future__ import annotations

import ast
import functools
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from thesmos import home

ROOT = Path(__file__).resolve().parent
TESTING = "testing"  # a folder that only tests import
MODULES = sorted(
    file
    for file in ROOT.rglob("*.py")
    if not file.name.endswith("_test.py") and file.relative_to(ROOT).parts[0] != TESTING
)

# The parts in the order of the pipeline. `__init__` is the door to the API, `import thesmos`.
ORDER = (
    "fault",
    "home",
    "load",
    "check",
    "link",
    "run",
    "tell",
    "use",
    "strength",
    "conform",
    "book",
    "__init__",
    "cli",
)
MADE = ("link", "thesmos.run.program")  # what link makes is what run plays: it belongs to run
PORTABLE = {"run": {"fault", "run"}, "tell": {"fault", "run", "tell"}}  # these run in a browser

# Words that games declare and that the interpreter has a use of its own for. Each with the reason.
OURS: dict[str, str] = {
    "build": "a command, and mkdocs' own",
    "card": "what a power is, and the game's own text",
    "cell": "what any board is made of",
    "place": "where a fault is in a file",
    "play": "a command",
}


def name_of(file: Path) -> str:
    """A module by its path: `load/marked.py`."""
    return file.relative_to(ROOT).as_posix()


# ---------------------------------------------------------------------- arrows run one way


def part_of(file: Path) -> str:
    """The part that a module belongs to: its folder, or itself if it is in none."""
    return file.relative_to(ROOT).parts[0].removesuffix(".py")


def imports_of(file: Path) -> Iterator[tuple[int, str]]:
    """Every import in a module, wherever it stands in it: line and full name."""
    package = ["thesmos", *file.relative_to(ROOT).parent.parts]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{source}.{alias.name}") for alias in node.names)


def may_import(part: str, name: str) -> bool:
    """Whether a part of the interpreter may import something, ours or a stranger's."""
    top, *inner = name.split(".")
    if top != "thesmos":
        return part not in PORTABLE or top in sys.stdlib_module_names
    if inner[:1] == [TESTING]:
        return False
    if part == MADE[0] and f"{name}.".startswith(f"{MADE[1]}."):
        return True
    wanted = inner[0] if inner and inner[0] in ORDER else "__init__"
    return wanted in PORTABLE.get(part, ORDER[: ORDER.index(part) + 1])


@pytest.mark.parametrize("file", MODULES, ids=name_of)
def test_no_arrow_runs_back(file: Path) -> None:
    """A module imports from its own part and those before it; run and tell from still fewer."""
    part = part_of(file)
    assert part in ORDER
    imports = imports_of(file)
    assert [] == [f"line {line}: {name}" for line, name in imports if not may_import(part, name)]


@pytest.mark.parametrize(
    ("part", "name", "expected"),
    [
        ("check", "thesmos.load.tree", True),
        ("load", "thesmos.check.names", False),
        ("link", "thesmos.run.program.NONE", True),
        ("link", "thesmos.run.match", False),
        ("run", "thesmos.fault.Crash", True),
        ("run", "thesmos.home.spec_dir", False),
        ("run", "thesmos.link", False),
        ("run", "json", True),
        ("tell", "rich.text", False),
        ("tell", "thesmos.run.program", True),
        ("use", "thesmos.load", True),
        ("use", "thesmos", False),
        ("cli", "thesmos.__version__", True),
        ("book", "thesmos.use.scenario_read", True),
        ("use", "thesmos.book.site", False),
        ("cli", "rich.text", True),
        ("cli", "thesmos.testing.naive", False),
    ],
)
def test_the_arrows_are_those_of_the_design(part: str, name: str, expected: bool) -> None:
    """The test above means what the design says."""
    assert expected is may_import(part, name)


# --------------------------------------------------------------------------- it knows no game


@functools.cache
def names_of_games() -> frozenset[str]:
    """The names of all games, and of all that they keep in `powers`, as in their files' names."""
    games = [file.parent for file in home.spec_dir().glob("*/game.yaml")]
    powers = [file for game in games for file in (game / "powers").glob("*.yaml")]
    return frozenset(game.name for game in games) | {power.stem for power in powers}


@functools.cache
def words_of_games() -> frozenset[str]:
    """The enums and their words, boards, kinds of pieces and actions that games declare."""
    documents = [
        yaml.load(file.read_text("utf-8"), Loader=yaml.BaseLoader)
        for file in home.spec_dir().glob("*/game.yaml")
    ]
    keys = ("enums", "boards", "pieces", "actions")
    return frozenset(w.lower() for d in documents for key in keys for w in _names(d.get(key)))


def _names(declared: Any) -> Iterator[str]:
    for name, words in (declared or {}).items():
        yield name
        yield from words if isinstance(words, list) else ()


def names_in(text: str, names: frozenset[str]) -> list[str]:
    """The names that stand in a text as words, however their parts are joined, with their lines."""
    ways = "|".join("[-_ ]".join(map(re.escape, name.split("-"))) for name in sorted(names))
    word = re.compile(rf"(?<![^\W\d_])(?:{ways})(?![^\W\d_])", re.IGNORECASE)
    lines = enumerate(text.split("\n"), 1)
    return [f"line {n}: {found}" for n, line in lines for found in word.findall(line)]


@pytest.mark.parametrize("file", MODULES, ids=name_of)
def test_the_interpreter_names_no_game_and_no_power(file: Path) -> None:
    """Neither in code nor in comments: a new power is a new file in `spec/` and nothing else."""
    assert [] == names_in(file.read_text(encoding="utf-8"), names_of_games())


@pytest.mark.parametrize("file", MODULES, ids=name_of)
def test_the_interpreter_tests_for_no_word_of_a_game(file: Path) -> None:
    """No string is a word that a game declares: these are common words, so prose may use them."""
    words = words_of_games() - set(OURS)
    tree = ast.parse(file.read_text(encoding="utf-8"))
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    strings = [(node.lineno, node.value) for node in constants if isinstance(node.value, str)]
    found = [f"line {line}: {text}" for line, text in strings if text.lower() in words]
    assert [] == found


def test_there_are_games_to_know_nothing_of() -> None:
    """The tests above look for something."""
    assert len(names_of_games()) > 1
    assert len(words_of_games()) > 1


def test_a_name_is_found_however_it_is_written() -> None:
    """In capitals, with spaces, in an identifier; not inside another word."""
    text = "CASTOR_POLLUX\n# castor pollux\nis_pan = 1\nexpand, panel"
    expected = ["line 1: CASTOR_POLLUX", "line 2: castor pollux", "line 3: pan"]
    assert expected == names_in(text, frozenset({"castor-pollux", "pan"}))
