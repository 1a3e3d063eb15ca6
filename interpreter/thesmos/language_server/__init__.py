"""`thesmos lsp`: the service (thesmos/service/) for editors, by the Language Server Protocol.

Nothing is decided here: `mapping.py` says the service's plain data in the words of the protocol,
`games.py` keeps the desk of each game whose files are open, and `server.py` answers messages.
"""
