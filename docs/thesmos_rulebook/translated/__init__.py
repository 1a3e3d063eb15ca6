"""Whether what people write is there in every language, and still says what the English says."""

from thesmos_rulebook.translated.pages import corpus_of_pages
from thesmos_rulebook.translated.record import UNRECORDED, check_translations, confirm
from thesmos_rulebook.translated.spec import corpus_of_game, corpus_of_scenarios
from thesmos_rulebook.translated.text import Corpus

__all__ = [
    "UNRECORDED",
    "Corpus",
    "check_translations",
    "confirm",
    "corpus_of_game",
    "corpus_of_pages",
    "corpus_of_scenarios",
]
