"""Random small games, with two powers and a mode."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from testing.random_specs.additions import (
    random_card,
    random_replacements,
)
from testing.random_specs.cards import RARE, Cards
from testing.random_specs.drafts import random_draft
from testing.random_specs.draw import Draw
from testing.random_specs.positions import (
    Marks,
    RandomPositions,
    marks_of,
    random_marks,
)
from testing.random_specs.scope import SpecScope
from testing.random_specs.texts import ClauseText, Document, Spec
from testing.random_specs.vocabulary import ActionName, AttributeName, StepName, Vocabulary
from thesmos.program.types import PLAYER, SIDE, number

HEADINGS = ("Rules", "More")
MOMENTS = ("start", "middle", "finish")
POWERS = ("quick", "wise")
COLOURS = ("red", "green", "blue")
LINES = ("A1 B1 C1", "A1 A2 A3", "C1 C3", "A1 B2 C3", "A3 B2 C1")  # A1 is on the first one


def random_game(draw: Draw) -> Spec:
    """A game with two powers, which the players hold."""
    return _GameMaker(draw).spec()


class _GameMaker:
    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.rewinds = draw.chance(75)
        self.cards = Cards(draw, self.rewinds)
        self.game: Document = {
            "thesmos": "game", "slug": "made", "title": {"en": "Made"}, "edition": "1",
            "players": {"min": "2", "max": "2"},
        }  # fmt: skip

    def spec(self) -> Spec:
        """The whole spec."""
        names = self._things()
        names = self._base(names)
        documents = {"game.yaml": self.game, "modes/two.yaml": self._mode(names)}
        powers = POWERS if self.draw.chance(40) else POWERS[:1]
        for slug in powers:
            documents[f"powers/{slug}.yaml"] = random_card(self.cards, slug, names, self._marks)
        if self.draw.chance(6):
            documents["powers/spare.yaml"] = self._spare(documents["powers/quick.yaml"], names)
        self._write_memories(documents)
        if self.draw.chance(4):
            documents |= random_draft(self.draw)
        if (conditions := self.game.get("valid")) and self.draw.chance(40):
            lifted = self.draw.some(tuple(conditions), 1, len(conditions))
            documents[f"powers/{self.draw.one(powers)}.yaml"]["lifts"] = lifted
        held = tuple(s if s in powers and self.draw.chance(97) else None for s in POWERS)
        return Spec(documents, held)

    @property
    def _marks(self) -> Marks:
        return marks_of(self.game["enums"])

    def _spare(self, keeper: Document, names: Vocabulary) -> Document:
        """A power that nobody holds at first. keeper: the one that brings it into play."""
        self.game["tags"] = {"kept": {"en": "Kept"}}
        keeper["reserve"] = {"tag": "kept"}
        return {**self.cards.card("spare", names), "tags": ["kept"]}

    def _write_memories(self, documents: Mapping[str, Document]) -> None:
        """Let positions write some of the numbers that powers remember."""
        for path, document in documents.items():
            for name, declared in document.get("memory", {}).items():
                number = re.fullmatch(r"-?\d+\.\.\d+", declared["is"])
                if path.startswith("powers/") and number and self.draw.chance(50):
                    self.game["position"][name] = {"memory": name}

    # ------------------------------------------------------------------------ what there is

    def _things(self) -> Vocabulary:
        """Declare enums, boards, zones, pieces and what is remembered of them."""
        draw = self.draw
        words = COLOURS[: draw.between(2, 3)]
        enums = {"Colour": words} | ({"Mark": ()} if draw.chance(15) else {})
        self.game["enums"] = random_marks(draw, enums)
        boards = ("Cell",) if draw.chance(90) else ()
        if boards:
            grid = f"{draw.between(1, 4)}x{draw.between(1, 3)}"
            board: Document = {
                "grid": grid,
                "adjacent": draw.one(("4", "6", "8")),
                "joined": draw.one(("yes", "no")),
            }
            if draw.chance(20):
                lines = [LINES[0], *draw.some(LINES[1:], 0, len(LINES) - 1)]
                board = {"grid": "3x3", "lines": lines}
            self.game["boards"] = {"Cell": board}
        zones = ("bag", "box")
        self.game["zones"] = list(zones)
        kinds = ("Stone", "Gem")[: draw.between(1, 2)]
        kinds += (RARE,) if draw.chance(35) else ()
        on = {kind: "Cell" if boards and draw.chance(80) else "" for kind in kinds}
        options = {"variant": ("plain", "wild")} if draw.chance(50) else {}
        if options:
            self.game["options"] = {name: list(values) for name, values in options.items()}
        names = Vocabulary(
            enums, boards, zones, on, options=options, headings=HEADINGS, moments=MOMENTS,
            supposes=draw.chance(40),
        )  # fmt: skip
        names = self._pieces(names)
        return self._state(names)

    def _pieces(self, names: Vocabulary) -> Vocabulary:
        declared: Document = {}
        for kind, board in names.on.items():
            attributes: Document = {}
            if self.draw.chance(60):
                attributes["owner"] = {"is": "Side"}
                names = names.with_attributes(AttributeName("owner", kind, SIDE))
            for n in range(1, self.draw.between(1, 2) + 1):
                made, name = self.cards.type(names), f"{kind.lower()}_att{n}"
                attributes[name] = self.cards.attribute(made, names)
                index = self.cards.for_each(made, attributes[name], names)
                names = names.with_attributes(AttributeName(name, kind, made, index))
            declared[kind] = {"on": board} if board else {}
            supply = self.cards.supply(kind, names)
            declared[kind] |= {"attributes": attributes}
            if supply:
                declared[kind] |= {"supply": supply}
            named = tuple(row["name"] for row in supply if "name" in row)
            names = replace(names, pieces={**names.pieces, kind: named})
        self.game["pieces"] = declared
        return names

    def _state(self, names: Vocabulary) -> Vocabulary:
        owners = [*names.boards, "Player", "game", "game"]
        declared: dict[str, Document] = {}
        for n, owner in enumerate(owners, 1):
            kind, name = self.cards.type(names), f"{owner.lower()}_att{n}"
            made = self.cards.attribute(kind, names)
            if owner == "Player" and not names.supposes and self.draw.chance(40):
                made |= {"secret": "yes"}
            index = "" if owner == "game" else self.cards.for_each(kind, made, names)
            declared.setdefault(owner, {})[name] = made
            names = names.with_attributes(
                AttributeName(name, "" if owner == "game" else owner, kind, index)
            )
        declared["game"]["tally"] = {"is": "0..9"}
        declared["game"]["opener"] = {"is": "Player or none"}
        self.game["state"] = declared
        if self.draw.chance(30):
            alike = [
                each.name for each in names.attributes
                if each.owner not in names.on and each.type.base not in ("piece", "power")
            ]  # fmt: skip
            self.game["repetition"] = ["active", *(self.draw.some(alike, 1, 2) if alike else ())]
            names = replace(names, repetition=True)
        return names.with_attributes(
            AttributeName("tally", "", number(0, 9)),
            AttributeName("opener", "", PLAYER.optional()),
        )

    # ------------------------------------------------------------------------- the rules

    def _base(self, names: Vocabulary) -> Vocabulary:
        """Declare the game's own facts, actions, steps, flow, clauses and positions."""
        facts, names = self.cards.facts("b", names, 1, 2, card=False)
        actions, names = self.cards.actions("b", names, 1, 2, card=False)
        steps, names = self.cards.steps("b", names, holder=False, least=1)
        actions["go"], go = self._go(names)
        names = names.with_action(go)
        steps["go"] = {"action": "go", "when empty": "ask"}
        names = replace(names, steps=(StepName("go", ("go",), True), *names.steps))
        steps["go"]["when empty"] = self.draw.one((*["ask"] * 7, "pass", "stuck"))
        steps["go"] |= {"filter": "yes"} if self.draw.chance(95) else {}
        steps["go"] |= {"skip": "yes"} if self.draw.chance(35) else {}
        later = [step.name for step in names.steps if step.name != "go"]
        if self.draw.chance(80):
            steps["go"]["then"] = self.draw.one(later)
        if facts:
            self.game["facts"] = facts
        self._valid(facts, names)
        self.game |= {"actions": actions, "steps": steps, "moments": list(MOMENTS)}
        if self.draw.chance(30):
            named = {"done": tuple(self.draw.some([*actions], 2, 3))}
            self.game["events"] = {name: list(each) for name, each in named.items()}
            names = replace(names, events=named)
        if self.draw.chance(20):
            self.game["stages"] = self.draw.one((["own"], ["own", "opponents"]))
        regular = self.draw.one(later)
        steps[regular] |= {"skip": "yes"} if self.draw.chance(50) else {}
        names = replace(
            names,
            steps=tuple(
                replace(s, regular=s.name in ("go", regular), skip="skip" in steps[s.name])
                for s in names.steps
            ),
        )
        self.game["flow"] = self._flow(later, regular)
        self.other_flow = self._flow(later, regular)
        self.game["headings"] = {heading: {"en": heading} for heading in HEADINGS}
        scope = SpecScope(names, card=False)
        self.game["clauses"] = self.cards.clauses(scope, HEADINGS, 1, 2, ())
        over = self.draw.one(("tally > 2", "tally > 2", "tally >= 3 and active = you"))
        self.game["clauses"].setdefault("More", []).append(
            ClauseText((f"{self._ending(scope)} where {over}",))
        )
        self.game["position"] = RandomPositions(self.draw, names, self._marks).of_game()
        return names

    def _valid(self, facts: Document, names: Vocabulary) -> None:
        """Say of some conditions that they always hold, which play does not respect."""
        conditions = {f.name for f in names.facts if f.gives.base == "flag" and not f.gives.many}
        named = [key for key in facts if key.partition("(")[0] in conditions]
        for key in named:
            facts[key] = {"is": facts[key], "says": {"en": "it is [|not ]so"}}
        said = [key.partition("(")[0] for key in named]
        said += [f"one {kind} on a cell" for kind, board in names.on.items() if board]
        if said and self.draw.chance(40):
            self.game["valid"] = self.draw.some(tuple(said), 1, len(said))

    def _ending(self, scope: SpecScope) -> str:
        """How the game ends at last: somebody wins, or nobody, or the players are ranked."""
        draw = self.draw
        if draw.chance(60):
            return draw.one(("win most for active", "win most for active", "end most"))
        own = scope.plain()
        scores = {
            f"score{n}": self.cards.values.value(number(0, 9), own, 1, present=True).text
            for n in range(draw.between(1, 3))
        }
        self.game["scores"] = scores
        named = draw.some(tuple(scores), 1, 2)
        criteria = (f"{draw.one(('most', 'fewest'))} {name}" for name in named)
        return f"end most by {', '.join(criteria)}"

    def _go(self, names: Vocabulary) -> tuple[Document, ActionName]:
        """An action that can be chosen in every turn."""
        kinds = [
            k for k in names.kinds if k.base in ("enum", "cell", "piece", "player", "direction")
        ]
        kind = self.draw.one(kinds)
        roles = {"int0": number(0, 2), f"{kind.base}1": kind}
        made: Document = {
            "roles": {"int0": "0..2", f"{kind.base}1": kind.name},
            "rules": {"rule0": "int0 < 2"},
            "do": "tally += int0 + 1",
            "text": f"go {{int0}} {{{kind.base}1}}",
        }
        if self.draw.chance(50):
            made["roles"] |= {"sum_c": "int0 + tally"}
            return made, ActionName("go", roles, {"sum_c": number(0, 11)}, ("rule0",))
        return made, ActionName("go", roles, {}, ("rule0",))

    def _flow(self, steps: list[str], regular: str) -> Document:
        draw = self.draw
        turn: list[object] = ["begin turn", {"moment": "start"}]
        optional: tuple[tuple[object, int], ...] = (
            ({"routes": "start"}, 90), ({"steps": regular}, 95),
        )  # fmt: skip
        turn += [each for each, percent in optional if draw.chance(percent)]
        turn += [{"moment": "middle"}, {"steps": "go"}]  # what routes at the start do not replace
        optional = (
            ("spend", 90), ({"moment": "finish"}, 95), ("judge", 98),
            ("rewind", self.rewinds * 100), ({"routes": "finish"}, 95), ("grant", 90),
        )  # fmt: skip
        turn += [each for each, percent in optional if draw.chance(percent)]
        setup: list[object] = []
        optional = (
            ({"routes": "start"}, 25), ({"each player": draw.one(steps)}, 40),
            ({"steps": draw.one(steps)}, 20), ({"first": "opener"}, 30),
        )  # fmt: skip
        setup += [each for each, percent in optional if draw.chance(percent)]
        turn.append({"pass": "opener"} if draw.chance(15) else "pass")
        return {"setup": setup, "turn": turn} if setup else {"turn": turn}

    def _mode(self, names: Vocabulary) -> Document:
        """The mode for two players, sometimes with rules of its own."""
        made: Document = {"thesmos": "mode", "slug": "two", "title": {"en": "Two"}}
        if self.draw.chance(30):
            made = self.cards.card("two", names, "mode")
        if self.draw.chance(15):
            facts = self.game.get("facts", {})
            made["replaces"] = random_replacements(self.cards, names, facts, self.other_flow)
        return made | {
            "players": "2",
            "sides": ["1", "2"] if self.draw.chance(92) else ["1", "1"],
            "first": self.draw.one(("1", "2")),
        }
