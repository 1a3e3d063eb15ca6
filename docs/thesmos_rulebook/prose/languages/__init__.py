"""The languages: one module for each, holding a table. To add a language, add a module here."""
