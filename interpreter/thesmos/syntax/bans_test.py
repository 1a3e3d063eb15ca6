"""Tests of syntax/bans.py."""

from thesmos.syntax.bans import with_both_sides
from thesmos.syntax.document_reader import DocumentReader
from thesmos.syntax.documents import CardDocument
from thesmos.syntax.yaml_nodes import YamlMap, parse_yaml


def card(slug: str, banned: str) -> CardDocument:
    node, _ = parse_yaml(f"thesmos: power\nslug: {slug}\ntitle: {slug}\nbanned: [{banned}]\n", "")
    assert isinstance(node, YamlMap)
    return DocumentReader().card(node)


def test_a_ban_in_one_file_holds_for_both() -> None:
    """Those of its own file come first, and none is there twice."""
    written = {"ant": "bee, cow", "bee": "", "cow": "bee, ant"}
    cards = with_both_sides({slug: card(slug, banned) for slug, banned in written.items()})

    found = {slug: [other for other, _ in made.banned] for slug, made in cards.items()}
    assert found == {"ant": ["bee", "cow"], "bee": ["ant", "cow"], "cow": ["bee", "ant"]}
