"""Questions about past events, and what actions are called."""

from __future__ import annotations

from dataclasses import dataclass

from thesmos.program.declarations import Action, Role
from thesmos.program.node import Ref
from thesmos.program.values import (
    AfterDo,
    AllOf,
    Binder,
    Compare,
    Comparison,
    FactValue,
    Forbidden,
    IsIn,
    Not,
    Number,
    Past,
    Search,
    Value,
    Variable,
)
from thesmos.syntax.words import GAP
from thesmos_rulebook.prose.expressions import is_person
from thesmos_rulebook.prose.members import Form, member
from thesmos_rulebook.prose.normal_form import conjuncts
from thesmos_rulebook.prose.verbalizer import HANDLERS, Verbalizer

INF, DOES, DID, DONE = 0, 1, 2, 3


@dataclass(frozen=True)
class ActionPhrase:
    """An action in words: its verb, who acts, and the conditions left.

    verb: the forms `do`, `does`, `did`, and perhaps `has done` (with `[|not ]` in it), for what was
        done this turn.
    subject: the role that acts; empty if there is none.
    domain: the set that the subject is in.
    actor: the single thing that it is.
    excluded: whether the subject must not be in that set, or not be that thing.
    rest: the conditions not covered by these.
    """

    verb: tuple[str, ...]
    subject: str
    kind: str
    domain: Value | None
    actor: Value | None
    excluded: bool
    rest: list[Value]


def actions_of(past: Past) -> tuple[Ref, ...]:
    """Return the actions whose events it is about."""
    return tuple(events.action for events in past.query.events)


def conditions_of(past: Past) -> list[Value]:
    """Return the conditions on the events that it is about; all their actions share these."""
    return conjuncts(past.query.events[0].condition)


def of_this_turn(past: Past) -> bool:
    """Return whether a question is about the present turn."""
    return not past.query.whole_game and is_person(past.of, "active")


def subject_role(v: Verbalizer, action: Action) -> Role | None:
    """Return the role that acts: the open role with which the text of the action's event begins."""
    event, _ = v.action_words("event", (action.name,), [])
    gap = GAP.match(event or "")
    return next((role for role in action.open_roles if gap and role.name == gap.group(1)), None)


def subject_role_name(v: Verbalizer, action: Ref) -> str:
    """Return the name of the role that acts; empty if none does."""
    role = subject_role(v, v.game.actions[action])
    return "" if role is None else role.name


def action_phrase(v: Verbalizer, actions: tuple[Ref, ...], parts: list[Value]) -> ActionPhrase:
    """Return the verb for events of some actions, and who acts, as far as the conditions say.

    In the remaining conditions roles stay names: after an event, what a role was computed from may
    have changed.
    """
    text, rest = v.action_words("verb", actions, parts)
    verb = tuple(form.strip() for form in (text or "").split(","))
    role = subject_role(v, v.game.actions[actions[0]])
    if role is None or role.type.base not in ("piece", "player") or text is None:
        return ActionPhrase(verb if text else (), "", "", None, None, False, rest)
    domain = actor = None
    excluded = False
    for part in rest:
        who = _actor(v, part, role)
        if who is not None:
            domain, actor, excluded = who
            rest = [other for other in rest if other is not part]
            break
    return ActionPhrase(verb, role.name, role.type.name, domain, actor, excluded, rest)


def _actor(
    v: Verbalizer, part: Value, role: Role
) -> tuple[Value | None, Value | None, bool] | None:
    """Return what a condition says about who acts: the set, the one thing, whether it is negated.

    None if it says nothing of the sort.
    """
    if isinstance(part, FactValue) and _is_about(part, role):
        domain = AllOf(location=part.location, type=role.type.set())
        binder = Binder(role.name, domain, part)
        actor = Search("first", binder, location=part.location, type=role.type.optional())
        return (None, actor, False) if v.lexicon.name("facts", part.fact, "one") else None
    excluded = isinstance(part, Not)
    if isinstance(part, Not):
        part = part.value
    match part:
        case IsIn(member=Variable(name=role.name)):
            return part.of, None, excluded
        case Compare(word="=" | "!=", left=Variable(name=role.name)):
            return None, part.right, part.word == "!="
        case _:
            return None


def _is_about(part: FactValue, role: Role) -> bool:
    """Return whether a role is the only argument of a fact."""
    arguments = part.arguments
    return (
        len(arguments) == 1
        and isinstance(arguments[0], Variable)
        and arguments[0].name == role.name
    )


def actor_text(v: Verbalizer, act: ActionPhrase, form: Form) -> str:
    """Return who acts, in a form: `a`, `any`, `none`; a single thing by its name."""
    if act.actor is not None:
        return v.say(act.actor)
    if act.domain is not None:
        return member(v, act.domain, form)
    return v.noun_form(f"kind.{form}", v.noun(act.kind))


def noun_of(
    v: Verbalizer, actions: tuple[Ref, ...], parts: list[Value], form: str
) -> tuple[str, list[Value]]:
    """Return the noun of an action, in a form, and the conditions that it doesn't cover."""
    text, rest = v.action_words("noun", actions, parts)
    if text is not None:
        return v.noun_form(form, v.lexicon.noun(text)), rest
    if len(actions) == 1:
        name = actions[0].name
        return v.literal_noun(f"the action {name}", "noun", name, form), rest
    return v.joined("or", [noun_of(v, (action,), [], form)[0] for action in actions]), parts


def window(v: Verbalizer, past: Past) -> str:
    """Return the period that a question is about."""
    if past.query.whole_game:
        return v.render("window.game", of=lambda: v.say(past.of))
    return v.render("window.this turn" if of_this_turn(past) else "window.your last turn")


def within(v: Verbalizer, past: Past) -> str:
    """Return the period that a question is about, in the form that follows a noun."""
    if past.query.whole_game:
        return v.render("within.game", of=lambda: v.say(past.of))
    return v.render("within.this turn" if of_this_turn(past) else "within.your last turn")


def _history(v: Verbalizer, e: Value) -> str:
    """Return a `did`, a negated `did`, a compared `times`, or a role of the last or first event."""
    match e:
        case Not(value=Past() as past):
            return _did(v, past, False)
        case Compare(word=word, left=Past() as past, right=Number(value=number)):
            return _times(v, past, word, number)
        case Past(query=query) if query.question == "did":
            return _did(v, e, True)
        case _:
            assert isinstance(e, Past)
            return _role(v, e)


def _did(v: Verbalizer, e: Past, positive: bool) -> str:
    actions = actions_of(e)
    inner = v.of_action(actions[0])
    act = action_phrase(inner, actions, conditions_of(e))
    subject = e.given if e.query.by == act.subject else None
    if not act.subject or len(actions) > 1 or (e.given is not None and subject is None):
        return _there_was(v, e, positive)
    if subject is not None:
        who, yes = v.say(subject), positive
    else:
        who, yes = actor_text(inner, act, "a" if positive else "none"), True
    text = v.language.template("did")
    during = window(v, e)
    verb = act.verb
    if len(verb) > DONE and of_this_turn(e):
        text = v.language.template("has done")
        done = v.fill(verb[DONE], yes, {})
        wording = v.fill(text, yes, {"who": who, "done": done, "window": during})
        return _with_rest(inner, wording, act.rest)
    wording = v.fill(text, yes, {"who": who, "did": verb[DID], "do": verb[INF], "window": during})
    return _with_rest(inner, wording, act.rest)


def _with_rest(v: Verbalizer, text: str, rest: list[Value]) -> str:
    if not rest:
        return text
    what = v.joined_conditions("and", v.conditions(rest))
    return v.render("such event", head=text, what=what)


def _there_was(v: Verbalizer, e: Past, positive: bool) -> str:
    actions = actions_of(e)
    inner = v.of_action(actions[0])
    noun, rest = noun_of(inner, actions, conditions_of(e), "a")
    none, _ = noun_of(inner, actions, conditions_of(e), "kind.none")
    text = v.fill(
        v.language.template("there was"),
        positive,
        {"a": noun, "none": none, "window": _window_with(v, e)},
    )
    return _with_rest(inner, text, rest)


def _window_with(v: Verbalizer, e: Past) -> str:
    """Return the period that a question is about, after what the events were with."""
    given = e.given
    if given is None:
        return window(v, e)
    return v.render("window.with", of=lambda: v.say(given), window=window(v, e))


def _times(v: Verbalizer, e: Past, word: Comparison, number: int) -> str:
    form = "one" if number == 1 else "bare many"
    noun, rest = noun_of(v, actions_of(e), conditions_of(e), form)
    n = "" if number == 1 else v.language.number(number)  # the noun's form contains `one`
    count = v.render("amount.=" if word == "!=" else f"amount.{word}", n=n)
    template = ("there was one" if number == 1 else "there were") + (".not" if word == "!=" else "")
    text = v.render(template, count=count, what=noun, window=_window_with(v, e))
    return _with_rest(v.of_action(actions_of(e)[0]), text, rest)


def _role(v: Verbalizer, e: Past) -> str:
    actions, name = actions_of(e), e.query.role or ""
    role = v.of_action(*actions).role(name)
    if role is None:
        shown = v.note_missing(f"the role {actions[0].name}.{name}", e.location, name)
        role = v.render("literal.value", called=shown.replace("_", " "))
    noun, rest = noun_of(v, actions, conditions_of(e), "bare")
    by_value, by = e.given, e.query.by
    about = v.of_action(*actions).role(by) if by else None
    when = within
    if by_value is not None and by == subject_role_name(v, actions[0]):
        noun, when = v.render("of whom", what=noun, who=lambda: v.say(by_value)), window
    text, _ = v.action_words("noun", actions, conditions_of(e))
    gender = "" if text is None else v.lexicon.noun(text).gender
    wording = v.render(
        f"history.{e.query.question}", gender, role=role, what=noun, window=when(v, e)
    )
    if by_value is not None and by != subject_role_name(v, actions[0]):
        about = about or v.render("literal.value", called=(by or "").replace("_", " "))
        same = v.render("binary.=", a=about, b=lambda: v.say(by_value))
        wording = v.render("such event", head=wording, what=same)
    return _with_rest(v.of_action(actions[0]), wording, rest)


def _forbidden(v: Verbalizer, e: Not | Forbidden) -> str:
    """Return whether an action with these roles is forbidden."""
    forbidden = e.value if isinstance(e, Not) else e
    assert isinstance(forbidden, Forbidden)
    noun, _ = noun_of(v, (forbidden.action,), [], "a")
    of = lambda: v.joined("and", [v.say(argument) for argument in forbidden.arguments])  # noqa: E731
    frame = v.language.template("forbidden")
    return v.fill(frame, not isinstance(e, Not), {"what": noun, "of": of})


def _after_do(v: Verbalizer, e: AfterDo) -> str:
    """Return what would be after an event; short for the choice that the sentence is about."""
    condition = lambda: v.condition(e.condition)  # noqa: E731
    opened = [role.name for role in v.game.actions[e.action].open_roles]
    named = [argument.name for argument in e.arguments if isinstance(argument, Variable)]
    if v.action == e.action and named == opened:
        return v.render("after do.this", condition=condition)
    what, _ = noun_of(v, (e.action,), [], "a")
    of = lambda: v.joined("and", [v.say(argument) for argument in e.arguments])  # noqa: E731
    template = "after do.with" if e.arguments else "after do"
    return v.render(template, what=what, of=of, condition=condition)


HANDLERS.update({Past: _history, Forbidden: _forbidden, AfterDo: _after_do})
