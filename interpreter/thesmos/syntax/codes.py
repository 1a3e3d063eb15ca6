"""The catalogue of what can be wrong with a file before its meaning is looked at.

Each code has a sample in `samples/`, except those of READ_ONLY, which no small YAML file shows.
"""

from __future__ import annotations

CODES = {
    # The file as YAML: marked.py.
    "E101": "The file is not YAML, or is YAML that is cut off.",
    "E102": "A control character, or one that turns the direction of writing, stands in the file.",
    "E103": "A tab stands in the file.",
    "E104": "A second YAML document begins in the file.",
    "E105": "The file holds nothing, or nothing but comments.",
    "E106": "Lists and mappings stand inside each other more deeply than any card needs.",
    "E107": "The file holds more lists, mappings and texts than any game needs.",
    "E108": "An anchor or an alias stands in the file: every value is written where it is used.",
    "E109": "A tag or a directive stands in the file: every scalar is text.",
    "E110": "A text runs over several lines without `|`.",
    "E111": "The file is too large.",
    "E112": "The file is not UTF-8.",
    "E113": "The file can't be read, or is no file.",
    "E114": "A key is no text: it is empty, a list or a mapping.",
    "E115": "A key stands twice in one mapping.",
    "E118": "A merge key (`<<`) stands in the file: every value is written where it is used.",
    # The folder of a game: spec.py.
    "E116": "A table of pieces is named wrongly, or is no list.",
    "E117": "A document's slug is not the name of its file.",
    # The shape of a document: schema.py.
    "E121": "A key is unknown here.",
    "E122": "A key is missing.",
    "E123": "A text, a list or a mapping stands where another of them is expected.",
    "E124": "A value is none of the words that can stand here.",
    "E125": "A text is not formed as it has to be here.",
    "E126": "A list, a mapping or a text has too few or too many entries or characters.",
    "E127": "An entry stands twice in a list.",
    "E128": "A value breaks another rule of the schema.",
}

READ_ONLY = frozenset({"E107", "E111", "E113"})  # too large for a sample, or no file at all
