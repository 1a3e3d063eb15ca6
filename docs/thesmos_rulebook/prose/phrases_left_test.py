"""Sentences belong to names: the phrases that are keyed by the text of a clause get fewer."""

from __future__ import annotations

import re

import pytest

from thesmos.resources import spec_dir
from thesmos.syntax.yaml_nodes import YamlMap, read_yaml

NAME = re.compile(r"\w+")
# The files that still have such phrases, and at most how many. Lower a number when you take some
# out; a file that is not here has none.
LEFT = {
    "santorini/words.yaml": 92,
    "santorini/draft/words.yaml": 23,
}


def phrases(file: str) -> list[str]:
    """Return the keys of the phrases of a file that are more than a name."""
    root, diagnostics = read_yaml(spec_dir() / file)
    assert not diagnostics
    adds = root.get("adds") if isinstance(root, YamlMap) else None
    sections = [root.get("words")] if isinstance(root, YamlMap) else []
    sections += [adds.get("words")] if isinstance(adds, YamlMap) else []
    found = []
    for words in sections:
        for section in ("phrases", "acts"):
            entries = words.get(section) if isinstance(words, YamlMap) else None
            items = entries.items if isinstance(entries, YamlMap) else ()
            found += [key.value for key, _ in items if not NAME.fullmatch(key.value)]
    return found


FILES = sorted(path.relative_to(spec_dir()).as_posix() for path in spec_dir().rglob("*.yaml"))


@pytest.mark.parametrize("file", FILES)
def test_no_more_phrases_are_keyed_by_the_text_of_a_clause(file: str) -> None:
    assert len(phrases(file)) <= LEFT.get(file, 0)
