"""The sentences of the rule book, in every language, about what players learn and may do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.tools.alike_pairs import Pair, Surface, compared
from thesmos_rulebook.content.book_source import source_of
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.examples.event_text import describe_event


@dataclass(frozen=True)
class SentenceSurface(Surface):
    """A `Surface`: sentences of events, and of the clauses that allow or forbid an option."""

    name: str = "sentences of the rule book"

    def places(self, game: Game, match: Match, pairs: Sequence[Pair]) -> Sequence[str | None]:
        """Return what is said otherwise in each pair."""
        source = source_of(game.path, game.version)
        localizers = [Localizer(source, language, records=False) for language in source.languages]
        powers = [card.card.slug for card in match.linked.cards]

        def shown(state: State, pair: Pair) -> Iterator[tuple[str, Any]]:
            for localizer in localizers:
                yield from _reasons(localizer, state, pair)
                if pair.code is not None:
                    events = state.take(pair.code).events_for(pair.player)
                    said = [describe_event(localizer, event, {}, powers) for event in events]
                    yield f"the sentences of events ({localizer.language})", said

        return [*compared(match, pairs, shown)]


def _reasons(localizer: Localizer, state: State, pair: Pair) -> Iterator[tuple[str, Any]]:
    """Yield the sentences of what makes options legal or not, for a player who decides."""
    decision = state.decision
    if decision is None or decision.player != pair.player:
        return
    for text in (*decision.texts[:1], *pair.refused):
        try:
            found = state.explain(text) if text in decision.texts else state.why_not(text)
        except UsageError as error:
            said = [str(error)]
        else:
            said = [f"{finding.id} {localizer.sentence(finding.id)}" for finding in found]
        yield f"the reasons for or against {text} ({localizer.language})", said


SENTENCES = SentenceSurface()
