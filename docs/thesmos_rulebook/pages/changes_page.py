"""The page of changes: what each edition changed, card by card, and when rulings were made.

It is made from the editions themselves and from the rulings; nothing of it is written by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from thesmos.tools.edition_differences import EditionDifferences
from thesmos_rulebook.markdown import anchor, escaped, link, page
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.editions import BANNED, bans_in_words, parts_in_words


def changes_page(context: PageContext) -> str:
    """Return the page, newest edition first; the last part is about the first edition.

    The game must have several editions: without any change there is no page (see SiteMap).
    """
    source, phrase = context.localizer.source, context.localizer.phrase
    lines = [phrase("changes lead"), ""]
    for changes in source.changes:
        lines += [f"## {escaped(changes.after)} {{#{changes.after}}}", ""]
        lines += [*_cards(context, changes), *_rulings(context, changes.after), ""]
    first = min(changes.before for changes in source.changes)
    if rulings := [*_rulings(context, first)]:
        lines += [f"## {escaped(first)} {{#{first}}}", "", *rulings, ""]
    return page(phrase("changes"), lines)


def change_anchor(edition: str, card: str) -> str:
    """Return the anchor of what an edition changed in a card."""
    return f"{edition}.{card}"


def _cards(context: PageContext, changes: EditionDifferences) -> Iterator[str]:
    """Yield the cards that came and went, then what changed in each of the others."""
    phrase = context.localizer.phrase
    for key, cards in (("changes new", changes.added), ("changes gone", changes.removed)):
        if cards:
            yield f"- {phrase(key, cards=_titles(context, cards))}"
    for card, parts in sorted(changes.cards.items()):
        place = anchor(change_anchor(changes.after, card))
        bans = [part for part in parts if part.part == BANNED]
        sentences = []
        if words := parts_in_words(context, parts):
            sentences.append(" ".join([words, *_on_its_page(context, changes, card)]) + ".")
        for part in bans:
            sentences += bans_in_words(context, part.before, part.after)
        yield f"- {place}{_title(context, card)}: {' '.join(sentences)}"


def _on_its_page(context: PageContext, changes: EditionDifferences, card: str) -> Iterator[str]:
    """Yield a link to what the other edition says, if the book is of one of the two."""
    source, site_map = context.localizer.source, context.site_map
    others = {changes.before, changes.after} - {source.game.program.edition}
    for edition in source.editions:
        if others == {edition.slug} and card in source.cards and card in edition.cards:
            place = f"{site_map.to(card, context.page)}#edition-{edition.slug}"
            yield f"({link(context.localizer.phrase('changes page'), place)})"


def _titles(context: PageContext, cards: Iterable[str]) -> str:
    return ", ".join(_title(context, card) for card in cards)


def _title(context: PageContext, card: str) -> str:
    """Return the title of a card, as a link to its page; a card of another edition has none."""
    if card in context.localizer.source.cards:
        return context.card(card)
    return escaped(card.replace("-", " ").capitalize())


def _rulings(context: PageContext, edition: str) -> Iterator[str]:
    """Yield the rulings that were made for an edition."""
    for ruling in context.localizer.source.rulings:
        if ruling.edition == edition:
            title = escaped(context.localizer.text(ruling.title))
            target = context.site_map.ruling(ruling, context.page)
            yield f"- {context.localizer.phrase('ruling')}: {link(title, target)}"


def changed_in(context: PageContext, card: str) -> Iterator[str]:
    """Yield the editions that changed a card, each as a link to what they changed."""
    for changes in context.localizer.source.changes:
        if card in changes.cards:
            target = context.site_map.to_index("changes", context.page)
            yield link(changes.after, f"{target}#{change_anchor(changes.after, card)}")
