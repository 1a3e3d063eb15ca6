"""The book on paper: the whole as PDF, a sheet of cards to cut out, and the rules in short."""
