"""Adapters: the games as other people's frameworks want them."""
