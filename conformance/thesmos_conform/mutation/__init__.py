"""How strong the scenarios are: what of a spec they would miss, and how many changes they notice.

Here the *spec* is taken apart and changed, never the interpreter; only scenarios judge.
"""
