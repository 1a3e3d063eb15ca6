"""Check rulings: what they refer to exists, and their scenarios are about their clauses.

See docs/pages/rulings.md for what a ruling is, grammar/rulings.schema.json for its form.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from thesmos.check.documents.checked_game import CheckedGame
from thesmos.check.documents.ruled_choices import ruled_choices
from thesmos.diagnostics import Diagnostic, Location, suggest
from thesmos.program.clauses import heading_slug
from thesmos.syntax import yaml_values as y
from thesmos.syntax.sources import DISK, Sources, with_lines
from thesmos.syntax.spec_files import Rewrite, SpecFiles
from thesmos.syntax.spec_folder import bounds
from thesmos.syntax.versions import AS_WRITTEN, Version, layers_in
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode, YamlText

FILE = "rulings.yaml"  # in the folder of a game
TEXTS = ("title", "card", "played")
RULINGS, ORIGINAL = "rulings", "original"  # what may be followed where the two differ

Cites = Callable[[str], Collection[str] | None]  # a scenario's id: its clauses, None if missing
Diagnostics = Iterator[Diagnostic]


def read_rulings(
    folder: Path,
    version: Version = AS_WRITTEN,
    rewrite: Rewrite | None = None,
    sources: Sources = DISK,
) -> tuple[YamlMap | None, list[Diagnostic]]:
    """Read the rulings of a game; return them, or None if they are invalid, and the errors.

    version: its rulings come after those of the game, or replace those with the same id; rulings on
        cards that it removes are left out.
    rewrite: changes each file before it is read.
    sources: where the files are read from.
    """
    files = SpecFiles(folder, bounds(folder), rewrite, sources=sources)
    for kind, path in layers_in(folder, version, sources):
        files.lay_over(kind, path)
    root: YamlMap | None = None
    for layer in files.each(FILE, "rulings"):
        root = layer if root is None else _with_rulings(root, layer)
    if files.diagnostics or root is None:
        return None, with_lines(files.diagnostics, sources)
    removed = {name.value for name in files.removed("powers")}
    without = {name.value for name in files.removed("rulings")}
    kept = (ruling for ruling in _ruling_nodes(root) if y.text(ruling.get("id")) not in without)
    shortened = (_without_cards(ruling, removed) for ruling in kept)
    return _with_list(root, [ruling for ruling in shortened if ruling is not None]), []


def _with_rulings(root: YamlMap, more: YamlMap) -> YamlMap:
    """Return rulings with further ones, each of which replaces the one with its id."""
    new = {y.text(ruling.get("id")): ruling for ruling in _ruling_nodes(more)}
    kept = [new.pop(y.text(ruling.get("id")), ruling) for ruling in _ruling_nodes(root)]
    return _with_list(root, [*kept, *new.values()])


def _without_cards(ruling: YamlMap, removed: Collection[str]) -> YamlMap | None:
    """Return a ruling without the clauses of removed cards; None if it is only about these."""
    about = y.texts(ruling.get("clauses")) + y.texts(ruling.get("cards"))
    gone = {name for name in about if name.value.partition(".")[0] in removed}
    quoted = y.text(ruling.get("card")).partition(".")[0] in removed
    if not gone and not quoted:
        return ruling
    if quoted or len(gone) == len(about):
        return None
    for key, value in ruling.items:
        kept: tuple[YamlNode, ...] | None = None
        if key.value in ("clauses", "cards"):
            kept = tuple(name for name in y.texts(value) if name not in gone)
        elif key.value == "otherwise":
            places = y.items(value)
            kept = tuple(at for at in places if y.text(y.get(at, "card")) not in removed)
        if kept is not None:
            ruling = y.with_value(ruling, key, YamlList(ruling.location, kept))
    return ruling


def _ruling_nodes(root: YamlMap) -> list[YamlMap]:
    return [ruling for ruling in y.items(root.get("rulings")) if isinstance(ruling, YamlMap)]


def _with_list(root: YamlMap, rulings: Iterable[YamlMap]) -> YamlMap:
    key = YamlText(root.location, "rulings")
    return y.with_value(root, key, YamlList(root.location, tuple(rulings)))


def check_rulings(
    root: YamlMap, checked: CheckedGame, cites: Cites, sources: Sources = DISK
) -> list[Diagnostic]:
    """Return the errors in the rulings of a valid game, in the order of the file."""
    return with_lines(_diagnostics(root, checked, cites), sources)


def card_texts(checked: CheckedGame) -> dict[str, dict[str, str]]:
    """Return the texts of all cards by card and heading (`card.your-turn`), and by language."""
    cards = {name: card.written for name, card in checked.cards.items()}
    cards |= {name: mode.card for name, mode in checked.modes.items()}
    cards[checked.written.slug] = checked.written.base
    return {
        f"{name}.{heading_slug(heading)}": texts
        for name, card in cards.items()
        for heading, texts in card.text.items()
    }


def scenarios_in(own: Path, others: Path, slug: str, sources: Sources = DISK) -> Cites:
    """Return a function that looks up scenarios by id in two folders, of which the first counts.

    It returns the clauses that the scenario cites; None if there is no such scenario.

    own: the folder with the scenarios of the game itself, where an id may leave out its slug.
    others: the folder with a folder for each game.
    """

    def cites(id: str) -> Collection[str] | None:
        for folder, name in ((own, id), (own, id.removeprefix(f"{slug}/")), (others, id)):
            path = folder / f"{name}.yaml"
            if sources.is_file(path):
                node, _ = sources.tree(path, bounds(folder))
                return y.words(y.get(node, "clauses"))
        return None

    return cites


@dataclass(frozen=True)
class _Ruling:
    """A ruling as written.

    quoted: the text of a card, if it quotes rather than paraphrases one.
    shown: its scenarios, with the clauses that each cites, None if it does not exist.
    against, against_records: scenarios and recorded games in which the recorded original plays
        otherwise.
    """

    id: YamlText
    quoted: YamlText | None
    texts: tuple[YamlMap, ...]
    clauses: tuple[YamlText, ...]
    shown: tuple[tuple[YamlText, Collection[str] | None], ...]
    evidence: tuple[YamlText, ...] = ()
    against: tuple[YamlText, ...] = ()
    against_records: tuple[YamlText, ...] = ()


def _diagnostics(root: YamlMap, checked: CheckedGame, cites: Cites) -> Diagnostics:
    game, slug = root.get("game"), checked.written.slug
    if isinstance(game, YamlText) and game.value != slug:
        message = f"these are rulings of `{game.value}`, but the game here is `{slug}`"
        yield Diagnostic("E374", message, game.location, f"write `game: {slug}`")
    cards = (checked.base, *checked.cards.values())
    clause_ids = {clause.id for card in cards for clause in card.program.clauses}
    printed = card_texts(checked)
    seen: dict[str, Location] = {}
    for ruling in _rulings(root, cites):
        if ruling.id.value in seen:
            message = f"there is already a ruling `{ruling.id.value}`"
            hint = f"it is on line {seen[ruling.id.value].line}: choose another id"
            yield Diagnostic("E302", message, ruling.id.location, hint)
        seen.setdefault(ruling.id.value, ruling.id.location)
        yield from _quotes(ruling, printed)
        yield from _languages(ruling)
        yield from _clauses(ruling, clause_ids)
        yield from _scenarios(ruling, clause_ids)
    yield from _options(root, checked)
    yield from ruled_choices(root, checked)[1]


def _options(root: YamlMap, checked: CheckedGame) -> Diagnostics:
    """Report options with which it is said to be played otherwise, and which the game lacks."""
    declared = checked.written.options
    for ruling in _ruling_nodes(root):
        for place in y.items(ruling.get("otherwise")):
            for name, value in y.pairs(y.get(place, "options")):
                values = declared.get(name.value, ())
                if not values:
                    text, near = f"there is no option `{name.value}`", suggest(name.value, declared)
                    yield Diagnostic("E307", text, name.location, near)
                elif y.text(value) not in values:
                    text = f"the option `{name.value}` has no value `{y.text(value)}`"
                    hint = suggest(y.text(value), values) or f"one of: {', '.join(values)}"
                    yield Diagnostic("E307", text, value.location, hint)


def _rulings(root: YamlMap, cites: Cites) -> Iterator[_Ruling]:
    for node in _ruling_nodes(root):
        id, card = node.get("id"), node.get("card")
        if isinstance(id, YamlText):
            texts = (node.get(key) for key in TEXTS)
            yield _Ruling(
                id,
                card if isinstance(card, YamlText) else None,
                tuple(text for text in texts if isinstance(text, YamlMap)),
                y.texts(node.get("clauses")),
                tuple(
                    (scenario, cites(scenario.value)) for scenario in y.texts(node.get("scenarios"))
                ),
                y.texts(node.get("evidence")),
                _against(node, "scenario"),
                _against(node, "record"),
            )


def _against(node: YamlMap, key: str) -> tuple[YamlText, ...]:
    named = (y.get(place, key) for place in y.items(node.get("otherwise")))
    return tuple(name for name in named if isinstance(name, YamlText))


def overruled(root: YamlMap) -> dict[tuple[str, int], str]:
    """Return, by recorded game and decision, the ruling that decides otherwise than the record."""
    rulings = {}
    for ruling in _ruling_nodes(root):
        for record in _against(ruling, "record"):
            name, _, decision = record.value.partition("/")
            rulings[name, int(decision)] = y.text(ruling.get("id"))
    return rulings


def _languages(ruling: _Ruling) -> Diagnostics:
    """Report a text that is the same in two languages: it has not been translated."""
    for text in ruling.texts:
        languages: dict[str, str] = {}
        for language, words in text.items:
            if isinstance(words, YamlText) and words.value in languages:
                message = (
                    f"the text in `{language.value}` is the same as in `{languages[words.value]}`"
                )
                yield Diagnostic("W378", message, words.location, "translate it", "warning")
            elif isinstance(words, YamlText):
                languages[words.value] = language.value


def _quotes(ruling: _Ruling, printed: Collection[str]) -> Diagnostics:
    """Report a ruling that quotes a text of a card that does not exist."""
    card = ruling.quoted
    if card is not None and card.value not in printed:
        message = f"no card has a text at `{card.value}`"
        hint = suggest(card.value, printed) or "name a card and one of its headings"
        yield Diagnostic("E124", message, card.location, hint)


def _clauses(ruling: _Ruling, clause_ids: Collection[str]) -> Diagnostics:
    for clause in ruling.clauses:
        if clause.value not in clause_ids:
            message = f"there is no clause `{clause.value}`"
            hint = suggest(clause.value, clause_ids) or "it may have been renamed"
            yield Diagnostic("E375", message, clause.location, hint)
        elif not any(cited is None or clause.value in cited for _, cited in ruling.shown):
            message = f"no scenario of `{ruling.id.value}` is about `{clause.value}`"
            hint = "name one that lists it under `clauses`"
            yield Diagnostic("E377", message, clause.location, hint)


def _scenarios(ruling: _Ruling, clause_ids: Collection[str]) -> Diagnostics:
    """Report scenarios that do not exist, or that are about other clauses of the game.

    A scenario that cites a clause the game does not have is about another edition, and left alone.
    """
    wanted = {clause.value for clause in ruling.clauses}

    def in_this_edition(cited: str) -> bool:
        return cited in clause_ids or not cited.rpartition(".")[2].isdigit()

    for scenario, cited in ruling.shown:
        if cited is None:
            message = f"there is no scenario `{scenario.value}`"
            hint = "scenarios are in the folder `scenarios` of the game, or come with Thesmos"
            yield Diagnostic("W376", message, scenario.location, hint, "warning")
        elif wanted and not wanted & set(cited) and all(map(in_this_edition, cited)):
            message = f"`{scenario.value}` is not about any clause of `{ruling.id.value}`"
            hint = "name the clause that it is about, or remove it"
            yield Diagnostic("E377", message, scenario.location, hint)
    listed = {scenario.value for scenario, _ in ruling.shown}
    for scenario in ruling.against:
        if scenario.value not in listed:
            message = f"`{scenario.value}` is not among the scenarios of `{ruling.id.value}`"
            yield Diagnostic("E377", message, scenario.location, "name it under `scenarios` too")
    evidence = {record.value for record in ruling.evidence}
    for record in ruling.against_records:
        if record.value not in evidence:
            message = f"`{record.value}` is not among the evidence of `{ruling.id.value}`"
            yield Diagnostic("E377", message, record.location, "name it under `evidence` too")
