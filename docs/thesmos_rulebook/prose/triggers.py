"""Clauses that follow events, and the steps that they lead to, as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t
from thesmos_rulebook.prose.effects import block
from thesmos_rulebook.prose.history import DOES, INF, action_phrase, actor_text, noun_of
from thesmos_rulebook.prose.normal_form import conjuncts
from thesmos_rulebook.prose.preamble import (
    GRANTED,
    MINE,
    YOUR_TURN,
    Preamble,
    compose,
    if_clause,
    is_list,
    split_preamble,
)
from thesmos_rulebook.prose.verbalizer import Verbalizer


def step_noun(v: Verbalizer, name: str, form: str) -> str:
    """Return what a step is called: by its own words, or by those of its action."""
    found = v.lexicon.name("steps", name)
    if found is None and name in v.names.steps:
        found, _ = v.lexicon.action_words("noun", (v.names.steps[name].action,), [])
    if found is None:
        return v.note_missing(f"the step {name}", None, name.replace("_", " "))
    return v.noun_form(form, v.lexicon.noun(found))


def verb_form(verb: str, form: int) -> str:
    """Return one form of a verb; `verb` lists all of them, separated by commas."""
    return [each.strip() for each in verb.split(",")][form]


def after(v: Verbalizer, c: ct.After, preamble: Preamble) -> str:
    """Return what happens after an action, or after a step is skipped."""
    if c.skipped:
        when = v.render(
            "after skip",
            step=v.joined("or", [step_noun(v, name, "kind.the") for name in c.actions]),
        )
        return _triggered(v, c, preamble, when, conjuncts(c.where), "")
    inner = v.of_action(*c.actions)
    own = split_preamble(inner, conjuncts(c.where))
    preamble = Preamble([*preamble.times, *own.times], preamble.conditions, preamble.parts)
    rest = [part for part in own.conditions if part != MINE]
    form = "yours" if len(rest) < len(own.conditions) else "a"
    act = action_phrase(inner, c.actions, rest)
    if act.subject and len(c.actions) == 1 and (act.domain is not None or act.one is not None):
        verb = act.verb[DOES]
        when = inner.render("when does", who=actor_text(inner, act, "a"), does=verb)
        return _triggered(inner, c, preamble, when, act.rest, c.actions[0])
    noun, rest = noun_of(inner, c.actions, rest, form)
    when = inner.render("after", what=noun)
    if form == "a" and any(time in preamble.times for time in event_times(inner, c.actions)):
        when = ""
    return _triggered(inner, c, preamble, when, rest, c.actions[0])


def only_for_holder(c: ct.After | ct.At, parts: Sequence[t.Expr]) -> bool:
    """Return whether a clause routes only its holder; `parts` are the conditions around it."""
    if isinstance(c, ct.At) and c.whose.startswith("your"):
        return True
    asked = [*parts, *conjuncts(c.where)]
    return any(part in asked for part in (YOUR_TURN, GRANTED, MINE))


def event_times(v: Verbalizer, kinds: tuple[str, ...]) -> list[str]:
    """Return the time phrases that imply there was an event of these kinds."""
    return [v.render("time.after", what=noun_of(v, kinds, [], form)[0]) for form in ("a", "first")]


def _triggered(
    v: Verbalizer,
    c: ct.After | ct.At,
    preamble: Preamble,
    when: str,
    where: list[t.Expr],
    action: str,
) -> str:
    """Return `when, if …, this happens`; for a route, which step follows."""
    own = split_preamble(v, where, False)
    times = [time for time in (*preamble.times, when, *own.times) if time]
    text = if_clause(v, [*preamble.conditions, *own.conditions])
    you = only_for_holder(c, preamble.parts)
    main = _next(v, c.body, action, you) if isinstance(c.body, ct.Next) else block(v, c.body)
    if is_list(text):
        return ", ".join([*times, f"{main} {text}"])
    return ", ".join([*times, *([text] if text else []), main])


def _next(v: Verbalizer, route: ct.Next, action: str, you: bool) -> str:
    """Return which step follows: `another build follows`, or `you may then …` by its verb."""
    known = v.names.steps.get(route.step)
    if route.step == "end" or known is None:
        return v.render("next.end")
    noun, _ = v.lexicon.action_words("noun", (action,), []) if action else (None, [])
    if known.action == action and noun is not None:
        again = "next.again.possible" if route.if_possible else "next.again"
        return v.noun_form("next.again.may" if known.skip else again, v.lexicon.noun(noun))
    verb, _ = v.lexicon.action_words("verb", (known.action,), [])
    if v.lexicon.name("steps", route.step) is not None or verb is None:
        return v.render(
            "next.possible" if route.if_possible else "next",
            step=step_noun(v, route.step, "kind.a"),
        )
    if known.chooser == "chance":
        return v.render("step.does", who=v.render("step.chance"), does=verb_form(verb, DOES))
    way = "may" if known.skip else "try" if route.if_possible else "must"
    person = ".you" if you or known.chooser == "holder" else ""
    return v.render(f"next.{way}{person}", who=v.render("person.active"), do=verb_form(verb, INF))


def before(v: Verbalizer, c: ct.Before, preamble: Preamble) -> str:
    """Return what happens before an action."""
    inner = v.of_action(c.action)
    noun, rest = noun_of(inner, (c.action,), conjuncts(c.where), "each of yours")
    when = inner.render("before", what=noun)
    return compose(
        inner, Preamble([*preamble.times, when], preamble.conditions), block(inner, c.body), rest
    )


def at(v: Verbalizer, c: ct.At, preamble: Preamble) -> str:
    """Return what happens at a moment of a turn."""
    text = v.lexicon.name("moments", c.moment)
    if text is None:
        text = v.note_missing(f"the moment {c.moment}", c.location, f"{c.moment} {{turn}}")
    when = v.fill(text, True, {"turn": v.render(f"turn.{c.whose.split()[0]}")})
    return _triggered(v, c, preamble, when, conjuncts(c.where), "")


def grant(v: Verbalizer, c: ct.Grant, preamble: Preamble) -> str:
    """Return that the holder gets an additional turn."""
    tail = f"; {block(v, c.body)}" if c.body else ""
    return compose(v, preamble, v.render("extra turn"), conjuncts(c.where), tail)
