"""From syntax to meaning: resolve names and types, and report all errors at once.

The result is the typed program of `thesmos.program`, made once for each game and card.
"""
