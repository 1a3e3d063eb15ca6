"""Sentences made from clauses: what a card or a rule means, for readers who are not programmers."""

from thesmos_rulebook.prose.sentences import GameSentences

__all__ = ["GameSentences"]
