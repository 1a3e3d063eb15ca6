"""Ways in which a game could have gone so that a player saw of it what they did see.

A trail goes on by each choice that others could have made. Another trail comes from it if hidden
pieces that look alike from behind change places in all of its states.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import factorial, prod
from typing import TYPE_CHECKING, NamedTuple

from thesmos.dice import Rng
from thesmos.link.weighted_steps import weighted_steps
from thesmos.play.backend import Vector, weights_of
from thesmos.play.canonical import Orders
from thesmos.play.look_alikes import groups_alike
from thesmos.play.state import CONCEDED, SKIPPED, State

if TYPE_CHECKING:
    from thesmos.play.match_parts import MatchParts
    from thesmos.play.view import View

EXCHANGES = 2  # that are tried to make another trail
FRACTIONS = 1 << 30  # of a probability


class Trail(NamedTuple):
    """A way in which a game could have gone.

    vectors: its states. choices: between them, as codes, SKIPPED or CONCEDED. shares: how likely
    each of these was to lead to the next state, where pieces that nothing tells apart are told
    apart all the same.
    """

    vectors: tuple[Vector, ...]
    choices: tuple[int, ...] = ()
    shares: tuple[float, ...] = ()


class SeenStep:
    """What the player saw of a choice.

    choice: the true one. texts: by code, how the player reads what can be chosen.
    """

    def __init__(self, choice: int, view: View) -> None:
        self.choice, self._view = choice, view
        self.texts: dict[int, str] = {}

    @cached_property
    def sight(self) -> tuple[Hashable, ...]:
        """What the player saw after it, and learned."""
        return sight(self._view)


class Trails:
    """Continues and changes trails that look to a player (from 0) as a game did."""

    def __init__(
        self, first: State, viewer: int, views: Sequence[View] = (), steps: Sequence[SeenStep] = ()
    ) -> None:
        """first: the true state where they begin. views, steps: of the way from there.

        Of the true game, only what the player saw and chose is used.
        """
        self._first, self._match = first, first.match
        self._backend, self._canonical = self._match.backend, self._match.canonical
        self._can_be_impossible = bool(self._backend.broken(first.vector))
        self._weighted = weighted_steps(self._match.linked)
        self._viewer = viewer
        self._views, self._steps = views or [first.view(viewer + 1)], steps

    def longer(self, state: State) -> Trails:
        """Return what goes on with the next true state."""
        assert state.came is not None
        view = state.view(self._viewer + 1)
        steps = [*self._steps, SeenStep(state.came[1], view)]
        return Trails(self._first, self._viewer, [*self._views, view], steps)

    # -------------------------------------------------------------------- going on

    def choices(self, trail: Trail) -> Iterator[tuple[int, float]]:
        """Yield what can have been chosen next, and how likely. The viewer knows what they chose.

        What the player knows not to have been chosen is left out.
        """
        number, vector = len(trail.choices), trail.vectors[-1]
        way, known = self._steps[number].choice, self._views[number + 1].choice
        if self._chooser_of(vector) == self._viewer or way == CONCEDED:
            yield way, 1.0
            return
        for code, share in self._likely_choices(vector):
            if share and (known is None or code < 0 or self._text(number, vector, code) == known):
                yield code, share

    def followed(self, trail: Trail, choice: int, share: float) -> Trail | None:
        """Return a trail with one more choice; None if the player would have seen it otherwise."""
        number = len(trail.choices)
        state = taken(self._match, trail.vectors[-1], choice)
        seen, view = self._views[number + 1], state.view(self._viewer + 1)
        if not self._looks_alike(number, view):
            return None
        if self._match.canonical.classes:
            share /= self._alike_after(trail.vectors[-1], state.vector, choice)
        longer = Trail(
            (*trail.vectors, state.vector), (*trail.choices, choice), (*trail.shares, share)
        )
        if view.numbered == seen.numbered:
            return longer
        orders = self._canonical.exchange_to(
            view.numbered, seen.numbered
        )  # of what nothing tells apart
        return longer._replace(
            vectors=tuple(
                tuple(self._canonical.permuted(vector, orders)) for vector in longer.vectors
            )
        )

    def _likely_choices(self, vector: Vector) -> list[tuple[int, float]]:
        """Return what can be chosen in a state, and how likely it is.

        Chance chooses by weight; of a player, each choice is as likely, and so is skipping.
        """
        layout, backend = self._match.linked.layout, self._backend
        codes = [*backend.options(vector)]
        if vector[layout.core("step")] in self._weighted:
            weights = weights_of(backend, vector, codes)
            whole = sum(weights)
            return [(code, weight / whole) for code, weight in zip(codes, weights, strict=True)]
        if vector[layout.core("chooser")] >= 0 and backend.may_skip(vector):
            codes.append(SKIPPED)
        return [(code, 1 / len(codes)) for code in codes]

    def true(self, states: Sequence[State]) -> Trail:
        """Return the trail of the true states, of which the last ones belong to it."""
        vectors = tuple(state.vector for state in states[-len(self._views) :])
        choices = tuple(step.choice for step in self._steps)
        shares = tuple(
            self._share(number, pair, choice, is_watched=False)
            for number, (pair, choice) in enumerate(zip(pairwise(vectors), choices, strict=True))
        )
        return Trail(vectors, choices, shares)

    def _looks_alike(self, number: int, view: View) -> bool:
        """Return whether a state looks as the one after choice `number`, and so did the way."""
        seen = self._views[number + 1]
        return (view.numbered == seen.numbered or view.key() == seen.key()) and (
            sight(view) == self._steps[number].sight
        )

    def _text(self, number: int, vector: Vector, code: int) -> str:
        """Return an option as the player would read it: the same in all states they can't tell."""
        texts = self._steps[number].texts
        if code not in texts:
            seen, chooser = self._views[number].numbered, self._chooser_of(vector)
            (option,) = self._match.written_options.of(seen, chooser, [code])
            texts[code] = option.text
        return texts[code]

    def _chooser_of(self, vector: Vector) -> int:
        return vector[self._match.linked.layout.core("chooser")]

    def _alike_after(self, before: Vector, after: Vector, choice: int) -> int:
        """Return to how many states a choice might have led that nothing tells apart.

        If it names the piece that moves, the choice of another one would have led to them.
        """
        if choice < 0:
            return 1
        roles = self._match.linked.actions[self._backend.codes.option(choice)[0]].open_roles
        named = {role.type.name for role in roles if role.type.base == "piece"}
        ways, about = 1, self._canonical.numbers_about
        for kind, classes in self._canonical.classes.items():
            for members in () if kind in named else classes:
                old = [tuple(about(before, kind, piece)) for piece in members]
                new = [tuple(about(after, kind, piece)) for piece in members]
                alike, still_alike = Counter(old), Counter(zip(old, new, strict=True))
                ways *= prod(map(factorial, alike.values()))
                ways //= prod(map(factorial, still_alike.values()))
        return ways

    # ------------------------------------------------------------------ exchanging

    @cached_property
    def _exchangeable(self) -> list[tuple[str, list[int]]]:
        """The hidden pieces of which the player has always seen the same, with their kinds."""
        about, groups = self._canonical.numbers_about, list[tuple[str, list[int]]]()
        for kind, members in groups_alike(self._match, self._views[-1].numbered):
            by_sight: dict[Hashable, list[int]] = {}
            for piece in members:
                seen = tuple(tuple(about(view.numbered, kind, piece)) for view in self._views)
                by_sight.setdefault(seen, []).append(piece)
            groups += [(kind, pieces) for pieces in by_sight.values() if len(pieces) > 1]
        return groups

    def stirred(self, trail: Trail, dice: Rng) -> Trail:
        """Return what comes of a trail if random pairs of pieces change places, or the same one.

        After many, each trail comes in proportion to how likely it is (Metropolis).
        """
        groups = self._exchangeable
        for _ in range(EXCHANGES if groups else 0):
            kind, members = groups[dice.below(len(groups))]
            one, other = (members[dice.below(len(members))] for _ in range(2))
            about = self._canonical.numbers_about
            if all(about(v, kind, one) == about(v, kind, other) for v in trail.vectors):
                continue
            exchanged = self._exchanged(trail, kind, one, other)
            if exchanged is not None:
                pairs = zip(exchanged.shares, trail.shares, strict=True)
                if happens(prod(share / old for share, old in pairs), dice):
                    trail = exchanged
        return trail

    def _exchanged(self, trail: Trail, kind: str, one: int, other: int) -> Trail | None:
        """Return a trail with two pieces exchanged; None if the game could not have gone so."""
        order = [*range(len(self._match.linked.pieces[kind]))]
        order[one], order[other] = other, one
        orders = {kind: order}
        moved, vectors = self._canonical.moved(orders), list[Vector]()
        for vector, view in zip(trail.vectors, self._views, strict=False):
            vectors.append(tuple(self._canonical.permuted(vector, orders, moved)))
            if self._backend.view(vectors[-1], self._viewer) != view.numbered:
                return None
        if not self._can_be_impossible and self._backend.broken(vectors[0]):
            return None
        choices, shares = list[int](), list[float]()
        for number, choice in enumerate(trail.choices):
            before, after = trail.vectors[number : number + 2]
            moves = any(
                self._canonical.numbers_about(before, kind, piece)
                != self._canonical.numbers_about(after, kind, piece)
                for piece in (one, other)
            )
            pair = vectors[number], vectors[number + 1]
            for code in self._choices_instead(pair[0], choice, orders):
                share = self._share(number, pair, code, is_watched=moves or code != choice)
                if share:
                    choices.append(code)
                    shares.append(share)
                    break
            else:
                return None
        return Trail(tuple(vectors), tuple(choices), tuple(shares))

    def _choices_instead(self, vector: Vector, choice: int, orders: Orders) -> Iterator[int]:
        """Yield what may have been chosen instead of a choice, with pieces exchanged.

        Chance may have drawn other pieces by what they have in common.
        """
        if choice < 0 or self._chooser_of(vector) == self._viewer:
            yield choice
            return
        codes = self._backend.codes
        action, values = codes.option(choice)
        roles = self._match.linked.actions[action].open_roles
        exchanged = tuple(
            orders[role.type.name].index(value)
            if role.type.base == "piece" and role.type.name in orders
            else value
            for role, value in zip(roles, values, strict=True)
        )
        code = codes.code(action, exchanged)
        yield code
        if self._chooser_of(vector) < 0 and exchanged == tuple(values):
            for other in self._backend.options(vector):
                if other != code and codes.option(other)[0] == action:
                    yield other

    def _share(
        self, number: int, pair: tuple[Vector, Vector], choice: int, *, is_watched: bool
    ) -> float:
        """Return how likely choice `number` led from a state to another, as in Trail.

        0 if it does not, or if the player would have seen it otherwise.
        is_watched: whether what was seen can differ.
        """
        before, after = pair
        key, share = self._canonical.key, 1.0
        if self._chooser_of(before) != self._viewer and choice != CONCEDED:
            share = dict(self._likely_choices(before)).get(choice, 0.0)
        if not share:
            return 0.0
        state = taken(self._match, before, choice)
        if state.vector != after and key(state.vector) != key(after):
            return 0.0
        if is_watched and not self._looks_alike(number, state.view(self._viewer + 1)):
            return 0.0
        return share / self._alike_after(before, after, choice)


def taken(match: MatchParts, vector: Vector, choice: int) -> State:
    """Return the state after a choice: a code, SKIPPED or CONCEDED."""
    backend = match.backend
    if choice == CONCEDED:
        after = backend.after_conceding(vector)
    elif choice == SKIPPED:
        after = backend.after_skipping(vector)
    else:
        after = backend.after(vector, choice)
    return State.after(match, after, (vector, choice))


def sight(view: View) -> tuple[Hashable, ...]:
    """Return what a player sees, and learned on the way there: equal if it looks the same."""
    return view.key(), view.numbers, json.dumps(view.learned, sort_keys=True)


def happens(probability: float, dice: Rng) -> bool:
    """Return whether something happens that has this probability; above 1 it does."""
    return dice.below(FRACTIONS) < FRACTIONS * probability
