"""What is different in other editions of a game, for the page of a card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from thesmos.syntax import documents as d
from thesmos.tools.edition_differences import PartDifference
from thesmos_rulebook.content.editions import OtherEdition
from thesmos_rulebook.markdown import escaped
from thesmos_rulebook.pages.context import PageContext

CLAUSES, TEXT, FACTS, BANNED = "clauses", "text", "facts", "banned"
ABOUT = {
    FACTS: "edition facts",
    "steps": "edition steps",
    "memory": "edition memory",
    "actions": "edition actions",
    "pieces": "edition pieces",
}  # the phrase that describes a section


def parts_in_words(context: PageContext, parts: Iterable[PartDifference]) -> str:
    """Return what parts of a card are about: by their headings, or in words; but for bans."""
    headings: dict[str, None] = {}
    words: dict[str, None] = {}
    for part in parts:
        section, _, name = part.part.partition(".")
        if section in (CLAUSES, TEXT):
            headings[escaped(context.localizer.heading(name))] = None
        elif section != BANNED:
            words[context.localizer.phrase(ABOUT.get(section, "edition other"))] = None
    return ", ".join((*headings, *words))


def bans_in_words(
    context: PageContext, before: Iterable[str] | None, after: Iterable[str] | None
) -> Iterator[str]:
    """Yield a sentence about the cards that are no longer banned, and one about those that are."""
    old, new = set(before or ()), set(after or ())
    for key, cards in (("edition allows", old - new), ("edition bans", new - old)):
        if cards:
            titles = ", ".join(map(context.card, sorted(cards)))
            yield context.localizer.phrase(key, cards=titles)


def in_other_editions(context: PageContext, card: d.CardDocument) -> Iterator[str]:
    """Yield the differences of other editions from the book, under a heading; or nothing."""
    phrase = context.localizer.phrase
    differences = [
        [f"### {escaped(context.localizer.text(edition.title))} {{#edition-{edition.slug}}}", "",
         *lines, ""]
        for edition in context.localizer.source.editions
        if (lines := list(_lines(context, card, edition)))
    ]  # fmt: skip
    if differences:
        yield from (f"## {phrase('editions')} {{#editions}}", "", phrase("editions lead"), "")
        for lines in differences:
            yield from lines


def _lines(context: PageContext, card: d.CardDocument, edition: OtherEdition) -> Iterator[str]:
    if card.slug in edition.absent:
        yield f"- {context.localizer.phrase('edition without')}"
    others: list[PartDifference] = []
    for part in edition.cards.get(card.slug, ()):
        shown = list(_part(context, card, edition, part))
        yield from shown
        others += [] if shown else [part]
    if parts := parts_in_words(context, others):
        yield f"- {context.localizer.phrase('edition parts', parts=parts)}"


def _part(
    context: PageContext, card: d.CardDocument, edition: OtherEdition, part: PartDifference
) -> Iterator[str]:
    """Yield what an edition has in place of a part; nothing if only the part's name is known."""
    phrase = context.localizer.phrase
    section, _, name = part.part.partition(".")
    if section == BANNED:
        # The page says what the book has, and here, what the other edition has in its place.
        for sentence in bans_in_words(context, part.after, part.before):
            yield f"- {sentence}"
        return
    heading = escaped(context.localizer.heading(name))
    if part.before is None and section in (CLAUSES, TEXT):
        yield f"- {phrase('edition silent', heading=heading)}"
    elif section == TEXT and isinstance(part.before, dict):
        yield f"- {heading}: {escaped(context.localizer.text(part.before))}"
    elif section == CLAUSES and context.localizer.sentences is not None:
        edition_sentences = edition.sentences(context.localizer.language)
        written = edition.game.program.cards.get(card.slug, edition.game.program.base)
        ids = dict.fromkeys(clause.id for clause in written.clauses if clause.heading == name)
        clauses = context.localizer.source.clauses
        book_sentences = {context.localizer.sentence(id) for id in ids if id in clauses}
        sentences = [
            text for id in ids if (text := edition_sentences.clause(id)) not in book_sentences
        ]
        yield f"- {heading}: {' '.join(map(escaped, sentences))}"
    elif section == FACTS and part.before is not None and context.localizer.sentences is not None:
        edition_sentences = edition.sentences(context.localizer.language)
        sentence = edition_sentences.fact(name, "" if card.slug == edition.game.slug else card.slug)
        if sentence:
            yield f"- {escaped(sentence)}"
