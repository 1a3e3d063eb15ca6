"""The page of a power, and that of a mode: one card each."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.book import card as parts
from thesmos.book.card import Desk
from thesmos.book.example import examples_of
from thesmos.book.markdown import code, escaped, page
from thesmos.load import document as d


def power_page(desk: Desk, card: d.Card) -> str:
    """All about a power: its words, what they mean exactly, examples, rulings, who may meet it."""
    reader = desk.reader
    subtitle = reader.text(card.subtitle) if card.subtitle else ""
    lines = [f"*{escaped(subtitle)}*{{.subtitle}}", ""] if subtitle else []
    lines += [*chips(desk, card), ""]
    return page(escaped(reader.title(card.slug)), [*lines, *_body(desk, card)])


def mode_page(desk: Desk, mode: d.Mode) -> str:
    """All about a way to play: who sits where, who begins, and what its card does."""
    reader = desk.reader
    sides = len(set(mode.sides))
    alone = sides == mode.players
    key = "mode lead alone" if alone else "mode lead"
    lines = [reader.say(key, players=mode.players, sides=sides, first=mode.first), ""]
    if mode.needs:
        lines += [reader.say("needs", needs=mode.needs), ""]
    title = reader.text(mode.title)
    return page(escaped(title), [*lines, *_body(desk, mode.card)])


def chips(desk: Desk, card: d.Card) -> Iterator[str]:
    """The kinds of a power and the numbers of players, in a line."""
    players = [str(number) for number in card.players]
    says = [f"{code(tag)}{{.chip}}" for tag in card.tags]
    if players:
        says.append(f"{desk.reader.say('players')}: {', '.join(players)}")
    yield " ".join(says)


def _body(desk: Desk, card: d.Card) -> Iterator[str]:
    reader, source = desk.reader, desk.reader.source
    if card.text:
        yield from (f"## {reader.say('card')} {{#card}}", "", '<div class="card" markdown>', "")
        yield from parts.words(desk, card)
        yield from ("</div>", "")
    cited = source.citing(card.slug)
    found = [ruling for ruling in source.rulings if card.slug in ruling.cards]
    chosen = examples_of(source, card.slug)
    if card.clauses:
        yield from (f"## {reader.say('exactly')} {{#exactly}}", "")
        yield from parts.brings(desk, card)
        yield from parts.meaning(desk, card)
        yield from parts.terms(desk, card)
    if any(action.rules for action in card.actions):
        yield from (f"## {reader.say('base rules')} {{#actions}}", "")
        yield from parts.actions(desk, card)
    if chosen:
        yield from (f"## {reader.say('examples')} {{#examples}}", "")
        yield from parts.examples(desk, chosen)
    if found:
        yield from (f"## {reader.say('rulings')} {{#rulings}}", "", reader.say("ruling lead"), "")
        yield from parts.rulings(desk, found)
    if card.slug in source.powers:
        yield from (f"## {reader.say('in play')} {{#in-play}}", "")
        yield from in_play(desk, card)
    if card.clauses:
        yield from (f"## {reader.say('scenarios')} {{#scenarios}}", "")
        yield from parts.scenarios(desk, cited)


def in_play(desk: Desk, card: d.Card) -> Iterator[str]:
    """For how many players, against whom not, who begins."""
    say, source = desk.reader.say, desk.reader.source
    if card.slug in source.written.always:
        yield from (say("always"), "")
        return
    numbers = [str(number) for number in card.players]
    if numbers:
        *first, last = numbers
        joined = f"{', '.join(first)} {say('list or')} {last}" if first else last
        yield f"- {say('meant for', players=joined)}"
    else:
        yield f"- {say('any players')}"
    if card.begins:
        yield f"- {say(f'begins {card.begins}')}"
    else:
        yield f"- {say('may start', order=card.order)}" if card.order else f"- {say('no order')}"
    banned = sorted(
        (slug for slug, _ in card.banned if slug in source.powers), key=desk.reader.title
    )
    if banned:
        yield f"- {say('banned with')}: {', '.join(desk.card(slug) for slug in banned)}."
    else:
        yield f"- {say('not banned')}"
    for tag in card.tags:
        meaning = desk.reader.text(source.written.tags.get(tag, {}))
        yield f"- {code(tag)}: {escaped(meaning)}"
    yield ""
