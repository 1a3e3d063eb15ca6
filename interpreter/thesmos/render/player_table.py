"""A table of what each player has, with a column for each player."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from thesmos.link.linked import LinkedGame
from thesmos.program.node import AttributeRef
from thesmos.program.positions import Members
from thesmos.render.phrase import named, phrase
from thesmos.render.span import Line, Span

INDENT = "    "
NOTHING = "-"

Groups = Mapping[
    str, Mapping[str, str]
]  # by key of an entry: the group of each piece, as Enum.word


@dataclass(frozen=True)
class PlayerTable:
    """Parts of a position that have a value for each player.

    rows: by key, then for each player, pairs of group and text; the group is empty if there are no
    groups.
    """

    rows: Mapping[str, tuple[tuple[tuple[str, str], ...], ...]]

    @property
    def players(self) -> int:
        """The number of players, which are the columns."""
        return max(map(len, self.rows.values()))

    def lines(self, columns: int, names: Mapping[str, str]) -> Iterator[Line]:
        """Yield the table as lines of at most `columns` characters.

        names: names for words.
        """
        labels = {key: named(key, names) for key in self.rows}
        first = len(INDENT) + max(map(len, labels.values())) + 2
        wide = max((columns - first) // self.players, 1)
        head = (
            Span(f"{f'player {player}':<{wide}}", f"side.{player}")
            for player in range(1, self.players + 1)
        )
        yield Span(" " * first), *head
        for key, values in self.rows.items():
            cells = [_cell(value, wide - 2) for value in values]
            for number, line in enumerate(zip_longest(*cells, fillvalue=())):
                label = labels[key] if number == 0 else ""
                spans = [Span(f"{INDENT}{label:<{first - len(INDENT)}}", "label")]
                for cell in line:
                    spans += [*cell, Span(" " * (wide - sum(len(span.text) for span in cell)))]
                yield tuple(spans)


def player_table(
    rows: Mapping[str, Sequence[Any]], groups: Groups, names: Mapping[str, str]
) -> PlayerTable:
    """Return the table of parts with a value for each player, by groups where there are any."""
    return PlayerTable(
        {
            key: tuple(tuple(_grouped(value, groups.get(key, {}), names)) for value in values)
            for key, values in rows.items()
        }
    )


def groups_of(game: LinkedGame) -> dict[str, dict[str, str]]:
    """Return the group of each piece, by key of the entries that a linked game shows in groups."""
    groups: dict[str, dict[str, str]] = {}
    for entry in game.game.position:
        if not isinstance(entry, Members) or not entry.groups:
            continue
        of = AttributeRef(entry.kind, entry.groups)
        enum = game.game.attribute_types[of].name
        words = game.game.enum_words[enum]
        grouped = [
            (value, str(piece.name))
            for piece, value in zip(game.pieces[entry.kind], game.fixed.get(of, ()), strict=False)
            if isinstance(value, int) and 0 <= value < len(words)
        ]
        groups[entry.key] = {name: f"{enum}.{words[value].word}" for value, name in sorted(grouped)}
    return groups


def _grouped(
    value: Any, group_of: Mapping[str, str], names: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield each group with the texts in it."""
    if not group_of or not isinstance(value, list | tuple):
        yield "", phrase(value, names)
        return
    for group in dict.fromkeys([*group_of.values(), ""]):
        inside = [text for text in value if group_of.get(str(text), "") == group]
        if inside:
            yield names.get(group, group.rpartition(".")[2]), phrase(inside, names)


def _cell(parts: Sequence[tuple[str, str]], wide: int) -> list[Line]:
    """Return the lines of one cell, one group below the other."""
    labelled = max((len(group) for group, _ in parts), default=0)
    lines: list[Line] = []
    for group, text in parts:
        before = f"{group:<{labelled}} " if labelled else ""
        for number, line in enumerate(broken(text, wide - len(before)) or [""]):
            shown = before if number == 0 else " " * len(before)
            lines.append((Span(shown, "dim"), Span(line)) if before else (Span(line),))
    return lines or [(Span(NOTHING),)]


def broken(text: str, columns: int) -> list[str]:
    """Return a text in lines, broken after `,` and `;` where possible."""
    lines: list[str] = []
    phrases = re.split("(?<=[,;]) ", text) if text else []
    for part in (part for words in phrases for part in wrap(words, max(columns, 1))):
        if lines and len(lines[-1]) + 1 + len(part) <= columns:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return lines
