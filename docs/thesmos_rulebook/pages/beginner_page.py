"""The page for a first game: what is in the box, the set-up, a first turn, what to begin with."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos_rulebook.examples.first_turn import first_turn_id
from thesmos_rulebook.markdown import escaped, page
from thesmos_rulebook.pages import card_sections as sections
from thesmos_rulebook.pages.context import PageContext


def beginner_page(context: PageContext) -> str:
    """Return the page; it leads on to the rules."""
    localizer, phrase = context.localizer, context.localizer.phrase
    rules = context.site_map.to(context.localizer.source.slug, context.page)
    lines = [phrase("beginner lead", rules=rules), ""]
    lines += [*_box(context), *_rules(context), *_set_up(context), *_turn(context)]
    lines += _begin_with(context)
    return page(f"{phrase('beginner')}: {escaped(localizer.title(localizer.source.slug))}", lines)


def _box(context: PageContext) -> Iterator[str]:
    """Yield the boards, and how many pieces of each kind there are."""
    localizer, source = context.localizer, context.localizer.source
    sentences, phrase = localizer.sentences, localizer.phrase
    if sentences is None:
        return
    yield from (f"## {phrase('in the box')} {{#box}}", "")
    for board in source.program.boards:
        cells = sentences.kind(board.name).lower()
        yield f"- {phrase('box board', count=len(board.cells), cells=escaped(cells))}"
    for kind, pieces in source.linked.pieces.items():
        count = len(pieces)
        if count:
            called = escaped(sentences.kind(kind))
            yield f"- {phrase('box pieces', count=count, pieces=called)}"
    yield ""


def _rules(context: PageContext) -> Iterator[str]:
    """Yield the rules in short, as they are printed."""
    base = context.localizer.source.document.base
    if base.text:
        yield from (f"## {context.localizer.phrase('in short')} {{#short}}", "")
        yield from sections.words(context, base)


def _set_up(context: PageContext) -> Iterator[str]:
    """Yield the sentences of the set-up."""
    sentences, phrase = context.localizer.sentences, context.localizer.phrase
    flow = {} if sentences is None else sentences.flow()
    if "setup" in flow:
        yield from (f"## {phrase('flow setup')} {{#setup}}", "")
        yield from (f"1.  {escaped(sentence)}" for sentence in flow["setup"])
        yield ""


def _turn(context: PageContext) -> Iterator[str]:
    """Yield the position after the set-up and the first turn, drawn."""
    recording = context.recordings.get(first_turn_id(context.localizer.source))
    if recording is None:
        return
    phrase = context.localizer.phrase
    yield from (f"## {phrase('first turn')} {{#turn}}", "", phrase("first turn lead"), "")
    yield from context.renderer.steps(recording, recording.trunk, "turn", ())
    context.keep_pictures()


def _begin_with(context: PageContext) -> Iterator[str]:
    """Yield the powers to begin with."""
    source, phrase = context.localizer.source, context.localizer.phrase
    if not source.to_begin_with:
        return
    texts = next(iter(source.document.tags.values()))
    yield from (
        f"## {phrase('begin with')} {{#cards}}",
        "",
        escaped(context.localizer.text(texts)),
        "",
    )
    for slug in source.to_begin_with:
        text = " ".join(
            context.localizer.text(words) for words in source.powers[slug].text.values()
        )
        yield f"- {context.card(slug)}: {escaped(text)}"
    yield ""
