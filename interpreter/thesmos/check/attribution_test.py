"""Errors that show in the game's own text are told at the clause of a card that causes them."""

from __future__ import annotations

from pathlib import Path

from testing.drafted import checked
from thesmos.check.attribution import Cards, with_errors_at_their_causes
from thesmos.diagnostics import Diagnostic, Location
from thesmos.syntax import documents as d

SHOWS = Location("game.yaml", 3, 5)
ERROR = Diagnostic("E356", "too much work", SHOWS)
OTHER = (
    "thesmos: power\nslug: {0}\ntitle: {{en: O}}\nclauses:\n  Rules: |\n"
    "    forbid pick where k = {1}\n"
)


def cards_of(folder: Path, *others: int) -> dict[str, d.CardDocument]:
    """A power with three clauses, and others that forbid to pick a number each."""
    clauses = "forbid pick where k = 1\nforbid pick where k = 2\nforbid pick where k = 3"
    texts = {f"powers/p{k}.yaml": OTHER.format(f"p{k}", k) for k in others}
    game, _ = checked(folder, clauses, others=texts)
    return {slug: card.written for slug, card in game.cards.items() if slug != "seats"}


def error_if_two_is_forbidden(cards: Cards) -> list[Diagnostic]:
    """What a check says that can't stand a clause about the number 2."""
    clauses = [c for card in cards.values() for block in card.clauses for c in block.clauses]
    return [ERROR] if any("value=2" in repr(clause) for clause in clauses) else []


def test_an_error_is_moved_to_the_clause_that_causes_it(tmp_path: Path) -> None:
    cards = cards_of(tmp_path, 0, 1, 3)
    (moved,) = with_errors_at_their_causes([ERROR], cards, (), error_if_two_is_forbidden)

    assert moved.location == cards["own"].clauses[0].clauses[1].location
    assert [place.location for place in moved.related] == [SHOWS]
    assert "game.yaml:3:5: here it shows" in moved.render()


def test_each_card_that_causes_an_error_is_told(tmp_path: Path) -> None:
    cards = cards_of(tmp_path, 2, 3)
    moved = with_errors_at_their_causes([ERROR], cards, (), error_if_two_is_forbidden)
    files = {error.location.file for error in moved if error.location}

    assert files == {str(tmp_path / "powers/own.yaml"), str(tmp_path / "powers/p2.yaml")}


def test_what_the_game_causes_itself_stays_where_it_is(tmp_path: Path) -> None:
    cards = cards_of(tmp_path)

    assert with_errors_at_their_causes([ERROR], cards, (), lambda _: [ERROR]) == [ERROR]


def test_what_only_several_cards_cause_stays_where_it_is(tmp_path: Path) -> None:
    cards = cards_of(tmp_path, 2)

    def together(some: Cards) -> list[Diagnostic]:
        return [ERROR] if len(some) == len(cards) else []

    assert with_errors_at_their_causes([ERROR], cards, (), together) == [ERROR]


def test_an_argument_that_may_be_none_is_told_where_it_is_given(tmp_path: Path) -> None:
    """The assignment is in the game, which is right without the card."""
    game_file = str(tmp_path / "game.yaml")
    clause = "after walk: do pick(strength(mate(to)))"
    _, (error,) = checked(tmp_path, clause, changes={"do: n += k": "do: n := k"})
    assert error.location is not None

    assert (error.code, error.location.file) == ("E322", str(tmp_path / "powers/own.yaml"))
    assert [place.location.file for place in error.related] == [game_file]
