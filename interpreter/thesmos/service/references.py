"""Where a name is declared and used, in all files of a game, and how it is renamed.

Attributes of several kinds of things that share a name count as one. Places are
`{"file", "line", "column", "end_column", "declares"}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from thesmos.diagnostics import UsageError, clipped
from thesmos.service.desk import CARD_KINDS, Data, Desk
from thesmos.service.glossary import Entry
from thesmos.service.mentions import Mention
from thesmos.service.reading import Reading, WordHere
from thesmos.service.statements import LOCAL, keywords

MOST = 40  # characters of a name
_SAME = {"event": "action", "memory": "attribute"}  # kinds that some mentions can't tell apart
_RENAMED = ("fact", "action", "step", "rule", "role", "attribute", "word", "kind", "moment", LOCAL)


@dataclass(frozen=True)
class Target:
    """A thing with a name.

    kind: as of an `Entry`; a memory is an attribute of its card, an event is like an action.
    owner: the action of a rule or role. card: the slug of the card that declares it.
    scope: the file and statement of a local.
    """

    name: str
    kind: str
    owner: str = ""
    card: str = ""
    scope: tuple[str, ...] = ()


def definition(desk: Desk, file: str, line: int, column: int) -> list[Data]:
    """Return where the name at a place is declared; nothing if that is in no file."""
    target = _target(Reading(desk, file), line, column)
    if target is None:
        return []
    return [
        place for place in _places(desk, target, file, target.kind == LOCAL) if place["declares"]
    ]


def references(desk: Desk, file: str, line: int, column: int) -> list[Data]:
    """Return all places where the name at a place is declared or used."""
    target = _target(Reading(desk, file), line, column)
    return [] if target is None else list(_places(desk, target, file))


def rename(desk: Desk, file: str, line: int, column: int, new: str) -> dict[str, list[Data]]:
    """Return the edits that give the thing at a place another name, by file.

    An edit is a place with the new text: `{"line", "column", "end_column", "text"}`. Raises
    UsageError if that is not possible, also if the game would have more errors afterwards.
    """
    target = _target(Reading(desk, file), line, column)
    if target is None or target.kind not in _RENAMED:
        what = "this" if target is None else f"a {target.kind}"
        raise UsageError(f"{what} can't be renamed", "rename a fact, an action, a step, a rule, …")
    form = "[A-Z][A-Za-z0-9]*" if target.kind == "kind" else "[a-z_][a-z0-9_]*"
    if not re.fullmatch(form, new) or len(new) > MOST or new in keywords():
        raise UsageError(f"`{clipped(new)}` can't be the name of a {target.kind}", f"write {form}")
    edits: dict[str, list[Data]] = {}
    places = list(_places(desk, target, file))
    if not any(place["declares"] for place in places):
        raise UsageError(f"`{target.name}` is declared nowhere in this game", None)
    for place in places:
        edit = {key: place[key] for key in ("line", "column", "end_column")} | {"text": new}
        edits.setdefault(place["file"], []).append(edit)
    _refuse_new_errors(desk, edits)
    return edits


def _refuse_new_errors(desk: Desk, edits: Mapping[str, list[Data]]) -> None:
    """Raise UsageError if a game has errors after edits that it did not have before.

    An error counts as the same if its code, file and line are.
    """
    after = Desk(str(desk.folder), _below(desk))
    for file, changes in edits.items():
        after.write(file, edited(desk.text(file), changes))
    result = after.check_all()
    if not result["diagnostics"]:
        return
    before = Desk(str(desk.folder), _below(desk)).check_all()
    old = {(d["code"], d["file"], d["line"]) for d in before["diagnostics"]}
    for wrong in result["diagnostics"]:
        if (wrong["code"], wrong["file"], wrong["line"]) not in old:
            where = f"{wrong['file']}:{wrong['line']}"
            raise UsageError(f"after that, {where} would be wrong: {wrong['message']}", None)


def _below(desk: Desk) -> dict[str, str | None]:
    """Return the unsaved texts of a desk by file."""
    texts = desk.sources.texts
    return {path.relative_to(desk.folder).as_posix(): text for path, text in texts.items()}


def edited(text: str, changes: list[Data]) -> str:
    """Return a text with edits of single lines applied."""
    lines = text.split("\n")
    for change in sorted(changes, key=lambda e: (e["line"], e["column"]), reverse=True):
        line = lines[change["line"] - 1]
        before, after = line[: change["column"] - 1], line[change["end_column"] - 1 :]
        lines[change["line"] - 1] = before + change["text"] + after
    return "\n".join(lines)


# ------------------------------------------------------------------------------- targets


def _target(reading: Reading, line: int, column: int) -> Target | None:
    """Return what the name at a place stands for; None if there is none."""
    word = reading.word_at(line, column)
    if word is not None:
        return None if word.entry is None else _of_word(word, word.entry, reading.file)
    for mention in reading.mentions:
        if mention.line == line and 0 <= column - mention.column <= len(mention.name):
            return _of_mention(mention, reading)
    return None


def _of_word(word: WordHere, entry: Entry, file: str) -> Target:
    kind = _SAME.get(entry.kind, entry.kind)
    scope = (file, *word.statement) if kind == LOCAL else ()
    owner = entry.owner if kind in ("rule", "role") else ""
    name = entry.name  # a kind may be written in the plural
    return Target(name, kind, owner, entry.card, scope)


def _of_mention(mention: Mention, reading: Reading) -> Target:
    kind = _SAME.get(mention.kind, mention.kind)
    names = reading.names
    if mention.card:
        return Target(mention.name, kind, mention.owner, mention.card)
    card = {
        "fact": names.fact_ref, "action": names.action_ref, "step": names.step_ref,
    }.get(kind, lambda _: None)(mention.name)  # fmt: skip
    slug = "" if card is None else card.card
    if kind == "attribute" and mention.name in names.memory and names.card is not None:
        slug = names.card.slug
    if kind in ("rule", "role"):
        slug = names.action_ref(mention.owner).card
    return Target(mention.name, kind, mention.owner, slug)


def _places(desk: Desk, target: Target, file: str, in_clauses: bool = True) -> Iterator[Data]:
    """Yield the places where a thing is declared or used.

    file: where it was asked about. in_clauses: whether clauses are searched, which declare locals
        only, and the scenarios of a shipped game, which declare nothing.
    """
    files = [file] if target.kind == LOCAL else desk.files()
    if in_clauses and target.kind != LOCAL:
        files = [*dict.fromkeys([*files, *desk.scenarios_beside()])]
    if target.card:  # other cards don't see it
        files = [f for f in files if _card_of(f) in (target.card, "")] or files
    for other in files:
        if target.name not in desk.text(other):
            continue
        reading = Reading(desk, other)
        for mention in reading.mentions:
            if mention.name == target.name and _of_mention(mention, reading) == target:
                yield _place(other, mention.line, mention.column, target.name, mention.declares)
        plural = f"{target.name}s" if target.kind == "kind" else target.name
        for name in dict.fromkeys((target.name, plural)) if in_clauses else ():
            for word in reading.words_like(name):
                if word.entry is not None and _of_word(word, word.entry, other) == target:
                    yield _place(other, *word.place, target.name, word.word.use == LOCAL)


def _place(file: str, line: int, column: int, name: str, declares: bool) -> Data:
    return {
        "file": file, "line": line, "column": column, "end_column": column + len(name),
        "declares": declares,
    }  # fmt: skip


def _card_of(file: str) -> str:
    """Return the slug of the card that a file is or changes; empty for any other file."""
    path = PurePosixPath(file)
    return path.stem if path.parent.name in CARD_KINDS else ""
