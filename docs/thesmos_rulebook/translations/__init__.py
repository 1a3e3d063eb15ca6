"""Which texts are not translated, and which translations are out of date."""

from thesmos_rulebook.translations.corpus import Corpus
from thesmos_rulebook.translations.page_texts import corpus_of_pages
from thesmos_rulebook.translations.record import UNRECORDED, check_translations, confirm
from thesmos_rulebook.translations.spec_texts import corpus_of_game, corpus_of_scenarios

__all__ = [
    "UNRECORDED",
    "Corpus",
    "check_translations",
    "confirm",
    "corpus_of_game",
    "corpus_of_pages",
    "corpus_of_scenarios",
]
