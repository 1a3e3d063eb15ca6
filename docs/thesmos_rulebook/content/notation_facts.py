"""What the facts of a game say of its notation, made from its tables.

`python -m thesmos_rulebook.content.notation_facts` writes this section into the page of each game;
a test compares the two.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from textwrap import wrap

from thesmos.files import write_text
from thesmos.link.linked import LinkedGame
from thesmos.notation.table import NotationTable
from thesmos.notation.value_table import Table
from thesmos.program import positions as p
from thesmos.program.declarations import Action, RoleText
from thesmos.program.node import AttributeRef
from thesmos.program.types import Type
from thesmos.syntax.documents import CardDocument
from thesmos.syntax.words import GAP, Term
from thesmos_rulebook.content.book_source import BookSource

BEGIN, END = "<!-- notation: made from the spec -->", "<!-- end of notation -->"
QUESTIONS = ("equals", "has", "set", "none")  # the forms of words that say best what is asked
MOST_WORDS = 12  # names of things that a row lists
WIDTH = 120
EITHER = re.compile(r"\[([^|\]]*)\|[^\]]*\]")  # the text for yes of `[yes|no]`
INTRODUCTION = """## How it is written {#written}

This section is made from the tables of the spec, so it says exactly what is read and written.
A piece is written as its name if it has one, otherwise as the place that it is on, or as its kind
and number (`Pawn 1`) off the board. What may be several things is a list.
"""
VARIANTS = """### Variants {#written-variants}

What can be chosen before a game, in `options` of its set-up, as name and value. Without a choice
the first value of each is played.

| option | value | what is played |
|---|---|---|"""
OPTIONS = """### Options {#written-options}

What can be chosen at each step of the protocol, as text. A step that may be skipped is skipped
with `skip`.

| step | option | what it does |
|---|---|---|"""
POSITIONS = """### Positions {#written-positions}

The keys of a position. With `?`, a key is left out while it is empty. Values are texts,
numbers too (`"7"`), except how many pieces there are, and the memory of a card. What has no value
is left out of an object, and is an empty text in a list for the players. A list of pieces may be in
any order. A number that play counts stays at the end of its range.

| key | value |
|---|---|"""
MEMORY = """### Memory {#written-memory}

What else a position can have under `memory`, by name. What is as at the beginning is left out.
Where there is a value for each of several things, it is an object by their names. Here numbers are
not texts.

| name | value | what it is |
|---|---|---|"""


@dataclass(frozen=True)
class NotationFacts:
    """The section about the notation of a game."""

    source: BookSource

    def lines(self) -> Iterator[str]:
        """Yield the lines of the section, without the marks around it."""
        yield from (*INTRODUCTION.splitlines(), "")
        yield from self._words()
        if variants := [*self._variants()]:
            yield from (*VARIANTS.splitlines(), *variants, "")
        yield from OPTIONS.splitlines()
        yield from self._options()
        yield from ("", *POSITIONS.splitlines())
        yield from self._positions()
        memory = [*self._memory()]
        if memory:
            yield from ("", *MEMORY.splitlines(), *memory)

    @cached_property
    def _cards(self) -> list[CardDocument]:
        return [self.source.document.base, *self.source.cards.values()]

    @cached_property
    def _terms(self) -> dict[tuple[str, str, str], Term]:
        """All words of the game and its cards, by section, key and form; memories by card too."""
        terms: dict[tuple[str, str, str], Term] = {}
        for card in self._cards:
            for term in card.words:
                key = f"{card.slug}.{term.key}" if term.section == "memory" else term.key
                if not term.fact and not term.implied:  # said of all, and not of some only
                    terms.setdefault((term.section, key, term.form), term)
        return terms

    def _said(self, section: str, key: str, *forms: str) -> str:
        """Return what something is called in English; empty if it has no words.

        Of several grammatical forms, which commas separate, it is the first.
        """
        for form in (*forms, ""):
            term = self._terms.get((section, key, form))
            if term is not None and "en" in term.texts:
                whole = term.texts["en"]
                text = EITHER.sub(r"\1", whole if section == "options" else whole.split(", ")[0])
                return GAP.sub(_placeholder, text)
        return ""

    def _words(self) -> Iterator[str]:
        """Yield the marks of words, where they differ from the words, and all names of pieces."""
        for enum in self.source.program.enums:
            marks = [(word.mark, word.word) for word in enum.words if word.mark != word.word]
            if marks:
                shown = ", ".join(f"`{m}` for {w}" if m else f"nothing for {w}" for m, w in marks)
                yield from (f"*{enum.name}* is written as {shown}.", "")
        for kind in self.source.program.kinds:
            names = [f"`{supply.name}`" for supply in kind.supply if supply.name is not None]
            if names:
                yield from (*wrap(f"*{kind.name}* is one of {', '.join(names)}.", WIDTH), "")
        zones = [f"`{zone.name}`" for zone in self.source.program.zones]
        if zones:
            yield from (*wrap(f"A zone is one of {', '.join(zones)}.", WIDTH), "")

    # ------------------------------------------------------------------------- options

    def _variants(self) -> Iterator[str]:
        """Yield the values of each option of the game, the default first."""
        document = self.source.document
        for name, values in document.options.items():
            about = self._said("options", name)
            players = ", ".join(map(str, document.option_players.get(name, ())))
            limit = f"; with players: {players}" if players else ""
            for number, value in enumerate(values):
                said = ": ".join(
                    text for text in (about, self._said("options", f"{name}.{value}")) if text
                )
                yield f"| `{name}` | `{value}` | {said}{limit if number else ''} |"

    def _options(self) -> Iterator[str]:
        program = self.source.program
        actions: dict[object, Action] = {}
        cards = [program.base, *program.cards.values()]
        for card in cards:
            actions |= {action.name: action for action in card.actions}
        rows = set[str]()
        for card in cards:
            for step in card.steps:
                for name in step.actions:
                    action = actions.get(name)
                    if action is None:
                        continue
                    by_chance = " (by chance)" if step.chooser == "chance" else ""
                    for notation in action.notations:
                        act = f"{self._act(action)}{by_chance}"
                        what = "; ".join([act, *self._roles(action, notation.parts)])
                        row = f"| {step.shown} | {_form(notation.parts)} | {what} |"
                        if row not in rows:
                            yield row
                        rows.add(row)

    def _act(self, action: Action) -> str:
        """Say what an action does, and whose it is if it is a card's."""
        of = f"{action.name.card}: " if action.name.card else ""
        name = action.name.name
        return of + (self._said("acts", name, "verb") or name.replace("_", " "))

    def _roles(self, action: Action, parts: Iterable[str | RoleText]) -> Iterator[str]:
        """Yield what each written role of an action is, and how it is written."""
        types = {role.name: role.type for role in action.roles}
        for role in dict.fromkeys(part.role for part in parts if isinstance(part, RoleText)):
            said = self._said("roles", f"{action.name.name}.{role}")
            what = f"{said} ({self._type(types[role])})" if said else self._type(types[role])
            yield f"*{role}*: {what}".replace("|", "\\|")

    def _type(self, kind: Type) -> str:
        """Say how a value of a type is written."""
        names = [word.mark for enum in self.source.program.enums if enum.name == kind.name
                 for word in enum.words]  # fmt: skip
        boards = {board.name: board.cells for board in self.source.program.boards}
        if kind.name in boards:
            names = [boards[kind.name][0], "…", boards[kind.name][-1]]
        if kind.base == "int":
            return f"{kind.low} to {kind.high}"
        if kind.base in ("player", "side"):
            return f"the number of a {kind.base}"
        if names and len(names) <= MOST_WORDS:
            shown = (name if name == "…" else f"`{name}`" if name else "nothing" for name in names)
            return " ".join(shown)
        return str(kind.one())

    # ------------------------------------------------------------------------- positions

    def _positions(self) -> Iterator[str]:
        entries = self.source.program.position
        yield from (self._entry(entry, "") for entry in entries)
        for slug, checked in self.source.game.checked.variants.items():
            own = (entry for entry in checked.program.position if entry not in entries)
            yield from (self._entry(entry, f"mode {slug}: ") for entry in own)

    def _entry(self, entry: p.PositionEntry, before: str) -> str:
        key = ".".join(entry.path) + ("?" if entry.omit_empty else "")
        return f"| `{key}` | {before}{self._value(entry)} |".replace("[|", "[\\|")

    def _value(self, entry: p.PositionEntry) -> str:
        match entry:
            case p.Digits(attribute=name):
                digits = f"a text with a digit for each {name.owner}, `-` for none"
                return f"{digits}: {self._attribute(name)}"
            case p.Cells(attribute=name):
                return f"a list of each {name.owner} of which holds: {self._attribute(name)}"
            case p.Map(attribute=name):
                said = f"{self._attribute(name)}{self._values_of(name)}"
                return f"an object, {name.owner} → value: {said}"
            case p.ByPlayer(attribute=name):
                said = f"{self._attribute(name)}{self._values_of(name)}"
                return f"a list with a value for each player: {said}"
            case p.GameValue(attribute=name):
                return f"{self._attribute(name)}{self._values_of(name)}"
            case p.Pieces(kind=kind, text=text, hidden=hidden):
                seen = ", those that some player can't see" if hidden else ""
                return (
                    f"a list of the {_several(kind)} on the board{seen}, each as {self._text(text)}"
                )
            case p.OnePiece(kind=kind):
                return f"the place of the {kind}"
            case p.ZoneCounts(kind=kind, zone=zone, text=text):
                pieces = f"how many such {_several(kind)} are in *{zone}*"
                return f"an object, {self._text(text)} → {pieces}"
            case p.CardMemory(memory=memory):
                said = self._said("memory", f"{memory.card}.{memory.name}") or memory.name
                return f"while somebody has {memory.card}: {said}"
        assert isinstance(entry, p.Members)
        where = f" in *{entry.zone}*" if entry.zone else ""
        lists = (
            "a list for each player of their" if entry.attribute is not None else "a list of the"
        )
        return f"{lists} {_several(entry.kind)}{where}, each as {self._text(entry.text)}"

    def _attribute(self, name: object) -> str:
        """Say what an attribute is, and the words of its values."""
        owner, attribute = getattr(name, "owner", ""), getattr(name, "name", "")
        said = self._said("attributes", f"{owner}.{attribute}", "", *QUESTIONS)
        return (said or attribute).replace("|", "\\|")

    def _values_of(self, name: AttributeRef) -> str:
        """Return the values of an attribute as texts, in brackets."""
        return f" ({self._plain(self.source.program.attribute_types[name])})"

    def _text(self, parts: p.PieceText) -> str:
        """Return the form of a piece, with its fields as placeholders, and how each is written."""
        fields = dict.fromkeys(part for part in parts if isinstance(part, p.AttributeText))
        said = "; ".join(self._field(field.attribute) for field in fields)
        return f"`{p.template(parts)}`" + (f" ({said})" if said else "")

    def _field(self, name: AttributeRef) -> str:
        kind = self.source.program.attribute_types[name]
        return f"*{name.name}*: {self._plain(kind)}"

    def _plain(self, kind: Type) -> str:
        """Say how a value is written in a text; where it may be none, it may be empty."""
        values = "`1` or `0`" if kind.base == "flag" else self._type(kind)
        return f"{values}{', or empty' if kind.none else ''}"

    # ------------------------------------------------------------------------- memory

    def _memory(self) -> Iterator[str]:
        entries: dict[str, Table] = {}
        for linked in self._linked():
            for entry in NotationTable(linked).memory:
                entries.setdefault(entry["name"], entry)
        often = Counter(entry["bare"] for entry in entries.values())
        for name, entry in entries.items():
            if not entry["covered"]:
                key = entry["bare"] if often[entry["bare"]] == 1 else name
                yield f"| `{key}` | {_values(entry)} | {self._remembered(entry)} |"

    def _linked(self) -> Iterator[LinkedGame]:
        """Yield the game in each mode, with all its cards."""
        game = self.source.game
        for document in reversed(self.source.modes.values()):  # those with most players first
            mode = game.mode(document.slug, document.players)
            yield game.link([None] * document.players, mode, {}, [*game.powers], pool=True)

    def _remembered(self, entry: Table) -> str:
        name = entry["name"]
        bare = name if "." in name else f".{name}"
        if entry["is"] == "remembered":
            return "positions that occurred before, the oldest first"
        for key in (("attributes", bare), ("memory", f"{entry['card']}.{entry['bare']}")):
            if said := self._said(*key, "", *QUESTIONS):
                return said.replace("|", "\\|")
        return str(entry["bare"]).replace("_", " ")


def _values(entry: Table) -> str:
    """Say what the values of a memory are."""
    match entry["is"]:
        case "int":
            value = f"a number, {entry['low']} to {entry['high']}"
        case "flag":
            value = "true or false"
        case "place":
            value = "a place or a zone"
        case "remembered":
            return "a list of texts"
        case _:
            things = entry["values"]
            words = things.get("words", ())
            value = f"a {things['piece']}" if "piece" in things else _list(words)
    if entry["many"]:
        value = f"a list: {value}"
    for axis in reversed(entry["axes"]):
        of = axis.get("piece") or axis.get("numbered") or _list(axis["words"])
        value = f"for each of {of}: {value}"
    return value.replace("|", "\\|")


def _list(words: Sequence[str]) -> str:
    """Return words, or the first and the last of many."""
    if len(words) > MOST_WORDS:
        return f"`{words[0]}` … `{words[-1]}`"
    return " ".join(f"`{word}`" for word in words)


def _form(parts: Iterable[str | RoleText]) -> str:
    text = "".join(part if isinstance(part, str) else f"{{{part.role}}}" for part in parts)
    return f"`{text}`".replace("|", "\\|")


def _several(kind: str) -> str:
    return f"pieces *{kind}*"


def _placeholder(gap: re.Match[str]) -> str:
    return "it" if gap[1] == "it" else f"*{gap[1]}*"


# ------------------------------------------------------------------------- pages


def with_notation(page: str, section: Iterable[str]) -> str:
    """Return a page with the section in place of the one that it has, or at its end."""
    text = "\n".join([BEGIN, "", *section, "", END, ""])
    if BEGIN in page:
        before, _, rest = page.partition(BEGIN)
        return before + text + rest.partition(END)[2].removeprefix("\n")
    return f"{page.rstrip()}\n\n{text}"


def main(folder: Path, sources: Iterable[BookSource]) -> None:
    """Write the section into the page of facts of each game that has one."""
    for source in sources:
        page = folder / f"{source.slug}.md"
        if page.exists():
            text = page.read_text(encoding="utf-8")
            write_text(page, with_notation(text, NotationFacts(source).lines()))


if __name__ == "__main__":
    from thesmos.syntax.spec_folder import shipped_slugs
    from thesmos_rulebook.content.book_source import read_source
    from thesmos_rulebook.resources import pages_dir

    pages = pages_dir()
    assert pages is not None
    main(pages / "facts", (read_source(slug) for slug in shipped_slugs()))
