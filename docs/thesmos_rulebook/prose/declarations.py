"""The other parts of a game in words: rules, facts, actions, the flow."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos_rulebook.prose.effects import block
from thesmos_rulebook.prose.expressions import kind_of
from thesmos_rulebook.prose.normal_form import conjuncts, normal
from thesmos_rulebook.prose.steps import each_player, walk
from thesmos_rulebook.prose.verbalizer import Mention, Speaker


def rule(s: Speaker, written: d.RuleDeclaration) -> str:
    """A rule: what has to hold."""
    return s.all_of(conjuncts(s.plain(written.expr)))


def fact(s: Speaker, written: d.FactDeclaration) -> str:
    """A fact: when it holds, or what it is; empty if its words say it all, or it has none."""
    inner = s.with_params(written.params)
    names = tuple(t.Name(written.location, name) for name, _ in written.params)
    asked = (
        t.FunctionCall(written.location, written.name, names)
        if names
        else t.Name(written.location, written.name)
    )
    told = inner.phrase(asked)
    if told is None:
        return ""  # it is told by what it is made of, wherever it is asked
    body = normal(written.body)
    if isinstance(body, t.Literal) and body.word in ("yes", "no"):
        return inner.frame(f"fact.{body.word}", fact=told)
    flag = is_flag(s, written.body)
    told_body = inner.all_of(conjuncts(body)) if flag else inner.say(body)
    if s.tongue.mended(told_body) == s.tongue.mended(inner.phrase(asked) or ""):
        return ""  # its words say it already
    return inner.frame("fact" if flag else "fact.value", fact=told, body=told_body)


def short(s: Speaker, written: d.FactDeclaration) -> str:
    """A fact by its words alone; one that has none, by what it is short for."""
    inner = s.with_params(written.params)
    names = tuple(t.Name(written.location, name) for name, _ in written.params)
    asked = t.FunctionCall(written.location, written.name, names)
    told = inner.phrase(asked if names else t.Name(written.location, written.name))
    if told is not None:
        return told
    body = normal(written.body)
    flag = is_flag(s, written.body)
    return s.frame("fact.short", body=inner.all_of(conjuncts(body)) if flag else inner.say(body))


def is_flag(s: Speaker, body: t.Expr) -> bool:
    """Whether an expression is a condition."""
    if isinstance(body, t.Logic):
        return True
    if isinstance(body, t.IfElse):
        return is_flag(s, body.then)
    if isinstance(body, t.Binary):
        return body.word in ("=", "!=", "<", "<=", ">", ">=", "in")
    if isinstance(body, t.SetSearch):
        return body.word in ("some", "no", "every")
    if isinstance(body, t.Unary):
        return body.word != "-"
    if isinstance(body, t.History):
        return body.word == "did"
    if isinstance(body, t.FunctionCall):
        owners = s.names.attrs.get(body.name, {})
        return any(a.type.base == "flag" for a in owners.values())
    return False


def supply(s: Speaker, kind: str, written: d.SupplyDeclaration) -> str:
    """What a card brings: how many pieces, of which attributes, and where they wait."""
    noun = s.noun(kind)
    one, any_ = written.count == 1, _never_short(s, kind, written)
    subject = s.frame("brings.it" if one else "brings.each", noun.gender)
    inner = s.with_name("x", Mention(subject, subject), kind)
    values = [*((key, value) for key, value in written.values), ("zone", written.zone)]
    asked = [
        t.Binary(
            written.location, "=",
            t.FunctionCall(written.location, key, (t.Name(written.location, "x"),)),
            t.Name(written.location, value),
        )
        for key, value in values
    ]  # fmt: skip
    each = [text.removeprefix(subject).strip() for text in inner.conditions(asked)]
    where = each.pop() if len(each) > 1 else ""  # what it is stays so, where it waits does not
    each += [s.frame("brings.first", what=where)] if where else []
    told = f"{subject} {s.joined('and', each)}".strip()
    count = s.formed("kind.a", noun) if one else f"{s.tongue.number(written.count)} {noun.many}"
    frame = "brings.any" if any_ else "brings"
    return s.frame(frame, noun.gender, count=count, many=noun.many, told=told)


def _never_short(s: Speaker, kind: str, written: d.SupplyDeclaration) -> bool:
    """Whether there are so many pieces of a supply that a board is full before it is used up."""
    game = s.names.game
    on = next((piece.on for piece in game.pieces if piece.name == kind), None)
    cells = next((len(board.cells()) for board in game.boards if board.name == on), None)
    return cells is not None and 2 * written.count >= cells


def action(s: Speaker, written: d.ActionDeclaration) -> Iterator[str]:
    """An action: what is chosen, and what happens."""
    inner = s.of_action(written.name)
    roles, known = _chosen(inner, written)
    if roles and written.rules:
        inner = known
        noun, _ = s.lexicon.act("noun", (written.name,), [])
        what = "" if noun is None else s.formed("a", s.lexicon.noun(noun))
        frame = "chosen" if what else "chosen.just"
        if any(x.action == written.name and x.chooser == "chance" for x in s.names.steps.values()):
            frame = "drawn" if what else "drawn.just"
        yield inner.frame(frame, what=what, roles=inner.joined("and", roles))
    if written.do:
        yield inner.frame("effect", what=block(inner, inner.plain(written.do)))


def when_written(s: Speaker, action: str, way: d.NotationDeclaration) -> str:
    """When an option is written in a way: `if …`; empty if it always is, or wherever left."""
    inner = s.of_action(action)
    if way.when is None:
        return ""
    return inner.frame("if", what=inner.all_of(conjuncts(inner.plain(way.when))))


def kinds(s: Speaker, action: d.ActionDeclaration) -> dict[str, str]:
    """The kind of each role, by its type or by what it is computed from."""
    inner, made = s.of_action(action.name), dict[str, str]()
    for role in action.roles:
        if role.type is not None:
            made[role.name] = role.type.name
        elif role.expr is not None:
            made[role.name] = kind_of(inner, role.expr)
    return made


def _chosen(s: Speaker, written: d.ActionDeclaration) -> tuple[list[str], Speaker]:
    """What is chosen for the open roles, and the speaker who may call it `that` from then on."""
    made: list[str] = []
    opened = [(role, role.type.name) for role in written.roles if role.type is not None]
    inner = s
    for role, kind in opened:
        noun, named = s.lexicon.kind(kind), s.lexicon.name("roles", role.name)
        alone = [name for _, name in opened].count(kind) == 1
        if noun is not None and alone and named in (None, s.formed("kind.the", noun)):
            made.append(s.formed("kind.a", noun))
            that = s.formed("that", noun)
            inner = inner.with_name(role.name, Mention(that, that), kind)
        else:
            told = named or s.role(role.name)
            told = told or s.lack(f"the role {role.name}", role.location, role.name)
            made.append(s.tongue.unknown(told))
    return made, inner


def instruction(s: Speaker, word: str, argument: str, card: d.CardDocument) -> Iterator[str]:
    """One instruction of a flow; where it is a step, that and what follows it."""
    if word == "steps":
        yield from walk(s, argument, card)
    elif word == "each player":
        yield from each_player(s, argument, card)
    elif word in ("moment", "routes"):
        text = s.lexicon.name("moments", argument)
        if text is None:
            text = s.lack(f"the moment {argument}", None, argument)
        turn = {"turn": s.frame("turn.this")}
        yield s.frame(f"flow.{word}", moment=s.fill(text, True, dict(turn)))
    elif word == "first":
        yield s.frame("flow.first", who=s.say(t.Name(s.names.game.location, argument)))
    else:
        yield s.frame(f"flow.{word}")
