"""A class name means one thing, in all three packages."""

from __future__ import annotations

import ast
import functools
from collections import defaultdict
from pathlib import Path

from thesmos import resources

PACKAGE = Path(__file__).resolve().parent
OTHERS = ("conformance/thesmos_conform", "docs/thesmos_rulebook")  # in a checkout
FOLDERS = [PACKAGE, *(f for f in map(resources.folder, OTHERS) if f.is_dir())]

# The levels on which a construct of the language has a class: written, resolved, as integers.
LEVELS = {
    "tree": {"syntax/nodes.py", "syntax/clause_nodes.py"},
    "program": {
        f"program/{name}.py"
        for name in ("node", "types", "values", "effects", "clauses", "positions", "declarations")
    },
    "integers": {"compile/ir/nodes.py"},
}

# Constructs that have the same name on two or three levels, because they are the same construct.
CONSTRUCTS = {
    "AddTo", "After", "AllOf", "Along", "Arithmetic", "Assign", "At", "Before", "Binder", "Cancel",
    "Clause", "Counts", "Criterion", "Do", "Due", "Each", "Effect", "End", "EventPattern",
    "ExtraTurn", "FirstBy", "Fold", "Forbid", "ForbidSkip", "Forget", "Hide", "If", "IfElse", "Let",
    "Logic", "Lose", "MaySkip", "Memorize", "MoveCard", "Node", "Number", "NumberedPlayer", "Order",
    "Owned", "Past", "Permit", "PieceAt", "Require", "Search", "SetOf", "Size", "Spent", "Spread",
    "Treat", "Value", "Veto", "While", "Win",
}  # fmt: skip

# Protocols of `play/protocols.py`, with the name of the class of `play` that they describe.
PROTOCOLS = {"Match", "State"}


@functools.cache
def repeated() -> dict[str, list[str]]:
    """The files in which each class is defined whose name occurs more than once, without tests."""
    found = defaultdict(list)
    for folder in FOLDERS:
        for file in sorted(folder.rglob("*.py")):
            if file.name.endswith(("_test.py", "conftest.py")):
                continue
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef):
                    found[node.name].append(file.relative_to(folder).as_posix())
    return {name: files for name, files in found.items() if len(files) > 1}


def levels_of(files: list[str]) -> list[str]:
    """The level that each file belongs to; empty for a file of no level."""
    return [next((level for level, its in LEVELS.items() if file in its), "") for file in files]


def test_no_class_name_is_used_for_two_things() -> None:
    new = {name: files for name, files in repeated().items() if name not in CONSTRUCTS | PROTOCOLS}
    assert not new, "name one of them otherwise, or list them above if they are the same construct"


def test_a_construct_has_one_class_on_each_level() -> None:
    for name in CONSTRUCTS & repeated().keys():
        levels = levels_of(repeated()[name])
        assert "" not in levels, f"{name} is defined in {repeated()[name]}"
        assert len(set(levels)) == len(levels), f"{name} is defined in {repeated()[name]}"


def test_a_protocol_has_the_name_of_the_class_of_play_that_it_describes() -> None:
    for name in PROTOCOLS:
        assert set(repeated()[name]) == {"play/protocols.py", f"play/{name.lower()}.py"}


def test_the_lists_name_only_what_is_defined_more_than_once() -> None:
    assert (CONSTRUCTS | PROTOCOLS) <= repeated().keys()
