"""Kernels as WebAssembly: what a browser calls, how a module is made of it, and its description for the page."""
