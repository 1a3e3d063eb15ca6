"""The name of a public class means one thing, in all three packages."""

from __future__ import annotations

import ast
import functools
from collections import defaultdict
from pathlib import Path

import pytest

from thesmos import resources

PACKAGE = Path(__file__).resolve().parent
OTHERS = ("conformance/thesmos_conform", "docs/thesmos_rulebook")  # in a checkout
FOLDERS = [PACKAGE, *(f for f in map(resources.folder, OTHERS) if f.is_dir())]

# What the pages on the API and on errors describe. Elsewhere, a module is name enough.
PUBLIC = {
    "diagnostics.py", "play/game.py", "play/match.py", "play/protocols.py", "play/result.py",
    "play/situation.py", "play/state.py", "play/states.py", "play/view.py",
}  # fmt: skip


@functools.cache
def classes() -> dict[str, set[str]]:
    """Return the files in which each class is defined, without tests."""
    files_by_name = defaultdict(set)
    for folder in FOLDERS:
        for file in folder.rglob("*.py"):
            if not file.name.endswith(("_test.py", "conftest.py")):
                for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                    if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                        files_by_name[node.name].add(file.relative_to(folder).as_posix())
    return files_by_name


@pytest.mark.parametrize("module", sorted(PUBLIC))
def test_no_other_class_has_the_name_of_a_public_one(module: str) -> None:
    """A protocol of `play/protocols.py` has the name of the class of `play` that it describes."""
    public = {name: files for name, files in classes().items() if module in files}
    assert public
    assert {name: files - PUBLIC for name, files in public.items() if files - PUBLIC} == {}
