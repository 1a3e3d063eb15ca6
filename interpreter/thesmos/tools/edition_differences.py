"""Find the differences between two editions of a game, card by card and part by part.

The complete documents of both editions are compared, so it does not matter in which of their files
something is written. A part is anything with a name in a document, such as a fact or the clauses
under a heading, or everything under a key without names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from thesmos.diagnostics import SpecError, UsageError
from thesmos.syntax.parts import GAME
from thesmos.syntax.spec_folder import Folder, find_version, read_folder
from thesmos.syntax.versions import AS_WRITTEN, Version
from thesmos.syntax.yaml_nodes import YamlMap, plain

BANNED = "banned"
UNNAMED = ("thesmos", "slug", "edition")  # keys that identify a document, and are not compared
WHOLE = ("title", "subtitle", "players")  # mappings without names


@dataclass(frozen=True)
class PartDifference:
    """A part that differs between two editions: `facts.near`, `clauses.Setup`, `banned`.

    before, after: its content as plain data; None if it does not exist.
    """

    part: str
    before: Any
    after: Any


@dataclass(frozen=True)
class EditionDifferences:
    """The differences between two editions.

    added, removed: the powers and modes that only one of them has.
    cards: the differences of each other document, by the slug of its card; those of the game itself
        by the game's slug.
    """

    game: str
    before: str
    after: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    cards: dict[str, tuple[PartDifference, ...]]

    def as_json(self) -> dict[str, Any]:
        """Return the differences as `--json` prints them."""
        cards = {
            card: [
                {"part": difference.part, "before": difference.before, "after": difference.after}
                for difference in differences
            ]
            for card, differences in self.cards.items()
        }
        return {
            "game": self.game, "from": self.before, "to": self.after,
            "added": list(self.added), "removed": list(self.removed), "cards": cards,
        }  # fmt: skip


def edition_differences(name: str, before: str, after: str | None = None) -> EditionDifferences:
    """Return the differences from one edition of a game to another.

    after: by default the game's own edition. Raises UsageError for an unknown game or edition,
    SpecError for a game with errors.
    """
    path, named = find_version(name)
    if named != AS_WRITTEN:
        raise UsageError(f"`{name}` already names a version", "name the game, then its editions")
    old = read_folder(path, version=Version(before))
    new = read_folder(path, version=Version(after or ""))
    for folder in (old, new):
        if folder.diagnostics or folder.game is None:
            raise SpecError(folder.diagnostics)
    assert old.game is not None
    assert new.game is not None
    slug = new.game.slug
    cards: dict[str, list[PartDifference]] = {}
    for file in sorted(old.roots.keys() & new.roots.keys(), key=lambda name: (name != GAME, name)):
        parts = _parts(old, new, file), _parts(new, old, file)
        differences = tuple(_differences(*parts))
        if differences:
            cards.setdefault(_card(file, slug), []).extend(differences)
    return EditionDifferences(
        slug,
        old.game.edition,
        new.game.edition,
        tuple(_card(file, slug) for file in sorted(new.roots.keys() - old.roots.keys())),
        tuple(_card(file, slug) for file in sorted(old.roots.keys() - new.roots.keys())),
        {card: tuple(differences) for card, differences in cards.items()},
    )


def _card(file: str, game: str) -> str:
    """Return the slug of a file's card; that of the game, unless the file is in a subfolder."""
    path = PurePosixPath(file)
    return path.stem if path.parent.name else game


def _differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[PartDifference]:
    for part in dict.fromkeys([*old, *new]):
        before, after = old.get(part), new.get(part)
        if before != after:
            yield PartDifference(part, before, after)


def _parts(folder: Folder, other: Folder, file: str) -> dict[str, Any]:
    """Return the parts of a document by name. Only bans of powers in both editions are kept."""
    parts: dict[str, Any] = {}
    for key, value in folder.roots[file].items:
        if key.value in UNNAMED or key.value == BANNED:
            continue
        if not isinstance(value, YamlMap) or key.value in WHOLE:
            parts[key.value] = plain(value)
            continue
        for name, part in value.items:
            path = f"{key.value}.{name.value.partition('(')[0]}"
            text = plain(part)
            more = isinstance(text, str) and path in parts  # clauses that an edition adds
            parts[path] = f"{parts[path]}{text}" if more else text
    card = folder.cards.get(_card(file, ""))
    if card is not None and file.startswith("powers/"):
        banned = sorted(slug for slug, _ in card.banned if slug in other.cards)
        parts |= {BANNED: banned} if banned else {}
    return parts
