"""Events as text: core events by the book's phrases, a game's own by the game's words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from thesmos.diagnostics import UsageError
from thesmos.play.names import event_form
from thesmos.syntax.words import GAP
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.examples.frames import ScenarioFrame
from thesmos_rulebook.examples.off_board import chips, display_name, raised
from thesmos_rulebook.markdown import chip, escaped
from thesmos_rulebook.prose.language import load_language

KIND, PLAYER, POWER = "e", "player", "power"
REASONS = ("why", "reason")  # in a core event: a power's slug, a tag, or another word

Printed = Mapping[str, Mapping[str, str]]


def describe_event(
    localizer: Localizer,
    event: Mapping[str, str],
    printed: Printed | None = None,
    powers: Iterable[str] = (),
) -> str:
    """Describe an event in a few words, without a full stop.

    printed: what is printed on pieces that have names.
    powers: those in play, whose actions it may be of.
    """
    if sentence := _sentence(localizer, event, printed or {}, powers):
        return sentence
    act, words = event_parts(localizer, event, printed)
    return " ".join([f"{act}:", *words]) if words else act


def event_parts(
    localizer: Localizer, event: Mapping[str, str], printed: Printed | None = None
) -> tuple[str, tuple[str, ...]]:
    """Return what happened, and the names involved; for a core event, all in the first text."""
    kind = event[KIND]
    core = f"event {kind}"
    if localizer.has_phrase(core):
        return _core(localizer, core, event), ()
    words = {key: value for key, value in event.items() if key != KIND}
    if "from" in words and "to" in words:
        words["from"] = f"{words['from']} → {words.pop('to')}"
    called = (
        _player(localizer, word) or display_name(localizer, word, printed or {})
        for value in words.values()
        for word in (value.split() if isinstance(value, str) else [value])
    )
    return localizer.step_name(kind), tuple(called)


def _player(localizer: Localizer, value: str | int) -> str:
    """Return what a player is called, if an event tells one by their number; else nothing."""
    return localizer.phrase("event player", player=value) if isinstance(value, int) else ""


def _core(localizer: Localizer, phrase: str, event: Mapping[str, str]) -> str:
    """Describe a core event, with its reason unless that is the power itself."""
    who = localizer.phrase("event player", player=event.get(PLAYER, ""))
    power = event.get(POWER, "")
    text = localizer.phrase(phrase, who=who, power=localizer.title(power))
    why = next((event[key].rpartition(":")[2] for key in REASONS if key in event), "")
    if why == power:
        return text
    why = localizer.title(why) if why in localizer.source.cards else localizer.names.get(why, "")
    return f"{text} ({why})" if why else text


def _sentence(
    localizer: Localizer, event: Mapping[str, str], printed: Printed, powers: Iterable[str]
) -> str:
    """Describe an event by its action's words, `{who} goes to {to}`; empty if one is missing."""
    checked = localizer.source.game.checked
    cards = [checked.base, *(checked.cards[slug] for slug in powers if slug in checked.cards)]
    words = [word for card in cards for word in card.written.words]
    actions = [action for card in cards for action in card.program.actions]
    text, written = event_form(words, actions, event, localizer.language)
    texts = {key: _player(localizer, value) or localizer.name_with_article(value)
             or display_name(localizer, value, printed)
             for key, value in written.items()}  # fmt: skip
    gaps, places = GAP.findall(text), written.keys() - event.keys()
    if len(gaps) < len({*places, *gaps}) or len(gaps) == 1 or not all(g in texts for g in gaps):
        return ""
    filled = GAP.sub(lambda gap: texts[gap.group(1)], text)
    try:
        return load_language(localizer.language).tidied(filled)
    except UsageError:  # sentences are not supported in this language
        return re.sub(r"\s+", " ", filled)


def events_as_chips(localizer: Localizer, frame: ScenarioFrame) -> str:
    """Describe what an option did, event by event, with the names as chips."""
    described = []
    for event in frame.events:
        act, words = event_parts(localizer, event)
        shown = " ".join(chip(escaped(word)) for word in words)
        described.append(": ".join(filter(None, [raised(escaped(act)), shown])))
    return ". ".join(described) or chips(localizer, [frame.taken])
