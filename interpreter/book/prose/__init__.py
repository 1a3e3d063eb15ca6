"""Sentences from clauses: what a card or a rule means, for people who never saw code."""

from thesmos.book.prose.teller import Teller
from thesmos.book.prose.translated import check_translations, confirm

__all__ = ["Teller", "check_translations", "confirm"]
