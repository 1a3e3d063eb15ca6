"""How strong the scenarios are: which clauses they cite, and which they would miss.

A clause is *asserted* when some scenario fails without it. Nothing else counts: a clause that is
only passed over, or only cited, could say anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from thesmos.check.spec import CheckedCard
from thesmos.fault import UsageError
from thesmos.use.game import Game, load
from thesmos.use.scenario import FAILED, Runner
from thesmos.use.scenario_read import Scenario, read_scenario, scenario_files

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Cover:
    """One clause: how many scenarios cite it, and the first that fails without it."""

    id: str
    place: str
    cited: int
    asserted_by: str | None

    def as_json(self) -> dict[str, Any]:
        """The clause as data."""
        return {
            "id": self.id,
            "place": self.place,
            "cited": self.cited,
            "asserted_by": self.asserted_by,
        }


def coverage(
    name: str,
    paths: Iterable[Path],
    powers: Sequence[str] = (),
    progress: Progress = lambda done, of: None,
) -> list[Cover]:
    """Take each clause away in turn and run the scenarios that could notice.

    powers: only the clauses of these cards; all of the game's if empty. Raises UsageError for a
    card that does not exist, SpecError for a spec with mistakes.
    """
    game = load(name)
    scenarios = [s for p in paths for f in scenario_files(p) if (s := _read(f, game.slug))]
    clauses = list(_clauses(game, powers))
    made = []
    for number, (clause_id, card, place) in enumerate(clauses):
        progress(number, len(clauses))
        citing = [s for s in scenarios if clause_id in {c.value for c in s.clauses}]
        others = [s for s in scenarios if s not in citing and _meets(s, card, game)]
        noticed = _notices(without(game, clause_id), [*citing, *others])
        made.append(Cover(clause_id, place, len(citing), noticed))
    return made


def without(game: Game, clause_id: str) -> Game:
    """The game with one clause taken away."""

    def cut(card: CheckedCard) -> CheckedCard:
        return replace(card, clauses=[c for c in card.clauses if c.id != clause_id])

    checked = game.checked
    cards = {slug: cut(card) for slug, card in checked.cards.items()}
    return Game(replace(checked, base=cut(checked.base), cards=cards), game.path)


def _read(file: Path, slug: str) -> Scenario | None:
    scenario, _ = read_scenario(file)
    return scenario if scenario is not None and scenario.given.game == slug else None


def _clauses(game: Game, powers: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """(id, card, place) of every clause, once."""
    cards = {game.slug: game.checked.base, **game.checked.cards}
    for slug in powers:
        if slug not in cards:
            raise UsageError(f"there is no card `{slug}`", f"cards: {', '.join(sorted(cards))}")
    for slug, card in cards.items():
        if not powers or slug in powers:
            places = {c.id: str(c.place) for c in card.clauses}
            for clause_id, place in places.items():
                yield clause_id, slug, place


def _meets(scenario: Scenario, card: str, game: Game) -> bool:
    """Whether a card is in play in a scenario; the game's own text always is."""
    given = scenario.given
    always = {game.slug, *game.checked.written.always}
    named = [*(given.powers or ()), given.mode, *(given.setup or {}).values()]
    return card in always or card in named or card in game.checked.modes


def _notices(game: Game, scenarios: Sequence[Scenario]) -> str | None:
    runner = Runner(lambda name: game)
    for scenario in scenarios:
        if runner.run(Path(scenario.file)).status == FAILED:
            return scenario.id
    return None
