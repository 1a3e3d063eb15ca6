"""What happened, in words: the events of the core as sentences, a game's own as it calls them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from thesmos.diagnostics import UsageError
from thesmos.syntax import nodes as t
from thesmos.syntax.words import GAP
from thesmos_rulebook.content.localizer import Reader
from thesmos_rulebook.examples.frames import Frame
from thesmos_rulebook.examples.off_board import chips, raised, thing
from thesmos_rulebook.markdown import chip, escaped
from thesmos_rulebook.prose.language import tongue

KIND, PLAYER, POWER = "e", "player", "power"
REASONS = ("why", "reason")  # of an event of the core: a power's slug, a tag, or a word of its own
PLACE = "place"  # the function that tells where a piece stands

Printed = Mapping[str, Mapping[str, str]]


def told(reader: Reader, event: Mapping[str, str], printed: Printed | None = None) -> str:
    """An event in a few words, without a full stop.

    printed: what pieces with names have on them.
    """
    if sentence := _sentence(reader, event, printed or {}):
        return sentence
    act, words = parts(reader, event, printed)
    return " ".join([f"{act}:", *words]) if words else act


def parts(
    reader: Reader, event: Mapping[str, str], printed: Printed | None = None
) -> tuple[str, tuple[str, ...]]:
    """What happened, and with what; an event of the core is told whole in the first."""
    kind = event[KIND]
    core = f"event {kind}"
    if reader.knows(core):
        return _core(reader, core, event), ()
    words = {key: value for key, value in event.items() if key != KIND}
    if "from" in words and "to" in words:
        words["from"] = f"{words['from']} → {words.pop('to')}"
    called = (
        thing(reader, one, printed or {}) for value in words.values() for one in value.split()
    )
    return reader.step(kind), tuple(called)


def _core(reader: Reader, phrase: str, event: Mapping[str, str]) -> str:
    """An event that any game may have, as a sentence, with its reason if it tells another one."""
    who = reader.say("event player", player=event.get(PLAYER, ""))
    power = event.get(POWER, "")
    said = reader.say(phrase, who=who, power=reader.title(power))
    why = next((event[key].rpartition(":")[2] for key in REASONS if key in event), "")
    if why == power:
        return said
    why = reader.title(why) if why in reader.source.cards else reader.names.get(why, "")
    return f"{said} ({why})" if why else said


def _sentence(reader: Reader, event: Mapping[str, str], printed: Printed) -> str:
    """An event by the words of its action, `{who} goes to {to}`; empty if they lack something.

    A piece is called by where it was, which is what an event says of it.
    """
    base = reader.source.written.base
    key = (event[KIND], "event")
    texts = (word.texts for word in base.words if (word.key, word.form) == key)
    text = next(texts, {}).get(reader.language, "")
    roles = next((action.roles for action in base.actions if action.name == event[KIND]), ())
    stands = {
        role.expr.arguments[0].name: event[role.name]
        for role in roles
        if isinstance(role.expr, t.FunctionCall) and role.expr.name == PLACE and role.name in event
        if isinstance(role.expr.arguments[0], t.Name)
    }
    known = {key: reader.articled(value) or thing(reader, value, printed)
             for key, value in {**stands, **event}.items()}  # fmt: skip
    gaps = GAP.findall(text)
    if len(gaps) < len({*stands, *gaps}) or len(gaps) == 1 or not all(g in known for g in gaps):
        return ""
    filled = GAP.sub(lambda found: known[found.group(1)], text)
    try:
        return tongue(reader.language).mended(filled)
    except UsageError:  # a language that has no sentences
        return re.sub(r"\s+", " ", filled)


def done(reader: Reader, frame: Frame) -> str:
    """What an option did, event by event: the act, and what it was done with."""
    said = []
    for event in frame.events:
        act, words = parts(reader, event)
        shown = " ".join(chip(escaped(word)) for word in words)
        said.append(": ".join(filter(None, [raised(escaped(act)), shown])))
    return ". ".join(said) or chips(reader, [frame.taken])
