"""Reports: a run told for people and programs, each format a module.

`lines` is the report itself, JSON Lines; all others are made from it, in the same call or later.
`story` is what every format tells of a failure.
"""
