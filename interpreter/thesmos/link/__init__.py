"""A checked game, a mode and the powers in play become one program."""
