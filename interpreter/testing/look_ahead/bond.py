"""What Adonis leaves on offer: choices after which two bound Workers can be neighbours."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from testing.look_ahead.moment import Moment, any_if_none
from testing.santorini_turns import EDGE, NEIGHBORS, SKIP, TOP, Turn, leads_to, ways


def joined(after: Turn, bond: tuple[int, int]) -> bool:
    """Whether the two are neighbours, and stay so until the end of the turn.

    Medusa turns those to stone at its end that stand next to a Worker of hers and lower.
    """
    if after.power == "medusa" and not after.won:
        other = bond[1]
        if any(
            after.are_near(own, other) and after.level(own) > after.level(other)
            for own in after.own
        ):
            return False
    return after.are_near(*bond)


def ends_joined(after: Turn, bond: tuple[int, int]) -> bool:
    """Whether the two can be neighbours after the last move."""
    if after.step in ("build", "over"):
        return joined(after, bond)
    return leads_to(
        after,
        lambda _, end: end.step in ("build", "over") and joined(end, bond),
    )


def bond_exactly(moment: Moment) -> set[str]:
    """The choices after which the two can be neighbours; all if there are none."""
    return any_if_none(moment.where(lambda after: ends_joined(after, moment.bond)), moment)


def has_room(turn: Turn) -> bool:
    """Whether the Worker that moved has a free space beside it, or stands on level 3."""
    assert turn.mover is not None
    return turn.level(turn.mover) == TOP or any(
        map(turn.is_free, NEIGHBORS[turn.place(turn.mover)])
    )


def had_room(before: Turn, after: Turn) -> bool:
    """Whether there was free space where the Worker moved to, or it stands on level 3."""
    assert after.mover is not None
    return after.level(after.mover) == TOP or any(
        map(before.is_free, NEIGHBORS[after.place(after.mover)])
    )


def ends_joined_with_room(after: Turn, bond: tuple[int, int]) -> bool:
    """Whether the two can be neighbours, and the Worker that moved can build."""

    def is_end(end: Turn) -> bool:
        return end.step in ("build", "over") and joined(end, bond) and has_room(end)

    return is_end(after) or leads_to(after, lambda _, end: is_end(end))


def bond_with_room(moment: Moment) -> set[str]:
    """Moves after which the mover could not build do not count."""
    return any_if_none(
        moment.where(lambda after: ends_joined_with_room(after, moment.bond)), moment
    )


def bond_with_proteus(moment: Moment) -> set[str]:
    """Room is counted before anybody is forced; a partner may win from beside the other Worker."""
    turn = moment.turn
    if turn.step != "move":
        return bond_with_room(moment)

    def counts(after: Turn) -> bool:
        if not had_room(turn, after):
            return False
        return ends_joined(after, moment.bond) or (
            after.mover != moment.bound
            and after.won
            and after.vacated in NEIGHBORS[turn.place(moment.bond[1])]
        )

    return any_if_none(moment.where(counts), moment)


def bond_with_scylla(moment: Moment) -> set[str]:
    """Leaving a space beside the other of the two counts; dragging may be declined.

    Only a move away from the other Worker needs room.
    """
    first = Moment(moment.start, moment.start, moment.bond)
    bound, other = (NEIGHBORS[first.turn.place(worker)] for worker in moment.bond)

    def leaves_room(after: Turn) -> bool:
        assert after.mover is not None
        return had_room(first.turn, after) or after.place(after.mover) in other

    beside = first.of_others(
        moment.bound, lambda after: after.vacated in bound and leaves_room(after)
    ) | first.of_mover(moment.bound, lambda after: after.vacated in other and after.won)
    kept = beside | first.where(lambda after: ends_joined_with_room(after, moment.bond))
    if moment.turn.step == "move" or not kept:
        return any_if_none(kept, moment)
    return moment.where(lambda after: joined(after, moment.bond)) | {SKIP}


def bond_unless_on_level_three(moment: Moment) -> set[str]:
    """Bia and Medusa may remove the other Worker by a move to level 3."""
    other = moment.turn.place(moment.bond[1])

    def counts(after: Turn) -> bool:
        if joined(after, moment.bond):
            return True
        assert after.mover is not None
        return after.level(after.mover) == TOP and after.place(moment.bound) in NEIGHBORS[other]

    return any_if_none(moment.where(counts), moment)


def joins_in_one(moment: Moment) -> bool:
    """Whether the bound Worker could join the other with one move at the start."""
    start = moment.start
    other = NEIGHBORS[start.place(moment.bond[1])]
    place = start.place(moment.bound)
    return any(
        to in other and start.is_free(to) and start.levels[to] <= start.levels[place] + 1
        for to in NEIGHBORS[place]
    )


def can_step(turn: Turn, worker: int) -> bool:
    """Whether a Worker can move to a neighbouring space, up one level at most."""
    return any(
        turn.is_free(to) and turn.levels[to] <= turn.level(worker) + 1
        for to in NEIGHBORS[turn.place(worker)]
    )


def stays_joined(moment: Moment) -> bool:
    """Whether the two were neighbours at the start, and the partner could move."""
    start = moment.start
    return start.are_near(*moment.bond) and any(
        can_step(start, worker) for worker in start.own if worker != moment.bound
    )


def walks_on(turn: Turn, bond: tuple[int, int]) -> bool:
    """Whether the bound Worker alone can go on until it is beside the other.

    A walk ends on level 3.
    """
    seen, waiting = {turn}, [turn]
    while waiting:
        state = waiting.pop()
        for text, following in ways(state):
            if text == SKIP or following.mover != bond[0]:
                continue
            if following.are_near(*bond):
                return True
            if (
                following.step == "move"
                and following.level(bond[0]) < TOP
                and following not in seen
            ):
                seen.add(following)
                waiting.append(following)
    return False


def is_kept_walking(after: Turn, bond: tuple[int, int]) -> bool:
    """Whether the two are neighbours, or the bound Worker can walk on to the other."""
    return after.are_near(*bond) or (
        after.mover == bond[0]
        and after.step == "move"
        and after.level(bond[0]) < TOP
        and walks_on(after, bond)
    )


def bond_by_walking(moment: Moment) -> set[str]:
    """Artemis, Triton: what the bound Worker itself can reach, settled at the start."""
    if not walks_on(moment.start, moment.bond):
        return {*moment.ways}
    kept = moment.where(lambda after: is_kept_walking(after, moment.bond)) - {SKIP}
    if moment.turn.power == "triton":
        kept |= moment.of_mover(
            moment.bound,
            lambda after: (
                after.place(moment.bound) in EDGE
                and after.level(moment.bound) >= moment.turn.level(moment.bound) - 1
            ),
        )
    return kept | moment.skip_where(moment.turn.are_near(*moment.bond))


def bond_with_atalanta(moment: Moment) -> set[str]:
    """Owed if possible with one move; otherwise if she uses her power, and that can do it."""
    plain = joins_in_one(moment) or stays_joined(moment)
    if not plain and not walks_on(moment.start, moment.bond):
        return {*moment.ways}
    kept = moment.where(lambda after: is_kept_walking(after, moment.bond)) - {SKIP}
    near = moment.turn.are_near(*moment.bond)
    if plain or moment.turn.used:
        return kept | moment.skip_where(near)
    if moment.turn.mover is None:
        kept |= moment.of_others(moment.bound, lambda _: True)
    return kept | moment.skip_where(True)


def bond_with_bellerophon(moment: Moment) -> set[str]:
    """Owed if possible with a plain move; otherwise if he uses his power, and that can do it."""
    kept = moment.where(lambda after: after.are_near(*moment.bond))
    if joins_in_one(moment) or stays_joined(moment):
        return kept
    if not kept:
        return {*moment.ways}
    return kept | moment.where(lambda after: not after.used)


def bond_before_power(moment: Moment) -> set[str]:
    """Achilles, Odysseus: only what is possible without the power is owed."""
    if not (joins_in_one(moment) or stays_joined(moment)):
        return {*moment.ways}
    if moment.turn.step == "exile":
        return {*moment.ways}
    if moment.turn.step == "early":
        near = moment.start.are_near(*moment.bond)
        return moment.where(lambda after: near or after.bearer in (None, moment.bound))
    return moment.where(lambda after: after.are_near(*moment.bond))


def bond_with_jason(moment: Moment) -> set[str]:
    """He does not place his Worker if the two are apart and one move can join them."""
    if moment.turn.step != "land":
        return bond_exactly(moment)
    if not moment.turn.are_near(*moment.bond) and joins_in_one(moment):
        return {SKIP}
    return {*moment.ways}


def bond_with_prometheus(moment: Moment) -> set[str]:
    """He builds first so that the bound Worker can still be beside the other without going up."""
    if moment.turn.step != "early":
        return bond_exactly(moment)
    turn, (bound, other) = moment.turn, moment.bond
    beside = [
        at
        for at in NEIGHBORS[turn.place(bound)]
        if turn.is_free(at) and at in NEIGHBORS[turn.place(other)]
    ]
    on_level = [at for at in beside if turn.levels[at] == turn.level(bound)]
    lower = [at for at in beside if turn.levels[at] < turn.level(bound)]
    near = turn.are_near(bound, other)

    def leaves_way(after: Turn) -> bool:
        return bool(lower) or any(
            after.levels[at] == turn.levels[at] and after.is_free(at) for at in on_level
        )

    def counts(after: Turn) -> bool:
        if after.bearer is None:
            return True
        if near:
            return after.bearer != bound or (bool(on_level) and leaves_way(after))
        return after.bearer == bound and (not joins_in_one(moment) or leaves_way(after))

    return moment.where(counts)


def bond_with_castor(moment: Moment) -> set[str]:
    """Settled at the start by where they stand; the partner may make any move."""
    start, (bound, other) = moment.start, moment.bond
    near = start.are_near(bound, other)
    partners = [worker for worker in start.own if worker != bound]
    possible = (
        joins_in_one(moment)
        or (near and all(any(map(start.is_free, NEIGHBORS[start.place(w)])) for w in start.own))
        or any(
            start.are_near(w, bound) and start.are_near(w, other) and can_step(start, w)
            for w in partners
        )
    )
    if not possible:
        return {*moment.ways}
    kept = moment.where(lambda after: after.are_near(bound, other)) - {SKIP}
    return (
        kept
        | moment.of_others(bound, lambda _: True)
        | moment.skip_where(moment.turn.are_near(bound, other))
    )


def all_can_move(turn: Turn, bond: tuple[int, int]) -> bool:
    """Whether all Workers can move so that the two are neighbours, not regarding wins."""
    if not set(turn.own) - turn.moved:
        return turn.are_near(*bond)
    return any(
        all_can_move(dataclasses.replace(after, won=False, step="move"), bond)
        for _, after in ways(turn)
    )


def bond_with_terpsichore(moment: Moment) -> set[str]:
    """All her Workers must be able to move; no partner goes to level 3 while the two are apart."""
    bound = moment.bound

    if not all_can_move(moment.start, moment.bond):
        return {*moment.ways}
    near = moment.turn.are_near(*moment.bond)
    kept = moment.where(lambda after: after.are_near(*moment.bond))
    if bound not in moment.turn.moved:
        kept |= moment.of_others(bound, lambda _: True)
    high = moment.of_others(
        bound, lambda after: after.mover is not None and after.level(after.mover) == TOP
    )
    return kept if near else kept - high


def bond_with_hermes(moment: Moment) -> set[str]:
    """Moves on the level are always allowed, others while the two are neighbours after them."""
    start, bond = moment.start, moment.bond
    if not ends_joined(start, bond):
        return {*moment.ways}
    kept = moment.where(lambda after: after.are_near(*bond) or after.rise == 0) - {SKIP}
    return kept | moment.skip_where(moment.turn.are_near(*bond))


BOND: dict[str, Callable[[Moment], set[str]]] = {
    "achilles": bond_before_power,
    "apollo": bond_with_room,
    "artemis": bond_by_walking,
    "atalanta": bond_with_atalanta,
    "bellerophon": bond_with_bellerophon,
    "bia": bond_unless_on_level_three,
    "castor-pollux": bond_with_castor,
    "charybdis": bond_with_room,
    "hermes": bond_with_hermes,
    "iris": bond_with_room,
    "jason": bond_with_jason,
    "medusa": bond_unless_on_level_three,
    "odysseus": bond_before_power,
    "prometheus": bond_with_prometheus,
    "proteus": bond_with_proteus,
    "scylla": bond_with_scylla,
    "terpsichore": bond_with_terpsichore,
    "triton": bond_by_walking,
}
