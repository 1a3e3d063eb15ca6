"""Questions about past events, and what actions are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos.syntax.words import GAP
from thesmos_rulebook.prose.expressions import kind_of, member, that
from thesmos_rulebook.prose.normal_form import conjuncts
from thesmos_rulebook.prose.verbalizer import HANDLERS, Verbalizer

INF, DOES, DID = 0, 1, 2


@dataclass(frozen=True)
class ActionPhrase:
    """An action in words: its verb, who acts, and the conditions left.

    subject: the role that acts, empty if there is none. domain: the set that it is a member of;
    one: the single thing that it is; excluded: whether the subject must not be in the set, or
    not be that thing. rest: the conditions not covered by these.
    """

    verb: tuple[str, ...]
    subject: str
    kind: str
    domain: t.Expr | None
    one: t.Expr | None
    excluded: bool
    rest: list[t.Expr]


def subject_role(v: Verbalizer, action: d.ActionDeclaration | None) -> d.RoleDeclaration | None:
    """Return the role that acts: the open one with which the text of the action's event begins."""
    if action is None:
        return None
    event, _ = v.lexicon.action_words("event", (action.name,), [])
    found = GAP.match(event or "")
    opened = (role for role in action.roles if role.type is not None)
    return next((role for role in opened if found and role.name == found.group(1)), None)


def action_phrase(v: Verbalizer, kinds: tuple[str, ...], parts: list[t.Expr]) -> ActionPhrase:
    """Return the verb for events of some kinds, and who acts as far as the conditions say."""
    text, rest = v.lexicon.action_words("verb", kinds, parts)
    verb = tuple(form.strip() for form in (text or "").split(","))
    role = subject_role(v, v.names.actions.get(kinds[0]))
    kind = role.type.name if role is not None and role.type is not None else ""
    known = v.names.types.get(kind)
    if role is None or known is None or known.base not in ("piece", "player") or text is None:
        return ActionPhrase(
            verb if text else (), "", "", None, None, False, v.expand_roles_in(rest)
        )
    domain = one = None
    excluded = False
    for part in rest:
        who = _actor(v, part, role.name, kind)
        if who is not None:
            domain, one, excluded = who
            rest = [other for other in rest if other is not part]
            break
    return ActionPhrase(verb, role.name, kind, domain, one, excluded, v.expand_roles_in(rest))


def _actor(
    v: Verbalizer, part: t.Expr, role: str, kind: str
) -> tuple[t.Expr | None, t.Expr | None, bool] | None:
    """Return what a condition says about who acts: the set, the one thing, whether it is negated.

    None if it says nothing of the sort.
    """
    if isinstance(part, t.FunctionCall) and part.arguments == (t.Name(part.location, role),):
        domain = t.Kind(part.location, kind)
        one = t.SetSearch(part.location, "first", t.Member(role, domain, part))
        return (None, one, False) if v.lexicon.phrase(one) is not None else None
    excluded = False
    if isinstance(part, t.Unary) and part.word == "not":
        part, excluded = part.value, True
    if not isinstance(part, t.Binary) or part.left != t.Name(part.location, role):
        return None
    if part.word == "in":
        return part.right, None, excluded
    return (None, part.right, part.word == "!=") if part.word in ("=", "!=") else None


def actor_text(v: Verbalizer, act: ActionPhrase, form: str) -> str:
    """Return who acts, in a form: `a`, `any`, `none`; a single thing by its name."""
    if act.one is not None:
        return v.say(act.one)
    if act.domain is not None:
        return member(v, act.domain, form)
    return v.noun_form(f"kind.{form}", v.noun(act.kind))


def noun_of(
    v: Verbalizer, kinds: tuple[str, ...], parts: list[t.Expr], form: str
) -> tuple[str, Any]:
    """Return what an action is called, in a form, and the conditions its name doesn't cover."""
    text, rest = v.lexicon.action_words("noun", kinds, parts)
    if text is not None:
        return v.noun_form(form, v.lexicon.noun(text)), rest
    if len(kinds) == 1:
        return v.note_missing(f"the action {kinds[0]}", None, kinds[0]), rest
    return v.joined("or", [noun_of(v, (kind,), [], form)[0] for kind in kinds]), parts


def window(v: Verbalizer, event: t.Event) -> str:
    """Return the period that a question is about."""
    of = event.window_of
    return v.render(f"window.{event.window}", of="" if of is None else lambda: v.say(of))


def _history(v: Verbalizer, e: t.Expr) -> str:
    """Return a `did`, a negated `did`, a compared `times`, or a role of the last or first event."""
    if isinstance(e, t.Unary) and isinstance(e.value, t.History):
        return _did(v, e.value, False)
    if isinstance(e, t.Binary) and isinstance(e.left, t.History):
        assert isinstance(e.right, t.Number)
        return _times(v, e.left, e.word, e.right.value)
    assert isinstance(e, t.History)
    return _did(v, e, True) if e.word == "did" else _role(v, e)


def _did(v: Verbalizer, e: t.History, positive: bool) -> str:
    event = e.event
    inner = v.of_action(event.kinds[0])
    act = action_phrase(inner, event.kinds, conjuncts(event.condition))
    given = event.with_value if event.with_role == act.subject else None
    if not act.subject or len(event.kinds) > 1:
        return _there_was(v, e, positive)
    if given is not None:
        who, yes = v.say(given), positive
    else:
        who, yes = actor_text(inner, act, "a" if positive else "none"), True
    text = v.language.template("did")
    during = window(v, event)
    verb = act.verb
    wording = v.fill(text, yes, {"who": who, "did": verb[DID], "do": verb[INF], "window": during})
    return _with_rest(inner, wording, act.rest)


def _with_rest(v: Verbalizer, text: str, rest: list[t.Expr]) -> str:
    if not rest:
        return text
    return v.render("such", head=text, what=v.joined_conditions("and", v.conditions(rest)))


def _there_was(v: Verbalizer, e: t.History, positive: bool) -> str:
    event = e.event
    inner = v.of_action(event.kinds[0])
    noun, rest = noun_of(inner, event.kinds, conjuncts(event.condition), "a")
    bare, _ = noun_of(inner, event.kinds, conjuncts(event.condition), "bare")
    text = v.fill(
        v.language.template("there was"),
        positive,
        {"a": noun, "no": bare, "window": window(v, event)},
    )
    return _with_rest(inner, text, rest)


def _times(v: Verbalizer, e: t.History, word: str, number: int) -> str:
    event = e.event
    form = "one" if number == 1 else "bare many"
    noun, rest = noun_of(v, event.kinds, conjuncts(event.condition), form)
    n = "" if number == 1 else v.language.number(number)  # the noun's form contains `one`
    count = v.render("amount.=" if word == "!=" else f"amount.{word}", n=n)
    template = ("there was one" if number == 1 else "there were") + (".not" if word == "!=" else "")
    text = v.render(template, count=count, what=noun, window=window(v, event))
    return _with_rest(v.of_action(event.kinds[0]), text, rest)


def _role(v: Verbalizer, e: t.History) -> str:
    event = e.event
    kind = event.kinds[0]
    role = v.of_action(*event.kinds).role(str(e.role))
    if role is None:
        role = v.note_missing(f"the role {kind}.{e.role}", e.location, str(e.role))
    noun, rest = noun_of(v, event.kinds, conjuncts(event.condition), "bare")
    if event.with_value is not None:
        given = event.with_value
        noun = v.render("of whom", what=noun, who=lambda: v.say(given))
    text, _ = v.lexicon.action_words("noun", event.kinds, conjuncts(event.condition))
    gender = "" if text is None else v.lexicon.noun(text).gender
    during = window(v, event)
    wording = v.render(f"history.{e.word}", gender, role=role, what=noun, window=during)
    return _with_rest(v.of_action(kind), wording, rest)


def mentioned_again(v: Verbalizer, e: t.Node) -> str:
    """Return how a thing that was mentioned before is called: `that space`."""
    return that(v, kind_of(v, e))


HANDLERS[t.History] = _history
