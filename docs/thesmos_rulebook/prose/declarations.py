"""The declarations of a game as sentences: rules, facts, actions, pieces, the flow."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from thesmos.diagnostics import Location
from thesmos.program.declarations import (
    Action,
    Attribute,
    Card,
    Fact,
    Notation,
    Parameter,
    Rule,
    Supply,
    ValidCondition,
)
from thesmos.program.effects import Let
from thesmos.program.flow import (
    BeginTurn,
    EachPlayer,
    FirstTurn,
    GrantTurn,
    Instruction,
    Judge,
    Moment,
    PassTurn,
    Rewind,
    Routes,
    Spend,
    Steps,
)
from thesmos.program.node import AttributeRef, walk
from thesmos.program.types import FLAG, ZONE, Type
from thesmos.program.values import (
    AttributeValue,
    CellOf,
    Compare,
    FactValue,
    Flag,
    IsIn,
    Not,
    Number,
    NumberedPlayer,
    SetOf,
    Value,
    Variable,
    Word,
    ZoneOf,
)
from thesmos_rulebook.prose.effects import block
from thesmos_rulebook.prose.language import END
from thesmos_rulebook.prose.members import kind_of
from thesmos_rulebook.prose.mentions import named_once
from thesmos_rulebook.prose.normal_form import conjuncts, normal, substituted
from thesmos_rulebook.prose.steps import each_player, step_sequence
from thesmos_rulebook.prose.verbalizer import Mention, Verbalizer, kind_name
from thesmos_rulebook.prose.written_parts import writing

FLOW_WORDS: Mapping[type[Instruction], str] = {  # instructions with a sentence of their own
    BeginTurn: "begin turn",
    Spend: "spend",
    Judge: "judge",
    Rewind: "rewind",
    GrantTurn: "grant",
    PassTurn: "pass",
}


def rule(v: Verbalizer, declaration: Rule) -> str:
    """Return what a rule requires: its condition, after the rule's own words if it has any."""
    body = v.all_of(conjuncts(v.expand_roles(declaration.condition)))
    wording = v.lexicon.name("rules", (v.action or "", declaration.name), "holds")
    if wording is None:
        return named_once(v, body)
    words = v.fill(wording, True, {})
    same = v.language.tidied(words) == v.language.tidied(body)
    return words if same else v.render("rule.words", words=words, body=body)


def applied_fact(fact: Fact, parameters: Sequence[Parameter]) -> FactValue:
    """Return a fact applied to parameters.

    parameters: its own, perhaps with other names.
    """
    arguments = tuple(
        Variable(parameter.name, False, location=fact.location, type=parameter.type)
        for parameter in parameters
    )
    return FactValue(fact.name, arguments, location=fact.location, type=fact.body.type)


def fact(v: Verbalizer, declaration: Fact) -> str:
    """Return when a fact holds, or what it is: its words, then what they stand for.

    Empty if the fact has no words of its own: its definition is then shown wherever it is used.
    """
    inner = _with_parameters(v, declaration)
    text = _words(inner, declaration)
    if text is None:
        return ""
    full = _is_full_sentence(inner, declaration)
    body = normal(_in_roles(inner, declaration))
    if isinstance(body, Flag) and full:
        return inner.render("fact.yes" if body.value else "fact.no", fact=text)
    if not full:
        return _meaning(v, declaration, text)
    body_text = inner.all_of(conjuncts(body)) if is_flag(body) else inner.say(body)
    again = v.language.tidied(_words(inner, declaration) or "")
    same = v.language.tidied(body_text)
    if again == same:
        return inner.render("fact.same", fact=text)
    return inner.render("fact" if is_flag(body) else "fact.value", fact=text, body=body_text)


def fact_by_definition(v: Verbalizer, declaration: Fact) -> str:
    """Return the definition of a fact that has no words of its own."""
    inner = _with_parameters(v, declaration)
    return v.render("fact.short", body=_definition(inner, declaration))


def _meaning(v: Verbalizer, declaration: Fact, words: str) -> str:
    """Return what words mean that do not name all things that their definition is about."""
    inner = _with_parameters(v, declaration)
    things = []
    for parameter in declaration.parameters:
        if inner.action is None and parameter.name in inner.mentions:
            things.append(inner.mentions[parameter.name].say())
    body = _definition(inner, declaration)
    if not things:
        return v.render("fact.means", fact=words, body=body)
    return v.render("fact.means of", fact=words, things=v.joined("and", things), body=body)


def _words(inner: Verbalizer, declaration: Fact) -> str | None:
    """Return the words of a fact, or those of an action for which it holds; None without any."""
    text = inner.phrase(applied_fact(declaration, declaration.parameters))
    if text is None and inner.action is not None:
        text = inner.lexicon.name("acts", (inner.action, declaration.name), "verb")
        text = None if text is None else text.partition(",")[0]
    return text


def _is_full_sentence(inner: Verbalizer, declaration: Fact) -> bool:
    """Return whether the words of a fact name all that its definition is about."""
    named = inner.phrase(applied_fact(declaration, declaration.parameters)) is not None
    return named and inner.action is None and inner.all_mentioned(declaration.parameters)


def _definition(inner: Verbalizer, declaration: Fact) -> str:
    """Return the definition of a fact; `inner` knows its parameters."""
    body = normal(_in_roles(inner, declaration))
    return inner.all_of(conjuncts(body)) if is_flag(body) else inner.say(body)


def _in_roles(inner: Verbalizer, declaration: Fact) -> Value:
    """Return a fact's definition; if it is about an action, in the roles of that action."""
    roles = _roles(declaration) if inner.action else {}
    body: Value = inner.expand_roles(substituted(declaration.body, roles))
    return body


def valid(v: Verbalizer, condition: ValidCondition) -> str:
    """Return what holds in every position: by the words of the fact, for any of its parameters."""
    compared = condition.compared
    if not isinstance(compared.value, FactValue):  # `one KIND on a cell`
        noun = v.noun(compared.over[0].name, condition.location)
        return v.render("valid.alone", noun.gender, many=noun.plural)
    parameters = [Parameter(*each) for each in zip(compared.names, compared.over, strict=True)]
    return v.with_parameters(parameters).condition(compared.value)


def _with_parameters(v: Verbalizer, declaration: Fact) -> Verbalizer:
    """Return a verbalizer that knows a fact's parameters.

    They are things; the roles of an action if the fact has words only for that.
    """
    inner = v.with_parameters(declaration.parameters)
    action = v.lexicon.declared.action_of(declaration.name)
    named = inner.phrase(applied_fact(declaration, declaration.parameters)) is not None
    if named and inner.all_mentioned(declaration.parameters):
        return v.with_parameters(declaration.parameters)
    return v.with_parameters(declaration.parameters) if action is None else v.of_action(action)


def _roles(declaration: Fact) -> dict[str, Value]:
    """Return the roles that correspond to the parameters of a fact about an action."""
    location = declaration.location
    return {
        parameter.name: Variable(parameter.name, True, location=location, type=parameter.type)
        for parameter in declaration.parameters
    }


def is_flag(body: Value) -> bool:
    """Return whether a value is a condition."""
    return body.type.base == "flag" and not body.type.many


def supply(v: Verbalizer, declaration: Supply) -> str:
    """Return what a card brings: how many pieces, with which attributes, and where they start."""
    noun = v.noun(declaration.kind)
    single, any_ = declaration.count == 1, _is_unlimited(v, declaration)
    subject = v.render("brings.it" if single else "brings.each", noun.gender)
    inner = v.with_name("x", Mention(subject, subject), declaration.kind)
    conditions = list(_first_values(v, declaration))
    texts = [text.removeprefix(f"{subject}{END}").strip() for text in inner.conditions(conditions)]
    where = texts.pop() if len(texts) > 1 else ""  # attributes stay as they are, the zone changes
    texts += [v.render("brings.first", what=where)] if where else []
    wording = f"{subject} {v.joined('and', texts)}".strip()
    count = (
        v.noun_form("kind.a", noun)
        if single
        else f"{v.language.number(declaration.count)} {noun.plural}"
    )
    template = "brings.any" if any_ else "brings"
    return v.render(template, noun.gender, count=count, many=noun.plural, text=wording)


def _first_values(v: Verbalizer, declaration: Supply) -> Iterator[Value]:
    """Yield the initial values for a piece `x` of a supply: its attributes, then its place."""
    location, kind = declaration.location, Type("piece", declaration.kind)
    x = Variable("x", False, location=location, type=kind)
    attributes = {attribute.name: attribute for attribute in v.game.attributes}
    for start in declaration.values:
        attribute = attributes[AttributeRef(declaration.kind, start.attribute)]
        of = (x, _word(v, attribute.index[0], start.of, location)) if start.of else (x,)
        held = AttributeValue(attribute.name, of, location=location, type=attribute.type)
        for text in start.words:
            value = _value(v, attribute, text)
            if attribute.type.many:
                yield IsIn(value, held, location=location, type=FLAG)
            elif isinstance(value, Flag):
                yield held if value.value else Not(held, location=location, type=FLAG)
            else:
                yield Compare("=", held, value, location=location, type=FLAG)
    if declaration.zone is not None:
        zone = ZoneOf(x, declaration.kind, location=location, type=ZONE)
        zones = [zone.name for zone in v.game.zones]
        word = Word(declaration.zone, zones.index(declaration.zone), location=location, type=ZONE)
        yield Compare("=", zone, word, location=location, type=FLAG)
        return
    board = next(
        board for kind_of in v.game.kinds if kind_of.name == declaration.kind
        for board in v.game.boards if board.name in kind_of.on
    )  # fmt: skip
    cell = Type("cell", board.name)
    place = CellOf(x, declaration.kind, location=location, type=cell)
    words = tuple(
        Word(name, board.cells.index(name), location=location, type=cell)
        for name in declaration.cells
    )
    if len(words) == 1:
        yield Compare("=", place, words[0], location=location, type=FLAG)
    else:
        several = SetOf(words, location=location, type=cell.set())
        yield IsIn(place, several, location=location, type=FLAG)


def _value(v: Verbalizer, attribute: Attribute, text: str) -> Value:
    """Return the value of an attribute that a word means."""
    kind, location = attribute.type.one(), attribute.location
    if kind.base == "int":
        return Number(int(text), location=location, type=kind)
    if kind.base == "flag":
        return Flag(text == "yes", location=location, type=kind)
    return _word(v, kind, text, location)


def _word(v: Verbalizer, kind: Type, text: str, location: Location) -> Value:
    """Return the value of a type that a word means."""
    if kind.base == "player":
        return NumberedPlayer(int(text), location=location, type=kind)
    enum = next((declared for declared in v.game.enums if declared.name == kind.name), None)
    words = [] if enum is None else [enum_word.word for enum_word in enum.words]
    number = words.index(text) if text in words else 0
    return Word(text, number, location=location, type=kind)


def _is_unlimited(v: Verbalizer, declaration: Supply) -> bool:
    """Return whether a supply has enough pieces to fill all boards before it runs out."""
    kind = next(declared for declared in v.game.kinds if declared.name == declaration.kind)
    cells = sum(len(board.cells) for board in v.game.boards if board.name in kind.on)
    return cells > 0 and 2 * declaration.count >= cells


def action(v: Verbalizer, declaration: Action) -> Iterator[str]:
    """Yield what is chosen for an action, and what happens."""
    inner = v.of_action(declaration.name)
    roles, naming = _chosen(inner, declaration)
    if roles and declaration.rules:
        inner = naming
        noun, _ = v.action_words("noun", (declaration.name,), [])
        what = "" if noun is None else v.noun_form("a", v.lexicon.noun(noun))
        template = "chosen" if what else "chosen.just"
        steps = v.game.steps.values()
        if any(step.chooser == "chance" for step in steps if declaration.name in step.actions):
            template = "drawn" if what else "drawn.just"
        yield inner.render(template, what=what, roles=inner.joined("and", roles))
    computed = list(_computed(inner, declaration))
    yield from computed
    if declaration.effects:
        text = block(inner, inner.expand_roles(declaration.effects))
        begins = not computed and not (roles and declaration.rules)
        yield text if begins else inner.render("effect", what=text)
    if declaration.silent:
        yield inner.render("silent")
    if declaration.public:
        yield inner.render("public")
    if declaration.secret:
        yield inner.render("secret")


def effects_on(v: Verbalizer, declaration: Action, parts: Collection[str]) -> str:
    """Return those effects of an action that write some parts of a position; empty if none does."""
    inner = v.of_action(declaration.name)
    kept = writing(declaration.effects, parts)
    return block(inner, inner.expand_roles(kept)) if kept else ""


def _computed(v: Verbalizer, declaration: Action) -> Iterator[str]:
    """Yield what the roles are that follow from others, if they have words that may hide it."""
    for role in declaration.roles:
        words = v.lexicon.name("roles", (declaration.name, role.name))
        if role.value is None or words is None or role.type.base == "flag":
            continue
        value = v.say(v.expand_roles(role.value))
        if v.language.tidied(value) != v.language.tidied(words):
            yield v.render("fact.value", fact=words, body=value)


def notation_condition(v: Verbalizer, declaration: Action, notation: Notation) -> str:
    """Return when an option is written in this way, `if …`; empty if there is no condition."""
    inner = v.of_action(declaration.name)
    if notation.when is None:
        return ""
    return inner.render("if", what=inner.all_of(conjuncts(inner.expand_roles(notation.when))))


def _chosen(v: Verbalizer, declaration: Action) -> tuple[list[str], Verbalizer]:
    """Return what is chosen for the open roles, and a verbalizer that calls these things `that`."""
    result: list[str] = []
    kinds = [kind_name(role.type) for role in declaration.open_roles]
    effects = walk(declaration.effects)
    others = {kind_of(effect.value) for effect in effects if isinstance(effect, Let)}
    inner = v
    for at, (role, kind) in enumerate(zip(declaration.open_roles, kinds, strict=True)):
        noun = v.lexicon.kind(kind) if kind else None  # a flag has none
        role_words = v.role(role.name) or ""
        named = (
            noun is not None
            and v.language.is_name(role_words)
            and role_words != v.noun_form("kind.the", noun)
        )
        alone = kinds.count(kind) == 1 and kind not in others
        first = kinds.count(kind) > 1 and kind not in kinds[:at]
        if noun is not None and (alone or first) and not named:
            result.append(v.noun_form("kind.a", noun))
            if alone:
                that = v.noun_form("that", noun)
                inner = inner.with_name(role.name, Mention(that, that), kind)
        else:
            text = role_words
            if not text:
                shown = v.note_missing(f"the role {role.name}", role.location, role.name)
                text = v.render("literal.value", called=shown.replace("_", " "))
            result.append(v.language.with_indefinite_article(text))
    return result, inner


def instruction(v: Verbalizer, declaration: Instruction, card: Card) -> Iterator[str]:
    """Yield the sentences of one instruction of a flow; for a step, also of those after it."""
    match declaration:
        case Steps():
            yield from step_sequence(v, declaration.step, card)
        case EachPlayer():
            yield from each_player(v, declaration.step, card)
        case Moment() | Routes():
            name = declaration.moment
            text = v.lexicon.name("moments", name)
            if text is None:
                text = v.note_missing(f"the moment {name}", declaration.location, name)
            moment = v.fill(text, True, {"turn": v.render("turn.this")})
            template = "flow.moment" if isinstance(declaration, Moment) else "flow.routes"
            yield v.render(template, moment=moment)
        case FirstTurn() | PassTurn(attribute=AttributeRef()):
            attribute = next(a for a in v.game.attributes if a.name == declaration.attribute)
            who = AttributeValue(
                attribute.name, (), location=declaration.location, type=attribute.type
            )
            template = "flow.first" if isinstance(declaration, FirstTurn) else "flow.pass to"
            yield v.render(template, who=v.say(who))
        case _:
            yield v.render(f"flow.{FLOW_WORDS[type(declaration)]}")
