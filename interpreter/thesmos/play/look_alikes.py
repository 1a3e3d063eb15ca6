"""States that look the same to a player: hidden pieces are exchanged or moved.

Its twin is `web/look_alikes.js`, which makes the same of the same random numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

from thesmos.dice import Rng
from thesmos.link import layout as l
from thesmos.link.linked import LinkedGame
from thesmos.link.pieces import OWNER
from thesmos.play.match_parts import MatchParts
from thesmos.program.node import AttributeRef

T = TypeVar("T")
Vector = Sequence[int]
TRIES = 20  # states that are made until one looks the same


class Exchange(NamedTuple):
    """Two hidden pieces that change places."""

    kind: str
    pieces: tuple[int, int]


class Setting(NamedTuple):
    """A slot that has another value."""

    slot: int
    value: int


def look_alike(match: MatchParts, truth: Vector, seen: Vector, dice: Rng) -> list[int]:
    """Return a state that should look the same to a viewer, with hidden pieces elsewhere.

    seen: the truth as the viewer sees it. Hidden pieces change places, or go to any free cell of
    their board. By some rules the result may look different after all, so compare its view.
    """
    game = match.linked
    hidden = {kind: hidden_pieces(game, seen, kind) for kind in game.pieces}
    orders = exchange(match, groups_alike(match, seen), dice)
    vector = [*match.canonical.permuted(tuple(truth), orders)]
    for kind, pieces in hidden.items():
        _move(game, vector, kind, pieces, dice)
    for entry in game.layout.entries:
        is_register = isinstance(entry.meaning, l.RegisterOf)
        if not is_register and entry.seen_by == "everyone":
            continue
        for slot in entry.slots:
            if is_register:
                if seen[slot] not in (truth[slot], l.UNKNOWN) and dice.below(2):
                    vector[slot] = seen[slot]
            elif seen[slot] == l.UNKNOWN:
                vector[slot] = entry.low + dice.below(entry.high - entry.low + 1)
    return _as_far_as_known(game, vector, truth, seen)


def _as_far_as_known(game: LinkedGame, vector: list[int], truth: Vector, seen: Vector) -> list[int]:
    """Return the vector of a player who doesn't know yet that the turn will be undone."""
    mark = game.layout.core("cancellation")
    if seen[mark] != truth[mark]:
        vector[mark] = seen[mark]
        vector[game.layout.size :] = seen[game.layout.size :]
    return vector


def groups_alike(match: MatchParts, seen: Vector) -> list[tuple[str, list[int]]]:
    """Return the hidden pieces in groups that look the same from behind, each with its kind."""
    groups = list[tuple[str, list[int]]]()
    for kind in match.linked.pieces:
        of_kind: dict[object, list[int]] = {}
        hidden = hidden_pieces(match.linked, seen, kind)
        of_all = backs(match, kind) if hidden else []
        for piece in hidden:
            of_kind.setdefault(of_all[piece], []).append(piece)
        groups += [(kind, members) for members in of_kind.values()]
    return groups


def exchange(
    match: MatchParts, groups: Sequence[tuple[str, Sequence[int]]], dice: Rng
) -> dict[str, list[int]]:
    """Return, by kind, a random order of its pieces that exchanges those of each group."""
    orders = {kind: [*range(len(match.linked.pieces[kind]))] for kind, _ in groups}
    for kind, members in groups:
        for place, piece in zip(members, mixed(members, dice), strict=True):
            orders[kind][place] = piece
    return orders


def with_other_numbers(match: MatchParts, vector: Vector, dice: Rng) -> tuple[int, ...]:
    """Return a state that differs only in which of equal pieces is where, which nobody sees."""
    unnamed = match.canonical.unnamed
    if not unnamed:
        return tuple(vector)
    groups = [(kind, members) for kind, groups in unnamed.items() for members in groups]
    return match.canonical.permuted(tuple(vector), exchange(match, groups, dice))


def alike(match: MatchParts, truth: Vector, viewer: int, dice: Rng) -> tuple[int, ...] | None:
    """Return a state that looks the same to a player, from 0; None if none is found soon."""
    seen = match.backend.view(tuple(truth), viewer)
    for _ in range(TRIES):
        vector = tuple(look_alike(match, truth, seen, dice))
        if match.backend.view(vector, viewer) == seen:
            return vector
    return None


def some_alike(
    match: MatchParts, truth: Vector, viewer: int, most: int, dice: Rng
) -> Iterator[tuple[int, ...]]:
    """Yield different states that look the same to a player, from 0.

    They are up to `most` in which one thing is something else, and as many in which anything may
    be: so what is rare is found, and what needs many changes.
    """
    seen = match.backend.view(tuple(truth), viewer)
    vectors = {tuple(truth)}
    for change in mixed([*_changes(match, truth, seen)], dice)[:most]:
        vector = _changed(match, truth, seen, change)
        if vector not in vectors and match.backend.view(vector, viewer) == seen:
            vectors.add(vector)
            yield vector
    for _ in range(most):
        other = alike(match, truth, viewer, dice)
        if other is not None and other not in vectors:
            vectors.add(other)
            yield other


def _changes(match: MatchParts, truth: Vector, seen: Vector) -> Iterator[Exchange | Setting]:
    """Yield each single thing that could be something else."""
    game, numbers_about = match.linked, match.canonical.numbers_about
    for kind, members in groups_alike(match, seen):
        about = {piece: numbers_about(tuple(truth), kind, piece) for piece in members}
        for pieces in combinations(members, 2):
            if about[pieces[0]] != about[pieces[1]]:
                yield Exchange(kind, pieces)
    for kind in game.pieces:
        slots = game.layout.by_meaning[l.PlaceOf(kind)].slots
        standing, free = _on_board(game, truth, kind, hidden_pieces(game, seen, kind))
        for piece in standing:
            cells = (cell for cell in free if cell != truth[slots[piece]])
            yield from (Setting(slots[piece], cell) for cell in cells)
    for entry in game.layout.entries:
        if isinstance(entry.meaning, l.RegisterOf):
            veiled = (slot for slot in entry.slots if seen[slot] not in (truth[slot], l.UNKNOWN))
            yield from (Setting(slot, seen[slot]) for slot in veiled)
        elif entry.seen_by != "everyone":
            for slot in (slot for slot in entry.slots if seen[slot] == l.UNKNOWN):
                values = (n for n in range(entry.low, entry.high + 1) if n != truth[slot])
                yield from (Setting(slot, value) for value in values)


def _changed(
    match: MatchParts, truth: Vector, seen: Vector, change: Exchange | Setting
) -> tuple[int, ...]:
    """Return the true state with one change."""
    if isinstance(change, Exchange):
        first, second = change.pieces
        order = [*range(len(match.linked.pieces[change.kind]))]
        order[first], order[second] = second, first
        vector = [*match.canonical.permuted(tuple(truth), {change.kind: order})]
    else:
        vector = [*truth]
        vector[change.slot] = change.value
    return tuple(_as_far_as_known(match.linked, vector, truth, seen))


def hidden_pieces(game: LinkedGame, seen: Vector, kind: str) -> list[int]:
    """The pieces of a kind whose place the viewer doesn't know."""
    places = game.layout.by_meaning[l.PlaceOf(kind)].slots
    return [piece for piece, slot in enumerate(places) if seen[slot] == l.UNKNOWN]


def backs(match: MatchParts, kind: str) -> list[object]:
    """Return what everybody knows of each piece of a kind; equal for pieces that look alike."""
    public = sorted({AttributeRef(kind, OWNER), *match.seen_from_behind}, key=str)
    fixed = match.linked.fixed
    columns = [fixed[name] for name in public if name.owner == kind and name in fixed]
    pieces = range(len(match.linked.pieces[kind]))
    return [tuple(column[piece] for column in columns) for piece in pieces]


def _move(game: LinkedGame, vector: list[int], kind: str, pieces: list[int], dice: Rng) -> None:
    """Move hidden pieces on a board to cells without a piece of their kind."""
    slots = game.layout.by_meaning[l.PlaceOf(kind)].slots
    standing, free = _on_board(game, vector, kind, pieces)
    if standing:
        for piece, cell in zip(standing, mixed(free, dice), strict=False):
            vector[slots[piece]] = cell


def _on_board(
    game: LinkedGame, vector: Vector, kind: str, pieces: list[int]
) -> tuple[list[int], list[int]]:
    """Return those of the pieces that are on a board, and the cells without another of the kind."""
    slots = game.layout.by_meaning[l.PlaceOf(kind)].slots
    on = next(declared.on for declared in game.game.kinds if declared.name == kind)
    cells = range(sum(len(game.boards[board].cells) for board in on))
    standing = [piece for piece in pieces if vector[slots[piece]] in cells]
    taken = {vector[slot] for piece, slot in enumerate(slots) if piece not in standing}
    return standing, [cell for cell in cells if cell not in taken]


def mixed(members: Sequence[T], dice: Rng) -> list[T]:
    """The members in a random order."""
    remaining = list(members)
    return [remaining.pop(dice.below(len(remaining))) for _ in members]
