"""What printers share for languages in which sets and numbers need registers of fixed sizes."""
