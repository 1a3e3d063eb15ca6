"""Positions that stand on no board, as rows of names: what lies where, and who has what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from thesmos.render.svg import named
from thesmos_rulebook.events import parts
from thesmos_rulebook.frames import Frame
from thesmos_rulebook.markdown import chip, escaped
from thesmos_rulebook.reader import Reader


def rows(reader: Reader, position: Mapping[str, Any]) -> list[str]:
    """A row for each part of a position that says something; one that says so if none does."""
    made = [row for key, value in position.items() for row in _part(reader, key, value)]
    return made or [f"*{escaped(reader.say('nothing yet'))}*"]


def _part(reader: Reader, key: str, value: Any) -> Iterator[str]:
    """A part of a position: what it is called, and what is in it; a row for each player's."""
    name = _raised(escaped(named(key, reader.names)))
    if isinstance(value, list) and any(isinstance(one, list) for one in value):
        for player, held in enumerate(value, 1):
            if held:
                who = escaped(reader.say("player", player=player))
                yield f"**{name}** ({who}): {chips(reader, held)}"
    elif value:
        yield f"**{name}**: {chips(reader, value if isinstance(value, list) else [value])}"


def _raised(text: str) -> str:
    """A text that begins with a capital."""
    return text[:1].upper() + text[1:]


def chips(reader: Reader, words: Sequence[object]) -> str:
    """Words as chips in a row."""
    return " ".join(chip(escaped(named(str(word), reader.names))) for word in words)


def done(reader: Reader, frame: Frame) -> str:
    """What an option did, event by event: the act, and what it was done with."""
    said = []
    for event in frame.events:
        act, words = parts(reader, event)
        shown = " ".join(chip(escaped(word)) for word in words)
        said.append(": ".join(filter(None, [_raised(escaped(act)), shown])))
    return ". ".join(said) or chips(reader, [frame.taken])
