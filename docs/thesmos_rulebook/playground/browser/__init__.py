"""The half of the playground in Python: it runs in the page, in Pyodide, and imports no `click`."""
