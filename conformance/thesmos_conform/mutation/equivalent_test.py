"""The shipped list of equivalent mutants is up to date, for each game."""

from __future__ import annotations

import pytest

from thesmos.play.game import load
from thesmos.syntax.yaml_nodes import YamlMap, read_yaml
from thesmos_conform.mutation.equivalent import read_equivalent
from thesmos_conform.mutation.mutants import mutants_of
from thesmos_conform.resources import equivalent_mutants_file


def listed_games() -> list[str]:
    root, _ = read_yaml(equivalent_mutants_file())
    assert isinstance(root, YamlMap)
    return [key.value for key, _ in root.items if key.value != "thesmos"]


@pytest.mark.parametrize("name", listed_games())
def test_the_list_names_existing_mutants(name: str) -> None:
    assert read_equivalent(equivalent_mutants_file(), name, mutants_of(load(name).program))
