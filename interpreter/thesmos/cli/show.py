"""Parts of output that commands share: a state's board, decision, events and result."""

from __future__ import annotations

import linecache
from collections.abc import Iterable, Mapping
from textwrap import wrap
from typing import Any

from thesmos.cli.declared_words import DeclaredWords
from thesmos.cli.option_lines import COLUMNS, columns
from thesmos.cli.option_lines import numbered as numbered_options
from thesmos.cli.rule_sentences import RuleSentences
from thesmos.notation.explain import Finding
from thesmos.play.decision import Decision
from thesmos.play.protocols import TURN_STARTS, Match, Situation, State
from thesmos.record.comparing import result_json
from thesmos.render.findings import finding_lines
from thesmos.render.phrase import NOTATION, named, phrase
from thesmos.render.seen import as_seen
from thesmos.render.span import Line, Span
from thesmos.render.text_board import draw, picture_of
from thesmos.semantics.drafts import DraftResult

SUGGESTED = " (suggested)"


def picture(
    match: Match,
    state: State,
    columns: int | None = None,
    names: Mapping[str, str] = NOTATION,
    viewer: int = 0,
) -> list[Line]:
    """Draw the board, and the powers that each player holds.

    columns: the longest line.
    names: names of the words beside the boards.
    viewer: the player who sees it, where something is hidden; 0 sees everything.
    """
    drawn, view, position = picture_of(match.linked), state.view(viewer), state.position()
    if viewer:
        position = as_seen(drawn, view.position(), view.unseen, position)
    lines = draw(drawn, position, columns, names)
    if elsewhere := view.out_of_sight:
        numbers = ", ".join(f"{named(kind, names)} ×{many}" for kind, many in elsewhere.items())
        lines.append((Span("    out of sight: ", "label"), Span(numbers)))
    if any(view.held):
        lines.append(tuple(_held(view, names)))
    return lines


def _held(state: Situation, names: Mapping[str, str]) -> Iterable[Span]:
    yield Span("    ")
    for player, powers in enumerate(state.held, 1):
        yield Span(f"player {player}: ", "label")
        yield Span(f"{phrase(list(powers), names)}   ")


def decision_lines(
    state: State,
    numbered: bool = False,
    wide: int = COLUMNS,
    words: DeclaredWords | None = None,
    room: int = 0,
) -> list[Line]:
    """Show who decides in which step, and the options in columns, optionally numbered from 1.

    wide: the longest line.
    words: the names of steps and options, to be shown too.
    room: how many lines there are for numbered options, at most; 0 for all options.
    """
    decision = state.decision
    assert decision is not None
    power = f" ({decision.power})" if decision.power else ""
    skip = ", may skip" if decision.may_skip else ""
    who = f"player {decision.player}" if decision.player else "chance"
    probabilities = decision.probabilities
    even = len({*probabilities.values()}) == 1
    texts = [
        f"{words.option(o) if words is not None else o.text}"
        f"{_values(o.values)}{SUGGESTED if o.suggested else ''}"
        f"{f' ({probabilities[o.text]})' if probabilities and not even else ''}"
        for o in decision.options
    ]
    words_of_step = words.step(decision) if words is not None else ""
    step, count = f"{who}: {decision.step}{power}", f"  {len(texts)} {_called(decision)}{skip}"
    what = f" ({words_of_step})" if words_of_step else ""
    long = len(step + what + count) > wide
    head = (Span(step, "strong"), Span("" if long else what), Span(count))
    below = [(Span(f"  {line}"),) for line in wrap(words_of_step, wide - 2)] if long else []
    if not numbered:
        return [head, *below, *columns(texts, wide)]
    kinds = [tuple(option.roles) for option in decision.options]
    return [head, *below, *numbered_options(texts, wide, kinds, room)]


def _called(decision: Decision) -> str:
    """Return what options are called: outcomes of chance, with their probability if it is one."""
    if not decision.chance:
        return "options"
    probabilities = {*decision.probabilities.values()}
    return f"outcomes, each {probabilities.pop()}" if len(probabilities) == 1 else "outcomes"


def _values(values: Mapping[str, int]) -> str:
    """Return the numbers shown with an option, in brackets."""
    return f" ({', '.join(f'{name} {n}' for name, n in values.items())})" if values else ""


def event_lines(events: Iterable[Mapping[str, Any]], words: DeclaredWords) -> list[Line]:
    """Return one line for each event. words: the names of the things of the game."""
    return [(Span(f"  {words.event(event) or _event(event, words)}", "dim"),) for event in events]


def _event(event: Mapping[str, Any], words: DeclaredWords) -> str:
    """Return the text of an event of the core, or one for which the game has no sentence."""
    names = words.names
    if event["e"] in TURN_STARTS:
        power = f" ({named(event['power'], names)})" if "power" in event else ""
        return f"{event['e']} of player {event['player']}{power}"
    deed = words.deed(event["e"])
    values = [
        f"player {value}" if isinstance(value, int) else phrase(value, names)
        for key, value in event.items()
        if key != "e"
    ]
    if deed:
        return f"{deed}: {', '.join(values)}" if values else deed
    return " ".join([event["e"], *values])


def verdict_lines(
    match: Match, text: str, legal: bool, findings: Iterable[Finding], sentences: RuleSentences
) -> list[Line]:
    """Show whether an option is legal, and every rule and clause that applies to it."""
    verdict = Span("legal", "good") if legal else Span("not legal", "bad")
    head = (Span(text, "strong"), Span(" is "), verdict)
    return [
        head,
        *finding_lines(
            findings, match.texts, sentences.language, source_line, sentences.of, sentences.value
        ),
    ]


def source_line(place: str) -> str:
    """Return the source line at `file:line:column`; empty if the file is not available."""
    file, _, rest = place.partition(".yaml:")
    line = rest.partition(":")[0]
    return linecache.getline(f"{file}.yaml", int(line)).strip() if line.isdecimal() else ""


def seat_lines(result: DraftResult) -> list[Line]:
    """Show the result of a draft: each player, their number in the draft, and their power."""
    lines: list[Line] = [(Span("the draft is over", "strong"),)]
    for player, (power, was) in enumerate(zip(result.powers, result.seats, strict=True), 1):
        who = Span(f"  player {player}", "label")
        lines.append((who, Span(f" (player {was} of the draft): {power or 'no power'}")))
    return lines + [(Span(f"  {word}: {power}"),) for word, power in result.setup.items()]


def result_lines(state: State) -> list[Line]:
    """Show how the game ended; no lines if it has not ended."""
    result = result_json(state)
    if result is None:
        return []
    winners = " and ".join(f"player {player}" for player in result["winners"]) or "nobody"
    reason = f" ({result['reason']})" if result["reason"] else ""
    lines: list[Line] = [(Span(f"{winners} won", "strong"), Span(reason))]
    for name, scores in result.get("scores", {}).items():
        shown = ", ".join(f"player {player} {score}" for player, score in enumerate(scores, 1))
        lines.append((Span(f"  {name.replace('_', ' ')}: ", "label"), Span(shown)))
    return lines
