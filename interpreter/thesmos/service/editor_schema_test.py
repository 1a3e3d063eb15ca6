"""No shipped file is underlined in an editor, and a wrong one is."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from thesmos.resources import scenarios_dir, spec_dir
from thesmos.service.editor_schema import editor_schema

POWER = "thesmos: power\nslug: a\ntitle: {en: A}\nclauses: {Move: veto}\n"


class CoreLoader(yaml.SafeLoader):
    """Reads YAML by the core schema of YAML 1.2, as editors do: `no` and dates are texts."""


CoreLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("bool", "true|True|TRUE|false|False|FALSE", "tTfF"),
    ("null", "~|null|Null|NULL|", "~nN"),
    ("int", "[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
):
    CoreLoader.add_implicit_resolver(
        f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), [*first]
    )


@cache
def validator() -> Draft202012Validator:
    Draft202012Validator.check_schema(editor_schema())
    return Draft202012Validator(editor_schema())


def underlined(text: str) -> list[str]:
    read: Any = yaml.load(text, CoreLoader)
    return [error.message for error in validator().iter_errors(read)]


@pytest.mark.parametrize("game", sorted(path.name for path in spec_dir().iterdir()))
def test_no_file_of_a_shipped_game_is_underlined(game: str) -> None:
    for file in sorted((spec_dir() / game).rglob("*.yaml")):
        assert underlined(file.read_text("utf-8")) == [], file


def test_no_shipped_scenario_is_underlined() -> None:
    for folder in sorted(scenarios_dir().rglob("*/")):
        for file in sorted(folder.glob("*.yaml"))[:2]:
            assert underlined(file.read_text("utf-8")) == [], file


def test_numbers_and_truth_values_are_texts() -> None:
    assert underlined(f"{POWER}players: [2, 3]\norder: 12\n") == []
    assert underlined(POWER.replace("en: A", "en: 2015")) == []


@pytest.mark.parametrize(
    "wrong", [f"{POWER}tagz: [a]\n", f"{POWER}begins: sometimes\n", "thesmos: gaem\n", "a: 1\n"]
)
def test_what_is_wrong_is_underlined(wrong: str) -> None:
    assert underlined(wrong)
