"""Plain Python as JavaScript: what of the project the page runs without a server, from the same source."""
