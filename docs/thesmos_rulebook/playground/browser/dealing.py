"""The table of the playground: one match that is played while its rules change."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from thesmos.choice_words import CONCEDE, SKIP
from thesmos.compile.machine.wasm.printer import printed, printed_tracing
from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.choice import choose, find_choice, take
from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.play.names import names_of_things
from thesmos.play.random_play import pick
from thesmos.play.state import State
from thesmos.render.svg import CELL, blank_board, svg
from thesmos.web.tables import tables
from thesmos_rulebook.playground.browser.reasons import Reasons

Json = dict[str, Any]
MOST_EXPLAINED = 80  # options of a decision


class Table:
    """A match, its current state, and how it came about.

    past: the states before, each with the choice that was made in it.
    """

    def __init__(self, game: Game, reasons: Reasons, match: Match) -> None:
        self.game, self.reasons, self.match = game, reasons, match
        self.state: State = match.start()
        self.moved = False  # whether the state is another than the first
        self.past: list[tuple[State, str]] = []

    def continued(self, position: Mapping[str, Any]) -> None:
        """Go to a position, with nothing before it. Raises UsageError if the rules exclude it."""
        self.state, self.past, self.moved = self.match.load(dict(position)), [], True

    @property
    def powers(self) -> list[str | None]:
        """The power of each player."""
        return [held[0] if held else None for held in self.match.start().held]

    def position(self) -> Json:
        """Return the whole position, as `continued` takes it."""
        return self.state.position(whole=True)

    def saved(self) -> Json:
        """Return the state as JSON, for the program in the other worker."""
        return self.state.to_json()

    # ------------------------------------------------------------------- what is shown

    def shown(self, viewer: int, language: str) -> Json:
        """Return what the page shows of the state to a player, from 1: picture and options."""
        state, seen = self.state, self.state.view(viewer)
        decision, result, names = state.decision, state.result, self.names(language)
        mine = decision is not None and decision.player == viewer
        options = seen.decision.options if mine and seen.decision is not None else ()
        return {
            "picture": svg(self.match.picture, seen.position(), None, names, "", False),
            "cells": self.cells,
            "options": [
                {"text": option.text, "cells": self._cells_of(option.roles, option.text)}
                for option in options
            ],
            "player": None if decision is None else decision.player,
            "step": None if decision is None else names.get(decision.step, decision.step),
            "power": None if decision is None else decision.power,
            "skip": bool(mine and decision is not None and decision.may_skip),
            "stuck": bool(mine and not options and decision is not None and not decision.may_skip),
            "result": None if result is None else {
                "winners": list(result.winners), "reason": result.reason,
            },
            "past": len(self.past),
        }  # fmt: skip

    @cached_property
    def cells(self) -> dict[str, list[int]]:
        """Where each cell is in the picture: the left and upper edge, and the width."""
        cells, above = {}, 0
        for board in map(blank_board, self.match.picture.boards):
            for cell, (left, top) in board.corners.items():
                cells[cell] = [left, top + above, CELL]
            above += board.size[1]
        return cells

    def names(self, language: str) -> dict[str, str]:
        """Return what the things of the game are called in a language."""
        checked = self.game.checked
        cards = [checked.cards[card.card.slug].written.words for card in self.match.linked.cards
                 if card.card.slug in checked.cards]  # fmt: skip
        words = [*cards, checked.written.base.words]
        return names_of_things(words, checked.program.position, language)

    def _cells_of(self, roles: Mapping[str, str], text: str) -> list[str]:
        """Return the cells that an option names, in the order of its text."""
        cells = {value for value in roles.values() if value in self.cells}
        places = [(text.find(cell), cell) for cell in cells if cell in text]
        return [cell for _, cell in sorted(places, key=lambda place: (place[0], -len(place[1])))]

    # ------------------------------------------------------------------- play

    def choose(self, text: str) -> None:
        """Make a choice. Raises UsageError if it is not offered."""
        after = choose(self.state, text)
        self.past.append((self.state, text))
        self.state, self.moved = after, True

    def undo(self, players: Sequence[int]) -> None:
        """Go back to the last decision of one of the players, or to the first."""
        while self.past:
            self.state, _ = self.past.pop()
            decision = self.state.decision
            if decision is not None and decision.player in players:
                return

    def draw(self, seed: int) -> str:
        """Let chance, or a player without a program, choose at random; return the choice."""
        text = pick(self.state, Rng(seed)).text
        self.choose(text)
        return text

    def follow(self, saved: Mapping[str, Any]) -> str:
        """Go on to a state that one choice leads to, as JSON; return the choice.

        Raises UsageError if no choice leads to it.
        """
        after, decision = self.match.from_json(dict(saved)), self.state.decision
        options = () if decision is None else decision.options
        for text in (*(option.text for option in options), SKIP, CONCEDE):
            choice = find_choice(self.state, text)
            if choice is not None and take(self.state, choice) == after:
                self.choose(text)
                return text
        raise UsageError("no choice leads to this state")

    # ------------------------------------------------------------------- why

    def why(self, text: str, language: str) -> Json:
        """Return why an option is offered, or not: rules and clauses with their sentences."""
        decision = self.state.decision
        legal = decision is not None and text in decision.texts
        findings = self.state.explain(text) if legal else self.state.why_not(text)
        return {
            "text": text,
            "legal": legal,
            "findings": [self.reasons.of(finding, language) for finding in findings],
        }

    def lights(self) -> dict[str, list[str]]:
        """Return which clauses and rules let options lead to a cell, or keep them from it.

        By cell; only if there are few options, as each has to be explained.
        """
        decision = self.state.decision
        options = () if decision is None or not decision.player else decision.options
        lit: dict[str, set[str]] = {}
        for option in options if len(options) <= MOST_EXPLAINED else ():
            cells = self._cells_of(option.roles, option.text)
            findings = self.state.explain(option)
            ids = {finding.id for finding in findings}
            ids |= {finding.waived_by for finding in findings if finding.waived_by}
            for cell in cells[-1:]:
                lit.setdefault(cell, set()).update(ids)
        return {cell: sorted(ids) for cell, ids in lit.items()}


def compiled(match: Match) -> Json:
    """Return a match as WebAssembly, in base 64, with the tables of its notation."""
    return {
        "module": b64encode(printed(match.linked)).decode(),
        "tracing": b64encode(printed_tracing(match.linked)).decode(),
        "tables": json.loads(json.dumps(tables(match))),
    }
