"""The catalogue of codes: every mistake that Thesmos reports, each in one sentence.

E1 files and their shape · E2 clause text · E3 meaning · E6 scenarios · W what may be meant.
A sample of each stands in `samples/` beside this file, or in `load/samples/`.
"""

from __future__ import annotations

from thesmos.syntax import codes

CODES = {
    **codes.CODES,
    # The text of clauses, effects and values: syntax/clause_parser.py, syntax/documents.py.
    "E201": "The text breaks the grammar of the clause language.",
    "E202": "A line goes back to an indentation that no block above it has.",
    "E204": "A clause or value is too long.",
    "E205": "A value is nested too deeply.",
    "E211": "A type is none: not a range, a flag, a kind, a set or an optional of one.",
    # Names and types: check/names.py, check/infer.py, check/history.py.
    "E301": "There is no such kind: no enum, no board, no kind of piece.",
    "E302": "A name is declared twice.",
    "E303": "A name already has a meaning where it is given another.",
    "E304": "A name has no meaning here.",
    "E305": "Something is asked for its owner that has none.",
    "E306": "There is no such attribute, fact or function.",
    "E307": "The game has no such option, or the option no such value.",
    "E308": "There are too many or too few arguments or parameters.",
    "E309": "There is no such action.",
    "E310": "An action or event has no such role.",
    "E311": "A value is of the wrong type.",
    "E312": "A number is too large.",
    "E313": "A set stands where one thing is needed, or the other way round.",
    "E314": "Something is compared with none, which equals nothing.",
    # Effects: check/effects.py.
    "E321": "Something is added to what is no number.",
    "E322": "None is given to what can't be none.",
    "E323": "A number is given to what can't hold it.",
    "E324": "Something is given a value that can't have one.",
    "E326": "A local is given a set.",
    # History: check/history.py, check/infer.py.
    "E331": "A history query asks for what may have changed since.",
    "E332": "How often something happened is compared with what is no plain number.",
    # Clauses, facts, steps and flow: check/clauses.py, check/spec.py.
    "E341": "The game has no such heading.",
    "E342": "There is no such step.",
    "E343": "A clause waives a rule that its action does not have.",
    "E344": "There is no such fact to read differently.",
    "E345": "The game has no such moment.",
    "E346": "What a step offers is asked where no step is offered.",
    "E347": "Two routes of one card may hold at the same moment.",
    "E351": "A memory is never used.",
    "E352": "A fact asks itself.",
    "E353": "An event calls itself again through the triggers of one card.",
    "E361": "The flow has an instruction that is none.",
    "E362": "A turn does not lead to the next one.",
    "W371": "A power is banned that is not there.",
    "E372": "A power bans another that does not ban it.",
    "E373": "A slug is taken, or is that of a page of its own.",
    # Rulings: check/rulings.py.
    "E374": "Rulings are of another game.",
    "E375": "A ruling names a clause that is not there.",
    "W376": "A ruling names a scenario that is not there.",
    "E377": "A scenario of a ruling is about none of its clauses, or a clause is in none.",
    "W378": "A text of a ruling is the same in two languages.",
    # What is declared as data: check/declarations.py.
    "E381": "Two words of an enum have one mark.",
    "E382": "A board is too large, or there are too many pieces.",
    "E383": "A range of numbers is empty or too wide.",
    "E384": "A value in the beginning does not fit its type.",
    "E385": "A piece is declared at the wrong place.",
    "E386": "A piece waits in a zone that is none.",
    "E387": "Two pieces have one name.",
    "E388": "An open role is a set, or may be none.",
    "E389": "The game has no such tag.",
    "E391": "A power that always takes part is not there.",
    "E392": "A mode seats its players wrongly.",
    "E395": "An entry of a position does not say what it writes, or says more.",
    "E396": "An entry of a position writes what the game does not have.",
    # Words for sentences: check/words.py, book/prose.
    "E401": "Words are given to what the game does not have.",
    "E402": "A text has a gap for which nothing stands.",
    "E403": "A noun or a verb has too few or too many forms.",
    "E404": "A bracket or brace of a text does not close.",
    "W405": "Something has no words in a language.",
    "W406": "A translation is older than the English text.",
    "W407": "A translation is not recorded as it stands.",
    "W408": "A translation is of nothing in English.",
    # Scenarios: scenario/reader.py, scenario/runner.py.
    "E601": "A scenario, or the legend of its boards, is none.",
    "E602": "A scenario has a key that is unknown or given twice in effect.",
    "E603": "The drawing of a board can't be read.",
    "E604": "A scenario cites a rule or clause that is not there.",
    "E605": "The name of a scenario's file, or of a folder that holds it, can be no id.",
    "E701": "A mark calls equivalent what is no change to the game, or not that one.",
}
