"""Up to eight small counts kept in one word, four bits each: runners on a space, dice by face, actions by kind."""

from ewala.core.kernels import kernel

__all__ = ["count", "one", "total"]


@kernel
def count(counts: int, which: int) -> int:
    """One of the counts, by its place from 0."""
    return (counts >> 4 * which) & 15


@kernel
def one(which: int) -> int:
    """What one more of a kind adds to the counts."""
    return 1 << 4 * which


@kernel
def total(counts: int) -> int:
    """The sum of the counts, at most fifteen: the product's eighth place adds up all of them."""
    return (counts * 0x11111111 >> 28) & 15
