"""What happened, in words: the events of the core as sentences, a game's own as it calls them."""

from __future__ import annotations

from collections.abc import Mapping

from thesmos.book.reader import Reader
from thesmos.tell.svg import named

KIND, PLAYER, POWER = "e", "player", "power"
REASONS = ("why", "reason")  # of an event of the core: a power's slug, a tag, or a word of its own


def told(reader: Reader, event: Mapping[str, str]) -> str:
    """An event in a few words, without a full stop."""
    act, words = parts(reader, event)
    return " ".join([act, *words])


def parts(reader: Reader, event: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """What happened, and with what; an event of the core is told whole in the first."""
    kind = event[KIND]
    core = f"event {kind}"
    if reader.knows(core):
        return _core(reader, core, event), ()
    words = {key: value for key, value in event.items() if key != KIND}
    if "from" in words and "to" in words:
        words["from"] = f"{words['from']} → {words.pop('to')}"
    called = (named(one, reader.names) for value in words.values() for one in value.split())
    return reader.step(kind), tuple(called)


def _core(reader: Reader, phrase: str, event: Mapping[str, str]) -> str:
    """An event that any game may have, as a sentence, with its reason if it tells one."""
    who = reader.say("player", player=event.get(PLAYER, ""))
    said = reader.say(phrase, who=who, power=reader.title(event.get(POWER, "")))
    why = next((event[key].rpartition(":")[2] for key in REASONS if key in event), "")
    why = reader.title(why) if why in reader.source.cards else reader.names.get(why, "")
    return f"{said} ({why})" if why else said
