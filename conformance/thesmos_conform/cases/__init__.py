"""Cases: what an implementation is asked, from scenarios, records and random games."""
