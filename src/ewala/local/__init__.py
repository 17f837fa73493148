"""Tables without a server: a page translates this, and plays alone, at one device, without a network."""
