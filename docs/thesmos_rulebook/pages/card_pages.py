"""The pages of powers and modes: one card each."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.render.phrase import named
from thesmos.syntax import documents as d
from thesmos_rulebook.boards.element import board_element
from thesmos_rulebook.examples.selection import examples_of
from thesmos_rulebook.markdown import chip, code, escaped, link, page
from thesmos_rulebook.pages import card_sections as sections
from thesmos_rulebook.pages.changes_page import changed_in
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.editions import in_other_editions
from thesmos_rulebook.prose.sentences import GameSentences


def power_page(context: PageContext, card: d.CardDocument) -> str:
    """Return the page of a power: words, exact meaning, examples, rulings, whom it can meet."""
    localizer = context.localizer
    subtitle = localizer.text(card.subtitle) if card.subtitle else ""
    lines = [f"*{escaped(subtitle)}*{{.subtitle}}", ""] if subtitle else []
    lines += [*chips(context, card), ""]
    return page(escaped(localizer.title(card.slug)), [*lines, *_body(context, card)])


def mode_page(context: PageContext, mode: d.ModeDocument) -> str:
    """Return the page of a mode: the sides, who begins, and what its card does."""
    localizer = context.localizer
    lines = [seats(context, mode), ""]
    if mode.needs:
        needs = escaped(localizer.title(mode.needs.replace("_", "-")))  # a slug has hyphens
        lines += [localizer.phrase("needs", needs=needs), ""]
    if len(set(mode.sides)) < mode.players:
        lines += [*_sides(context, mode), ""]
    title = localizer.text(mode.title)
    lines += [*_body(context, mode.card), *_replaced(context, mode), *_powers_for(context, mode)]
    return page(escaped(title), lines)


def _replaced(context: PageContext, mode: d.ModeDocument) -> Iterator[str]:
    """Yield what replaces parts of the game in a mode: as sentences, and as written."""
    localizer = context.localizer
    variant = localizer.source.game.checked.variants.get(mode.slug)
    if variant is None:
        return
    phrase = localizer.phrase

    def new(key: str) -> tuple[str, ...]:
        return mode.replaces.get(key, ())

    yield from (f"## {phrase('replaced')} {{#replaced}}", "", phrase("replaced lead"), "")
    if localizer.sentences is not None:
        sentences = GameSentences(variant, localizer.language)
        actions = [
            action for action in variant.written.base.actions if action.name in new("actions")
        ]
        rules = [tuple(rule.split(".")) for rule in new("rules")]
        rules += [(action.name, rule.name) for action in actions for rule in action.rules]
        texts = [sentences.full_fact(fact) for fact in new("facts")]
        texts += [" ".join(sentences.action(action.name)) for action in actions]
        texts += [sentences.rule(action, rule) for action, rule in rules]
        texts += [" ".join(sentences.step(step)) for step in new("steps")]
        yield from (f"- {escaped(text)}" for text in texts if text)
        yield ""
        for name, instructions in sentences.flow().items():
            if name in new("flow"):
                yield from (f"### {phrase(f'flow {name}')}", "")
                yield from (*(f"1.  {escaped(sentence)}" for sentence in instructions), "")
    yield from sections.folded(phrase("as written"), sections.source_of(mode.card, "replaces"))


def _sides(context: PageContext, mode: d.ModeDocument) -> Iterator[str]:
    """Yield which players are on the same side."""
    for side in dict.fromkeys(mode.sides):
        players = [str(player) for player, of in enumerate(mode.sides, 1) if of == side]
        yield f"- {context.localizer.phrase('side', side=side, players=', '.join(players))}"


def _powers_for(context: PageContext, mode: d.ModeDocument) -> Iterator[str]:
    """Yield the powers for a mode: those tagged with its name if there are any, else by players."""
    localizer, source = context.localizer, context.localizer.source
    tagged = mode.slug in source.document.tags
    suitable = [
        slug
        for slug, card in source.powers.items()
        if mode.players in card.players and (not tagged or mode.slug in card.tags)
    ]
    if suitable:
        what = f"{localizer.phrase('all powers')} ({len(suitable)})"
        yield from (f"## {what} {{#powers}}", "")
        yield from (" ".join(chip(context.card(slug)) for slug in suitable), "")


def seats(context: PageContext, mode: d.ModeDocument) -> str:
    """Return how many sides a mode has, and who begins."""
    sides, phrase = len(set(mode.sides)), context.localizer.phrase
    if mode.players == 1:
        return phrase("mode lead one")
    key = "mode lead alone" if sides == mode.players else "mode lead"
    return f"{phrase(key, players=mode.players, sides=sides)} {_begins(context, mode)}"


def _begins(context: PageContext, mode: d.ModeDocument) -> str:
    """Return who takes the first turn: the mode's choice, unless the game's setup decides it."""
    document, phrase = context.localizer.source.document, context.localizer.phrase
    setup = document.flow.get("setup", ())
    at = next((at for at, (word, _) in enumerate(setup) if word == "first"), None)
    if at is None:
        return phrase("first named", first=mode.first)
    before = setup[at - 1][1] if at else ""
    drawn = any(s.name == before and s.chooser == "chance" for s in document.base.steps)
    return phrase("first drawn" if drawn else "first settled")


def chips(context: PageContext, card: d.CardDocument) -> Iterator[str]:
    """Yield the tags of a power, its numbers of players and the edition of the book, in a line."""
    players = ", ".join(map(str, card.players))
    tags = [tag_chip(context, tag) for tag in card.tags]
    says = [f"{context.localizer.phrase('players')}: *{players}*{{.players}}"] if players else []
    says += [f"{context.localizer.phrase('order')}: {card.order}"] if card.order else []
    source = context.localizer.source
    if source.editions:
        says += [f"{context.localizer.phrase('edition')}: {code(source.document.edition)}"]
    if changed := ", ".join(changed_in(context, card.slug)):
        says += [f"{context.localizer.phrase('changed in')}: {changed}"]
    yield " · ".join([*([" ".join(tags)] if tags else []), *says])


def tag_chip(context: PageContext, tag: str) -> str:
    """Return a tag of powers as a chip that links to its meaning."""
    target = f"{context.site_map.to_index('glossary', context.page)}#kind.{tag}"
    return chip(link(escaped(named(tag, context.localizer.names)), target))


def _body(context: PageContext, card: d.CardDocument) -> Iterator[str]:
    localizer, source = context.localizer, context.localizer.source
    cited = source.citing(card.slug)
    chosen = examples_of(source, card.slug)
    yield from sections.front(context, card)
    yield from (board_element(localizer, card.slug), "")
    if card.clauses:
        yield from (f"## {localizer.phrase('exactly')} {{#exactly}}", "")
        if card.begins:
            yield from (begins(context, card), "")
        yield from sections.supplies(context, card)
        yield from sections.meaning(context, card)
        yield from sections.terms(context, card)
    if any(action.rules for action in card.actions):
        yield from (f"## {localizer.phrase('base rules')} {{#actions}}", "")
        yield from sections.actions(context, card)
    if chosen:
        yield from (f"## {localizer.phrase('examples')} {{#examples}}", "")
        yield from sections.examples(context, chosen)
    yield from sections.valid(context, card)
    yield from sections.rulings_of(context, card.slug)
    yield from in_other_editions(context, card)
    if card.slug in source.powers:
        yield from (f"## {localizer.phrase('in play')} {{#in-play}}", "")
        yield from in_play(context, card)
    if card.clauses:
        yield from (f"## {localizer.phrase('scenarios')} {{#scenarios{sections.UNSEARCHED}}}", "")
        yield from sections.scenarios(context, cited)


def begins(context: PageContext, card: d.CardDocument) -> str:
    """Return who may hold a power that says so: a player who begins, or who does not."""
    last = card.begins == "never" and card.players == (2,)
    return context.localizer.phrase("begins last" if last else f"begins {card.begins}")


def in_play(context: PageContext, card: d.CardDocument) -> Iterator[str]:
    """Yield the numbers of players, who begins, and the bans of a power."""
    phrase, source = context.localizer.phrase, context.localizer.source
    if card.slug in source.document.always:
        yield from (phrase("always"), "")
        return
    numbers = [str(number) for number in card.players]
    if numbers:
        *first, last = numbers
        joined = f"{', '.join(first)} {phrase('list or')} {last}" if first else last
        yield f"- {phrase('meant for', players=joined)}"
    else:
        yield f"- {phrase('any players')}"
    if card.begins:
        yield f"- {begins(context, card)}"
    else:
        yield (
            f"- {phrase('may start', order=card.order)}"
            if card.order
            else f"- {phrase('no order')}"
        )
    banned = sorted(
        (slug for slug, _ in card.banned if slug in source.powers), key=context.localizer.title
    )
    if banned:
        yield f"- {phrase('banned with')}: {', '.join(context.card(slug) for slug in banned)}."
    else:
        yield f"- {phrase('not banned')}"
    for tag in card.tags:
        meaning = context.localizer.text(source.document.tags.get(tag, {}))
        yield f"- {tag_chip(context, tag)} {escaped(meaning)}"
    yield ""
