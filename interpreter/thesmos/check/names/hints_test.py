"""Messages for errors of meaning: `samples/hints.txt`, clauses on a card of Santorini."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from testing.error_samples import annotated, clause_text, differing, read_samples
from thesmos.check import spec
from thesmos.check.analyses.cycles import check_events, check_facts
from thesmos.check.analyses.lasting import check_lasting
from thesmos.check.names.names import Names, treats_in
from thesmos.diagnostics import Diagnostic
from thesmos.play.game import load
from thesmos.syntax import documents as d
from thesmos.syntax.document_reader import DocumentReader
from thesmos.syntax.marks import marked
from thesmos.syntax.yaml_nodes import YamlMap, parse_yaml

FILE = Path(__file__).parents[1] / "samples" / "hints.txt"
CARD = "thesmos: power\nslug: x\ntitle: X\nclauses:\n  Your Move: |\n"
INDENT = 4


def errors_in(card: d.CardDocument, names: Names) -> list[Diagnostic]:
    """The errors in one card of a game, of which only the names are checked."""
    own = replace(names, diagnostics=[], fact_types={}).with_card(card)
    more = treats_in([(own, card)])
    own.treats = {ref: [*names.treats.get(ref, ()), *more.get(ref, ())] for ref in
                  {**names.treats, **more}}  # fmt: skip
    made = spec._card(card, own).program
    assert names.base is not None
    own.diagnostics += check_facts(names.base, [made])
    own.diagnostics += check_events(names.base, [made])
    kinds = [kind.name for kind in names.game.pieces]
    own.diagnostics += check_lasting((names.base, made), kinds)
    return own.diagnostics


def diagnostics_of(text: str) -> list[Diagnostic]:
    """The diagnostics of a card with these clauses, in the order of the text."""
    clauses = "".join(f"{' ' * INDENT}{line}\n" for line in text.split("\n"))
    root, diagnostics = parse_yaml(CARD + clauses, "x")
    assert isinstance(root, YamlMap)
    reader = DocumentReader()
    card = reader.card(root)
    assert [] == [*diagnostics, *reader.diagnostics]
    lines = (CARD + clauses).split("\n")
    errors = errors_in(card, load("santorini").checked.names)
    found = [marked(diagnostic, lambda _: lines) for diagnostic in errors]
    return sorted(dict.fromkeys(found), key=lambda f: f.location.line if f.location else 0)


def test_an_error_has_the_message_of_its_sample() -> None:
    def annotate(text: str) -> str:
        return annotated(text, diagnostics_of(text), CARD.count("\n"), INDENT)

    assert "" == differing(FILE, annotate)


def test_every_message_has_a_hint() -> None:
    texts = map(clause_text, read_samples(FILE))
    assert [] == [text for text in texts if not all(d.hint for d in diagnostics_of(text))]
