"""The catalogue of codes: every diagnostic of Thesmos, each described in one sentence.

E1 files and their shape · E2 clause text · E3 meaning · E4 words · E6 scenarios · W warnings.
There is a sample of each in `samples/` beside this file, or in `syntax/samples/`.
"""

from __future__ import annotations

from thesmos.syntax import codes

CODES = {
    **codes.CODES,
    # The text of clauses, effects and values: syntax/clause_parser.py, syntax/document_reader.py.
    "E201": "A text violates the grammar of the clause language.",
    "E202": "The indentation of a line is not that of any block above it.",
    "E204": "A clause or value is too long.",
    "E205": "A value is nested too deeply.",
    "E211": "A type is not valid: not a range, a flag, a kind, a set or an optional kind.",
    # Names and types: check/names/names.py, check/typing/infer.py, check/typing/history.py.
    "E301": "A kind is unknown: it is not an enum, a board or a kind of piece.",
    "E302": "A name is declared twice.",
    "E303": "A name is already in use, or is a word of the language.",
    "E304": "A name is unknown.",
    "E305": "The owner of something is needed, but things of this kind have no owner.",
    "E306": "An attribute, fact or function is unknown.",
    "E307": "An option, or a value of an option, is unknown.",
    "E308": "There are too many or too few arguments or parameters.",
    "E309": "An action is unknown.",
    "E310": "A role of an action or event is unknown.",
    "E311": "A value is of the wrong type.",
    "E312": "A number is too large or too small.",
    "E313": "There is a set where a single thing is needed, or the other way round.",
    "E314": "Something is compared with `none` by an operator that never matches it.",
    # Effects: check/typing/effects.py.
    "E321": "Something is added to a value that is not a number.",
    "E322": "The value `none` is assigned to something that can't be none.",
    "E323": "A number is assigned to something with a smaller range.",
    "E324": "A value is assigned to something that can't be assigned.",
    "E326": "A set is assigned to a local.",
    # History: check/typing/history.py, check/typing/infer.py.
    "E331": "A question about the past asks something that may have changed since.",
    "E332": "The result of `times(…)` is compared with something other than a number.",
    # Clauses, facts, steps and flow: check/typing/clauses.py, check/spec.py.
    "E341": "A heading is unknown.",
    "E342": "A step is unknown.",
    "E343": "A clause waives a rule that its action does not have.",
    "E344": "A clause treats an unknown fact.",
    "E345": "A moment is unknown.",
    "E346": "The function `offered(…)` is used where no step is offered.",
    "E347": "Two routes of a card may apply at the same moment.",
    "E348": "A score is unknown.",
    "E349": "A ground by which players are ranked is also the ground of another clause.",
    "E351": "A memory is never used.",
    "E352": "A fact depends on itself.",
    "E353": "An event causes itself again, or a long chain of others.",
    "E354": "A step follows itself endlessly.",
    "E355": "A `while` does not change what its condition asks.",
    "E356": "What is asked or done in one decision can take too much work.",
    "E357": "A text is too long or too deep, counting the facts that it asks.",
    "E358": "The game does not say what makes two positions the same, or it can't be compared.",
    "E361": "An instruction of the flow is unknown.",
    "E362": "A turn does not lead to the next one.",
    "E363": "A clause cancels turns, but the flow does not say where they are taken back.",
    "E364": "The owner of pieces is neither a side nor a player.",
    "W371": "A banned power is unknown.",
    "E373": "A slug is already in use, or is the name of another page.",
    # Rulings: check/documents/rulings.py.
    "E374": "The rulings, or the notation of records, belong to another game.",
    "E375": "A clause or card named by a ruling does not exist.",
    "W376": "A scenario named by a ruling does not exist.",
    "E377": "A ruling and its scenarios do not fit, or it asks about what no state knows.",
    "W378": "A text of a ruling is the same in two languages.",
    # How others write records: check/documents/record_notation.py.
    "E379": "A part of a record is described as something that it can't be.",
    # What is declared as data: check/documents, and check/analyses/symmetry.py.
    "E380": "A board that is not symmetric is declared symmetric.",
    "E381": "Two values of an enum have the same mark.",
    "E382": "A board is too large, or there are too many pieces.",
    "E383": "A range of numbers is empty or too wide.",
    "E384": "An initial value is not of its type.",
    "E385": "A piece is declared in the wrong place.",
    "E386": "The zone or the cell of a piece is missing or unknown.",
    "E387": "Two pieces have the same name.",
    "E388": "An open role may be a set or none.",
    "E389": "A tag is unknown.",
    "E390": "A part of a position could not be read back, alone or beside another part.",
    "E391": "A power that is in play in every game is unknown.",
    "E392": "The players or sides of a mode are not valid.",
    "E393": "An attribute has one value where it needs one for each of something, or the reverse.",
    "E394": "A line of a board is not straight, leaves the grid, or contradicts another.",
    "E395": "An entry of a position does not say what it writes, or has an invalid key.",
    "E396": "An entry of a position writes something that the game does not have.",
    "E397": "Something that belongs to no player is secret.",
    "E398": "Something other than a memory of a power lasts a turn.",
    "E399": "The texts of options do not tell them apart, or mean something else, such as `skip`.",
    # Words for sentences: check/documents/words.py, thesmos_rulebook.
    "E401": "There are words for something that the game does not have.",
    "E402": "A gap in a text is unknown.",
    "E403": "A noun or a verb has too few or too many forms.",
    "E404": "A bracket or brace in a text is not closed.",
    "E409": "Words are given for a form that something does not have in sentences.",
    "W405": "Something has no words in a language.",
    "W406": "A translation is older than the English text.",
    "W407": "A translation differs from the one that was recorded.",
    "W408": "A translation belongs to no English text.",
    "W409": "No sentence can show words under `says`: check/analyses/unused_words.py.",
    # What is legal but makes no sense: check/analyses/senseless.py, check/analyses/symmetry.py.
    "W501": "The flow of a game lacks something without which it can hardly be played.",
    "W502": "Nothing leads to a step.",
    "W503": "A condition always holds, or never.",
    "W504": "A power is for numbers of players that no mode has.",
    "W505": "Pieces are hidden from everybody alike.",
    "W506": "A name also has another meaning.",
    "W507": "A clause allows only what another one of its card forbids.",
    "W508": "A rule tells a mirrored board from the original, but the board is declared symmetric.",
    # Scenarios: scenario/reader.py, scenario/runner.py.
    "E601": "A file is not a valid scenario or legend.",
    "E602": "A board is drawn where no legend says how to read it.",
    "E603": "The drawing of a board can't be read.",
    "E604": "A scenario cites an unknown rule or clause.",
    "E605": "The name of a scenario's file or folder can't be part of an id.",
    # Equivalent mutants: thesmos_conform.mutation.
    "E701": "A mutant that is listed as equivalent does not exist, or has changed.",
}
