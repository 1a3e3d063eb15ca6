"""Find the forms that a game declares by their names, and `line`, which every game has."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeVar

from thesmos import arguments
from thesmos.choice_words import LINE
from thesmos.diagnostics import UsageError, clipped, json_number, listed, suggest, unique_keys
from thesmos.play.foreign.positions import (
    Json,
    read_position,
    without_broken,
    write_position,
)
from thesmos.play.foreign.turns import Playable, WrittenTurns
from thesmos.play.match_parts import MatchParts
from thesmos.play.situation import Situation
from thesmos.program.foreign import PositionForm

T = TypeVar("T")


def written(state: Situation, name: str) -> str:
    """Return the position of a state in the form with a name, which is not `line`."""
    return write_position(_position_form(state.match, name), state)


def read(match: MatchParts, text: str, name: str) -> Json:
    """Return a position in the game's own notation. Raises UsageError."""
    text = arguments.text(text, "a position", "{…}")
    if name != LINE:
        return read_position(_position_form(match, name), match, text)
    try:
        position: Json = json.loads(text, parse_float=json_number, object_pairs_hook=unique_keys)
    except (ValueError, RecursionError) as error:
        hint = "give what `state.written()` returns"
        raise UsageError(f"this is no position: {error}", hint) from None
    return position


def possible(match: MatchParts, position: Json, name: str, broken: list[str]) -> Json:
    """Return a position without what its form ignores where it breaks these conditions."""
    if name == LINE:
        return position
    return without_broken(_position_form(match, name), position, broken)


def _position_form(match: MatchParts, name: str) -> PositionForm:
    return named(match.recorded.notation.forms.positions, name, match, "positions")


def written_turns(state: Playable, name: str) -> WrittenTurns:
    """Return the turns from a state in a form. Raises UsageError if the match has no such form."""
    forms = state.match.recorded.notation.forms.turns
    return WrittenTurns(named(forms, name, state.match, "turns"), state)


def named(forms: Mapping[str, T], name: str, match: MatchParts, of: str) -> T:
    """Return the form with a name. Raises UsageError."""
    if name not in forms:
        near = suggest(str(name), forms)
        hint = near or (f"it has {listed(forms)}" if forms else "its records.yaml declares none")
        text = f"{match.game_slug} has no notation of {of} called `{clipped(str(name))}`"
        raise UsageError(text, hint)
    return forms[name]
