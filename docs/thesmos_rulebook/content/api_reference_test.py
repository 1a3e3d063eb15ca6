from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import thesmos

pytest.importorskip("griffe")
import griffe

from thesmos_rulebook.content.api_reference import api_reference, signature


def test_every_public_name_has_a_section() -> None:
    assert [*thesmos.__all__] == re.findall(r"^## thesmos\.(\w+) ", api_reference(), re.MULTILINE)


def test_inherited_methods_are_shown() -> None:
    assert "### State.why_not {#thesmos.State.why_not}" in api_reference()


def test_parameters_become_a_list() -> None:
    assert "\n- `any_match_up`: allow match-ups that the rules forbid.\n" in api_reference()


def test_signatures_have_types_and_defaults() -> None:
    assert "draft(players: int = 2, options: Mapping[str, str] | None = None) -> Match" in (
        api_reference()
    )


@pytest.mark.parametrize(
    "written",
    ["f(a, /)", "f(a, /, b, *, c=1)", "f(*, a)", "f(*args, a, **options)", "f(a, /, *, b)"],
)
def test_signatures_say_how_parameters_are_passed(written: str) -> None:
    function = griffe.visit("m", Path("m.py"), f"def {written}: ...")["f"]
    assert signature(function, "f") == written.replace("c=1", "c = 1")


def test_nothing_private_is_shown() -> None:
    assert [] == re.findall(r"^### \w+\._.*", api_reference(), re.MULTILINE)


@pytest.mark.parametrize("name", thesmos.__all__)
def test_examples_in_docstrings_are_true(name: str) -> None:
    item: Any = getattr(thesmos, name)
    game = thesmos.load("nim")  # as the page says
    match = game.match()
    begun = {"game": game, "match": match, "state": match.start()}
    around = vars(import_module(item.__module__)) | begun
    tests = [
        test for test in doctest.DocTestFinder(recurse=True).find(item, name, globs=around)
        if test.examples
    ]  # fmt: skip
    runner = doctest.DocTestRunner(verbose=False)
    for test in tests:
        runner.run(test)
    assert tests
    assert runner.failures == 0
