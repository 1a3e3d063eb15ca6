"""Reports: a run in a form for people or programs, one module for each format.

`jsonl` is the report itself, as JSON Lines; all others are made from a run or from such a file.
`failure` describes one failure, and `summary` a whole run, for every format.
"""
