"""The parts of a position that are not on a board, as text: by name, with the names of pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from thesmos.link.pieces import OWNER
from thesmos.program.node import AttributeRef
from thesmos.program.positions import MEMORY, ZoneCounts
from thesmos.render.phrase import named, phrase
from thesmos.render.scene import scene_of
from thesmos.render.text_board import Picture, piece_pattern
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.markdown import chip, escaped


def off_picture(picture: Picture, position: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a position that its picture does not show and that have words.

    The memories of cards have no words, except where an entry writes them.
    """
    rest = scene_of(picture, position).rest
    return {key: value for key, value in rest.items() if key != MEMORY}


def describe_off_board(
    localizer: Localizer, picture: Picture, rest: Mapping[str, Any]
) -> Iterator[str]:
    """Describe the parts of a position that its picture does not show, unless they are empty."""
    for key, value in rest.items():
        if not is_empty(value):
            yield _part(localizer, picture, key, value)


def is_empty(value: Any) -> bool:
    """Return whether a part of a position has nothing to show: no piece, no name, no flag."""
    if isinstance(value, list | tuple):
        return all(is_empty(part) for part in value)
    return value in ("", "0", None, {}, False)


def display_name(localizer: Localizer, word: str, printed: Mapping[str, Mapping[str, str]]) -> str:
    """Return the name of a word; a piece without a name is named by what is printed on it."""
    if word in localizer.names or word not in printed:
        return named(word, localizer.names)
    values = [*printed[word].values()]
    cards = localizer.source.cards  # a power's slug may be printed on a piece
    called = (
        (value, localizer.title(value) if value in cards else named(value, localizer.names))
        for value in values
    )
    words = " + ".join(name for value, name in called if not value.isdecimal())
    return " ".join([words, *(value for value in values if value.isdecimal())]).strip() or word


def _part(localizer: Localizer, picture: Picture, key: str, value: Any) -> str:
    """Describe a part of a position; a list of lists has an entry for each player."""
    name = named(key, localizer.names)
    if isinstance(value, Mapping):
        marks = [_counted(localizer, key, str(mark), count) for mark, count in value.items()]
        return f"{name}: {', '.join(marks)}"
    if isinstance(value, list) and any(isinstance(part, list) for part in value):
        several = [
            f"{localizer.phrase('player', player=player)}: {_listed(localizer, picture, part)}"
            for player, part in enumerate(value, 1)
            if not is_empty(part)
        ]
        return f"{name} ({'; '.join(several)})"
    return f"{name}: {_listed(localizer, picture, value)}"


def _listed(localizer: Localizer, picture: Picture, value: Any) -> str:
    values = value if isinstance(value, list | tuple) else [value]
    return ", ".join(
        display_name(localizer, text, picture.printed)
        if text and isinstance(text, str)
        else phrase(text)
        for text in values
    )


def _counted(localizer: Localizer, key: str, mark: str, count: Any) -> str:
    """Describe how many pieces of a kind there are, by the notation of the kind."""
    for entry in localizer.source.program.position:
        if not isinstance(entry, ZoneCounts) or entry.path != (key,):
            continue
        if text := _piece_description(localizer, entry, mark):
            return f"{count} × {text}"
    return f"{named(mark, localizer.names)}: {phrase(count)}"


def _piece_description(localizer: Localizer, entry: ZoneCounts, mark: str) -> str:
    """Describe a piece by its mark: its attributes or its kind, and its owner."""
    match = piece_pattern(entry.text).fullmatch(mark)
    if match is None:
        return ""
    fields = match.groupdict()
    owner = fields.pop(OWNER, None)
    kind = entry.kind
    words = [
        word
        for name, letter in fields.items()
        if (word := _enum_word(localizer, kind, name, letter))
    ]
    if len(words) < len(fields):
        return ""
    called = " ".join(named(word, localizer.names) for word in words or [kind])
    return f"{called} ({localizer.phrase('player', player=owner)})" if owner else called


def _enum_word(localizer: Localizer, kind: str, attribute: str, mark: str) -> str | None:
    """Return the word of an attribute's enum that has this mark; None if there is none."""
    game, ref = localizer.source.program, AttributeRef(kind, attribute)
    of = game.attribute_types.get(ref)
    words = () if of is None else game.enum_words.get(of.name, ())
    return next((word.word for word in words if word.mark == mark), None)


def position_rows(localizer: Localizer, position: Mapping[str, Any]) -> list[str]:
    """Return a row for each part of a position that is not empty, or one saying that all are."""
    result = [row for key, value in position.items() for row in _row(localizer, key, value)]
    return result or [f"*{escaped(localizer.phrase('nothing yet'))}*"]


def _row(localizer: Localizer, key: str, value: Any) -> Iterator[str]:
    """Describe a part of a position: its name and its contents; a row for each player."""
    name = raised(escaped(named(key, localizer.names)))
    if isinstance(value, list) and any(isinstance(part, list) for part in value):
        for player, held in enumerate(value, 1):
            if held:
                who = escaped(localizer.phrase("player", player=player))
                yield f"**{name}** ({who}): {chips(localizer, held)}"
    elif value and isinstance(value, dict):
        pairs = [
            f"{named(k, localizer.names)}: {named(str(v), localizer.names)}"
            for k, v in value.items()
        ]
        yield f"**{name}**: {chips(localizer, pairs)}"
    elif value:
        yield f"**{name}**: {chips(localizer, value if isinstance(value, list) else [value])}"


def raised(text: str) -> str:
    """Return a text with a capital at its start."""
    return text[:1].upper() + text[1:]


def chips(localizer: Localizer, words: Sequence[object]) -> str:
    """Return words as chips in a row."""
    return " ".join(chip(escaped(named(str(word), localizer.names))) for word in words)
