"""What the names of a game are called, as its documents declare it, and what each entry means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from thesmos.check.documents.checked_game import CheckedGame
from thesmos.check.text.questions import name_of
from thesmos.diagnostics import Location
from thesmos.program import values as p
from thesmos.program.declarations import Action, Card, Fact, GameProgram
from thesmos.program.node import AttributeRef, Ref
from thesmos.program.types import FLAG, INT, POWER, ZONE, Type
from thesmos.syntax.words import Term
from thesmos_rulebook.testing.reader import trees as t

NOWHERE = Location("", 1, 1)
GAP = re.compile(r"\{([^{}]*)\}")
CHOICE = re.compile(r"\[([^][|]*)(?:\|([^][|]*))?\]")
LAST = 2  # parts: a gap, and the text after it
PERSON_VERBS = {"are": "is", "have": "has", "do": "does", "were": "was",
                "hold": "holds", "see": "sees"}  # fmt: skip
CORE_NOUNS = {"Player": "a player, players", "Side": "a side, sides", "Power": "a power, powers",
              "Zone": "a place, places", "Direction": "a direction, directions"}  # fmt: skip


@cache
def leveled(text: str) -> str:
    """Return a text without what grammar alone demands: `an`, `which that`, `you have`."""
    text = re.sub(r"\b([Aa])nother\b", r"\1 other", re.sub(r"\b([Aa])n (?=\w)", r"\1 ", text))
    text = re.sub(r"\bif, where\b", "if where", re.sub(r"\bwhich that\b", "that that", text))
    found = re.sub(
        r"\b([Yy]ou)( no longer| still)? (are|have|do|were|hold|see)\b",
        lambda m: f"{m[1]}{m[2] or ''} {PERSON_VERBS[m[3]]}", text,
    )  # fmt: skip
    return re.sub(r"\s+", " ", found).strip()


def enclosed(text: str) -> bool:
    """Return whether a text is in brackets as a whole."""
    depth = 0
    for at, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if not depth:
            return text.startswith("(") and at == len(text) - 1
    return False


@dataclass(frozen=True)
class Pattern:
    """A text with gaps: literal text and names of gaps by turns, literal text at both ends."""

    parts: tuple[str, ...]

    @property
    def gaps(self) -> tuple[str, ...]:
        """The names of its gaps."""
        return self.parts[1::2]

    def fits(self, text: str) -> Iterator[dict[str, str]]:
        """Yield each way in which the text fits: what is in each gap."""
        yield from self._fits(0, text)

    def _fits(self, at: int, text: str) -> Iterator[dict[str, str]]:
        literal, rest = self.parts[at], self.parts[at + 1 :]
        if not text.startswith(literal):
            return
        text = text[len(literal) :]
        if not rest:
            if not text:
                yield {}
            return
        gap, following = rest[0], rest[1]
        if len(rest) == LAST:
            if text.endswith(following) and len(text) > len(following):
                yield {gap: text[: len(text) - len(following)]}
            return
        end = text.find(following, 1)
        while end > 0:
            for more in self._fits(at + 2, text[end:]):
                if more.get(gap, text[:end]) == text[:end]:
                    yield {gap: text[:end], **more}
            end = text.find(following, end + 1)


def patterns(text: str) -> dict[bool, list[Pattern]]:
    """Return the patterns of a text by whether it holds; there is no second if it has no `[|]`."""
    found = {True: [_pattern(text, True)]}
    if "[" in text:
        found[False] = [_pattern(text, False)]
    return found


def _pattern(text: str, positive: bool) -> Pattern:
    def half(choice: re.Match[str]) -> str:
        one, other = choice.group(1), choice.group(2)
        if other is None:
            return "" if positive else one
        return one if positive else other

    pieces = GAP.split(CHOICE.sub(half, text))
    pieces[::2] = _leveled_literals(pieces[::2])
    pieces[1::2] = [gap.removesuffix(" or piece") for gap in pieces[1::2]]
    return Pattern(tuple(pieces))


def _leveled_literals(literals: list[str]) -> list[str]:
    """Return literal texts without what grammar demands, with the spaces at their ends."""
    result = []
    for literal in literals:
        before, after = literal.startswith(" "), literal.endswith(" ")
        bare = re.sub(r" which$", " that", leveled(literal))
        result.append((" " if before else "") + bare + (" " if after and bare else ""))
    return result


@dataclass(frozen=True)
class Entry:
    """Words for something. parameters: the names of the gaps, in the order of the arguments.

    takes: the type that each argument has. node: what they mean, as in `trees.Asked`. name: what
    the words are for. form: as in `says`.
    """

    patterns: Mapping[bool, list[Pattern]]
    parameters: tuple[str, ...]
    takes: tuple[Type | None, ...]
    node: p.Value
    name: object
    form: str
    compare: str = ""

    def meaning(self, arguments: list[t.Tree], positive: bool = True) -> t.Tree:
        """Return what the words mean with these arguments."""
        node = self.node
        count = len(arguments) - (self.form in COMPARED)
        asked: t.Tree = t.Asked(node.type, node, tuple(arguments[:count]))
        if self.form in ("equals", "above", "below"):
            word = {"equals": "=", "above": ">", "below": "<"}[self.form]
            asked = t.compared(word, asked, arguments[-1])
            asked = t.Holds(FLAG, asked, tuple(arguments)) if word == "=" else asked
        elif self.form == "has":
            asked = t.Member(FLAG, arguments[-1], asked)
        elif self.form == "none":
            asked = t.Not(FLAG, t.Exists(FLAG, asked))
        elif self.form in ("same", "more", "less"):
            *rest, a, b = arguments
            one = t.Asked(node.type, node, (*rest, a))
            other = t.Asked(node.type, node, (*rest, b))
            asked = t.compared({"same": "=", "more": ">", "less": "<"}[self.form], one, other)
        return asked if positive else t.Not(FLAG, asked)


COMPARED = ("equals", "above", "below", "has")
CONDITIONS = (*COMPARED, "none", "same", "more", "less")


@dataclass(frozen=True)
class ActWords:
    """A verb or a noun of an action. fact: that holds for its events; role: that is {value}."""

    forms: tuple[dict[bool, list[Pattern]], ...]
    actions: tuple[Ref, ...]
    fact: Ref | None = None
    role: str = ""


class Dictionary:
    """The words that a text of a card may use: its own and the game's."""

    def __init__(self, checked: CheckedGame, slug: str = "") -> None:
        self.game: GameProgram = checked.program
        cards = {**self.game.cards, "": self.game.base, self.game.base.slug: self.game.base}
        self.card = cards[slug]
        self.conditions: list[Entry] = []
        self.things: list[Entry] = []
        self.ones: list[tuple[Pattern, Ref, Type]] = []
        self.verbs: list[ActWords] = []
        self.nouns: dict[str, tuple[str, str, bool]] = {}  # singular, plural, proper
        self.act_nouns: list[ActWords] = []
        self.subjects: dict[Ref, str] = {}
        self.roles: dict[tuple[Ref, str], str] = {}
        self.rules: dict[tuple[Ref, str], dict[bool, list[Pattern]]] = {}
        self.past_roles: list[tuple[Pattern, Ref, str, str]] = []
        self.heads: list[Entry] = []
        self.role_forms: list[tuple[Ref, str, str, dict[bool, list[Pattern]]]] = []
        for name, said in CORE_NOUNS.items():
            self._noun(name, said)
        documents = [(checked.written.base, self.game.base, True)]
        if self.card is not self.game.base:
            documents.append((checked.cards[self.card.slug].written, self.card, False))
        for written, card, of_game in documents:
            self.several = {each.name: each.actions for each in written.events}
            for term in written.words:
                text = term.texts.get("en")
                if text is not None:
                    self._add(term, text, card, of_game)

    # ------------------------------------------------------------------------- entries

    def _add(self, term: Term, text: str, card: Card, of_game: bool) -> None:
        name = name_of(term, card, of_game)
        match term.section:
            case "facts":
                assert isinstance(name, Ref)
                self._fact(term, text, self.fact(name))
            case "attributes":
                assert isinstance(name, AttributeRef)
                self._attribute(term, text, name)
            case "memory":
                memory = next(m for m in card.memory if m.name.name == term.key)
                node = p.MemoryValue(Ref(card.slug, term.key), location=NOWHERE, type=memory.type)
                self._entry(term, text, node, (), name)
            case "words":
                self._word(term, text)
            case "options":
                self._option(term, text)
            case "nouns":
                self._noun(term.key, text)
            case "acts":
                self._act(term, text, card)
            case "roles" if isinstance(name, tuple):
                self._role(term, text, name)
            case "rules" if isinstance(name, tuple) and term.form == "holds":
                self.rules[name] = patterns(text)  # type: ignore[index]
            case _:
                pass

    def fact(self, name: Ref) -> Fact:
        """Return a fact of the game or of the card."""
        facts = (*self.card.facts, *self.game.base.facts)
        return next(fact for fact in facts if fact.name == name)

    def action(self, name: Ref) -> Action:
        """Return an action of the game or of the card."""
        return self.game.actions[name]

    def _entry(
        self, term: Term, text: str, node: p.Value, takes: tuple[Type | None, ...], name: object
    ) -> None:
        form = term.form
        parameters = tuple(gap for gap in term.parameters)
        if form in COMPARED:
            kind = node.type.one() if node.type.many else node.type
            takes = (*takes, kind)
        elif form in ("same", "more", "less"):
            takes = (*takes, takes[-1])
            takes = takes[:-1] if len(takes) > len(parameters) else takes
        entry = Entry(patterns(text), parameters, takes, node, name, form)
        flag = node.type.base == "flag" and not node.type.many
        if form in CONDITIONS or (form == "" and flag):
            self.conditions.append(entry)
        elif form == "":
            self.things.append(entry)

    def _fact(self, term: Term, text: str, fact: Fact) -> None:
        takes = tuple(parameter.type for parameter in fact.parameters)
        variables = _variables(takes)
        node = p.FactValue(fact.name, variables, location=NOWHERE, type=fact.body.type)
        if term.form == "one":
            self.ones.append((patterns(text)[True][0], fact.name, fact.parameters[0].type))
        else:
            self._entry(term, text, node, takes, fact.name)

    def _attribute(self, term: Term, text: str, name: AttributeRef) -> None:
        attribute = next(a for a in self.game.attributes if a.name == name)
        of = () if not name.owner else (self.kind(name.owner),)
        takes = (*of, *attribute.index)
        node = p.AttributeValue(name, _variables(takes), location=NOWHERE, type=attribute.type)
        self._entry(term, text, node, takes, name)

    def _word(self, term: Term, text: str) -> None:
        owner, _, word = term.key.partition(".")
        if owner == "Zone":
            kind, number = ZONE, [zone.name for zone in self.game.zones].index(word)
        else:
            kind = self.kind(owner)
            number = self._word_number(kind, word)
        node = p.Word(word, number, location=NOWHERE, type=kind)
        if term.form == "":
            entry = Entry(patterns(text), (), (), node, term.key, "")
            self.things.append(entry)
        elif term.form == "equals":
            self.conditions.append(Entry(patterns(text), ("it",), (None,), node, term.key, "word"))

    def _word_number(self, kind: Type, word: str) -> int:
        if kind.base == "enum":
            return [each.word for each in self.game.enum_words[kind.name]].index(word)
        names = [
            name
            for declared in self.game.kinds
            if declared.name == kind.name
            for supply in declared.supply
            for name in [supply.name] * supply.count
        ]
        return names.index(word) if word in names else -1

    def _option(self, term: Term, text: str) -> None:
        option, _, word = term.key.partition(".")
        if term.form != "equals":
            return
        declared = next(each for each in self.game.options if each.name == option)
        setting = p.Setting(option, location=NOWHERE, type=INT)
        number = p.Number(declared.values.index(word), location=NOWHERE, type=INT)
        node = p.Compare("=", setting, number, location=NOWHERE, type=FLAG)
        self.conditions.append(Entry(patterns(text), (), (), node, term.key, ""))

    def _noun(self, key: str, text: str) -> None:
        game = self.game
        kinds = {board.name for board in game.boards} | {kind.name for kind in game.kinds}
        if key not in CORE_NOUNS and key not in kinds | {enum.name for enum in game.enums}:
            return
        one, _, many = (part.strip() for part in leveled(text).partition(","))
        proper = not one.startswith("a ")
        one = one.removeprefix("a ")
        self.nouns[key] = one, many or one, proper

    def _act(self, term: Term, text: str, card: Card) -> None:
        actions = tuple(_ref(name, card) for name in self.several.get(term.key, ()) or (term.key,))
        fact = None
        if term.fact:
            own = {each.name.name: each.name for each in card.facts}
            fact = own.get(term.fact) or Ref("", term.fact)
        if term.form == "event" and (gap := GAP.match(text)):
            self.subjects[actions[0]] = gap[1]
        forms = tuple(patterns(form.strip()) for form in text.split(","))
        if term.form == "verb":
            self.verbs.append(ActWords(forms, actions, fact))
        elif term.form == "noun":
            self.act_nouns.append(ActWords(forms, actions, fact))

    def _role(self, term: Term, text: str, name: tuple[str | Ref, ...]) -> None:
        action, role = name
        assert isinstance(action, Ref)
        assert isinstance(role, str)
        match term.form:
            case "":
                self.roles[action, role] = leveled(text)
            case "verb" | "noun":
                forms = tuple(patterns(form.strip()) for form in text.split(","))
                words = ActWords(forms, (action,), None, role)
                (self.verbs if term.form == "verb" else self.act_nouns).append(words)
            case "last" | "first" | "last turn":
                self.past_roles.append((patterns(text)[True][0], action, role, term.form))
            case form:
                self.role_forms.append((action, role, form, patterns(text)))

    def is_owned(self, kind: Type) -> bool:
        """Return whether `your` and `an opponent's` can be said of a kind."""
        owned = {each.name.owner for each in self.game.attributes if each.name.name == "owner"}
        return kind.base in ("player", "power") or (kind.base == "piece" and kind.name in owned)

    def kind(self, name: str) -> Type:
        """Return the type of the things of a kind."""
        core = {"Power": POWER, "Zone": ZONE}
        if name in core:
            return core[name]
        if name in ("Player", "Side", "Direction"):
            return Type(name.lower(), name)
        if any(board.name == name for board in self.game.boards):
            return Type("cell", name)
        if any(kind.name == name for kind in self.game.kinds):
            return Type("piece", name)
        return Type("enum", name)


def _variables(takes: tuple[Type, ...]) -> tuple[p.Variable, ...]:
    return tuple(
        p.Variable(f"·{n}", False, location=NOWHERE, type=kind) for n, kind in enumerate(takes)
    )


def _ref(name: str, card: Card) -> Ref:
    own = {action.name.name: action.name for action in card.actions}
    return own.get(name) or Ref("", name)
