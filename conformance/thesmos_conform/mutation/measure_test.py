"""Which mutants of a game are judged."""

from __future__ import annotations

from pathlib import Path

from thesmos.play.game import load
from thesmos_conform.mutation.measure import MutantFilter, chosen_mutants

LISTED = """thesmos: equivalent
santorini:
  - {id: "some.clause.1:negate:1", becomes: nothing, because: It is about the game by itself.}
santorini@2020-08: []
"""


def test_of_an_edition_only_its_own_text_is_changed(tmp_path: Path) -> None:
    """What is listed under the name of the game itself is about other mutants."""
    listed = tmp_path / "equivalent.yaml"
    listed.write_text(LISTED, encoding="utf-8")
    mutants, proofs = chosen_mutants(load("santorini@2020-08"), MutantFilter(), listed)

    assert mutants
    assert all("editions/2020-08" in Path(m.location.file).as_posix() for m in mutants)
    assert proofs == {}
