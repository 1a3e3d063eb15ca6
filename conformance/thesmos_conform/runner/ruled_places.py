"""Where a ruling of ours departs from the recorded original, to be recognized in any game.

A ruling describes choices after which it does, and names places of scenarios. Random games come to
the same states on other ways, and to other states in which the same rules forbid what the original
allowed.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from thesmos.play.protocols import State
from thesmos.play.state import State as PlayedState
from thesmos.scenario.reader import scenario_id
from thesmos_conform.cases.case import Look
from thesmos_conform.cases.scenario_cases import read_scenarios, scenario_cases, scenario_folders
from thesmos_conform.protocol.messages import Place
from thesmos_conform.reference.clause_trace import ClauseTrace
from thesmos_conform.reference.oracle import Oracle, linked_of
from thesmos_conform.reference.ruled_choices import led_to
from thesmos_conform.reference.rulings import CitedRuling
from thesmos_conform.runner.result import AnswerDifference


@dataclass(frozen=True)
class RuledPlace:
    """A state of a match-up in which a ruling of ours decides; key: the state, as `_key` makes it.

    step: the one that is pending there. refused: the rules and clauses that forbid what the
    original allowed, if the scenario names them. cards: those whose clauses implement the ruling.
    """

    match_up: Hashable
    key: Hashable
    ruling: CitedRuling
    step: str
    refused: frozenset[str]
    cards: frozenset[str]


class RuledPlaces:
    """The ruled places of an oracle's games, each read when it is first asked about."""

    def __init__(self, oracle: Oracle, trace: ClauseTrace) -> None:
        self.oracle = oracle
        self.trace = trace
        self._known: dict[str, tuple[RuledPlace, ...]] = {}

    def at(self, place: Place, state: State) -> CitedRuling | None:
        """The ruling of ours that decides in a state of a place; None if none does."""
        with self.oracle.lock:
            one = self._named(place, state)
            return self._after_choice(place.game, [state]) if one is None else one.ruling

    def opens(self, place: Place, state: State) -> CitedRuling | None:
        """The ruling of ours that decides in a state without naming what it forbids, if any.

        There the original would be in another state.
        """
        with self.oracle.lock:
            one = self._named(place, state)
            if one is not None:
                return None if one.refused else one.ruling
            return self._after_choice(place.game, [state])

    def may_open(self, place: Place, state: State) -> bool:
        """Whether a ruling can decide so in a match-up. state: any of its states."""
        match_up = _match_up(place, state)
        cards = {one.card.slug for one in linked_of(state).cards}
        described = self.oracle.rulings(place.game).choices
        return any(one.match_up == match_up for one in self.of(place.game)) or any(
            one.card in cards for one, _ in described
        )

    def _named(self, place: Place, state: State) -> RuledPlace | None:
        """The ruled place with a state of a place; None if it is none."""
        every = self.of(place.game)
        key = _key(place, state) if every else None
        return next((one for one in every if one.key == key), None)

    def _after_choice(self, slug: str, states: Sequence[State]) -> CitedRuling | None:
        """The ruling of ours that describes a choice that led to one of some states, if any."""
        described = self.oracle.rulings(slug).choices
        own = [state for state in states if isinstance(state, PlayedState)]
        rulings = (ruling for one, ruling in described for state in own if led_to(one, state))
        return next(rulings, None)

    def behind(self, place: Place, found: Sequence[AnswerDifference]) -> CitedRuling | None:
        """The ruling of ours behind differences at a place; None if there is none.

        It decides in that state without naming what it forbids, or has decided in the same turn, or
        the only difference is options that are forbidden by nothing but what forbids them at the
        place of the ruling, to a player who has one of its cards.
        """
        with self.oracle.lock:
            states = self.oracle.path(place).states
            state = states[-1]
            begun = max((n for n, one in enumerate(states[:-1]) if one.turns_begun), default=0)
            ruling = self.opens(place, state) or self._after_choice(place.game, states[begun + 1 :])
            if ruling is not None:
                return ruling
            extra = [text for one in found for text in one.extra]
            if not extra or any(one.key != "options" or one.missing for one in found):
                return None
            ids: set[str] = set()
            for text in extra:
                forbid = self.trace.forbidding(state, [text])
                if not forbid:  # a text that is no option of the step at all
                    return None
                ids |= {*forbid}
            return self.forbidding(state, ids, self.of(place.game))

    def forbidding(
        self, state: State, ids: Collection[str], every: Iterable[RuledPlace]
    ) -> CitedRuling | None:
        """The first ruling of these places that is behind all the ids of what forbids options.

        It is behind them if they forbid something at its place as well, and the player who decides
        in the state has one of its cards. None if there is none, or if there are no ids.
        """
        decision = state.decision
        if not ids or decision is None or not decision.player:
            return None
        held = {*state.held[decision.player - 1]}
        rulings = (
            one.ruling
            for one in every
            if one.refused.issuperset(ids) and not held.isdisjoint(one.cards)
        )
        return next(rulings, None)

    def of(self, slug: str) -> tuple[RuledPlace, ...]:
        """The ruled places of a game."""
        if slug not in self._known:
            self._known[slug] = tuple(self._read(slug))
        return self._known[slug]

    def _read(self, slug: str) -> Iterator[RuledPlace]:
        game, book = self.oracle.game(slug), self.oracle.rulings(slug)
        if not book.against_original:
            return
        scenarios = read_scenarios(
            scenario_folders(game),
            game,
            self.oracle.read_scenario,
            lambda file, _: scenario_id(file) not in book.against_original,
        )
        for case in scenario_cases(scenarios, game, self.oracle):
            begin = case.looks[0].place
            looks = {look.place.choices: look for look in case.looks}
            for choices, ruling in book.against_original.get(case.id, ()):
                place = Place(begin.game, begin.setup, begin.position, choices)
                look = looks.get(choices, Look(place))
                refused = frozenset(id for one in look.refuse for id in one.ids)
                by = (clause for clause, each in book.by_clause.items() if ruling in each)
                cards = frozenset(clause.partition(".")[0] for clause in by)
                state = self.oracle.path(place).last
                step = "" if state.decision is None else state.decision.step
                match_up = _match_up(place, state)
                yield RuledPlace(match_up, _key(place, state), ruling, step, refused, cards)


def _key(place: Place, state: State) -> Hashable:
    """The same for equal states of a match-up, however they came about."""
    return _match_up(place, state), state.key()


def _match_up(place: Place, state: State) -> Hashable:
    return linked_of(state).mode.slug, tuple(place.setup["powers"])
