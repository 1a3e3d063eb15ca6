"""Write and read whole games as other programs do: tags, numbered turns, a result; as in PGN."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar, cast

from thesmos.diagnostics import UsageError
from thesmos.play.foreign.forms import named
from thesmos.play.foreign.positions import write_position
from thesmos.play.foreign.turns import Playable, WrittenTurns, played
from thesmos.play.match_parts import MatchParts
from thesmos.program import foreign as f

S = TypeVar("S", bound=Playable)

LONGEST = 10_000_000  # characters of a file
COLUMNS = 80
UNKNOWN, RESULT, OPEN = "?", "Result", "*"
TAG = re.compile(r'\[\s*([A-Za-z0-9_]{1,80})\s*"((?:[^"\\\n]|\\.){0,2000})"\s*\]')
TOKEN = re.compile(r"\{[^}]*\}|;[^\n]*|\$\d+|[()]|\d+\s*\.+|[^\s(){};]+")


@dataclass(frozen=True)
class Transcript(Generic[S]):
    """A game as another program wrote it.

    states: from the first to the last; `History(*states)` is its history.
    tags: what was said about it.
    result: as written, or `*` if none was.
    """

    states: tuple[S, ...]
    tags: Mapping[str, str] = field(default_factory=dict)
    result: str = OPEN


def write_game(name: str, states: Sequence[Playable], tags: Mapping[str, str] | None = None) -> str:
    """Return a game in a form. tags: what else is said about it, by tag.

    Raises UsageError if the match has no such form, or a turn can't be written in it.
    """
    match = states[0].match
    form = named(match.recorded.notation.forms.games, name, match, "games")
    turns = named(match.recorded.notation.forms.turns, form.turns, match, "turns")
    begin, result = states[0], states[-1].result
    ended = OPEN
    if result is not None:
        ended = form.results[result.winners[0] - 1] if result.winners else form.nobody
    said = {**form.tags, **(tags or {}), RESULT: ended}
    at_start = begin.reached is not None and begin.reached[0] == match.linked.initial
    if form.set_up and not at_start:
        position = named(match.recorded.notation.forms.positions, form.position, match, "positions")
        said[form.set_up] = write_position(position, begin)
        said |= form.with_set_up
    words, number = list[str](), 1
    for before, choices, _ in played(states):
        shown = {turn.choices: text for text, turn in WrittenTurns(turns, before).turns.items()}
        if choices not in shown:
            raise UsageError(f"`{', '.join(choices)}` can't be written in {name}")
        if before.turn_of == 1 or not words:
            words.append(f"{number}." if before.turn_of == 1 else f"{number}...")
        words.append(shown[choices])
        number += before.turn_of != 1
    head = [f'[{tag} "{_quoted(text)}"]' for tag, text in said.items()]
    body = textwrap.fill(" ".join([*words, ended]), COLUMNS, break_on_hyphens=False)
    return "\n".join([*head, "", body, ""])


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def read_games(
    match: MatchParts, name: str, text: str, begin: Callable[[str], S]
) -> Iterator[Transcript[S]]:
    """Yield the games in a text, one after the other. Comments and variations are skipped.

    begin: returns the first state of a game, which begins at a position or, without one, as usual.

    Raises UsageError at the first turn that can't be played, with the game and the line.
    """
    form = named(match.recorded.notation.forms.games, name, match, "games")
    if len(text) > LONGEST:
        raise UsageError("this text is too long", f"at most {LONGEST} characters are read")
    tags, line = dict[str, str](), 1
    at, number = 0, 0
    while at < len(text):
        blank = re.compile(r"\s*").match(text, at)
        at = blank.end() if blank else at
        tag = TAG.match(text, at)
        if tag is not None:
            tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
            at = tag.end()
        elif at < len(text):
            number += 1
            line = text.count("\n", 0, at)
            transcript, at = _game(match, form, tags, text, at, f"game {number}", begin)
            yield transcript
            tags = {}
    if tags:
        raise UsageError(f"game {number + 1} has tags, but no turns (line {line})")


def _game(
    match: MatchParts,
    form: f.GameForm,
    tags: dict[str, str],
    text: str,
    at: int,
    name: str,
    begin: Callable[[str], S],
) -> tuple[Transcript[S], int]:
    """Read a game from a place in a text; return it, and where it ends."""
    turns = match.recorded.notation.forms.turns[form.turns]
    states, result, depth = [begin(tags.get(form.set_up, ""))], OPEN, 0
    results = (*form.results, form.nobody, OPEN)
    while (token := TOKEN.search(text, at)) is not None:
        if depth == 0 and TAG.match(text, token.start()):  # the next game, without a result
            break
        at, word = token.end(), token[0]
        depth += (word == "(") - (word == ")")
        if depth or word[0] in "{;$()" or re.fullmatch(r"\d+\s*\.+", word):
            continue
        if word in results:
            result = word
            break
        try:
            turn = WrittenTurns(turns, states[-1]).read(word)
        except UsageError as wrong:
            line = text.count("\n", 0, token.start()) + 1
            raise UsageError(f"{name}, line {line}: {wrong.message}", wrong.hint) from None
        states += cast("tuple[S, ...]", turn.states)  # made from a state of this kind
    else:
        at = len(text)
    if depth:
        raise UsageError(f"{name}: a parenthesis is not closed", "close each variation")
    return Transcript(tuple(states), dict(tags), result), at
