"""The sections that the page of any card can have."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from thesmos.scenario.reader import Scenario
from thesmos.syntax import documents as d
from thesmos.syntax.parts import with_parts
from thesmos.syntax.yaml_nodes import YamlMap, YamlText, read_yaml
from thesmos_rulebook.content.book_source import Ruling
from thesmos_rulebook.examples.selection import examples_of, leading
from thesmos_rulebook.examples.thumbnail import THUMBNAIL, is_wide, thumbnail
from thesmos_rulebook.markdown import anchor, chip, code, escaped, fenced, indented, link, prose
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.legend import written_forms
from thesmos_rulebook.pages.site_map import heading_anchor, relative

UNSEARCHED = " data-search-exclude"  # in the attributes of a heading: not found by the search


def front(context: PageContext, card: d.CardDocument) -> Iterator[str]:
    """Yield the words printed on the card, with a small picture of its first example.

    A wide picture has its place below the words, as it would be too small beside them.
    """
    if not card.text:
        return
    picture = thumbnail_of(context, card.slug)
    drawn = context.pictures[_thumbnail_file(context, card.slug)] if picture else ""
    yield from (
        f'<div class="front{" wide" if is_wide(drawn) else ""}" markdown>',
        "",
        '<div class="card" markdown data-pagefind-weight="5">',
        "",
    )
    yield from words(context, card)
    yield from (f"*{context.localizer.phrase('own words')}*{{.note}}", "")
    yield from ("</div>", "", picture, "", "</div>", "")


def thumbnail_of(context: PageContext, card: str) -> str:
    """Return the small picture of a card as Markdown; empty if no example of it is drawn.

    It shows the scenario that leads, if the card takes part in it, or else one of the examples.
    """
    source = context.localizer.source
    alone = card == source.slug or not source.clauses_of(card)  # it has no clause to show
    for scenarios in (leading(source, card), examples_of(source, card)):
        ids = [scenario.id for scenario in scenarios if scenario.id in context.recordings]
        recordings = [context.recordings[id] for id in ids]
        alt, drawn = thumbnail(recordings, context.localizer, "" if alone else card)
        if drawn:
            break
    else:
        return ""
    file = _thumbnail_file(context, card)
    context.pictures[file] = drawn
    return f"![{escaped(alt)}]({relative(file, context.page)})"


def _thumbnail_file(context: PageContext, card: str) -> str:
    return f"{context.site_map.page(card).removesuffix('.md')}/{THUMBNAIL}"


def words(context: PageContext, card: d.CardDocument) -> Iterator[str]:
    """Yield the words of a card, by heading."""
    localizer = context.localizer
    for heading, texts in card.text.items():
        text = localizer.text(texts)
        yield f"**{escaped(localizer.heading(heading))}**"
        yield f": {escaped(text)}"
        yield ""


def meaning(context: PageContext, card: d.CardDocument) -> Iterator[str]:
    """Yield each clause as a sentence with its own anchor, and the clauses as written."""
    localizer = context.localizer
    blocks = _blocks(card)
    sentences = localizer.sentences
    notes = {} if sentences is None else sentences.notes(card.slug)
    yield localizer.phrase("exactly lead")
    yield ""
    for block in card.clauses:
        place = heading_anchor(card.slug, block.heading)
        yield f"### {escaped(localizer.heading(block.heading))} {{#{place}}}"
        yield ""
        clauses = localizer.source.clauses_of(card.slug, block.heading)
        for clause in [id for id in clauses if id in notes] if notes else clauses:
            yield f"- {_anchored(clause, localizer.sentence(clause))}"
            yield from (
                f"    - {_anchored(note.clause, note.text)}" for note in notes.get(clause, ())
            )
        yield ""
        yield from folded(localizer.phrase("source"), blocks.get(block.heading, ""))


def valid(context: PageContext, card: d.CardDocument) -> Iterator[str]:
    """Yield what holds in every position by a card, as sentences and as written."""
    localizer, sentences = context.localizer, context.localizer.sentences
    if card.valid or card.lifts:
        yield from (f"## {localizer.phrase('valid')} {{#valid}}", "")
    if card.valid:
        yield from (localizer.phrase("valid lead"), "")
        texts = sentences.valid(card.slug) if sentences is not None else ()
        for declared, text in zip(card.valid, texts, strict=False):
            yield f"- {escaped(text)}{_lifted_by(context, card, declared.name)}"
        names = "\n".join(declared.name for declared in card.valid)
        yield from ("", *folded(localizer.phrase("as written"), names))
    if card.lifts:
        yield from (localizer.phrase("lifted lead"), "")
        texts = sentences.lifted(card.slug) if sentences is not None else ()
        yield from (*(f"- {escaped(text)}" for text in texts), "")


def _lifted_by(context: PageContext, card: d.CardDocument, name: str) -> str:
    """Return what follows a condition of the game that does not hold with some cards."""
    source, phrase = context.localizer.source, context.localizer.phrase
    if card.slug != source.slug:
        return ""
    lifting = [other for other in source.powers.values() if name in dict(other.lifts)]
    cards = ", ".join(context.card(other.slug) for other in lifting)
    return f" {phrase('lifted by', cards=cards)}" if cards else ""


def _anchored(clause: str, sentence: str) -> str:
    """Return a sentence with the anchor and the permanent link of its clause, if it has one."""
    text = escaped(sentence)
    return f"{anchor(clause)}{text} {permalink(clause, clause)}" if clause else text


def folded(title: str, text: str) -> Iterator[str]:
    """Yield a block of source text that is collapsed until a reader opens it."""
    yield from (f'??? code "{title}"', "", *indented(fenced(text)), "")


def supplies(context: PageContext, card: d.CardDocument) -> Iterator[str]:
    """Yield the pieces that a card brings, as sentences."""
    sentences = context.localizer.sentences
    for text in sentences.supply(card.slug) if sentences is not None else ():
        yield from (escaped(text), "")


def terms(context: PageContext, card: d.CardDocument) -> Iterator[str]:
    """Yield the meanings of the words that the card's sentences introduce, each with an anchor."""
    sentences = context.localizer.sentences
    if sentences is None:
        return
    if not card.facts:
        return
    yield from (f"### {context.localizer.phrase('terms')} {{#terms}}", "")
    for fact in card.facts:
        words = "" if sentences.fact(fact.name, card.slug) else f"{code(fact.name)} "
        sentence = escaped(sentences.full_fact(fact.name, card.slug))
        yield f"- {anchor(f'{card.slug}.fact.{fact.name}')}{words}{sentence}"
    yield ""


def _blocks(card: d.CardDocument) -> dict[str, str]:
    """Return the clauses of a card as written in its file, by heading."""
    clauses = yaml_section(card, "clauses")
    items = clauses.items if clauses is not None else ()
    return {key.value: value.value for key, value in items if isinstance(value, YamlText)}


def actions(context: PageContext, card: d.CardDocument) -> Iterator[str]:
    """Yield the rules of each action of a card as sentences, and as written.

    Each rule has an anchor.
    """
    section = yaml_section(card, "actions")
    for action in context.localizer.source.text_of(card.slug).actions:
        name = action.name.name
        action_id = context.localizer.source.action_id(card.slug, name)
        if not action.rules:
            yield from (anchor(action_id), "")
            continue
        yield f"### {escaped(context.localizer.action_name(action_id))} {{#{action_id}}}"
        yield ""
        if context.localizer.sentences is not None:
            sentences = context.localizer.sentences.action(name, card.slug)
            yield from (" ".join(map(escaped, sentences)), "")
        if shown := " · ".join(written_forms(context.localizer, action)):
            yield from (context.localizer.phrase("written as", ways=shown), "")
        rules = [rule.name for rule in action.rules]
        for rule in rules:
            place = f"{action_id}.{rule}"
            sentence = escaped(context.localizer.sentence(place))
            yield f"- {anchor(place)}{sentence} {permalink(place, place)}"
        yield ""
        texts = {rule: _text(section, name, "rules", rule) for rule in rules}
        lines = "\n".join(f"{rule}: {text}" for rule, text in texts.items())
        yield from folded(context.localizer.phrase("as written"), lines)


def permalink(name: str, place: str) -> str:
    """Return the name of a clause or a rule as a permanent link to its sentence."""
    return f"{link(code(name), f'#{place}')}{{.clause}}"


def yaml_section(card: d.CardDocument, key: str) -> YamlMap | None:
    """Return a section of a card's file, or of the game and its parts."""
    path = Path(card.location.file)
    root, _ = read_yaml(path)
    root = None if root is None else with_parts(path, root)[0]
    part = root.get(key) if isinstance(root, YamlMap) else None
    return part if isinstance(part, YamlMap) else None


def source_of(card: d.CardDocument, key: str) -> str:
    """Return a section of a card's file as its author wrote it, without the key."""
    lines = Path(card.location.file).read_text(encoding="utf-8").split("\n")
    start = next((at for at, line in enumerate(lines, 1) if line.startswith(f"{key}:")), len(lines))
    inside = itertools.takewhile(lambda line: not line or line[0] in " #", lines[start:])
    return textwrap.dedent("\n".join(inside)).strip("\n")


def _text(node: YamlMap | None, *path: str) -> str:
    """Return the text at the end of a path of keys."""
    value: object = node
    for name in path:
        value = value.get(name) if isinstance(value, YamlMap) else None
    return " ".join(value.value.split()) if isinstance(value, YamlText) else ""


def rulings_of(context: PageContext, card: str) -> Iterator[str]:
    """Yield the rulings on a card, under a heading; nothing if there are none."""
    phrase = context.localizer.phrase
    on_card = [ruling for ruling in context.localizer.source.rulings if card in ruling.cards]
    if on_card:
        yield from (f"## {phrase('rulings')} {{#rulings}}", "", phrase("ruling lead"), "")
        yield from rulings(context, on_card, searched=False)


def rulings(
    context: PageContext, shown: Sequence[Ruling], *, searched: bool = True
) -> Iterator[str]:
    """Yield rulings: what the card says, what is played, and the evidence.

    searched: whether the site's search finds them here; each is also on the page of all rulings.
    """
    localizer = context.localizer
    for ruling in shown:
        title = localizer.text(ruling.title)
        ignored = "" if searched else " data-pagefind-ignore"
        yield from (f'<div class="entry" markdown{ignored}>', "")
        yield f"### {escaped(title)} {{#{ruling.id}{'' if searched else UNSEARCHED}}}"
        yield ""
        yield from ('<div class="ruling" markdown>', "")
        says = prose(localizer.text(ruling.card))
        if ruling.quoted and context.site_map.page(ruling.quoted) != context.page:
            says = f"{context.card(ruling.quoted)}: {says}"
        for key, text in (("says", says), ("played", prose(localizer.text(ruling.played)))):
            yield from (f"**{localizer.phrase(key)}**", f": {text}", "")
        yield from ("</div>", "")
        cards = [
            chip(context.card(slug)) for slug in ruling.cards if slug in localizer.source.cards
        ]
        dated = f"{localizer.phrase('edition')}: {code(ruling.edition)}"
        parts = [*([" ".join(cards)] if cards else []), dated, *_evidence(context, ruling)]
        yield " · ".join(parts)
        yield from ("{: .evidence }", "", "</div>", "")


def _evidence(context: PageContext, ruling: Ruling) -> Iterator[str]:
    phrase = context.localizer.phrase
    yield f"{phrase('evidence')}: {', '.join(map(context.evidence, ruling.evidence))}"
    if ruling.clauses:
        yield f"{phrase('decided by')}: {', '.join(map(context.clause, ruling.clauses))}"
    if ruling.scenarios:
        yield f"{phrase('shown by')}: {', '.join(map(context.clause, ruling.scenarios))}"


def examples(context: PageContext, chosen: Iterable[Scenario]) -> Iterator[str]:
    """Yield the chosen scenarios, drawn."""
    for scenario in chosen:
        if scenario.id in context.recordings:
            yield from context.renderer.render(context.recordings[scenario.id])
    context.keep_pictures()


def scenarios(context: PageContext, cited: Sequence[Scenario]) -> Iterator[str]:
    """Yield the scenarios that cite a card, with their titles in this language."""
    localizer = context.localizer
    if not cited:
        yield localizer.phrase("no scenarios")
        yield ""
        return
    yield localizer.phrase("scenarios lead")
    yield ""
    for scenario in cited:
        title = scenario.titles.get(localizer.language) or ""
        yield f"- {context.clause(scenario.id)}{': ' if title else ''}{escaped(title)}"
    yield ""
