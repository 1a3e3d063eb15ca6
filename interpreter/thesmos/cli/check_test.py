"""`thesmos check` of a single file: what it causes, wherever that shows."""

from __future__ import annotations

from pathlib import Path

from testing.drafted import checked
from thesmos.cli.check import check

OTHER = (
    "thesmos: power\nslug: other\ntitle: {en: Other}\nclauses:\n  Rules: |\n"
    "    treat plain() as (1 if small(2) else 0)\n"
)
CIRCLE = "treat small(k) as plain = k"


def test_of_two_cards_that_cause_an_error_together_each_reports_it(tmp_path: Path) -> None:
    """Each makes a fact of the game ask for the other one, so that both ask for themselves."""
    checked(tmp_path, CIRCLE, others={"powers/other.yaml": OTHER})
    of_folder = [diagnostic.code for diagnostic in check(str(tmp_path))]

    assert of_folder == ["E352"]
    for file in ("own.yaml", "other.yaml"):
        assert [d.code for d in check(str(tmp_path / "powers" / file))] == ["E352"]


def test_a_card_does_not_report_what_others_cause(tmp_path: Path) -> None:
    checked(tmp_path, CIRCLE, others={"powers/other.yaml": OTHER.replace("small(2)", "n > 2")})
    (tmp_path / "powers/other.yaml").write_text(OTHER.replace("small(2)", "unknown(2)"))

    assert check(str(tmp_path / "powers/own.yaml")) == []
    assert [d.code for d in check(str(tmp_path / "powers/other.yaml"))] == ["E306"]


def test_the_games_own_file_reports_what_it_may_cause_in_cards(tmp_path: Path) -> None:
    """A fact that the game does not declare any more is missed in a card."""
    checked(tmp_path, "forbid pick where missing(k)")

    assert [d.code for d in check(str(tmp_path / "game.yaml"))] == ["E306"]
