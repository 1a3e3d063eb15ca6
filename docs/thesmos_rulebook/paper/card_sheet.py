"""A sheet of cards to cut out: nine of 63 × 88 mm on a page of A4, with marks where to cut."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.examples.thumbnail import THUMBNAIL
from thesmos_rulebook.pages.site_map import SiteMap
from thesmos_rulebook.paper.pdf import SCHEME

ON_A_PAGE = 9
SIZES = ((220, "large"), (380, "medium"))  # up to so many characters; longer texts are small


def sheet_body(localizer: Localizer, files: Mapping[str, str]) -> str:
    """Return the body of the sheet: a card for each power, in the order of their titles.

    files: the pictures of the book, by path below the folder of all languages.
    """
    cards = [_card(localizer, slug, files) for slug in localizer.source.powers]
    pages = (cards[at : at + ON_A_PAGE] for at in range(0, len(cards), ON_A_PAGE))
    return "".join(f'<div class="sheet">{"".join(page)}</div>' for page in pages)


def _card(localizer: Localizer, slug: str, files: Mapping[str, str]) -> str:
    card = localizer.source.powers[slug]
    texts = [
        (localizer.heading(heading), localizer.text(words)) for heading, words in card.text.items()
    ]
    length = sum(len(heading) + len(text) for heading, text in texts)
    size = next((name for most, name in SIZES if length <= most), "small")
    page = SiteMap(localizer.source).page(slug).removesuffix(".md")
    drawn = f"{localizer.language}/{page}/{THUMBNAIL}"
    picture = f'<img src="{SCHEME}{escape(drawn)}" alt="">' if drawn in files else ""
    subtitle = localizer.text(card.subtitle) if card.subtitle else ""
    players = ", ".join(map(str, card.players))
    foot = f"{localizer.phrase('players')}: {players}" if players else ""
    words = "".join(f"<p><b>{escape(head)}</b> {escape(text)}</p>" for head, text in texts)
    return (
        f'<article class="card {size}"><div class="inside">'
        f"<h2>{escape(localizer.title(slug))}</h2><p class='subtitle'>{escape(subtitle)}</p>"
        f"{picture}<div class='words'>{words}</div><footer>{escape(foot)}</footer></div></article>"
    )
