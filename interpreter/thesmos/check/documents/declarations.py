"""Check what a spec declares as data: pieces, initial values, modes, flow, slugs.

A spec that passes these checks can be linked: every value fits its type, and every name exists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from thesmos.check.documents.boards import check_boards
from thesmos.check.documents.members import check_members
from thesmos.check.documents.positions import EntryChecker
from thesmos.check.documents.reserved import check_reserved
from thesmos.check.documents.written_values import (
    OWNER,
    check_index,
    check_indexed,
    known_type,
    written_value,
)
from thesmos.check.names.names import MAX_NUMBER, Names
from thesmos.diagnostics import Diagnostic, Location, listed, suggest
from thesmos.program.declarations import Attribute
from thesmos.program.types import Type
from thesmos.syntax import documents as d

MIN_NUMBER = -99  # the lowest declared number; `none` and `unknown` are stored as lower ones
MAX_PIECES = 500  # of one kind

Diagnostics = Iterator[Diagnostic]


def check_declarations(
    game: d.GameDocument,
    names: Names,
    cards: Mapping[str, d.CardDocument],
    modes: Mapping[str, d.ModeDocument],
) -> Diagnostics:
    """Return all errors in what a game, its cards and its modes declare as data."""
    yield from _words(game)
    yield from check_boards(game)
    modal = {slug: mode.card for slug, mode in modes.items()}
    yield from check_reserved(names, (game.base, *cards.values(), *modal.values()))
    yield from _kinds(game, names, {**cards, **modal})
    yield from _attributes(game, names)
    for card in (game.base, *cards.values(), *modal.values()):
        yield from check_declared(card, names)
    yield from _always(game.always, game.place("always"), cards)
    for mode in modes.values():
        yield from _seats(mode, game)
        yield from _always(mode.always, mode.location, cards)
    yield from _option_values(game)
    yield from check_members(names, cards, modes_with(game, modes))
    yield from _players(game)
    yield from _turn(game)
    for entry in game.position:
        yield from EntryChecker(entry, names).diagnostics()


def check_declared(card: d.CardDocument, names: Names) -> Diagnostics:
    """Return the errors in what a card by itself declares as data. names: those of the game."""
    for attribute in card.memory:
        yield from _attribute(attribute, names)
        yield from check_indexed("", attribute, names)
    yield from _open_roles(card)
    yield from _tags(card, names.game)


def modes_with(game: d.GameDocument, modes: Mapping[str, d.ModeDocument]) -> list[d.ModeDocument]:
    """Return the modes that are played with a game as it is: the others replace parts of it."""
    return [mode for mode in modes.values() if mode.game is None or mode.game is game]


# -------------------------------------------------------------------- declarations


def _words(game: d.GameDocument) -> Diagnostics:
    """Report words that name two things, and marks that two values of an enum share."""
    seen = dict.fromkeys(game.zones, "a zone")
    for enum, values in game.enums.items():
        location = game.place(f"enums.{enum}")
        for word, _ in values:
            if word in seen:
                text = f"`{word}` is already {seen[word]}"
                place = game.place(f"enums.{enum}.{word}")
                yield Diagnostic("E302", text, place, "choose another name")
            seen[word] = f"a value of {enum}"
        marks = [*dict(values).values()]
        for mark in sorted({m for m in marks if marks.count(m) > 1}):
            text = f"two values of {enum} have the mark `{mark}`"
            hint = "give each its own mark: otherwise positions could not be read"
            yield Diagnostic("E381", text, location, hint)


def _attributes(game: d.GameDocument, names: Names) -> Diagnostics:
    owners = [*game.state, *((kind.name, kind.attributes) for kind in game.pieces)]
    kinds = {kind.name for kind in game.pieces}
    for owner, attributes in owners:
        for attribute in attributes:
            yield from _attribute(attribute, names)
            yield from check_indexed(owner, attribute, names, of_pieces=owner in kinds)
            if attribute.lasts == "turn":
                text = f"`{attribute.name}` can't last a turn: it is not a memory of a power"
                hint = "only memories of powers can; give it another value at a moment"
                yield Diagnostic("E398", text, attribute.location, hint)
            if attribute.secret and owner != "Player":
                text = f"`{attribute.name}` can't be secret: it belongs to no player"
                hint = (
                    "only states of Player and the memories of powers can be; `hide` hides pieces"
                )
                yield Diagnostic("E397", text, attribute.location, hint)


def _attribute(written: d.AttributeDeclaration, names: Names) -> Diagnostics:
    """Check the range of a number, and the initial value that is written."""
    kind = known_type(written.type, names)
    if kind is None:
        return
    if kind.base == "int":
        yield from _range(kind, written)
    if written.start is not None:
        for word in written.start.split() if kind.many else [written.start]:
            yield from written_value(word, kind, names, written.start_at or written.location)


def _range(kind: Type, written: d.AttributeDeclaration) -> Diagnostics:
    low = 0 if kind.many else MIN_NUMBER
    if not low <= kind.low <= kind.high <= MAX_NUMBER:
        text = f"{kind.low}..{kind.high} is not a valid range"
        hint = f"write the lower number first, both within {low}..{MAX_NUMBER}"
        yield Diagnostic("E383", text, written.type.location, hint)


# -------------------------------------------------------------------------- pieces


def _kinds(game: d.GameDocument, names: Names, cards: Mapping[str, d.CardDocument]) -> Diagnostics:
    kinds = {kind.name: kind for kind in game.pieces}
    boards = [board.name for board in game.boards]
    for kind in game.pieces:
        if kind.on is not None and kind.on not in boards:
            text = f"there is no board `{kind.on}`"
            yield Diagnostic("E301", text, kind.location, suggest(kind.on, boards))
        yield from _owners(kind, names)
        yield from _supplies(kind, kind.supply, game, names, of_game=True)
    for card in cards.values():
        supplies: dict[str, tuple[d.SupplyDeclaration, ...]] = {}
        for name, supply in card.pieces:
            if name in kinds:
                supplies[name] = (*supplies.get(name, ()), supply)
            else:
                text = f"there is no kind of piece `{name}`"
                yield Diagnostic("E301", text, supply.location, suggest(name, kinds))
        for name, together in supplies.items():
            yield from _supplies(kinds[name], together, game, names, of_game=False)
    for name, supply in game.base.pieces:
        text = f"the game's own pieces of kind {name} belong under `pieces`"
        yield Diagnostic("E385", text, supply.location, "`supply` is for what a card adds")


def _owners(kind: d.PieceKindDeclaration, names: Names) -> Diagnostics:
    """Report an attribute `owner` of pieces that says neither a side nor a player."""
    for attribute in kind.attributes:
        owner = known_type(attribute.type, names) if attribute.name == OWNER else None
        if owner is not None and (owner.many or owner.base not in ("player", "side")):
            text = f"`owner` says whose a {kind.name} is, so it can't be {owner}"
            hint = "declare it as Side or Player, or call the attribute something else"
            yield Diagnostic("E364", text, attribute.location, hint)


def _supplies(
    kind: d.PieceKindDeclaration,
    supplies: tuple[d.SupplyDeclaration, ...],
    game: d.GameDocument,
    names: Names,
    *,
    of_game: bool,
) -> Diagnostics:
    called: set[str] = set()
    for supply in supplies:
        yield from _whereabouts(kind, supply, game)
        if supply.name is not None and (supply.name in called or supply.count > 1):
            text = f"two pieces are called `{supply.name}`"
            yield Diagnostic("E387", text, supply.location, "give each piece its own name")
        called.add(supply.name or "")
        for name, of, word in supply.indexed:
            attr = names.attr_of(name, kind.name)
            if attr is None or attr.index:
                yield from _start_value(kind, supply, attr, name, word, names)
            yield from check_index(attr, of, names, supply.location)
        for name, word in supply.values:
            if (name, word) != ("owner", "side") or not (supply.each_side or not of_game):
                attr = names.attr_of(name, kind.name)
                yield from _start_value(kind, supply, attr, name, word, names)
                if attr is not None and attr.index:
                    yield from check_index(attr, "", names, supply.location)
    if sum(supply.count for supply in supplies) > MAX_PIECES:
        text = f"too many pieces of kind {kind.name}"
        yield Diagnostic("E382", text, kind.location, f"at most {MAX_PIECES}")


def _whereabouts(
    kind: d.PieceKindDeclaration, supply: d.SupplyDeclaration, game: d.GameDocument
) -> Diagnostics:
    """Check where pieces are at the beginning: in a zone, or each on a cell."""
    location = supply.location
    if not game.zones:
        text = "the game has no zone, so pieces have nowhere to go when they leave the game"
        yield Diagnostic("E386", text, location, "add one, such as `zones: [box]`")
    if not supply.cells:
        if supply.zone not in game.zones:
            text = f"there is no zone `{supply.zone}`" if supply.zone else "the zone is missing"
            hint = suggest(supply.zone, game.zones) or "add `zone: …`, or `place: …` for a cell"
            yield Diagnostic("E386", text, location, hint, word=supply.zone)
        return
    cells = [cell for board in game.boards if board.name == kind.on for cell in board.cells()]
    for cell in supply.cells:
        if cell not in cells:
            text = f"there is no cell `{cell}` for pieces of kind {kind.name}"
            hint = (
                f"its board, {kind.on}, has the cells {cells[0]} to {cells[-1]}"
                if cells
                else (f"add `on: …` to {kind.name}, with the name of a board")
            )
            yield Diagnostic("E386", text, location, hint, word=cell)
    if supply.zone or supply.count != len(supply.cells):
        text = "`place` says where each piece is, so there is no `zone` and no other `count`"
        yield Diagnostic("E386", text, location, "name a cell for each piece, or remove `place`")


def _start_value(
    kind: d.PieceKindDeclaration,
    supply: d.SupplyDeclaration,
    attr: Attribute | None,
    name: str,
    word: str,
    names: Names,
) -> Diagnostics:
    """Check the initial value of an attribute of a piece."""
    if attr is None:
        known = [*d.SUPPLY_KEYS, *(a.name for a in kind.attributes)]
        text = f"{kind.name} has no attribute `{name}`"
        hint = suggest(name, known) or f"known here: {listed(known)}"
        if name == "table":
            hint = f"`table` stands in place of `supply`: `{kind.name}: {{table: {word}}}`"
        yield Diagnostic("E306", text, supply.location, hint, word=name)
    else:
        for value in word.split() if attr.type.many else [word]:
            yield from written_value(value, attr.type, names, supply.location)


# ------------------------------------------------------------------- cards, modes


def _open_roles(card: d.CardDocument) -> Diagnostics:
    """Report open roles that may be a set or none."""
    for action in card.actions:
        for role in action.roles:
            if role.type is not None and (role.type.many or role.type.none):
                text = f"the role `{role.name}` must be one thing"
                hint = "an open role can't be a set or none"
                yield Diagnostic("E388", text, role.type.location, hint)
            if role.type is not None and ".." in role.type.name:
                low, high = (int(n) for n in role.type.name.split(".."))
                if not MIN_NUMBER <= low <= high <= MAX_NUMBER:
                    text = f"{low}..{high} is not a valid range"
                    yield Diagnostic(
                        "E383", text, role.type.location, "write the lower number first"
                    )


def _tags(card: d.CardDocument, game: d.GameDocument) -> Diagnostics:
    reserve_tags = (card.reserve.tag,) if card.reserve else ()
    for tag in (*card.tags, *reserve_tags):
        if tag not in game.tags:
            text = f"the game has no tag `{tag}`"
            yield Diagnostic("E389", text, card.location, suggest(tag, game.tags), word=tag)


def _always(
    slugs: tuple[str, ...], location: Location, cards: Mapping[str, d.CardDocument]
) -> Diagnostics:
    for slug in slugs:
        if slug not in cards:
            yield Diagnostic("E391", f"there is no power `{slug}`", location, suggest(slug, cards))


def _option_values(game: d.GameDocument) -> Diagnostics:
    """Report values for plain counts, or of an original, that an option does not have."""
    for name, value in (*game.option_plain.items(), *game.option_original.items()):
        if value not in game.options[name]:
            text = f"the option `{name}` has no value `{value}`"
            hint = suggest(value, game.options[name]) or f"one of: {', '.join(game.options[name])}"
            yield Diagnostic("E307", text, game.place(f"options.{name}"), hint)


def _players(game: d.GameDocument) -> Diagnostics:
    """Report numbers of players that no game can have."""
    least, most = game.players
    if least > most:
        text = f"a game can't be for at least {least} and at most {most} players"
        yield Diagnostic("E392", text, game.place("players"), "let `max` be no less than `min`")


def _seats(mode: d.ModeDocument, game: d.GameDocument) -> Diagnostics:
    least, most = game.players
    if not least <= mode.players <= most:
        text = f"{mode.players} players, but the game is for {least} to {most}"
        yield Diagnostic("E392", text, mode.location, None)
    if len(mode.sides) != mode.players or {*mode.sides} != {*range(1, len({*mode.sides}) + 1)}:
        text = "`sides` must give each player a side, numbered from 1"
        yield Diagnostic("E392", text, mode.location, "such as [1, 2] or [1, 2, 1, 2]")
    if mode.first > mode.players:
        text = f"player {mode.first} can't begin: there are only {mode.players} players"
        yield Diagnostic("E392", text, mode.location, None)


def _turn(game: d.GameDocument) -> Diagnostics:
    """Report a turn whose flow has no `pass`."""
    turn = game.flow.get("turn", ())
    if not turn or turn[-1][0] != "pass":
        location = game.locations.get("flow.turn") or game.place("flow")
        yield Diagnostic("E362", "a turn must end with `pass`", location, "add it under `turn`")


# --------------------------------------------------------------------------- slugs

INDEX = "index"  # in the rule book, the page that lists everything in its folder
# The codes of languages, ISO 639-1: in the rule book, each is a folder with the pages in one.
LANGUAGE = re.compile(
    "a[abefkmnrsvyz]|b[aeghimnors]|c[aehorsuvy]|d[aevz]|e[elnostu]|f[afijory]|g[adlnuv]|"
    "h[aeiortuyz]|i[adegikostu]|j[av]|k[agijklmnorsuvwy]|l[abginotuv]|m[ghiklnrsty]|n[abdeglnorvy]|"
    "o[cjmrs]|p[ailst]|qu|r[mnouw]|s[acdegiklmnoqrstuvw]|t[aeghiklnorstwy]|u[gkrz]|v[eio]|w[ao]|xh|"
    "y[io]|z[ahu]"
)


def check_slugs(
    game: d.GameDocument, cards: Mapping[str, d.CardDocument], modes: Mapping[str, d.ModeDocument]
) -> Diagnostics:
    """Report slugs that can't name a page of the rule book, or are used twice.

    A slug names a page and the clauses on it, so two documents can't share one.
    """
    if LANGUAGE.fullmatch(game.slug):
        location = game.place("slug")
        text = f"`{game.slug}` is the code of a language and can't be the slug of a game"
        yield _slug_error(text, location)
    taken = {game.slug: "the game", game.base.slug: "the game"}
    powers = [("power", card.slug, card.location) for card in cards.values()]
    for kind, slug, location in powers + [("mode", m.slug, m.location) for m in modes.values()]:
        if slug == INDEX:
            text = f"`{INDEX}` is the page that lists all {kind}s and can't be a slug"
            yield _slug_error(text, location)
        elif slug in taken:
            yield _slug_error(f"`{slug}` is already the slug of {taken[slug]}", location)
        taken.setdefault(slug, f"a {kind}")


def _slug_error(message: str, location: Location) -> Diagnostic:
    hint = "choose another slug, and rename the file accordingly"
    return Diagnostic("E373", message, location, hint)


# ---------------------------------------------------------------------------- bans


def check_bans(cards: Iterable[d.CardDocument]) -> Diagnostics:
    """Yield a warning for each ban of an unknown power."""
    cards = tuple(cards)
    slugs = [card.slug for card in cards]
    for card in cards:
        for banned, location in card.banned:
            if banned not in slugs:
                text, hint = f"there is no power `{banned}` yet", suggest(banned, slugs)
                yield Diagnostic("W371", text, location, hint, "warning")
