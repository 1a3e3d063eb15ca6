"""Move each error in the game's own text that a card causes to the place in the card.

Some errors show only when all texts are read together: a card carries out an event of the game
with an argument that may be none, or makes a fact of the game depend on itself. Its author has to
mend the card, not the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from thesmos.diagnostics import Diagnostic, Location, RelatedPlace
from thesmos.syntax import documents as d

T = TypeVar("T")
Key = tuple[str, Location | None]
Cards = Mapping[str, d.CardDocument]
Check = Callable[[Cards], Iterable[Diagnostic]]


def with_errors_at_their_causes(
    diagnostics: Iterable[Diagnostic], cards: Cards, modes: Iterable[d.ModeDocument], check: Check
) -> list[Diagnostic]:
    """Return diagnostics, errors of the game's own text that a card causes being at its clause.

    cards, modes: those of the game; errors in their files stay where they are.
    check: returns the diagnostics of the game with some of its cards only. It is asked only if
        there are such errors: twice the logarithm of the number of cards for each card that causes
        one, and once for each of this card's clauses.
    """
    every = list(diagnostics)
    files = {card.location.file for card in cards.values()}
    files |= {mode.location.file for mode in modes}
    in_game = [
        diagnostic
        for diagnostic in every
        if _is_error(diagnostic)
        and diagnostic.location is not None
        and diagnostic.location.file not in files
    ]
    if not in_game or not cards:
        return every
    of_game = _keys(check({}))
    moved = {}
    for diagnostic in in_game:
        key = _key(diagnostic)
        if key not in of_game:
            causes = list(_causes(key, dict(cards), check))
            if causes:
                moved[key] = [_placed(diagnostic, cause) for cause in causes]
    return [new for old in every for new in moved.get(_key(old), [old])]


def _causes(key: Key, cards: Cards, check: Check) -> Iterator[Location]:
    """Yield where each card that causes an error by itself does so."""
    if key not in _keys(check(cards)):
        return
    if len(cards) == 1:
        ((slug, card),) = cards.items()
        yield _clause(key, slug, card, check)
        return
    slugs = list(cards)
    middle = len(slugs) // 2
    for half in (slugs[:middle], slugs[middle:]):
        yield from _causes(key, {slug: cards[slug] for slug in half}, check)


def _clause(key: Key, slug: str, card: d.CardDocument, check: Check) -> Location:
    """Return the place of the first clause without which a card does not cause an error."""
    for number, block in enumerate(card.clauses):
        for place, clause in enumerate(block.clauses):
            fewer = replace(block, clauses=_without(block.clauses, place))
            clauses = (*card.clauses[:number], fewer, *card.clauses[number + 1 :])
            if key not in _keys(check({slug: replace(card, clauses=clauses)})):
                return clause.location
    return card.location


def _without(clauses: tuple[T, ...], place: int) -> tuple[T, ...]:
    return clauses[:place] + clauses[place + 1 :]


def _placed(diagnostic: Diagnostic, cause: Location) -> Diagnostic:
    shows = diagnostic.location
    assert shows is not None
    return replace(
        diagnostic,
        location=cause,
        message=f"because of this, an error shows elsewhere: {diagnostic.message}",
        related=(RelatedPlace(shows, "here it shows"), *diagnostic.related),
    )


def _is_error(diagnostic: Diagnostic) -> bool:
    return diagnostic.severity == "error"


def _key(diagnostic: Diagnostic) -> Key:
    """Return what identifies an error in a game with fewer cards; its message may name cards."""
    return diagnostic.code, diagnostic.location


def _keys(diagnostics: Iterable[Diagnostic]) -> set[Key]:
    return {_key(diagnostic) for diagnostic in diagnostics if _is_error(diagnostic)}
