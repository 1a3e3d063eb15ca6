"""How strong the scenarios are: which parts of a spec they reach, how many changes they notice.

Here the *spec* is changed, never the interpreter, and only scenarios judge.
"""
