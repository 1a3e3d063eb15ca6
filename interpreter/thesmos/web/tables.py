"""Make the tables of a match: the data for its texts, positions and results.

A host that has these tables and the module needs no spec. They are the table of the notation (see
`notation/table.py`), which `texts.js`, `positions.js`, `reading.js` and others read, and what only
play needs. Numbers are those of a state: slots, values, and codes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from thesmos.compile.ir.codes import ActionCodes, CodeSpace
from thesmos.link.layout import MAX_DUE, EventRole, RegisterOf, RememberedOf
from thesmos.link.linked import LinkedGame
from thesmos.link.pool import PoolCard, pool_cards
from thesmos.link.repetition import largest_numbers
from thesmos.notation.learning_table import learning_table
from thesmos.notation.table import NotationTable
from thesmos.notation.value_table import Table
from thesmos.play.game import Game
from thesmos.play.look_alikes import backs
from thesmos.play.match import Match
from thesmos.play.saved import COUNTS, chosen_by_active
from thesmos.program.declarations import Step
from thesmos.program.types import Type
from thesmos.semantics.state import members_of
from thesmos.syntax.documents import CardDocument

FORMAT = 5


def tables(match: Match, chosen_from: Game | None = None) -> Table:
    """Return the tables of a match, to be written as JSON.

    chosen_from: if the match is a pool (see link/pool.py), the game whose powers it has.
    """
    game, notation, codes = match.linked, NotationTable(match.linked), CodeSpace(match.linked)
    actions = zip(notation.actions.items(), game.actions.values(), strict=True)
    return {
        "format": FORMAT,
        "mode": game.mode.slug,
        "rules": match.rules,
        "sides": [*game.sides],
        "learning": learning_table(notation),
        "hidden": _hidden(match) if game.can_hide else None,
        "exchanging": _exchanging(match),
        "valid": _valid(game),
        **({} if chosen_from is None else _pool(match, chosen_from)),
        "steps": [_step(game, step) for step in game.steps],
        "findings": {
            "rule": [f"{action}.{rule.name}" for action, rule in game.rules],
            "clause": [clause.id for _, clause in game.clauses],
            "step": [str(step.name) for step in game.steps],
        },
        "reasons": [*game.reasons],
        "scores": [score.name for score in game.scores],
        "rankings": _rankings(game),
        **notation.as_json(),
        "actions": [
            {
                **table, **_codes(codes.of[name]),
                "weighted": action.weight is not None,
                "suggests": action.suggested is not None,
                "shows": [role.name for role in action.shows],
            }
            for (name, table), action in actions
        ],
    }  # fmt: skip


def _codes(codes: ActionCodes) -> Table:
    """Return the codes of an action: `count` from `first` on, and the digits of open roles."""
    digits = [[digit.low, digit.size, digit.factor] for digit in codes.digits]
    return {"first": codes.first, "count": codes.count, "digits": digits}


def _step(game: LinkedGame, step: Step) -> Table:
    card = step.actions[0].card if step.actions else ""
    return {
        "name": step.shown,
        "power": card if card and card != game.mode.slug else None,
        "actions": [[*game.actions].index(name) for name in step.actions],
    }


def _rankings(game: LinkedGame) -> Table:
    numbers = {score.name: number for number, score in enumerate(game.scores)}
    return {
        reason: [
            [1 if criterion.word == "most" else -1, numbers[criterion.score]]
            for criterion in criteria
        ]
        for reason, criteria in game.rankings.items()
    }


def _valid(game: LinkedGame) -> Table:
    """Return the data to validate a state: the ranges of slots, and how they depend on others."""
    layout = game.layout
    events = [entry for entry in layout.entries if isinstance(entry.meaning, EventRole)]
    due = layout.agenda.get("steps")
    return {
        "entries": [
            [entry.first, entry.count, entry.low, entry.high, int(entry.none or entry in events)]
            for entry in layout.entries
        ],
        "event": [entry.first for entry in events],
        "roles": [
            [_least_and_most(members_of(role.type, game)) for role in action.roles]
            for action in game.actions.values()
        ],
        "steps": [
            {
                "chance": step.chooser == "chance", "active": chosen_by_active(step),
                "empty": step.when_empty,
            }
            for step in game.steps
        ],
        "agenda": None if due is None else {
            "first": due.first, "count": due.count, "most": MAX_DUE - 1,
            "slots": [layout.agenda[name].first for name in COUNTS],
        },
        "remembered": _remembered(game),
    }  # fmt: skip


def _remembered(game: LinkedGame) -> Table | None:
    """Return where remembered positions are, and the largest value of each number of one."""
    if not game.compared:
        return None
    slots = game.layout.by_meaning
    numbers, count = slots[RememberedOf("numbers")], slots[RememberedOf("count")]
    most = largest_numbers(game.compared)
    return {"first": numbers.first, "size": numbers.count, "count": count.first, "most": most}


def _least_and_most(members: Sequence[int]) -> list[int]:
    return [int(members[0]), int(members[-1])] if members else [0, -1]


def _hidden(match: Match) -> Table:
    """Return what can be hidden: pieces, with all slots that are about them, and secrets."""
    game = match.linked
    hiding = {clause.kind for _, clause in game.hides}
    kind_tables: list[Table] = []
    for kind in game.pieces:
        if kind in hiding:
            groups = backs(match, kind)
            numbers = {back: number for number, back in enumerate(dict.fromkeys(groups))}
            kind_tables.append({"kind": kind, "backs": [numbers[back] for back in groups]})
    return {"kinds": kind_tables, "entries": [*_hidden_entries(game)]}


def _hidden_entries(game: LinkedGame) -> Iterator[Table]:
    """Yield the slots that can be hidden beside the places of pieces, with their values."""
    for entry in game.layout.entries:
        register = isinstance(entry.meaning, RegisterOf)
        if register or entry.seen_by != "everyone":
            yield {
                "register": register, "first": entry.first, "count": entry.count,
                "low": entry.low, "high": entry.high,
            }  # fmt: skip


def _exchanging(match: Match) -> Table:
    """Return what is exchanged with pieces, and which of them play the same: see canonical.py."""
    canonical, actions = match.canonical, match.linked.actions.values()
    return {
        "blocks": [
            {
                "first": block.slots.start, "count": len(block.slots), "axes": block.axes,
                "names": block.names,
            }
            for block in canonical.blocks
        ],
        "classes": canonical.classes,
        "unnamed": canonical.unnamed,
        "board": [[*span] for span in _spans(canonical.board)],
        "roles": canonical.event_roles,
        "kinds": [[_piece_kind(role.type) for role in action.roles] for action in actions]
        if canonical.event_roles
        else [],
    }  # fmt: skip


def _spans(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield where each run of true flags begins, and how long it is."""
    for is_true, run in groupby(enumerate(flags), key=lambda numbered: numbered[1]):
        slots = [slot for slot, _ in run]
        if is_true:
            yield slots[0], len(slots)


def _piece_kind(of: Type) -> str:
    return of.name if of.base == "piece" else ""


def _pool(match: Match, game: Game) -> Table:
    """Return the cards to choose from, and the tags of other cards by their set-up words."""
    mode = game.checked.modes[match.linked.mode.slug]
    named = {mode.needs: mode.tag}
    named |= {card.reserve.needs: card.reserve.tag for card in game.powers.values() if card.reserve}
    return {
        "pool": [_pool_card(card, game.powers) for card in pool_cards(match.linked)],
        "named": {word: tag for word, tag in named.items() if word},
    }


def _pool_card(card: PoolCard, powers: Mapping[str, CardDocument]) -> Table:
    """Return a card that a player can choose, when the rules allow it, and what it sets."""
    about = powers[card.slug]
    return {
        "slug": card.slug,
        "title": dict(about.title),
        "banned": list(card.banned),
        "begins": about.begins,
        "players": list(about.players or ()),
        "tags": list(about.tags),
        "needs": about.reserve.needs if about.reserve else "",
        "brings": list(card.brings),
        "holders": card.holders,
        "received": card.received,
        "pieces": [
            [piece.at, piece.owner, piece.owners, piece.place, piece.gone] for piece in card.pieces
        ],
    }
