"""Matches as the environments of others: `pettingzoo` and `openspiel`.

Each needs its package: `pip install "thesmos[env]"` installs PettingZoo, `pip install open_spiel`
OpenSpiel. Importing this folder imports neither.
"""
