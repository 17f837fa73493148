"""The description of a module that travels with it, ready for JSON: its kernels, their buffers, the bots' weights."""

from collections.abc import Sequence
from typing import Any

from ewala.browser.exports import Export, exports_of, sizes_of
from ewala.browser.weights import files_of, read_by
from ewala.core.buffers import Buffer, fields_of, is_structure
from ewala.kit.game_kit import GameKit

_BYTES = {"whole": 8, "real": 8, "short": 4, "flag": 1}


def described(kit: GameKit) -> dict[str, Any]:
    """The functions of each module of kernels, the fields of each structure, and who reads which files of weights.

    The coach, who reads what the strongest bot does, has no name.
    """
    exports, opponents = exports_of(kit), kit.opponents()
    kernels: dict[str, list[str]] = {}
    for export in exports:
        kernels.setdefault(export.module, []).append(export.name)
    return {
        "kernels": kernels,
        "structures": _structures(exports),
        "weights": {short: about for short, (_, about) in files_of(kit).items()},
        "reads": {
            **{entry.name: read_by(entry.bot) for entry in opponents},
            "": read_by(opponents[-1].bot) if opponents else [],
        },
    }


def _structures(exports: Sequence[Export]) -> dict[str, dict[str, Any]]:
    """For each structure of buffers the sizes that it leaves open, and its fields."""
    found: dict[str, dict[str, Any]] = {}
    waiting = [kind for export in exports for kind in export.takes.values() if is_structure(kind)]
    while waiting:
        structure = waiting.pop()
        fields = dict(fields_of(structure))
        waiting += [kind for kind in fields.values() if is_structure(kind)]
        about = {name: _field(kind) for name, kind in fields.items()}
        found[structure.__name__] = {"sizes": sizes_of(structure), "fields": about}
    return dict(sorted(found.items()))


def _field(kind: Any) -> dict[str, Any]:
    if not isinstance(kind, Buffer):
        return {"structure": kind.__name__} if is_structure(kind) else {"given": "whole"}
    if isinstance(kind.holds, type):
        return {"record": kind.holds.__name__.lower(), "bytes": kind.holds.nbytes, "shape": list(kind.shape)}
    return {"number": kind.holds, "bytes": _BYTES[kind.holds], "shape": list(kind.shape)}
