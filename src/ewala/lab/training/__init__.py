"""How opponents learn: rounds of self-play, fitting and contests, kept in a folder."""
