"""The catalogue of errors in files that are found before their meaning is checked.

Each code has a sample in `samples/`, except those in READ_ONLY, which no small YAML file can show.
"""

from __future__ import annotations

CODES = {
    # The file as YAML: yaml_nodes.py, yaml_errors.py.
    "E101": "The file is not valid YAML.",
    "E102": "The file contains a control character, or one that changes the writing direction.",
    "E103": "The file contains a tab.",
    "E104": "The file contains a second YAML document.",
    "E105": "The file is empty, or contains only comments.",
    "E106": "Lists and mappings are nested too deeply.",
    "E107": "The file contains too many lists, mappings and texts.",
    "E108": "The file contains an anchor or an alias: values must be written where they are used.",
    "E109": "The file contains a tag or a directive: every scalar is text.",
    "E110": "A text continues over several lines without `|`.",
    "E111": "The file is too large.",
    "E112": "The file is not UTF-8.",
    "E113": "The file can't be read, is not a regular file, or is a link out of its folder.",
    "E114": "A key is not a text: it is empty, a list or a mapping.",
    "E115": "A mapping contains a key twice.",
    "E118": "The file contains a merge key (`<<`): values must be written where they are used.",
    # The folder of a game: spec_folder.py, words_files.py.
    "E116": "A table of pieces has an invalid name, or is not a list.",
    "E117": "The slug of a document is not the name of its file.",
    "E119": "The folder contains a file of an older form, which is not read.",
    "E120": "A file of words is not named after a language.",
    # The drawings of a game: drawings.py.
    "E129": "A file of drawings is not valid XML, or contains a declaration.",
    "E130": "A drawing contains an element, an attribute or a value that drawings may not have.",
    "E131": "A drawing has no name, shares it, uses what there is not, or is too large.",
    # The shape of a document: schema.py.
    "E121": "A key is unknown.",
    "E122": "A key is missing.",
    "E123": "A value is of the wrong kind: a text, a list or a mapping.",
    "E124": "A value is not one of the allowed words.",
    "E125": "A text has the wrong form.",
    "E126": "A list, mapping or text has too few or too many entries or characters.",
    "E127": "A list contains an entry twice.",
    "E128": "A value violates another rule of the schema.",
}

READ_ONLY = frozenset({"E107", "E111", "E113"})  # shown only by a huge file, or by no file at all
