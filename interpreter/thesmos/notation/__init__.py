"""The notation of a game: its options, events and positions as text, and read back.

What a game declares about this is a table of its program; the functions here read it.
"""
