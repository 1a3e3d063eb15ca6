"""What one does with a running game: play at random, record, replay, count, measure.

Everything here leans on the public API only, as `use/api.py` lists it.
"""
