"""Sentences from clauses: what a card or a rule means, for people who never saw code."""

from thesmos.book.prose.teller import Teller

__all__ = ["Teller"]
