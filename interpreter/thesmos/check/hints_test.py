"""Messages for errors of meaning: `samples/hints.txt`, clauses on a card of Santorini."""

from __future__ import annotations

from pathlib import Path

from thesmos.check.spec import check_card
from thesmos.diagnostics import Diagnostic
from thesmos.play.game import load
from thesmos.syntax.document_reader import DocumentReader
from thesmos.syntax.yaml_nodes import YamlMap, parse_yaml
from thesmos.testing.error_samples import annotated, clause_text, differing, read_samples

FILE = Path(__file__).parent / "samples" / "hints.txt"
CARD = "thesmos: power\nslug: x\ntitle: X\nclauses:\n  Your Move: |\n"
INDENT = 4


def diagnostics_of(text: str) -> list[Diagnostic]:
    """The diagnostics of a card with these clauses, in the order of the text."""
    clauses = "".join(f"{' ' * INDENT}{line}\n" for line in text.split("\n"))
    root, diagnostics = parse_yaml(CARD + clauses, "x")
    assert isinstance(root, YamlMap)
    reader = DocumentReader()
    card = reader.card(root)
    assert [] == [*diagnostics, *reader.diagnostics]
    _, found = check_card(card, load("santorini").checked.names)
    return sorted(dict.fromkeys(found), key=lambda f: f.location.line if f.location else 0)


def test_an_error_has_the_message_of_its_sample() -> None:
    def annotate(text: str) -> str:
        return annotated(text, diagnostics_of(text), CARD.count("\n"), INDENT)

    assert "" == differing(FILE, annotate)


def test_every_message_has_a_hint() -> None:
    texts = map(clause_text, read_samples(FILE))
    assert [] == [text for text in texts if not all(d.hint for d in diagnostics_of(text))]
