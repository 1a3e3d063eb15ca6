"""The notation of a game: its options, events and positions as text, written and read back.

A game's program has the declarations of its notation as a table; the functions here read it.
"""
