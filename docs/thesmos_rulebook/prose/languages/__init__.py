"""The languages: one module each, holding a table. A new language is a new module here."""
