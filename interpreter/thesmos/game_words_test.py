"""The code is independent of the games: none of their names or words occurs in it."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from thesmos import resources

PACKAGE = Path(__file__).resolve().parent
OTHERS = ("conformance/thesmos_conform", "docs/thesmos_rulebook")  # in a checkout
FOLDERS = [PACKAGE, *(f for f in map(resources.folder, OTHERS) if f.is_dir())]
MODULES = sorted(
    file
    for folder in FOLDERS
    for file in folder.rglob("*.py")
    if not file.name.endswith(("_test.py", "conftest.py")) and "testing" not in file.parts
)

# Words that games declare, but that the code uses for something else: each with the reason.
OURS: dict[str, str] = {
    "begin": "the page of the rule book for a first game",
    "black": "a colour of drawings",
    "blue": "a colour of drawings",
    "build": "a command, and mkdocs' own",
    "card": "what a power is, and the game's own text",
    "cell": "what any board is made of",
    "fill": "what machine code does with a block of memory",
    "green": "a colour of the terminal",
    "left": "what is said of processes that go on",
    "move": "what machine code does with a block of memory",
    "pick": "a function of object files, which chooses at random",
    "place": "a core function: the cell that a piece is on",
    "play": "a command",
    "put": "a function of the host that machine code calls",
    "red": "a colour of the terminal",
    "remove": "what one does to a piece of a position set up by hand",
    "right": "a key of what `fuzz` finds",
    "slot": "where a type of Python has a function",
    "symbol": "an element of SVG",
    "what": "a key of the report of `soak`",
    "white": "a colour of drawings",
    "yellow": "a colour of drawings",
}


@functools.cache
def names_of_games() -> frozenset[str]:
    """The names of all games, and of the files in their folders `powers`."""
    games = [file.parent for file in resources.spec_dir().glob("*/game.yaml")]
    powers = [file for game in games for file in (game / "powers").glob("*.yaml")]
    names = {game.name for game in games} | {power.stem for power in powers}
    return frozenset(names - {"go"})  # which comments say of much else


@functools.cache
def words_of_games() -> frozenset[str]:
    """The enums and their words, boards, kinds of pieces, actions and tags that games declare."""
    documents = [
        yaml.load(file.read_text("utf-8"), Loader=yaml.BaseLoader)
        for pattern in ("*/game.yaml", "*/parts/*.yaml")
        for file in resources.spec_dir().glob(pattern)
    ]
    keys = ("enums", "boards", "pieces", "actions", "tags")
    return frozenset(w.lower() for d in documents for key in keys for w in _names(d.get(key)))


def _names(declared: Any) -> Iterator[str]:
    for name, words in (declared or {}).items():
        yield name
        yield from words if isinstance(words, list) else ()


def names_in(text: str, names: frozenset[str]) -> list[str]:
    """The names that occur in a text as words, however their parts are joined, by line."""
    ways = "|".join("[-_ ]".join(map(re.escape, name.split("-"))) for name in sorted(names))
    word = re.compile(rf"(?<![^\W\d_])(?:{ways})(?![^\W\d_])", re.IGNORECASE)
    lines = enumerate(text.split("\n"), 1)
    return [f"line {n}: {found}" for n, line in lines for found in word.findall(line)]


def test_the_code_names_no_game_and_no_power() -> None:
    """Neither in code nor in comments: a new power is a new file in `spec/` and nothing else."""
    found = {file: names_in(file.read_text("utf-8"), names_of_games()) for file in MODULES}
    assert {} == {file: names for file, names in found.items() if names}


def test_the_code_tests_for_no_word_of_a_game() -> None:
    """No string is a word that a game declares: these are common words, so prose may use them."""
    words = words_of_games() - set(OURS)
    found = {
        file: [f"line {n.lineno}: {n.value}" for n in strings_of(file) if n.value.lower() in words]
        for file in MODULES
    }
    assert {} == {file: lines for file, lines in found.items() if lines}


def strings_of(file: Path) -> list[Any]:
    """The strings of a module, docstrings among them."""
    nodes = ast.walk(ast.parse(file.read_text("utf-8")))
    return [n for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]


def test_there_are_modules_and_names_to_compare() -> None:
    """The tests above do look for names and words."""
    assert len(MODULES) > 50
    assert len(names_of_games()) > 1
    assert len(words_of_games()) > 1


def test_a_name_is_found_however_it_is_written() -> None:
    """In capitals, with spaces, in an identifier; not inside another word."""
    text = "CASTOR_POLLUX\n# castor pollux\nis_pan = 1\nexpand, panel"
    expected = ["line 1: CASTOR_POLLUX", "line 2: castor pollux", "line 3: pan"]
    assert expected == names_in(text, frozenset({"castor-pollux", "pan"}))
