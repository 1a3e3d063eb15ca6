"""How strong the scenarios are: what of a spec they reach, and how many changes they notice.

The *spec* is changed here, never the interpreter, and only scenarios judge.
"""
