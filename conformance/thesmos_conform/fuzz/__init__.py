"""Fuzzing: random games on the reference and adapters side by side, with reduced findings.

`guided_games` chooses what to play, `shrink` finds the smallest place that still disagrees,
`scenario_draft` writes it as a scenario, `fuzzer` ties these together. `divide` walks down to a
difference between two counts of positions.
"""
