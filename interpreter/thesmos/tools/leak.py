"""Check whether what a player sees depends on what is hidden from them, in any game.

*Other hidden state*: pieces that are hidden from the player are exchanged or moved, other secrets
get other values, and equal pieces are exchanged even where they are seen. The player must see the
same, be offered the same options, and be shown the same everywhere (surfaces.py), now and after a
choice after which they see the same.

*Other choice*: if another player has two options that differ only in hidden pieces, and after which
the board looks the same to the player, then the memories of cards and the registers of the past
must look the same too. And if everything looks the same all the way, they must be told the same of
the two, but of what is declared public.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from thesmos.dice import Rng
from thesmos.link import layout as l
from thesmos.link.linked import LinkedGame
from thesmos.play.look_alikes import hidden_pieces, look_alike, mixed, with_other_numbers
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.play.view import View
from thesmos.program.node import Ref
from thesmos.tools.surfaces import may_be_undone, shown, told_apart

SHOWN_EVERY = 10  # states of which everything that is shown is compared: that takes long
UNDONE_EVERY = 10  # choices of which undo is compared as well: that takes longer
MAX_DECISIONS = 3  # consecutive decisions of others that are followed
MAX_OPTIONS = 6  # options of one decision that are tried
MAX_ALIKE = 3  # states that look alike and are followed
NOT_ON_BOARD = (l.MemoryOf, l.RegisterOf, l.EventRole)

Vector = Sequence[int]


def leak(match: Match, state: State, dice: Rng) -> str | None:
    """Return a message about what a state reveals to a player who must not know it, or None.

    dice: chooses what is exchanged, and which options are tried.
    """
    if not match.linked.can_hide:
        return None
    for viewer in range(1, match.linked.players + 1):
        revealed = _other_hidden(match, state, viewer, dice)
        revealed = revealed or _other_choice(match.linked, state, viewer, dice)
        if revealed is not None:
            return f"player {viewer} {revealed}"
    return None


# ----------------------------------------------------------------- other hidden state


def _other_hidden(match: Match, state: State, viewer: int, dice: Rng) -> str | None:
    seen = state.view(viewer)
    hidden_elsewhere = look_alike(match, state.vector, seen.numbered, dice)
    other = State(match, with_other_numbers(match, hidden_elsewhere, dice))
    slots = _differing(match.linked, seen.vector, other.view(viewer).vector)
    if slots:
        return f"can tell from {slots} what is hidden"
    if dice.below(SHOWN_EVERY):
        return None
    present = State(match, state.vector)  # as the other one, without a past
    where = _told_apart(present, other, viewer, dice)
    where = where or _after_one_choice(present, other, viewer, dice)
    return f"can tell from {where} what is hidden" if where else None


def _told_apart(one: State, other: State, viewer: int, dice: Rng) -> str | None:
    """Return where a player is shown something else in states that look the same to them."""
    seed = dice.next()
    return told_apart(shown(one, viewer, Rng(seed)), shown(other, viewer, Rng(seed)))


def _after_one_choice(one: State, other: State, viewer: int, dice: Rng) -> str | None:
    """Do the same in the states that follow from one choice, if these look the same again."""
    codes = one.codes
    if not codes:
        return None
    code = codes[dice.below(len(codes))]
    if code not in other.codes:
        return None
    after, other_after = one.take(code), other.take(code)
    if after.view(viewer) != other_after.view(viewer) or not looks_alike(
        after, other_after, viewer
    ):
        return None
    if not dice.below(UNDONE_EVERY):
        may_undo = may_be_undone(one, code, after, viewer)
        if may_undo != may_be_undone(other, code, other_after, viewer):
            return "undo"
    return _told_apart(after, other_after, viewer, dice)


# ----------------------------------------------------------------------- other choice


_Way = tuple[tuple[State, int], ...]


class _Outcome(NamedTuple):
    """A state after an option of another player.

    seen: the viewer's view.
    way: the options since the first decision: their codes, and the states that offered them.
    """

    state: State
    seen: Vector
    way: _Way

    @property
    def code(self) -> int:
        """The code of the option."""
        return self.way[-1][1]

    @property
    def action(self) -> Ref:
        """The action of the option."""
        return self.state.match.backend.codes.option(self.code)[0]

    def __str__(self) -> str:
        options = ((code, state.decision.options) for state, code in self.way if state.decision)
        return ", ".join(o.text for code, offered in options for o in offered if o.code == code)


def _other_choice(game: LinkedGame, state: State, viewer: int, dice: Rng) -> str | None:
    """Follow options of others after which the board looks the same, and return the first leak."""
    alike: list[tuple[State, _Way]] = [(state, ())]
    for _ in range(MAX_DECISIONS):
        groups = _outcomes(game, alike, viewer, dice)
        for first, *others in groups:
            for other in others:
                slots = _differing(game, first.seen, other.seen)
                if slots and _differ_secretly(game, alike[0][0].view(viewer), first, other):
                    return f"can tell from {slots} {_what_was_done(first, other)}"
                if not slots and _told_of_the_same(first, other, viewer):
                    done, action = _what_was_done(first, other), first.action
                    advice = f"if all may know it, the action `{action}` needs `public: yes`"
                    return f"can tell from the events {done}; {advice}"
        several = [group for group in groups if len(group) > 1]
        if not several:
            return None
        group = several[dice.below(len(several))]
        alike = [(outcome.state, outcome.way) for outcome in group[:MAX_ALIKE]]
    return None


def _what_was_done(outcome: _Outcome, other: _Outcome) -> str:
    """Return which of two choices it was that a player can tell."""
    return f"what was done, `{outcome.action}` with {outcome} or `{other.action}` with {other}"


def _outcomes(
    game: LinkedGame, alike: Sequence[tuple[State, _Way]], viewer: int, dice: Rng
) -> list[list[_Outcome]]:
    """Return the outcomes of other players' decisions, grouped by how the board then looks."""
    groups: dict[tuple[int, ...], list[_Outcome]] = {}
    for state, way in alike:
        decision = state.decision
        if decision is None or decision.player == viewer:
            continue
        for code in mixed(state.codes, dice)[:MAX_OPTIONS]:
            after = state.take(code)
            if after.result is None:
                seen = after.view(viewer).vector
                outcome = _Outcome(after, seen, (*way, (state, code)))
                groups.setdefault(_board(game, seen), []).append(outcome)
    return list(groups.values())


def _differ_secretly(game: LinkedGame, before: View, outcome: _Outcome, other: _Outcome) -> bool:
    """Return whether outcomes differ in the hidden part of the board or the hidden piece used."""
    if _board(game, outcome.state.vector) != _board(game, other.state.vector):
        return True
    codes = before.match.backend.codes
    (action, ones), (also, others) = codes.option(outcome.code), codes.option(other.code)
    if action != also:
        return False
    kinds = [role.type for role in game.actions[action].open_roles]
    return any(
        kind.base == "piece" and {a, b} <= {*hidden_pieces(game, before.vector, kind.name)}
        for kind, a, b in zip(kinds, ones, others, strict=True)
        if a != b
    )


def _told_of_the_same(outcome: _Outcome, other: _Outcome, viewer: int) -> bool:
    """Return whether a player is told different things of what looks the same all the way."""
    if _told(outcome, viewer) == _told(other, viewer):
        return False
    return looks_alike(outcome.state, other.state, viewer)


def looks_alike(after: State, other: State, viewer: int) -> bool:
    """Return whether a player sees the same all the way that led to two states."""
    return _sights(after, viewer) == _sights(other, viewer)


def _sights(after: State, viewer: int) -> list[Sequence[int]]:
    assert after.reached is not None
    match = after.match
    return match.ways.traced(*after.reached).sights(viewer - 1, match.renumbering)


def _told(outcome: _Outcome, viewer: int) -> object:
    """Return what a player is told of an option and its events, without what is public."""
    state, match = outcome.state, outcome.state.match
    actions = match.linked.actions
    choice = None if actions[outcome.action].public else state.choice_for(viewer)
    public = {action.name.name for action in actions.values() if action.public}
    return choice, [event for event in state.events_for(viewer) if event["e"] not in public]


def _board(game: LinkedGame, vector: Vector) -> tuple[int, ...]:
    """Return the vector with zeros for memories, registers and the pending event."""
    numbers: list[int] = []
    for entry in game.layout.entries:
        left_out = isinstance(entry.meaning, NOT_ON_BOARD)
        numbers += [0] * entry.count if left_out else entry.of(vector)
    return tuple(numbers)


# ---------------------------------------------------------------------------- vectors


def _differing(game: LinkedGame, vector: Vector, other: Vector) -> str:
    """Return the names of what differs in two vectors; empty if nothing does."""
    return ", ".join(dict.fromkeys(_names(game, vector, other)))


def _names(game: LinkedGame, vector: Vector, other: Vector) -> Iterator[str]:
    for entry in game.layout.entries:
        if entry.of(vector) != entry.of(other):
            yield _name(game, entry.meaning)
    if vector[game.layout.size :] != other[game.layout.size :]:
        yield "what will be undone"


def _name(game: LinkedGame, meaning: l.Meaning) -> str:
    match meaning:
        case l.HoldersOf(card):
            return f"who holds {game.cards[card].card.slug}"
        case l.FirstHolders():
            return "who received which card"
        case l.PlaceOf(kind):
            return f"place({kind})"
        case l.AttributeOf(attribute):
            return str(attribute)
        case l.MemoryOf(card, name):
            return f"{game.cards[card].card.slug}.{name}"
        case l.RegisterOf(_, query):
            return f"{query.question}({query.events[0].action})"
        case l.EventRole():
            return "the event of an interrupted step"
        case l.AgendaOf():
            return "what is due"
        case l.RememberedOf():
            return "the positions remembered"
    return "whose decision it is"
