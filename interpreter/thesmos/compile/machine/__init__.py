"""What printers have in common for languages in which sets and numbers need registers."""
