"""Which texts are not translated, and which translations are out of date."""

from thesmos_rulebook.translations.added_texts import adding_texts
from thesmos_rulebook.translations.corpus import Corpus, TranslatedText
from thesmos_rulebook.translations.page_texts import corpus_of_pages
from thesmos_rulebook.translations.spec_texts import corpus_of_game, corpus_of_scenarios
from thesmos_rulebook.translations.updates import catalog_of, check_translations, update

__all__ = [
    "Corpus",
    "TranslatedText",
    "adding_texts",
    "catalog_of",
    "check_translations",
    "corpus_of_game",
    "corpus_of_pages",
    "corpus_of_scenarios",
    "update",
]
