"""Cases in an equivalent form: mirrored, rotated, or with the seats swapped.

The symmetries come from what a game declares of its board (`symmetric: yes`) and from modes whose
sides are alike; a test checks the reference against them. Options change by the names of cells in
them, positions by the game's notation; nothing is known of what they mean.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from thesmos.engine.notation import FIELD
from thesmos.engine.program import Program
from thesmos.play.game import Game
from thesmos.play.protocols import Match
from thesmos.syntax.documents import BoardDeclaration
from thesmos_conform.cases.case import MEMORY, Case, IllegalOption, Look
from thesmos_conform.cases.near_misses import cell_pattern
from thesmos_conform.protocol.messages import Json, Place

PAIR = 2
SEATED = ("player", "side")  # base types whose values name a seat
Cell = Callable[[int, int, int, int], tuple[int, int]]  # column, row, columns, rows

# The symmetries of a grid: in words, and where a cell goes from its column and row.
SQUARE: dict[str, Cell] = {
    "mirrored left to right": lambda c, r, w, h: (w - 1 - c, r),
    "mirrored top to bottom": lambda c, r, w, h: (c, h - 1 - r),
    "rotated by 180 degrees": lambda c, r, w, h: (w - 1 - c, h - 1 - r),
    "rotated by 90 degrees": lambda c, r, w, h: (r, w - 1 - c),
    "rotated by 270 degrees": lambda c, r, w, h: (h - 1 - r, c),
    "mirrored at a diagonal": lambda c, r, w, h: (r, c),
    "mirrored at the other diagonal": lambda c, r, w, h: (h - 1 - r, w - 1 - c),
}
OBLONG = ("mirrored left to right", "mirrored top to bottom", "rotated by 180 degrees")


@dataclass(frozen=True)
class Symmetry:
    """One equivalent form of a question. name: in words, such as `rotated by 90 degrees`.

    cells: the new name of each cell. digits: for each key of a position that is a text of digits,
    the new index of each digit. players: the new seat of each player.
    """

    name: str
    cells: Mapping[str, str]
    digits: Mapping[str, tuple[int, ...]]
    players: Mapping[int, int]


def symmetries(game: Game, match: Match, from_position: bool) -> tuple[Symmetry, ...]:
    """The symmetries of a match-up, other than the identity.

    from_position: whether the case begins at a position; during set-up the seats are not alike.
    """
    still = {player: player for player in range(1, match.program.players + 1)}
    turns = [
        symmetry for board in _symmetric(game) for symmetry in _boards(board, match.program, still)
    ]
    seats = list(_seats(match.program)) if from_position else []
    made = [*turns, *(Symmetry("with the seats swapped", {}, {}, seat) for seat in seats)]
    for turn in turns:
        made += [
            replace(turn, name=f"{turn.name}, with the seats swapped", players=seat)
            for seat in seats
        ]
    return tuple(made)


def _symmetric(game: Game) -> list[BoardDeclaration]:
    """The symmetric board; none if the game has several, which would have to turn together."""
    boards = game.checked.written.boards
    return [board for board in boards if board.symmetric] if len(boards) == 1 else []


def _boards(
    board: BoardDeclaration, program: Program, still: Mapping[int, int]
) -> Iterator[Symmetry]:
    width, height, names = board.columns, board.rows, board.cells()
    for name, cell in SQUARE.items():
        if width != height and name not in OBLONG:
            continue
        spots = [cell(n % width, n // width, width, height) for n in range(width * height)]
        order = tuple(row * width + column for column, row in spots)
        cells = {names[n]: names[to] for n, to in enumerate(order)}
        digits = {
            path: order
            for path, writers in program.position
            if any(f"attr:{board.name}.{w.get('digits')}" in program.slots for w in writers)
        }
        yield Symmetry(name, cells, digits, still)


def _seats(program: Program) -> Iterator[dict[int, int]]:
    """The permutations of the seats: two players who play against each other may swap.

    With more players the seats are not alike: forbidding and requiring by several opponents follows
    the order in which they sit.
    """
    alike = program.players == PAIR and len(set(program.sides)) == PAIR
    if alike and not any(_names_seats(program, action) for action in program.actions):
        yield {1: 2, 2: 1}


def _names_seats(program: Program, action: str) -> bool:
    """Whether the text of an option may name a player or a side."""
    table = program.actions[action]
    bases = {role["name"]: role["type"]["base"] for role in table["roles"]}
    used = {name for text in table["text"] for name in FIELD.findall(str(text))}
    return any(bases.get(name) in SEATED for name in used)


# ----------------------------------------------------------------------------------- cases


def transformed(case: Case, symmetry: Symmetry, match: Match) -> Case:
    """The case in an equivalent form."""
    mapper = SymmetryMapper(symmetry, match.program)
    looks = tuple(mapper.look(one) for one in case.looks)
    return replace(case, looks=looks, turned=symmetry.name, scenario=None)


def can_be_transformed(case: Case) -> bool:
    """Whether a case has equivalent forms: what cards remember is numbers of unknown meaning."""
    return MEMORY not in case.needs


class SymmetryMapper:
    """Applies a symmetry to places and texts."""

    def __init__(self, symmetry: Symmetry, program: Program) -> None:
        self.symmetry = symmetry
        self.program = program
        self.pattern, _ = cell_pattern(program)
        self.sides = {
            program.sides[player - 1] + 1: program.sides[seat - 1] + 1
            for player, seat in symmetry.players.items()
        }

    def look(self, look: Look) -> Look:
        """A look, mapped."""
        refuse = tuple(IllegalOption(self.text(one.option), one.ids) for one in look.refuse)
        viewers = tuple(self.symmetry.players[viewer] for viewer in look.viewers)
        return Look(self.place(look.place), refuse, viewers)

    def place(self, place: Place) -> Place:
        """A place: its set-up, its position and its choices."""
        setup = {**place.setup, "powers": self.by_player(place.setup["powers"])}
        position = None if place.position is None else self.position(place.position)
        return Place(place.game, setup, position, tuple(map(self.text, place.choices)))

    def text(self, text: str) -> str:
        """An option, or any text with cells in it."""
        return self.pattern.sub(lambda found: self.symmetry.cells.get(found[0], found[0]), text)

    def by_player(self, values: list[Any]) -> list[Any]:
        """A list with an entry for each player."""
        made = list(values)
        for player, seat in self.symmetry.players.items():
            made[seat - 1] = values[player - 1]
        return made

    def position(self, position: Json) -> Json:
        """A position, as requests or answers have it."""
        made = {key: self._any(value) for key, value in position.items()}
        for path, writers in self.program.position:
            self._put(made, position, path.split("."), writers)
        if "to_move" in position:
            made["to_move"] = self.symmetry.players[int(position["to_move"])]
        if "held" in position:
            made["held"] = self.by_player(position["held"])
        return made

    def _put(self, made: Json, position: Json, path: list[str], writers: Any) -> None:
        """Map one part of a position, in the game's notation."""
        *parents, last = path
        for name in parents:
            made, position = made.get(name, {}), position.get(name, {})
        if last not in position:
            return
        value, writer = position[last], writers[0]
        if ".".join(path) in self.symmetry.digits:
            made[last] = self._digits(str(value), self.symmetry.digits[".".join(path)])
        elif "members" in writer or "by player" in writer:
            made[last] = self.by_player([self._any(one) for one in value])
        elif "pieces" in writer:
            made[last] = [self._piece(writer, text) for text in value]
        elif "counts" in writer:
            texts = [one for one in writers if "counts" in one]
            made[last] = {self._counted(texts, text): count for text, count in value.items()}

    def _digits(self, text: str, order: tuple[int, ...]) -> str:
        made = list(text)
        for digit, to in zip(text, order, strict=True):
            made[to] = digit
        return "".join(made)

    def _any(self, value: Any) -> Any:
        """Any value: the cells in its texts are mapped."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self._any(one) for one in value]
        if isinstance(value, dict):
            return {self.text(str(key)): self._any(one) for key, one in value.items()}
        return value

    # ----------------------------------------------------------------------- pieces

    def _piece(self, writer: Mapping[str, str], text: str) -> str:
        """A piece in the form of its template: its cell and its owner are mapped."""
        kind = writer.get("pieces") or writer["counts"]
        found = re.fullmatch(self._template(kind, writer["text"]), text)
        if found is None:
            return self.text(text)
        return FIELD.sub(lambda f: self._field(kind, f[1], found[f[1]]), writer["text"])

    def _counted(self, writers: list[Mapping[str, str]], text: str) -> str:
        """A piece in reserve, by the first template that can have written it."""
        for writer in writers:
            if re.fullmatch(self._template(writer["counts"], writer["text"]), text):
                return self._piece(writer, text)
        return self.text(text)

    def _template(self, kind: str, template: str) -> str:
        made, last = "", 0
        for field in FIELD.finditer(template):
            made += re.escape(template[last : field.start()])
            made += f"(?P<{field[1]}>{self._values(kind, field[1])})"
            last = field.end()
        return made + re.escape(template[last:])

    def _values(self, kind: str, name: str) -> str:
        type_name = self.program.kinds[kind]["types"].get(name, "")
        if type_name in self.program.enums:
            return "|".join(re.escape(mark) for _, mark in self.program.enums[type_name])
        return r"\d+" if type_name else r"[^ ]+"

    def _field(self, kind: str, name: str, text: str) -> str:
        base = str(self.program.kinds[kind]["types"].get(name, "")).lower()
        if base == "side":
            return str(self.sides.get(int(text), int(text)))
        if base == "player":
            return str(self.symmetry.players.get(int(text), int(text)))
        return self.text(text)
