"""The rules in short, on one page of A4: the printed words, the set-up, a turn, the powers."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.paper.pdf import page_count

SIZES = ("normal", "smaller", "smallest", "tiny")  # classes, until everything is on one page


def short_body(localizer: Localizer) -> str:
    """Return the body, in the largest size in which it fits on one page; else in the smallest.

    Raises UsageError without WeasyPrint.
    """
    inside = "".join(_parts(localizer))
    bodies = [f'<div class="{size}">{inside}</div>' for size in SIZES]
    title, language = localizer.title(localizer.source.slug), localizer.language
    fitting = (body for body in bodies if page_count(body, title, language, {}, "short") == 1)
    return next(fitting, bodies[-1])


def _parts(localizer: Localizer) -> Iterator[str]:
    source, phrase = localizer.source, localizer.phrase
    players = "-".join(map(str, dict.fromkeys(source.document.players)))
    yield f"<h1>{escape(localizer.title(source.slug))}</h1>"
    yield f"<p class='players'>{escape(phrase('players'))}: {players}</p><div class='columns'>"
    base = source.document.base
    for heading, texts in base.text.items():
        yield f"<h2>{escape(localizer.heading(heading))}</h2>"
        yield f"<p>{escape(localizer.text(texts))}</p>"
    sentences = localizer.sentences
    flow = {} if sentences is None else sentences.flow()
    for name, instructions in flow.items():
        steps = "".join(f"<li>{escape(sentence)}</li>" for sentence in instructions)
        yield f"<h2>{escape(phrase(f'flow {name}'))}</h2><ol>{steps}</ol>"
    rules = [localizer.sentence(rule) for rule in source.rules if rule.count(".") == 1]
    listed = "".join(f"<li>{escape(rule)}</li>" for rule in rules if rule)
    if listed:
        yield f"<h2>{escape(phrase('base rules'))}</h2><ul>{listed}</ul>"
    if source.powers:
        yield f"<h2>{escape(phrase('powers'))}</h2>"
    for slug, card in source.powers.items():
        text = " ".join(localizer.text(words) for words in card.text.values())
        yield f"<p><b>{escape(localizer.title(slug))}</b> {escape(text)}</p>"
    yield f"</div><footer>{escape(phrase('unofficial'))}</footer>"
