"""From the typed program to functions: one module for each section of the semantics."""
