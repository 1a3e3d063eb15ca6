"""The declarations of a game as sentences: rules, facts, actions, pieces, the flow."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos_rulebook.prose.effects import block
from thesmos_rulebook.prose.expressions import kind_of
from thesmos_rulebook.prose.normal_form import conjuncts, normal
from thesmos_rulebook.prose.steps import each_player, step_sequence
from thesmos_rulebook.prose.verbalizer import Mention, Verbalizer


def rule(v: Verbalizer, declaration: d.RuleDeclaration) -> str:
    """Return what a rule requires."""
    return v.all_of(conjuncts(v.expand_roles(declaration.expr)))


def fact(v: Verbalizer, declaration: d.FactDeclaration) -> str:
    """Return when a fact holds, or what it is.

    Empty if the fact has no words of its own, or if they say the same as its definition.
    """
    inner = v.with_params(declaration.params)
    names = tuple(t.Name(declaration.location, name) for name, _ in declaration.params)
    asked = (
        t.FunctionCall(declaration.location, declaration.name, names)
        if names
        else t.Name(declaration.location, declaration.name)
    )
    text = inner.phrase(asked)
    if text is None:
        return ""  # texts show its definition wherever it is used
    body = normal(declaration.body)
    if isinstance(body, t.Literal) and body.word in ("yes", "no"):
        return inner.render(f"fact.{body.word}", fact=text)
    flag = is_flag(v, declaration.body)
    told_body = inner.all_of(conjuncts(body)) if flag else inner.say(body)
    if v.language.tidied(told_body) == v.language.tidied(inner.phrase(asked) or ""):
        return ""  # its words say the same as its definition
    return inner.render("fact" if flag else "fact.value", fact=text, body=told_body)


def fact_by_words(v: Verbalizer, declaration: d.FactDeclaration) -> str:
    """Return a fact by its own words, or by its definition if it has none."""
    inner = v.with_params(declaration.params)
    names = tuple(t.Name(declaration.location, name) for name, _ in declaration.params)
    asked = t.FunctionCall(declaration.location, declaration.name, names)
    text = inner.phrase(asked if names else t.Name(declaration.location, declaration.name))
    if text is not None:
        return text
    body = normal(declaration.body)
    flag = is_flag(v, declaration.body)
    return v.render("fact.short", body=inner.all_of(conjuncts(body)) if flag else inner.say(body))


def is_flag(v: Verbalizer, body: t.Expr) -> bool:
    """Return whether an expression is a condition."""
    if isinstance(body, t.Logic):
        return True
    if isinstance(body, t.IfElse):
        return is_flag(v, body.then)
    if isinstance(body, t.Binary):
        return body.word in ("=", "!=", "<", "<=", ">", ">=", "in")
    if isinstance(body, t.SetSearch):
        return body.word in ("some", "no", "every")
    if isinstance(body, t.Unary):
        return body.word != "-"
    if isinstance(body, t.History):
        return body.word == "did"
    if isinstance(body, t.FunctionCall):
        owners = v.names.attrs.get(body.name, {})
        return any(a.type.base == "flag" for a in owners.values())
    return False


def supply(v: Verbalizer, kind: str, declaration: d.SupplyDeclaration) -> str:
    """Return what a card brings: how many pieces, with which attributes, and where they start."""
    noun = v.noun(kind)
    one, any_ = declaration.count == 1, _is_unlimited(v, kind, declaration)
    subject = v.render("brings.it" if one else "brings.each", noun.gender)
    inner = v.with_name("x", Mention(subject, subject), kind)
    values = [*((key, value) for key, value in declaration.values), ("zone", declaration.zone)]
    asked = [
        t.Binary(
            declaration.location, "=",
            t.FunctionCall(declaration.location, key, (t.Name(declaration.location, "x"),)),
            t.Name(declaration.location, value),
        )
        for key, value in values
    ]  # fmt: skip
    each = [text.removeprefix(subject).strip() for text in inner.conditions(asked)]
    where = each.pop() if len(each) > 1 else ""  # attributes stay as they are, the zone changes
    each += [v.render("brings.first", what=where)] if where else []
    wording = f"{subject} {v.joined('and', each)}".strip()
    count = (
        v.noun_form("kind.a", noun)
        if one
        else f"{v.language.number(declaration.count)} {noun.many}"
    )
    template = "brings.any" if any_ else "brings"
    return v.render(template, noun.gender, count=count, many=noun.many, text=wording)


def _is_unlimited(v: Verbalizer, kind: str, declaration: d.SupplyDeclaration) -> bool:
    """Return whether a supply has so many pieces that the board is full before it runs out."""
    game = v.names.game
    on = next((piece.on for piece in game.pieces if piece.name == kind), None)
    cells = next((len(board.cells()) for board in game.boards if board.name == on), None)
    return cells is not None and 2 * declaration.count >= cells


def action(v: Verbalizer, declaration: d.ActionDeclaration) -> Iterator[str]:
    """Yield what is chosen for an action, and what happens."""
    inner = v.of_action(declaration.name)
    roles, known = _chosen(inner, declaration)
    if roles and declaration.rules:
        inner = known
        noun, _ = v.lexicon.action_words("noun", (declaration.name,), [])
        what = "" if noun is None else v.noun_form("a", v.lexicon.noun(noun))
        template = "chosen" if what else "chosen.just"
        if any(
            x.action == declaration.name and x.chooser == "chance" for x in v.names.steps.values()
        ):
            template = "drawn" if what else "drawn.just"
        yield inner.render(template, what=what, roles=inner.joined("and", roles))
    if declaration.do:
        yield inner.render("effect", what=block(inner, inner.expand_roles(declaration.do)))


def notation_condition(v: Verbalizer, action: str, notation: d.NotationDeclaration) -> str:
    """Return when an option is written in this way, `if …`; empty if there is no condition."""
    inner = v.of_action(action)
    if notation.when is None:
        return ""
    return inner.render("if", what=inner.all_of(conjuncts(inner.expand_roles(notation.when))))


def kinds(v: Verbalizer, action: d.ActionDeclaration) -> dict[str, str]:
    """Return the kind of each role, by its type or by the expression it is computed from."""
    inner, result = v.of_action(action.name), dict[str, str]()
    for role in action.roles:
        if role.type is not None:
            result[role.name] = role.type.name
        elif role.expr is not None:
            result[role.name] = kind_of(inner, role.expr)
    return result


def _chosen(v: Verbalizer, declaration: d.ActionDeclaration) -> tuple[list[str], Verbalizer]:
    """Return what is chosen for the open roles, and a verbalizer that then calls it `that`."""
    result: list[str] = []
    opened = [(role, role.type.name) for role in declaration.roles if role.type is not None]
    inner = v
    for role, kind in opened:
        noun, named = v.lexicon.kind(kind), v.lexicon.name("roles", role.name)
        alone = [name for _, name in opened].count(kind) == 1
        if noun is not None and alone and named in (None, v.noun_form("kind.the", noun)):
            result.append(v.noun_form("kind.a", noun))
            that = v.noun_form("that", noun)
            inner = inner.with_name(role.name, Mention(that, that), kind)
        else:
            text = named or v.role(role.name)
            text = text or v.note_missing(f"the role {role.name}", role.location, role.name)
            result.append(v.language.with_indefinite_article(text))
    return result, inner


def instruction(v: Verbalizer, word: str, argument: str, card: d.CardDocument) -> Iterator[str]:
    """Yield the sentences of one instruction of a flow; a step brings those that follow it."""
    if word == "steps":
        yield from step_sequence(v, argument, card)
    elif word == "each player":
        yield from each_player(v, argument, card)
    elif word in ("moment", "routes"):
        text = v.lexicon.name("moments", argument)
        if text is None:
            text = v.note_missing(f"the moment {argument}", None, argument)
        turn = {"turn": v.render("turn.this")}
        yield v.render(f"flow.{word}", moment=v.fill(text, True, dict(turn)))
    elif word == "first":
        yield v.render("flow.first", who=v.say(t.Name(v.names.game.location, argument)))
    else:
        yield v.render(f"flow.{word}")
