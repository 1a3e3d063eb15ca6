"""Check whether what a player sees depends on what is hidden from them, in any game.

*Other hidden state*: pieces that are hidden from the player are exchanged or moved, and other
secrets get other values. The player must see the same, and be offered the same options.

*Other choice*: another player has two options that differ in hidden pieces only, and after which
the board looks the same to the player. Then what cards remember, and what is known of the past,
must look the same too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from thesmos.engine.canonical import permuted
from thesmos.engine.match import Match
from thesmos.engine.program import NONE, SHADOW, STEP, UNKNOWN, Program
from thesmos.engine.rng import Rng
from thesmos.engine.saved import domain
from thesmos.engine.secret_slots import conceals
from thesmos.play.protocols import Roles, State

MAX_DECISIONS = 3  # consecutive decisions of others that are followed
MAX_OPTIONS = 6  # options of one decision that are tried
MAX_ALIKE = 3  # states that look alike and are followed
NOT_ON_BOARD = ("memory:", "register:", "event")  # prefixes of slots that are not the board

Vector = Sequence[int]


def leak(match: Match, state: State, dice: Rng) -> str | None:
    """What a state reveals to a player who must not know it; None if nothing."""
    if not conceals(match.program):
        return None
    for viewer in range(1, match.program.players + 1):
        found = _other_hidden(match, state, viewer, dice)
        found = found or _other_choice(match, state, viewer, dice)
        if found is not None:
            return f"player {viewer} {found}"
    return None


# ----------------------------------------------------------------- other hidden state


def _other_hidden(match: Match, state: State, viewer: int, dice: Rng) -> str | None:
    seen = state.view(viewer)
    if seen == state:
        return None
    program, masked = match.program, _vector(seen)
    made = _elsewhere(program, _vector(state), masked, dice)
    other = match.from_json({**state.to_json(), "vector": made})
    slots = _differing(program, masked, _vector(other.view(viewer)))
    if slots:
        return f"can tell from {slots} what is hidden"
    decision = state.decision
    if decision is None or decision.player != viewer:
        return None
    same = (other.roles, other.may_skip) == (state.roles, state.may_skip)
    return None if same else "can tell from the options what is hidden"


def _elsewhere(program: Program, truth: Vector, seen: Vector, dice: Rng) -> list[int]:
    """Another state that should look the same to the viewer."""
    hidden = {kind: _hidden(program, seen, kind) for kind in program.kinds}
    orders = {
        kind: _shuffled(program, kind, pieces, dice) for kind, pieces in hidden.items() if pieces
    }
    made = list(permuted(program, tuple(truth), orders))
    for kind, pieces in hidden.items():
        _move(program, made, kind, pieces, dice)
    for name, entry in program.slots.items():
        base, count = entry[:2]
        if name.startswith("register:"):
            for slot in range(base, base + count):
                if seen[slot] not in (truth[slot], UNKNOWN) and dice.below(2):
                    made[slot] = seen[slot]
        elif entry[-1] is True:
            values = domain(program, name, entry)
            for slot in range(base, base + count):
                if seen[slot] == UNKNOWN:
                    made[slot] = values[dice.below(len(values))]
    if seen[SHADOW] != truth[SHADOW]:  # the viewer doesn't know yet that the turn will be undone
        made[SHADOW] = seen[SHADOW]
        made[program.size :] = seen[program.size :]
    return made


def _hidden(program: Program, seen: Vector, kind: str) -> list[int]:
    """The pieces of a kind whose place the viewer doesn't know."""
    base, count = program.slots[f"place:{kind}"][:2]
    return [piece for piece in range(count) if seen[base + piece] == UNKNOWN]


def _shuffled(program: Program, kind: str, pieces: list[int], dice: Rng) -> list[int]:
    """An order of all pieces in which hidden pieces of the same owner are shuffled."""
    order = list(range(program.kinds[kind]["count"]))
    owners = program.fixed.get(f"{kind}.owner", order[:0])
    groups: dict[int, list[int]] = {}
    for piece in pieces:
        groups.setdefault(owners[piece] if owners else 0, []).append(piece)
    for members in groups.values():
        for place, piece in zip(members, _mixed(members, dice), strict=True):
            order[place] = piece
    return order


def _move(program: Program, made: list[int], kind: str, pieces: list[int], dice: Rng) -> None:
    """Move hidden pieces on a board to cells without a piece of their kind."""
    base, count = program.slots[f"place:{kind}"][:2]
    cells = program.kinds[kind]["cells"]
    standing = [piece for piece in pieces if 0 <= made[base + piece] < cells]
    taken = {made[base + piece] for piece in range(count) if piece not in standing}
    free = _mixed([cell for cell in range(cells) if cell not in taken], dice)
    for piece, cell in zip(standing, free, strict=False):
        made[base + piece] = cell


def _mixed(members: Sequence[int], dice: Rng) -> list[int]:
    """The members in a random order."""
    left = list(members)
    return [left.pop(dice.below(len(left))) for _ in members]


# ----------------------------------------------------------------------- other choice


class _Outcome(NamedTuple):
    """A state after an option of another player, and how the viewer sees it."""

    state: State
    roles: Roles
    truth: Vector
    seen: Vector


def _other_choice(match: Match, state: State, viewer: int, dice: Rng) -> str | None:
    """Follow options after which the board looks the same, as long as others decide."""
    program, alike = match.program, [state]
    for _ in range(MAX_DECISIONS):
        groups = _outcomes(program, alike, viewer, dice)
        for first, *others in groups:
            for other in others:
                slots = _differing(program, first.seen, other.seen)
                if slots and _differ_secretly(program, alike[0].view(viewer), first, other):
                    return f"can tell from {slots} what was done"
        several = [group for group in groups if len(group) > 1]
        if not several:
            return None
        group = several[dice.below(len(several))]
        alike = [outcome.state for outcome in group[:MAX_ALIKE]]
    return None


def _outcomes(program: Program, alike: list[State], viewer: int, dice: Rng) -> list[list[_Outcome]]:
    """The outcomes of decisions of other players, grouped by how the board then looks."""
    groups: dict[tuple[int, ...], list[_Outcome]] = {}
    for state in alike:
        decision = state.decision
        if decision is None or decision.player == viewer:
            continue
        for number in _mixed(range(len(state.roles)), dice)[:MAX_OPTIONS]:
            after = state.follow(state.roles[number])
            if after.result is None:
                seen = _vector(after.view(viewer))
                found = _Outcome(after, state.roles[number], _vector(after), seen)
                groups.setdefault(_board(program, seen), []).append(found)
    return list(groups.values())


def _differ_secretly(program: Program, before: State, one: _Outcome, other: _Outcome) -> bool:
    """Whether outcomes differ in the hidden part of the board, or in which hidden piece acted."""
    if _board(program, one.truth) != _board(program, other.truth):
        return True
    seen = _vector(before)
    action = program.actions[program.steps[seen[STEP]]["action"]]
    kinds = [role["type"] for role in action["roles"] if role["code"] is None]
    return any(
        kind["base"] == "piece" and {a, b} <= {*_hidden(program, seen, kind["name"])}
        for kind, a, b in zip(kinds, one.roles, other.roles, strict=True)
        if a != b
    )


def _board(program: Program, vector: Vector) -> tuple[int, ...]:
    """The vector without memories, registers and the pending event."""
    made = list(vector[: program.size])
    for name, (base, count, *_) in program.slots.items():
        if name.startswith(NOT_ON_BOARD):
            made[base : base + count] = [NONE] * count
    return tuple(made)


# ---------------------------------------------------------------------------- vectors


def _vector(state: State) -> list[int]:
    vector: list[int] = state.to_json()["vector"]
    return vector


def _differing(program: Program, one: Vector, other: Vector) -> str:
    """The names of the slots in which two vectors differ; empty if there are none."""
    return ", ".join(_names(program, one, other))


def _names(program: Program, one: Vector, other: Vector) -> Iterator[str]:
    first = min((entry[0] for entry in program.slots.values()), default=program.size)
    parts = {name: entry[:2] for name, entry in program.slots.items()}
    rest = {"whose decision it is": [0, first], "what will be undone": [program.size, len(one)]}
    for name, (base, count) in {**rest, **parts}.items():
        if list(one[base : base + count]) != list(other[base : base + count]):
            yield name
