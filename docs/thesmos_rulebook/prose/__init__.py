"""Sentences from clauses: what a card or a rule means, for people who never saw code."""

from thesmos_rulebook.prose.sentences import GameSentences

__all__ = ["GameSentences"]
