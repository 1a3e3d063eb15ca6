"""What machine code does of decisions with texts: `decision` and `apply` of a State.

Options are objects of Python, which are made once for all states in which they read the same. The
*sheet* of a match, which there is from the first decision on, finds them by numbers: the number of
an option begins with its code, and a number and the next two words that the text depends on lead to
another one, by a table of hashes. An entry of the table is four words: the key, the number, the
option if the number is of one, and the number of its text as typed. An option's four words in
`texts`, by its number, are the object, the number of its text as typed, its code, and the number of
another one with the same text. Where an option isn't there yet, Python writes it; where a decision
needs more (weights, two texts that are alike), Python makes it.
"""

from __future__ import annotations

from thesmos.compile.machine.small_language import words

# What changes together, before what stays. A thread may be stopped between any two words.
TABLES = (
    "next_number", "texts", "stamps", "numbered", "numbered_mask", "numbered_shift", "last_number",
    "generation",
)  # fmt: skip
SHEET = (
    *TABLES, "stamp", "found", "asked", "missing", "step_slot", "players", "writers", "text_work",
    "by_text", "decision_type", "option_type", "str_type", "asked_name", "options_name",
)  # fmt: skip
SHEET_FIELDS = words(SHEET) | words(("writer", "viewer"))
OPTION_WORDS = ENTRY_WORDS = 4
MOST_WORDS = 60  # that a text may depend on, for machine code to find it
EMPTY = -1  # a key that no option has
SPREAD = 11400714785074694791  # what a key is multiplied by, to find its place

DECIDING = """
def place_after(sheet, before, words):
    key = (before << 32) | words
    numbered = sheet.numbered
    place = (key * HASH1) >> sheet.numbered_shift
    while 1:
        present = I64[numbered, 4 * place]
        if present == key:
            return place
        elif present == EMPTY:
            break
        place = (place + 1) & sheet.numbered_mask
    number = sheet.next_number
    sheet.next_number = number + 1
    I64[numbered, 4 * place] = key
    I64[numbered, 4 * place + 1] = number
    I64[numbered, 4 * place + 2] = 0
    return place

def option_found(table, sheet, writers, code, at):
    texts = sheet.texts
    if I64[texts, 4 * code] != 0:
        I64[sheet.found, at] = I64[texts, 4 * code]
        return I64[texts, 4 * code + 1]
    missing = sheet.missing
    number = code
    entry = -1
    count = 0
    if writers.writer != 0:
        work = sheet.text_work
        count = writers.writer(table.state, work, table.pending, code)
        if count > MOST_WORDS:
            return PYTHONS
        I32[work, count] = 0
        place = 0
        while place < count:
            word = I32[work, place]
            more = I32[work, place + 1]
            if ((word + 32768) | (more + 32768)) >> 16 != 0:
                return PYTHONS
            entry = place_after(sheet, number, ((word & 65535) << 16) | (more & 65535))
            number = I64[sheet.numbered, 4 * entry + 1]
            I64[missing, place + 5] = word
            I64[missing, place + 6] = more
            place += 2
        if entry >= 0:
            if I64[sheet.numbered, 4 * entry + 2] != 0:
                I64[sheet.found, at] = I64[sheet.numbered, 4 * entry + 2]
                return I64[sheet.numbered, 4 * entry + 3]
    I64[missing, 0] = code
    I64[missing, 1] = number
    I64[missing, 2] = entry
    I64[missing, 3] = count
    I64[missing, 4] = sheet.generation
    return MISSING

def options_found(table, sheet, self, writers):
    size = table.size
    copy(table.state, self + S_DATA, size)
    if writers.viewer != 0:
        writers.viewer(table.state, sheet.text_work, table.pending)
    stamp = sheet.stamp + 1
    sheet.stamp = stamp
    stamps = sheet.stamps
    codes = self + S_DATA + size + size
    for place in range(self.count):
        if sheet.next_number > sheet.last_number:
            I64[sheet.missing, 1] = -1
            I64[sheet.missing, 4] = sheet.generation
            return MISSING
        text = option_found(table, sheet, writers, I32[codes, place], place)
        if text < 0:
            return text
        if I64[stamps, text] == stamp:
            return PYTHONS
        I64[stamps, text] = stamp
    return 0

def filled(table, sheet, self, writers, new):
    for again in range(self.count + self.count + 2):
        result = options_found(table, sheet, self, writers)
        if result == PYTHONS:
            return 0
        elif result == 0:
            for place in range(self.count):
                I64[new + ITEMS, place] = table.Py_NewRef(I64[sheet.found, place])
            return 1
        written = slowly(table, self, table.text_write, table.none)
        if written == 0:
            return 0
        table.Py_DecRef(written)
    return 0

def has_attribute(table, made, name, value):
    return (table.PyObject_GenericSetAttr(made, name, value) & LOW_HALF) == 0

def decision_of(table, self):
    sheet = table.sheet
    if sheet == 0:
        return 0
    chooser = slot(table, self + S_DATA, table.chooser)
    if chooser < 0:
        chooser = sheet.players - 1 - chooser
    step = slot(table, self + S_DATA, sheet.step_slot)
    place = 2 * (2 * sheet.players * step + chooser) + (self.flags & SKIPS)
    asked = I64[sheet.asked, place]
    if asked == 0:
        return 0
    new = table.PyTuple_New(self.count)
    if new == 0:
        return 0
    if filled(table, sheet, self, sheet.writers + 16 * chooser, new) == 0:
        table.Py_DecRef(new)
        return 0
    made = table.PyType_GenericAlloc(sheet.decision_type, 0)
    if made == 0:
        table.Py_DecRef(new)
        return 0
    if has_attribute(table, made, sheet.asked_name, asked):
        if has_attribute(table, made, sheet.options_name, new):
            if self.offered == 0:
                self.offered = new
            else:
                table.Py_DecRef(new)
            return made
    table.Py_DecRef(new)
    table.Py_DecRef(made)
    return 0

def state_decision(self, closure):
    table = self.table
    if self.flags & ENDED:
        return table.Py_NewRef(table.none)
    if self.decided == 0:
        made = decision_of(table, self)
        if made == 0:
            if table.PyErr_Occurred() != 0:
                return 0
            made = slowly(table, self, table.text_decide, table.none)
            if made == 0:
                return 0
        if self.decided == 0:
            self.decided = made
        else:
            table.Py_DecRef(made)
    return table.Py_NewRef(self.decided)

def place_of(codes, count, code):
    low = 0
    high = count
    while low < high:
        middle = (low + high) >> 1
        if I32[codes, middle] < code:
            low = middle + 1
        else:
            high = middle
    return low

def code_with_text(table, sheet, self, text):
    size = table.size
    codes = self + S_DATA + size + size
    texts = sheet.texts
    boxed = table.PyDict_GetItemWithError(sheet.by_text, text)
    if boxed == 0:
        return -1
    number = table.PyLong_AsSsize_t(boxed)
    for again in range(MOST_ALIKE):
        if number < 0:
            break
        code = I64[texts, 4 * number + 2]
        place = place_of(codes, self.count, code)
        if place < self.count:
            if I64[self.offered + ITEMS, place] == I64[texts, 4 * number]:
                return code
        number = I64[texts, 4 * number + 3]
    return -1

def code_of_option(table, self, option):
    size = table.size
    codes = self + S_DATA + size + size
    for place in range(self.count):
        if I64[self.offered + ITEMS, place] == option:
            return I32[codes, place]
    return -1

def state_apply(self, option):
    table = self.table
    decision = state_decision(self, 0)
    if decision == 0:
        return 0
    table.Py_DecRef(decision)
    sheet = table.sheet
    if (sheet != 0) and (self.offered != 0):
        code = -1
        if option.type == sheet.str_type:
            code = code_with_text(table, sheet, self, option)
        elif option.type == sheet.option_type:
            code = code_of_option(table, self, option)
        if code >= 0:
            return followed(self, code)
    return slowly(table, self, table.text_apply, option)
"""
CONSTANTS = {
    "EMPTY": EMPTY,
    "PYTHONS": -2,
    "MISSING": -1,
    "MOST_WORDS": MOST_WORDS,
    "MOST_ALIKE": 1000,
}
