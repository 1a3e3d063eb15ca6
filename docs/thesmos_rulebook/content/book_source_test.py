"""Reading what a book is made from."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from thesmos import check
from thesmos.diagnostics import SpecError
from thesmos_rulebook.content.book_source import read_source

BASE = Path(check.__file__).parent / "samples" / "base"


def test_invalid_rulings_are_reported(tmp_path: Path) -> None:
    game = tmp_path / "base"
    shutil.copytree(BASE, game)
    ruling = (
        '  - {id: one, edition: "1", title: One, card: {en: Two}, played: Three, '
        "evidence: [page 1], clauses: [wing.nope.9], scenarios: [x]}\n"
    )
    text = f"thesmos: rulings\ngame: base\nrulings:\n{ruling}{ruling}"
    (game / "rulings.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(SpecError) as raised:
        read_source(str(game))
    assert ["E375", "E302", "E375"] == [diagnostic.code for diagnostic in raised.value.diagnostics]
