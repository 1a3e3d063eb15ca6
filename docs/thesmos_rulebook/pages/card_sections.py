"""The parts of a page that every card has: words, meaning, source, rulings, examples, scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from thesmos.scenario.reader import Scenario
from thesmos.syntax import documents as d
from thesmos.syntax.yaml_nodes import YamlMap, YamlText, read_yaml
from thesmos_rulebook.content.book_source import Ruling
from thesmos_rulebook.examples.renderer import Painter
from thesmos_rulebook.examples.selection import examples_of
from thesmos_rulebook.examples.thumbnail import EMBLEM, emblem
from thesmos_rulebook.markdown import anchor, code, escaped, fenced, indented, link, prose
from thesmos_rulebook.pages.context import Desk
from thesmos_rulebook.pages.legend import ways
from thesmos_rulebook.pages.site_map import heading_id, relative


def front(desk: Desk, card: d.CardDocument) -> Iterator[str]:
    """The card as it is printed, and beside it the small picture of its first example."""
    if not card.text:
        return
    yield from ('<div class="front" markdown>', "", '<div class="card" markdown>', "")
    yield from words(desk, card)
    yield from ("</div>", "", emblem_of(desk, card.slug), "", "</div>", "")


def emblem_of(desk: Desk, card: str) -> str:
    """The small picture of a card as Markdown; nothing where no example of it is drawn."""
    chosen = examples_of(desk.reader.source, card)
    walks = [desk.walks[one.id] for one in chosen if one.id in desk.walks]
    alt, drawn = emblem(walks, desk.reader)
    if not drawn:
        return ""
    file = f"{desk.shelf.page(card).removesuffix('.md')}/{EMBLEM}"
    desk.pictures[file] = drawn
    return f"![{escaped(alt)}]({relative(file, desk.page)})"


def words(desk: Desk, card: d.CardDocument) -> Iterator[str]:
    """The words of a card, by heading."""
    reader = desk.reader
    for heading, texts in card.text.items():
        said = reader.text(texts)
        yield f"**{escaped(reader.heading(heading))}**"
        yield f": {escaped(said)}"
        yield ""


def meaning(desk: Desk, card: d.CardDocument) -> Iterator[str]:
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
            yield f"- {anchor(clause)}{sentence} {place_link(clause, clause)}"
        yield ""
        yield from folded(reader.say("source"), blocks.get(block.heading, ""))


def folded(title: str, text: str) -> Iterator[str]:
    """Something as it is written, which only those see who want to."""
    yield from (f'??? code "{title}"', "", *indented(fenced(text)), "")


def brings(desk: Desk, card: d.CardDocument) -> Iterator[str]:
    """The pieces that a card brings, in sentences."""
    teller = desk.reader.teller
    for told in teller.supply(card.slug) if teller is not None else ():
        yield from (escaped(told), "")


def terms(desk: Desk, card: d.CardDocument) -> Iterator[str]:
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


def _blocks(card: d.CardDocument) -> dict[str, str]:
    """The clauses of a card as they stand in its file, by heading."""
    clauses = written_part(card, "clauses")
    items = clauses.items if clauses is not None else ()
    return {key.value: value.value for key, value in items if isinstance(value, YamlText)}


def actions(desk: Desk, card: d.CardDocument) -> Iterator[str]:
    """The rules of each action of a card in sentences, and how they are written.

    Their names are places to link to.
    """
    written = written_part(card, "actions")
    for action in card.actions:
        called = desk.reader.source.called(card.slug, action.name)
        if not action.rules:
            yield from (anchor(called), "")
            continue
        yield f"### {escaped(desk.reader.deed(called))} {{#{called}}}"
        yield ""
        if desk.reader.teller is not None:
            told = desk.reader.teller.action(action.name, card.slug)
            yield from (" ".join(map(escaped, told)), "")
        if shown := " · ".join(ways(desk.reader, action, card.slug)):
            yield from (desk.reader.say("written as", ways=shown), "")
        rules = [rule.name for rule in action.rules]
        for rule in rules:
            name = f"{called}.{rule}"
            yield f"- {anchor(name)}{escaped(desk.reader.sentence(name))} {place_link(name, name)}"
        yield ""
        texts = {rule: _text(written, action.name, "rules", rule) for rule in rules}
        lines = "\n".join(f"{rule}: {text}" for rule, text in texts.items())
        yield from folded(desk.reader.say("as written"), lines)


def place_link(name: str, place: str) -> str:
    """The name of a clause or a rule as a lasting link to where it is told."""
    return f"{link(code(name), f'#{place}')}{{.clause}}"


def written_part(card: d.CardDocument, key: str) -> YamlMap | None:
    """A part of a card's file as it stands there."""
    root, _ = read_yaml(Path(card.location.file))
    part = root.get(key) if isinstance(root, YamlMap) else None
    return part if isinstance(part, YamlMap) else None


def _text(node: YamlMap | None, *path: str) -> str:
    """The text at the end of a path of keys."""
    found: object = node
    for name in path:
        found = found.get(name) if isinstance(found, YamlMap) else None
    return " ".join(found.value.split()) if isinstance(found, YamlText) else ""


def rulings_of(desk: Desk, card: str) -> Iterator[str]:
    """The rulings on a card, under a heading; nothing if there are none."""
    say = desk.reader.say
    found = [ruling for ruling in desk.reader.source.rulings if card in ruling.cards]
    if found:
        yield from (f"## {say('rulings')} {{#rulings}}", "", say("ruling lead"), "")
        yield from rulings(desk, found)


def rulings(desk: Desk, found: Sequence[Ruling], level: int = 3) -> Iterator[str]:
    """Rulings: what the card says beside what is played, and why we say so."""
    reader = desk.reader
    for ruling in found:
        title = reader.text(ruling.title)
        yield f"{'#' * level} {escaped(title)} {{#{ruling.id}}}"
        yield ""
        yield from ('<div class="ruling" markdown>', "")
        says = prose(reader.text(ruling.card))
        if ruling.quoted and desk.shelf.page(ruling.quoted) != desk.page:
            says = f"{desk.card(ruling.quoted)}: {says}"
        for key, said in (("says", says), ("played", prose(reader.text(ruling.played)))):
            yield from (f"**{reader.say(key)}**", f": {said}", "")
        yield from ("</div>", "")
        yield f"{' · '.join(_evidence(desk, ruling))}"
        yield "{: .evidence }"
        yield ""


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
