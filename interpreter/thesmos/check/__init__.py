"""From syntax to meaning: resolves names and types, and reports all errors at once.

The result is the typed program of `thesmos.program`, made once for each game and card.
"""
