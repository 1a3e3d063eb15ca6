"""Fuzz: random games on the reference and an adapter side by side; a disagreement is made small.

`games` random games to ask about, `shrink` the smallest place that still disagrees, `found` the
scenario that is written of it, `fuzz` the hunt.
"""
