"""The parts of a page that every card has: words, meaning, source, rulings, examples, scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from thesmos.book.example import Painter
from thesmos.book.frames import Walk
from thesmos.book.markdown import anchor, code, escaped, fenced, link, table
from thesmos.book.reader import Reader
from thesmos.book.shelf import Shelf, heading_id
from thesmos.book.source import Ruling
from thesmos.load import document as d
from thesmos.load.marked import Map, Text, read_yaml
from thesmos.use.scenario_read import Scenario


@dataclass
class Desk:
    """What a page is written with. page: its path; pictures: those it shows, by path."""

    reader: Reader
    shelf: Shelf
    page: str
    walks: Mapping[str, Walk]
    pictures: dict[str, str] = field(default_factory=dict)

    @cached_property
    def links(self) -> dict[str, str]:
        """Where clauses and rules are told, as links from this page."""
        return self.shelf.places_from(self.page)

    def clause(self, name: str) -> str:
        """The id of a clause, a rule or a scenario, as a link to where it is told."""
        target = self.links.get(name)
        return link(code(name), target) if target else code(name)

    def card(self, slug: str) -> str:
        """A card's title, as a link to its page."""
        return link(escaped(self.reader.title(slug)), self.shelf.to(slug, self.page))


def words(desk: Desk, card: d.Card) -> Iterator[str]:
    """The card as it is printed: its words by heading."""
    reader = desk.reader
    for heading, texts in card.text.items():
        said = reader.text(texts)
        yield f"**{escaped(reader.heading(heading))}**"
        yield f": {escaped(said)}"
        yield ""


def meaning(desk: Desk, card: d.Card) -> Iterator[str]:
    """Each clause as a sentence, at a place of its own, and how it is written."""
    reader = desk.reader
    blocks = _blocks(card)
    yield reader.say("exactly lead")
    yield ""
    for block in card.clauses:
        place = heading_id(card.slug, block.heading)
        yield f"### {escaped(reader.heading(block.heading))} {{#{place}}}"
        yield ""
        for clause in desk.reader.source.clauses_of(card.slug, block.heading):
            sentence = escaped(reader.sentence(clause))
            yield f"- {anchor(clause)}{sentence} {link(code(clause), f'#{clause}')}{{.clause}}"
        yield ""
        yield f'??? code "{reader.say("source")}"'
        yield ""
        yield from (f"    {line}".rstrip() for line in fenced(blocks.get(block.heading, "")))
        yield ""


def brings(desk: Desk, card: d.Card) -> Iterator[str]:
    """The pieces that a card brings, in sentences."""
    teller = desk.reader.teller
    for told in teller.supply(card.slug) if teller is not None else ():
        yield from (escaped(told), "")


def terms(desk: Desk, card: d.Card) -> Iterator[str]:
    """What the sentences of a card mean by words of its own, each at a place to link to."""
    teller = desk.reader.teller
    told = {fact.name: teller.fact(fact.name, card.slug) for fact in card.facts} if teller else {}
    if not any(told.values()):
        return
    yield from (f"### {desk.reader.say('terms')} {{#terms}}", "")
    for name, sentence in told.items():
        if sentence:
            yield f"- {anchor(f'{card.slug}.fact.{name}')}{escaped(sentence)}"
    yield ""


def _blocks(card: d.Card) -> dict[str, str]:
    """The clauses of a card as they stand in its file, by heading."""
    clauses = written_part(card, "clauses")
    items = clauses.items if clauses is not None else ()
    return {key.value: value.value for key, value in items if isinstance(value, Text)}


def actions(desk: Desk, card: d.Card) -> Iterator[str]:
    """The rules of each action of a card: name, sentence, how it is written.

    The names are places to link to.
    """
    say, names = desk.reader.say, desk.reader.names
    written = written_part(card, "actions")
    for action in card.actions:
        called = desk.reader.source.called(card.slug, action.name)
        if not action.rules:
            yield from (anchor(called), "")
            continue
        yield f"### {escaped(names.get(action.name, action.name))} {{#{called}}}"
        yield ""
        if desk.reader.teller is not None:
            told = desk.reader.teller.action(action.name, card.slug)
            yield from (" ".join(map(escaped, told)), "")
        rows = []
        for rule in action.rules:
            name = f"{called}.{rule.name}"
            text = code(_text(written, action.name, "rules", rule.name))
            means = [escaped(desk.reader.sentence(name))] if desk.reader.teller else []
            rows.append([f"{anchor(name)}{code(name)}", *means, text])
        meaning_ = [say("meaning")] if desk.reader.teller else []
        yield from table([say("rule"), *meaning_, say("as written")], rows)


def written_part(card: d.Card, key: str) -> Map | None:
    """A part of a card's file as it stands there."""
    root, _ = read_yaml(Path(card.place.file))
    part = root.get(key) if isinstance(root, Map) else None
    return part if isinstance(part, Map) else None


def _text(node: Map | None, *path: str) -> str:
    """The text at the end of a path of keys."""
    found: object = node
    for name in path:
        found = found.get(name) if isinstance(found, Map) else None
    return " ".join(found.value.split()) if isinstance(found, Text) else ""


def rulings(desk: Desk, found: Sequence[Ruling], level: int = 3) -> Iterator[str]:
    """Rulings: what the card says beside what is played, and why we say so."""
    reader = desk.reader
    for ruling in found:
        title = reader.text(ruling.title)
        yield f"{'#' * level} {escaped(title)} {{#{ruling.id}}}"
        yield ""
        says = reader.text(ruling.card)
        played = reader.text(ruling.played)
        yield from table([reader.say("says"), reader.say("played")], [(_cell(says), _cell(played))])
        yield f"{' · '.join(_evidence(desk, ruling))}"
        yield "{: .evidence }"
        yield ""


def _cell(text: str) -> str:
    """A text of a ruling: code in it stays code."""
    parts = text.replace("|", "\\|").replace("\n", " ").split("`")
    return "`".join(part if at % 2 else escaped(part) for at, part in enumerate(parts))


def _evidence(desk: Desk, ruling: Ruling) -> Iterator[str]:
    say = desk.reader.say
    yield f"{say('evidence')}: {', '.join(map(code, ruling.evidence))}"
    if ruling.clauses:
        yield f"{say('decided by')}: {', '.join(map(desk.clause, ruling.clauses))}"
    if ruling.scenarios:
        yield f"{say('shown by')}: {', '.join(map(desk.clause, ruling.scenarios))}"


def examples(desk: Desk, chosen: Iterable[Scenario]) -> Iterator[str]:
    """The chosen scenarios, drawn."""
    folder = desk.page.removesuffix(".md").rpartition("/")[2]
    painter = Painter(desk.reader, desk.links, folder)
    for scenario in chosen:
        if scenario.id in desk.walks:
            yield from painter.example(desk.walks[scenario.id])
    above = desk.page.rpartition("/")[0]
    desk.pictures |= {f"{above}/{name}": text for name, text in painter.pictures.items()}


def scenarios(desk: Desk, found: Sequence[Scenario]) -> Iterator[str]:
    """The names of the scenarios that cite a card, with what they say if they say it here."""
    reader = desk.reader
    if not found:
        yield reader.say("no scenarios")
        yield ""
        return
    yield reader.say("scenarios lead")
    yield ""
    for scenario in found:
        title = scenario.titles.get(reader.language) or ""
        yield f"- {desk.clause(scenario.id)}{': ' if title else ''}{escaped(title)}"
    yield ""
