"""Clauses that follow events, and the steps that they lead to, as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.program.clauses import (
    After,
    AfterSkip,
    At,
    Before,
    Clause,
    ExtraTurn,
    Route,
    RouteAfter,
    RouteAfterSkip,
    RouteAt,
)
from thesmos.program.declarations import Step
from thesmos.program.effects import Due
from thesmos.program.node import Ref
from thesmos.program.values import Value
from thesmos_rulebook.prose.effects import block, enclosed
from thesmos_rulebook.prose.history import DOES, INF, action_phrase, actor_text, noun_of
from thesmos_rulebook.prose.mentions import named_once
from thesmos_rulebook.prose.normal_form import conjuncts
from thesmos_rulebook.prose.preamble import (
    GRANTED,
    MINE,
    YOUR_TURN,
    Preamble,
    compose,
    conditional,
    if_clause,
    is_list,
    split_preamble,
)
from thesmos_rulebook.prose.verbalizer import HANDLERS, Verbalizer


def step_noun(v: Verbalizer, step: Ref, form: str) -> str:
    """Return the noun of a step: its own words, or those of its action."""
    wording = v.lexicon.name("steps", step)
    nouns = _words("noun", v, v.game.steps[step].actions) if wording is None else [wording]
    if nouns is None:
        return v.literal_noun(f"the step {step.name}", "step", step.name, form)
    return v.joined("or", [v.noun_form(form, v.lexicon.noun(noun)) for noun in nouns])


def step_verb(v: Verbalizer, step: Step, form: int) -> str | None:
    """Return what can be done in a step, with its actions' verbs; None if one has no verb."""
    verbs = _words("verb", v, step.actions)
    return None if verbs is None else v.joined("or", [verb_form(verb, form) for verb in verbs])


def _words(form: str, v: Verbalizer, actions: tuple[Ref, ...]) -> list[str] | None:
    """Return the common words of some actions, or those of each; None if one has none."""
    together, _ = v.action_words(form, actions, [])
    if together is not None:
        return [together]
    by_action = [v.action_words(form, (action,), [])[0] for action in actions]
    words = [text for text in by_action if text is not None]
    return words if len(words) == len(actions) else None


def verb_form(verb: str, form: int) -> str:
    """Return one form of a verb; `verb` lists all of them, separated by commas."""
    return verb.split(",")[form].strip()


def after(v: Verbalizer, clauses: Sequence[After | RouteAfter], preamble: Preamble) -> str:
    """Return what happens after an action, or after one of several: there is a clause for each."""
    c, actions = clauses[0], tuple(clause.action for clause in clauses)
    inner = v.of_action(*actions)
    clause_parts = split_preamble(inner, conjuncts(c.where))
    preamble = Preamble([*preamble.times, *clause_parts.times], preamble.conditions, preamble.parts)
    rest = [part for part in clause_parts.conditions if part != MINE]
    form = "yours" if len(rest) < len(clause_parts.conditions) else "a"
    act = action_phrase(inner, actions, rest)
    if act.subject and len(actions) == 1 and (act.domain is not None or act.actor is not None):
        verb = act.verb[DOES]
        when = inner.render("when does", who=actor_text(inner, act, "a"), does=verb)
        return _triggered(inner, c, preamble, when, act.rest)
    noun, rest = noun_of(inner, actions, rest, form)
    when = inner.render("after", what=noun)
    if form == "a" and any(time in preamble.times for time in event_times(inner, actions)):
        when = ""
    return _triggered(inner, c, preamble, when, rest)


def after_skip(
    v: Verbalizer, clauses: Sequence[AfterSkip | RouteAfterSkip], preamble: Preamble
) -> str:
    """Return what happens after a step, or one of several, is skipped: a clause for each."""
    c = clauses[0]
    steps = v.joined("or", [step_noun(v, clause.step, "kind.the") for clause in clauses])
    return _triggered(v, c, preamble, v.render("after skip", step=steps), conjuncts(c.where))


def only_for_holder(c: Clause, parts: Sequence[Value]) -> bool:
    """Return whether a clause routes only its holder; `parts` are the conditions around it."""
    if isinstance(c, (At, RouteAt)) and c.whose == "your":
        return True
    conditions = [*parts, *conjuncts(c.where)]
    return any(part in conditions for part in (YOUR_TURN, GRANTED, MINE))


def event_times(v: Verbalizer, actions: tuple[Ref, ...]) -> list[str]:
    """Return the time phrases that imply there was an event of these actions."""
    return [
        v.render("time.after", what=noun_of(v, actions, [], form)[0]) for form in ("a", "first")
    ]


Trigger = After | AfterSkip | At | RouteAfter | RouteAfterSkip | RouteAt


def _triggered(
    v: Verbalizer, c: Trigger, preamble: Preamble, when: str, where: Sequence[Value]
) -> str:
    """Return `when, if …, this happens`; for a route, which step follows."""
    clause_parts = split_preamble(v, where, False)
    times = [time for time in (*preamble.times, when, *clause_parts.times) if time]
    text = if_clause(v, [*preamble.conditions, *clause_parts.conditions])
    you = only_for_holder(c, preamble.parts)
    as_text = enclosed if text else block
    main = _next(v, c, you) if isinstance(c, Route) else as_text(v, c.effects)
    if is_list(text):
        return named_once(v, ", ".join([*times, conditional(v, main, text)]))
    return named_once(v, ", ".join([*times, *([text] if text else []), main]))


def _next(v: Verbalizer, route: Route, you: bool) -> str:
    """Return which step follows: `another build follows`, or `you may then …` by its verb."""
    if route.next is None:
        return v.render("next.end")
    step = v.game.steps[route.next]
    action = route.action if isinstance(route, RouteAfter) else None
    noun, _ = v.action_words("noun", (action,), []) if action else (None, [])
    if step.actions == (action,) and noun is not None:
        again = "next.again.possible" if route.if_possible else "next.again"
        return v.noun_form("next.again.may" if step.skip else again, v.lexicon.noun(noun))
    return _entered(v, step, you, route.if_possible)


def _due(v: Verbalizer, effect: Due) -> str:
    """Return that a step is entered before anything else follows."""
    step = v.game.steps[effect.step]
    return v.render("due.last" if step.last else "due", what=_entered(v, step, False, False))


def _entered(v: Verbalizer, step: Step, you: bool, if_possible: bool) -> str:
    """Return that a step is entered: `you may …` by its verb, or `there is a …` by its name."""
    does, do = step_verb(v, step, DOES), step_verb(v, step, INF)
    if v.lexicon.name("steps", step.name) is not None or does is None or do is None:
        return v.render(
            "next.possible" if if_possible else "next",
            step=step_noun(v, step.name, "kind.a"),
        )
    if step.chooser == "chance":
        return v.render("step.does", who=v.render("step.chance"), does=does)
    way = "may" if step.skip else "try" if if_possible else "must"
    if isinstance(step.chooser, str):
        person = ".you" if you or step.chooser == "holder" else ""
        return v.render(f"next.{way}{person}", who=v.render("person.active"), do=do)
    return v.render(f"next.{way}", who=v.of_action(*step.actions).say(step.chooser), do=do)


def before(v: Verbalizer, c: Before, preamble: Preamble) -> str:
    """Return what happens before an action."""
    inner = v.of_action(c.action)
    noun, rest = noun_of(inner, (c.action,), conjuncts(c.where), "each of yours")
    when = inner.render("before", what=noun)
    times = Preamble([*preamble.times, when], preamble.conditions)
    return compose(inner, times, block(inner, c.effects), rest)


def at(v: Verbalizer, c: At | RouteAt, preamble: Preamble) -> str:
    """Return what happens at a moment of a turn."""
    text = v.lexicon.name("moments", c.moment)
    if text is None:
        name = v.note_missing(f"the moment {c.moment}", c.location, c.moment.replace("_", " "))
        when = v.render("literal.moment", called=name, turn=v.render(f"turn.{c.whose}"))
    else:
        when = v.fill(text, True, {"turn": v.render(f"turn.{c.whose}")})
    return _triggered(v, c, preamble, when, conjuncts(c.where))


def grant(v: Verbalizer, c: ExtraTurn, preamble: Preamble) -> str:
    """Return that the holder gets an additional turn."""
    tail = v.render("then", what=block(v, c.effects)) if c.effects else ""
    return compose(v, preamble, v.render("extra turn"), conjuncts(c.where), tail)


HANDLERS[Due] = _due
