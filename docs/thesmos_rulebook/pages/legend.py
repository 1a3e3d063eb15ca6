"""How to read a game's boards and options: a picture of each shape, an example of each notation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, repeat

from thesmos.play.protocols import SKIP
from thesmos.program.declarations import Action, Board, Notation, RoleText
from thesmos.program.types import PLAYER, Type
from thesmos.render.phrase import named
from thesmos.render.shape_samples import VARIANT, drawing_samples, samples
from thesmos.render.shapes import CARD, FRONT, HIDDEN, PAWN
from thesmos.render.text_board import Picture, picture_of
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.markdown import code, escaped
from thesmos_rulebook.pages.context import PageContext

RINGED = 3  # the player whose pawns are ringed
MOST = 12  # drawings of one entry of positions that are shown


def board_legend(context: PageContext) -> Iterator[str]:
    """Yield the shapes used in this game and the marks of options, a line each."""
    localizer, document = context.localizer, context.localizer.source.document
    picture = _picture(localizer.source)
    called = _called(picture, localizer.names)
    enums = [words for words in document.enums.values() if any(mark for _, mark in words)]
    first = [named(word, localizer.names) for word, _ in enums[0]] if enums else []
    players = document.players[1]
    pictures = samples(called.keys(), len(first), _letters(called), players)
    folder = context.page.removesuffix(".md").rpartition("/")[2]
    above = context.page.rpartition("/")[0]
    if own := [*_own(picture, localizer)]:
        yield from ('<div class="key key--own" markdown>', "")
        for key, text, drawn in own:
            file = f"{folder}/key-{key}.svg"
            context.pictures[f"{above}/{file}"] = drawn
            yield from (f"-   ![{text}]({file})", "", f"    {text}", "")
        yield from ("</div>", "")
    yield from ('<div class="key" markdown>', "")
    for shape, drawn in pictures.items():
        words = ", ".join(first) if shape == VARIANT else ", ".join(called.get(shape, ()))
        more = " of three" if shape == PAWN and players >= RINGED else ""
        text = escaped(localizer.phrase(f"key {shape}{more}", words=words))
        file = f"{folder}/key-{shape}.svg"
        context.pictures[f"{above}/{file}"] = drawn
        yield from (f"-   ![{text}]({file})", "", f"    {text}", "")
    yield from ("</div>", "")


def _picture(source: BookSource) -> Picture:
    """Return the picture of the game's positions, which is drawn alike in every match-up."""
    return picture_of(source.linked)


def _own(picture: Picture, localizer: Localizer) -> Iterator[tuple[str, str, str]]:
    """Yield the key, the words and the picture of each entry with drawings of the game's own."""
    for entry in picture.entries:
        key = entry.written.path[-1]
        drawings = _drawings_of(picture, key)
        if entry.board and drawings and not entry.shape.secret:
            shown = dict([*drawings.items()][:MOST])
            words = dict.fromkeys(
                " ".join(_word(word, entry.shape.name, localizer) for word in name.split(".")[1:])
                for name in shown
            )
            name = named(entry.name, localizer.names)
            listed = ", ".join(filter(None, words))
            text = f"{name[:1].upper()}{name[1:]}{': ' if listed else ''}{listed}"
            yield key, escaped(text), drawing_samples([*shown.values()])


def _drawings_of(picture: Picture, key: str) -> dict[str, str]:
    """Return the game's own drawings for an entry by name, without empty ones."""
    named_so = ((name, code) for name, code in picture.drawings.items() if code)
    return {name: code for name, code in named_so if name.split(".")[0] == key}


def _word(word: str, shape: str, localizer: Localizer) -> str:
    """Return a word of a drawing's name in the reader's language."""
    if shape == PAWN and word.isdecimal():
        return localizer.phrase("player", player=word)
    return named(word, localizer.names)


def _called(picture: Picture, names: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the shapes in the game's picture, each with the names of the things it shows."""
    result: dict[str, list[str]] = {}
    boards = {board.name for board in picture.boards}
    turned = any(entry.shape.name == FRONT for entry in picture.entries)  # backs are drawn alike
    for entry in picture.entries:
        if entry.board not in boards:  # described beside the board instead
            continue
        word = named(entry.name, names)
        shape = entry.shape
        own = _drawings_of(picture, entry.written.path[-1]) and not (shape.name == CARD and turned)
        if own and not shape.secret:
            continue  # shown as it is drawn
        for name in (shape.name, HIDDEN) if shape.secret else (shape.name,):
            if word not in result.setdefault(name, []):
                result[name].append(word)
    return result


def _letters(called: dict[str, list[str]]) -> dict[str, str]:
    """Return the sample letter of each shape."""
    return {shape: words[0] for shape, words in called.items() if words and shape != HIDDEN}


def notation_legend(localizer: Localizer) -> Iterator[str]:
    """Yield the notation of the game's own actions, a line each, and then of skipping.

    Nothing is said where options are only names, as those of cards.
    """
    source = localizer.source
    base, cards = source.program.base, source.cards.values()
    chosen = {action for s in base.steps if s.chooser != "chance" for action in s.actions}
    lines = [
        f"- {form}: {escaped(localizer.step_name(action.name.name))}"
        for action in base.actions
        if action.name in chosen
        for form in written_forms(localizer, action)
    ]
    if any(step.skip for card in cards for step in card.steps):
        lines.append(f"- {code(SKIP)}: {escaped(localizer.phrase('written skip'))}")
    if lines:
        yield from (localizer.phrase("written lead"), "", *lines, "")


def written_forms(localizer: Localizer, action: Action) -> Iterator[str]:
    """Yield an example of each way to write an option of an action, with its condition."""
    sentences, name = localizer.sentences, action.name
    for number, form in enumerate(action.notations):
        example = _example(localizer, action, form)
        if example is None:
            continue
        shown = code(example)
        text = (
            sentences.notation_condition(name.name, number, name.card)
            if sentences is not None
            else ""
        )
        yield f"{shown} ({escaped(text)})" if text else shown


def _example(localizer: Localizer, action: Action, form: Notation) -> str | None:
    """Return a notation with samples for its roles; None if it is only a name."""
    program = localizer.source.program
    cells = {board.name: _cells(board) for board in program.boards}
    words = {enum.name: enum.words[0] for enum in program.enums}
    types = {role.name: role.type for role in action.roles}
    samples: dict[str, str] = {}
    for part in form.parts:
        if not isinstance(part, RoleText) or part.role in samples:
            continue
        kind = types[part.role]
        if kind.name in cells:
            samples[part.role] = next(cells[kind.name])
        elif kind.name in words:
            samples[part.role] = words[kind.name].mark or words[kind.name].word
        elif kind == PLAYER:
            samples[part.role] = str(localizer.source.linked.players)
        elif len(form.parts) == 1:
            return None
        else:
            samples[part.role] = _named_piece(localizer, kind)
    return "".join(samples[p.role] if isinstance(p, RoleText) else p for p in form.parts)


def _named_piece(localizer: Localizer, kind: Type) -> str:
    """Return the first named piece of a kind, else the name of the kind or of the type."""
    kinds = (declared for declared in localizer.source.program.kinds if declared.name == kind.name)
    named = (supply.name for declared in kinds for supply in declared.supply if supply.name)
    return next(named, f"<{localizer.names.get(kind.name, str(kind.one()))}>")


def _cells(board: Board) -> Iterator[str]:
    """Return sample cells: the middle one, then its neighbour, over and over."""
    names, middle = board.cells, len(board.cells) // 2
    return chain([names[middle]], repeat(names[min(middle + 1, len(names) - 1)]))
