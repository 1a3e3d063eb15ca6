"""Conformance: ask other implementations what the rules say, and judge their answers.

In the order of the layers, from the bottom up: `protocol` the messages and how they can be wrong;
`adapters` foreign programs as peers; `reference` this interpreter as a peer; `cases` what is asked;
`runner` asking and comparing; `report` the results for people and programs. On top of these are
`doctor` (a first conversation with an adapter), `fuzz` (random games), `mutation` (how strong the
scenarios are), the commands in `cli` and the pytest plugin.
"""
