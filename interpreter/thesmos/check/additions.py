"""Puts what the files of powers and modes add to their game into it, before anything is checked.

After that nobody needs to know in which file a name of the game is declared. `Name` declares
something new, `+Name` adds to what the game or another file declares.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from thesmos.diagnostics import Diagnostic, Location, suggest
from thesmos.syntax import documents as d

MORE = "+"
T = TypeVar("T")


def with_additions(
    game: d.GameDocument, cards: Iterable[d.CardDocument]
) -> tuple[d.GameDocument, list[Diagnostic]]:
    """Return a game with what these cards add to it, and what is wrong with that."""
    merge = _Merge(game)
    added = [card.adds for card in cards if card.adds is not None]
    for more in (False, True):  # what is added to may be declared in a later file
        for each in added:
            merge.put(each, more=more)
    return merge.game, merge.diagnostics


class _Merge:
    """A game that is being added to."""

    def __init__(self, game: d.GameDocument) -> None:
        self.game = game
        self.diagnostics: list[Diagnostic] = []

    def put(self, added: d.AdditionsDeclaration, *, more: bool) -> None:
        """Put in what a file declares, or, with `more`, what it adds to other declarations."""
        self._enums(added, more)
        self._kinds(added, more)
        self._position(added, more)
        if more:
            return
        game, base = self.game, self.game.base
        self.game = replace(
            game,
            state=game.state + added.state,
            headings=game.headings | self._new(added.headings, game.headings, "headings", added),
            tags=game.tags | self._new(added.tags, game.tags, "tags", added),
            base=replace(
                base,
                facts=base.facts + added.facts,
                actions=base.actions + added.actions,
                steps=base.steps + added.steps,
                words=base.words + added.words,
            ),
        )
        for old, new in (
            (base.facts, added.facts), (base.actions, added.actions), (base.steps, added.steps)
        ):  # fmt: skip
            known = {one.name for one in old}
            for one in new:
                if one.name in known:
                    self._twice(one.name, one.location)

    def _enums(self, added: d.AdditionsDeclaration, more: bool) -> None:
        enums, locations = dict(self.game.enums), dict(self.game.locations)
        for written, words in added.enums.items():
            location = added.locations[f"enums.{written}"]
            name = self._name(written, enums, "enum", location, more)
            if name is None:
                continue
            known = {word for word, _ in enums.get(name, ())}
            for word, _ in words:
                if word in known:
                    text = f"`{word}` is already a value of {name}"
                    self._error("E302", text, location, "choose another name")
            new = tuple((word, mark) for word, mark in words if word not in known)
            enums[name] = enums.get(name, ()) + new
            locations |= {f"enums.{name}.{word}": location for word, _ in new}
            locations.setdefault(f"enums.{name}", location)
        self.game = replace(self.game, enums=enums, locations=locations)

    def _kinds(self, added: d.AdditionsDeclaration, more: bool) -> None:
        kinds = {kind.name: kind for kind in self.game.pieces}
        for kind in added.pieces:
            name = self._name(kind.name, kinds, "kind of piece", kind.location, more)
            if name is None:
                continue
            if more and kind.on is not None:
                text = f"the declaration of {name} already says where it can be"
                self._error("E302", text, kind.location, "add only `attributes`")
            if more:
                old = kinds[name]
                kinds[name] = replace(old, attributes=old.attributes + kind.attributes)
            else:
                kinds[name] = kind
        self.game = replace(self.game, pieces=tuple(kinds.values()))

    def _position(self, added: d.AdditionsDeclaration, more: bool) -> None:
        entries = list(self.game.position)
        known = {entry.key for entry in entries}
        for entry in added.position:
            name = self._name(entry.key, known, "part of positions", entry.location, more)
            if name is not None:
                entries.append(replace(entry, key=name))
        self.game = replace(self.game, position=tuple(entries))

    def _name(
        self, written: str, known: Collection[str], what: str, location: Location, more: bool
    ) -> str | None:
        """Return the name of what a file declares, or adds to; None if that is not its turn.

        Reports a name that is declared already, or one that is added to and is not declared.
        """
        name = written.removeprefix(MORE)
        if (name != written) != more:
            return None
        if more and name not in known:
            hint = suggest(name, known) or f"write it without `{MORE}` to declare it"
            self._error("E301", f"there is no {what} `{name}` to add to", location, hint)
            return None
        if not more and name in known:
            self._twice(name, location, f"write `{MORE}{name}` to add to it")
            return None
        return name

    def _new(
        self,
        texts: Mapping[str, T],
        known: Collection[str],
        section: str,
        added: d.AdditionsDeclaration,
    ) -> dict[str, T]:
        """Return texts by name; reports names that are declared already."""
        for name in texts:
            if name in known:
                self._twice(name, added.locations[f"{section}.{name}"])
        return dict(texts)

    def _twice(self, name: str, location: Location, hint: str = "choose another name") -> None:
        self._error("E302", f"`{name}` is already declared", location, hint)

    def _error(self, code: str, text: str, location: Location, hint: str) -> None:
        self.diagnostics.append(Diagnostic(code, text, location, hint))
