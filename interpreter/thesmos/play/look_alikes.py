"""Random states that look the same to a player: hidden pieces are shuffled or moved."""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.dice import Rng
from thesmos.link import layout as l
from thesmos.link.linked import LinkedGame
from thesmos.link.pieces import OWNER
from thesmos.play.match_parts import MatchParts
from thesmos.program.node import AttributeRef

Vector = Sequence[int]
TRIES = 20  # states that are made until one looks the same


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
    mark = game.layout.core("cancellation")
    if seen[mark] != truth[mark]:  # the viewer doesn't know yet that the turn will be undone
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


def alike(match: MatchParts, truth: Vector, viewer: int, dice: Rng) -> tuple[int, ...] | None:
    """Return a state that looks the same to a player, from 0; None if none is found soon."""
    seen = match.backend.view(tuple(truth), viewer)
    for _ in range(TRIES):
        vector = tuple(look_alike(match, truth, seen, dice))
        if match.backend.view(vector, viewer) == seen:
            return vector
    return None


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
    on = next(declared.on for declared in game.game.kinds if declared.name == kind)
    cells = sum(len(game.boards[board].cells) for board in on)
    standing = [piece for piece in pieces if 0 <= vector[slots[piece]] < cells]
    taken = {vector[slot] for piece, slot in enumerate(slots) if piece not in standing}
    free = mixed([cell for cell in range(cells) if cell not in taken], dice)
    for piece, cell in zip(standing, free, strict=False):
        vector[slots[piece]] = cell


def mixed(members: Sequence[int], dice: Rng) -> list[int]:
    """The members in a random order."""
    remaining = list(members)
    return [remaining.pop(dice.below(len(remaining))) for _ in members]
