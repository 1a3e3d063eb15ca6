"""What stands on no board, in words: a part of a position by its name, its pieces by theirs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from thesmos.render.svg import named
from thesmos.render.text_board import OWNER, Picture, PositionEntry, phrase, piece_pattern
from thesmos.syntax import documents as d
from thesmos_rulebook.content.localizer import Reader
from thesmos_rulebook.markdown import chip, escaped

COUNTS = "counts"  # how a part is written that says how many pieces of a kind wait in a zone


def beside(reader: Reader, picture: Picture, rest: Mapping[str, Any]) -> Iterator[str]:
    """The parts of a position that its picture does not show, those that say something."""
    for key, value in rest.items():
        if not empty(value):
            yield _part(reader, picture, key, value)


def empty(value: Any) -> bool:
    """Whether a part of a position says nothing: no piece, no name, nobody's flag."""
    if isinstance(value, list | tuple):
        return all(empty(one) for one in value)
    return value in ("", "0", None, {}, False)


def thing(reader: Reader, word: str, printed: Mapping[str, Mapping[str, str]]) -> str:
    """What a word is called: by its name, a piece without one by what is printed on it."""
    if word in reader.names or word not in printed:
        return named(word, reader.names)
    values = [*printed[word].values()]
    cards = reader.source.cards  # what is printed may be the name of a power
    called = (
        (one, reader.title(one) if one in cards else named(one, reader.names)) for one in values
    )
    words = " + ".join(name for one, name in called if not one.isdecimal())
    return " ".join([words, *(one for one in values if one.isdecimal())]).strip() or word


def _part(reader: Reader, picture: Picture, key: str, value: Any) -> str:
    """A part by its name; a list of lists has an entry for each player, who is told with it."""
    name = named(key, reader.names)
    if isinstance(value, Mapping):
        marks = [_counted(reader, key, str(mark), count) for mark, count in value.items()]
        return f"{name}: {', '.join(marks)}"
    if isinstance(value, list) and any(isinstance(one, list) for one in value):
        several = [
            f"{reader.say('player', player=player)}: {_listed(reader, picture, one)}"
            for player, one in enumerate(value, 1)
            if not empty(one)
        ]
        return f"{name} ({'; '.join(several)})"
    return f"{name}: {_listed(reader, picture, value)}"


def _listed(reader: Reader, picture: Picture, value: Any) -> str:
    values = value if isinstance(value, list | tuple) else [value]
    return ", ".join(
        thing(reader, one, picture.printed) if one and isinstance(one, str) else phrase(one)
        for one in values
    )


def _counted(reader: Reader, key: str, mark: str, count: Any) -> str:
    """How many pieces of a kind there are, by what the kind's notation says of them."""
    for part, writers in reader.source.written.position:
        for writer in writers if part == key else ():
            if told := _kind(reader, writer, mark) if COUNTS in writer else "":
                return f"{count} × {told}"
    return f"{named(mark, reader.names)}: {phrase(count)}"


def _kind(reader: Reader, writer: Mapping[str, str], mark: str) -> str:
    """What a mark says of a piece: its attributes, or its kind, and whose it is."""
    kind, text = writer[COUNTS], writer.get("text", "")
    found = piece_pattern(PositionEntry("", COUNTS, kind, "", text)).fullmatch(mark)
    if found is None:
        return ""
    given = found.groupdict()
    owner = given.pop(OWNER, None)
    words = [word for name, one in given.items() if (word := _word(reader, kind, name, one))]
    if len(words) < len(given):
        return ""
    called = " ".join(named(word, reader.names) for word in words or [kind])
    return f"{called} ({reader.say('player', player=owner)})" if owner else called


def _word(reader: Reader, kind: str, attribute: str, mark: str) -> str | None:
    """The word of an attribute's enum that is written so; None if there is none."""
    written: d.GameDocument = reader.source.written
    of = next((piece.attributes for piece in written.pieces if piece.name == kind), ())
    base = next((one.type.name for one in of if one.name == attribute), "")
    return next((word for word, way in written.enums.get(base, ()) if way == mark), None)


def rows(reader: Reader, position: Mapping[str, Any]) -> list[str]:
    """A row for each part of a position that says something; one that says so if none does."""
    made = [row for key, value in position.items() for row in _row(reader, key, value)]
    return made or [f"*{escaped(reader.say('nothing yet'))}*"]


def _row(reader: Reader, key: str, value: Any) -> Iterator[str]:
    """A part of a position: what it is called, and what is in it; a row for each player's."""
    name = raised(escaped(named(key, reader.names)))
    if isinstance(value, list) and any(isinstance(one, list) for one in value):
        for player, held in enumerate(value, 1):
            if held:
                who = escaped(reader.say("player", player=player))
                yield f"**{name}** ({who}): {chips(reader, held)}"
    elif value:
        yield f"**{name}**: {chips(reader, value if isinstance(value, list) else [value])}"


def raised(text: str) -> str:
    """A text that begins with a capital."""
    return text[:1].upper() + text[1:]


def chips(reader: Reader, words: Sequence[object]) -> str:
    """Words as chips in a row."""
    return " ".join(chip(escaped(named(str(word), reader.names))) for word in words)
