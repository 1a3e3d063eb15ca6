"""Links a checked game, a mode and the powers in play to one program."""
