"""The page of a power, and that of a mode: one card each."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.render.svg import named
from thesmos.syntax import documents as d
from thesmos_rulebook.examples.selection import examples_of
from thesmos_rulebook.markdown import chip, escaped, link, page
from thesmos_rulebook.pages import card_sections as parts
from thesmos_rulebook.pages.context import Desk


def power_page(desk: Desk, card: d.CardDocument) -> str:
    """All about a power: its words, what they mean exactly, examples, rulings, who may meet it."""
    reader = desk.reader
    subtitle = reader.text(card.subtitle) if card.subtitle else ""
    lines = [f"*{escaped(subtitle)}*{{.subtitle}}", ""] if subtitle else []
    lines += [*chips(desk, card), ""]
    return page(escaped(reader.title(card.slug)), [*lines, *_body(desk, card)])


def mode_page(desk: Desk, mode: d.ModeDocument) -> str:
    """All about a way to play: who sits where, who begins, and what its card does."""
    reader = desk.reader
    lines = [seats(desk, mode), ""]
    if mode.needs:
        needs = escaped(reader.title(mode.needs.replace("_", "-")))  # as slugs are written
        lines += [reader.say("needs", needs=needs), ""]
    if len(set(mode.sides)) < mode.players:
        lines += [*_sides(desk, mode), ""]
    title = reader.text(mode.title)
    return page(escaped(title), [*lines, *_body(desk, mode.card), *_dealt(desk, mode)])


def _sides(desk: Desk, mode: d.ModeDocument) -> Iterator[str]:
    """Who plays together."""
    for side in dict.fromkeys(mode.sides):
        players = [str(player) for player, of in enumerate(mode.sides, 1) if of == side]
        yield f"- {desk.reader.say('side', side=side, players=', '.join(players))}"


def _dealt(desk: Desk, mode: d.ModeDocument) -> Iterator[str]:
    """The powers that are meant for a mode: for its kind, if one has its name, or its players."""
    reader, source = desk.reader, desk.reader.source
    tagged = mode.slug in source.written.tags
    fitting = [
        slug
        for slug, card in source.powers.items()
        if mode.players in card.players and (not tagged or mode.slug in card.tags)
    ]
    if fitting:
        what = f"{reader.say('all powers')} ({len(fitting)})"
        yield from (f"## {what} {{#powers}}", "")
        yield from (" ".join(chip(desk.card(slug)) for slug in fitting), "")


def seats(desk: Desk, mode: d.ModeDocument) -> str:
    """Who plays with whom in a mode, and who begins."""
    sides, say = len(set(mode.sides)), desk.reader.say
    key = "mode lead alone" if sides == mode.players else "mode lead"
    return f"{say(key, players=mode.players, sides=sides)} {_begins(desk, mode)}"


def _begins(desk: Desk, mode: d.ModeDocument) -> str:
    """Who takes the first turn: whom the mode names, unless the game's set-up settles it."""
    written, say = desk.reader.source.written, desk.reader.say
    setup = written.flow.get("setup", ())
    at = next((at for at, (word, _) in enumerate(setup) if word == "first"), None)
    if at is None:
        return say("first named", first=mode.first)
    before = setup[at - 1][1] if at else ""
    drawn = any(s.name == before and s.chooser == "chance" for s in written.base.steps)
    return say("first drawn" if drawn else "first settled")


def chips(desk: Desk, card: d.CardDocument) -> Iterator[str]:
    """The kinds of a power and the numbers of players, in a line."""
    players = ", ".join(map(str, card.players))
    kinds = [kind(desk, tag) for tag in card.tags]
    says = [f"{desk.reader.say('players')}: *{players}*{{.players}}"] if players else []
    says += [f"{desk.reader.say('order')}: {card.order}"] if card.order else []
    yield " · ".join([*([" ".join(kinds)] if kinds else []), *says])


def kind(desk: Desk, tag: str) -> str:
    """A kind of powers as a chip that leads to what it means."""
    target = f"{desk.shelf.to_index('glossary', desk.page)}#kind.{tag}"
    return chip(link(escaped(named(tag, desk.reader.names)), target))


def _body(desk: Desk, card: d.CardDocument) -> Iterator[str]:
    reader, source = desk.reader, desk.reader.source
    cited = source.citing(card.slug)
    chosen = examples_of(source, card.slug)
    yield from parts.front(desk, card)
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
    yield from parts.rulings_of(desk, card.slug)
    if card.slug in source.powers:
        yield from (f"## {reader.say('in play')} {{#in-play}}", "")
        yield from in_play(desk, card)
    if card.clauses:
        yield from (f"## {reader.say('scenarios')} {{#scenarios}}", "")
        yield from parts.scenarios(desk, cited)


def in_play(desk: Desk, card: d.CardDocument) -> Iterator[str]:
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
        yield f"- {kind(desk, tag)} {escaped(meaning)}"
    yield ""
