"""What a page of ours may load and do: its own files, and nothing else. Browsers hold it to that.

Scripts may compile WebAssembly: that is what `wasm-unsafe-eval` allows, and not to make JavaScript of texts.
"""

# What may be said in a header, or in the head of a page whose host has no headers of ours.
IN_THE_PAGE = (
    "default-src 'self'; img-src 'self' data:; connect-src 'self'; style-src 'self'; "
    "script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; form-action 'self'"
)
BY_HEADER_ALONE = "frame-ancestors 'none'"  # in a page browsers would not follow it, and complain
