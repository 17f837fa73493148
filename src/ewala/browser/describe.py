"""What is to be known of a module: its doors, how much room its places need, where the fields of its records lie.

For Python and Node as plain data, for the page as TypeScript; both from the kernel itself, so that nothing is written
down twice.
"""

import base64
import importlib
import json
import math
from collections.abc import Iterator, Sequence
from typing import Any, get_args

from ewala.browser.bound import doors_of, room_of
from ewala.browser.kinds import PLACES, Door, Place
from ewala.browser.search_doors import sizes_of
from ewala.browser.weights import files_of, read_by
from ewala.core.buffers import Buffer, fields_of, is_structure
from ewala.core.packed import Packed
from ewala.kit.game_kit import GameKit

HEAD = "/** Written by ewala.browser from the kernel of {game}, for the module beside it: change it there. */\n"

_BYTES = {"whole": 8, "real": 8, "short": 4, "flag": 1}


def described(kit: GameKit) -> dict[str, Any]:
    """The description as data, ready for JSON."""
    game = kit.game()
    kernel = importlib.import_module(game.kernel)
    doors = doors_of(kit)
    codes = {
        name: value
        for name, value in vars(getattr(kernel, "codes", kernel)).items()
        if name.isupper() and isinstance(value, int)
    }
    return {
        "doors": {door.name: _told(door) for door in doors},
        "structures": _structures(doors),
        "room": room_of(kit),
        "state": _fields(kernel.State),
        "rules": _fields(kernel.Rules),
        "codes": codes,
        "seats": kit.learning.most,
        "features": kernel.FEATURES,
        "reasons": {number: {"code": why.code, "clause": why.clause} for number, why in game.reasons.items()},
        "editions": {edition: _rules(kit, edition) for edition in game.editions},
    }


def search_described(kit: GameKit) -> dict[str, Any]:
    """What of it the game's bots need, ready for JSON: the kernels and buffers of their searches, and their weights.

    Who reads which files of weights is said by their names; the coach, who reads what the strongest does, has none.
    """
    doors, opponents = doors_of(kit), kit.opponents()
    return {
        "kernels": _kernels({door.name: _told(door) for door in doors}),
        "structures": _structures(doors),
        "weights": {short: about for short, (_, about) in files_of(kit).items()},
        "reads": {
            **{entry.name: read_by(entry.bot) for entry in opponents},
            "": read_by(opponents[-1].bot) if opponents else [],
        },
    }


def _told(door: Door) -> dict[str, Any]:
    takes = {name: _kind(kind) for name, kind in door.takes.items()}
    return {"takes": takes, "gives": door.gives, "about": door.about, "module": door.module}


def _kind(kind: Any) -> str:
    if is_structure(kind):
        return str(kind.__name__)
    return kind.name if isinstance(kind, Place) else str(kind)


def _structures(doors: Sequence[Door]) -> dict[str, dict[str, Any]]:
    """What buffers there are: for each structure the sizes that it leaves open, and its fields."""
    found: dict[str, dict[str, Any]] = {}
    waiting = [kind for door in doors for kind in door.takes.values() if is_structure(kind)]
    while waiting:
        structure = waiting.pop()
        fields = dict(fields_of(structure))
        waiting += [kind for kind in fields.values() if is_structure(kind)]
        told = {name: _field(kind) for name, kind in fields.items()}
        found[structure.__name__] = {"sizes": sizes_of(structure), "fields": told}
    return dict(sorted(found.items()))


def _field(kind: Any) -> dict[str, Any]:
    if isinstance(kind, Buffer):
        record = isinstance(kind.holds, type)
        held = kind.holds.__name__.lower() if isinstance(kind.holds, type) else kind.holds
        each = kind.holds.nbytes if isinstance(kind.holds, type) else _BYTES[kind.holds]
        return {"record" if record else "number": held, "bytes": each, "shape": list(kind.shape)}
    return {"structure": kind.__name__} if is_structure(kind) else {"given": "whole"}


def _fields(record: type[Packed]) -> dict[str, dict[str, int]]:
    """Where each field begins, how many numbers it has, and of how many bytes; all are signed."""
    kind: Any = record.dtype()
    return {
        name: {"at": at, "count": math.prod(field.shape), "bytes": field.base.itemsize}
        for name, (field, at) in kind.fields.items()
    }


def _rules(kit: GameKit, edition: str) -> str:
    """The rules of an edition as it is played if nothing else is said."""
    return base64.b64encode(kit.game().from_options({"edition": edition}).rules.pack()).decode()


def typescript(kit: GameKit) -> str:
    """The description for the page."""
    about = described(kit)
    doors = about.pop("doors")
    lines = [HEAD.format(game=kit.name)]
    lines += [
        f"/** The address of {place.about}. */\nexport type {_address(place.name)} = number;" for place in _places()
    ]
    lines += ["\nexport interface Doors {", "  readonly memory: WebAssembly.Memory;"]
    lines += ["  /** The address from which memory is free. */", "  readonly __heap_base: WebAssembly.Global;"]
    for name, door in doors.items():
        takes = ", ".join(f"{argument}: {_type(kind)}" for argument, kind in door["takes"].items())
        about_it = door["about"]
        if door["module"]:  # its structures come as many numbers each, which the description has
            about_it, takes = f"{about_it} Takes {takes}.", "...given: readonly number[]"
        lines += [f"  /** {about_it} */", f"  {name}({takes}): {'number' if door['gives'] else 'void'};"]
    lines += ["}"]
    about |= search_described(kit)
    notes = {
        "kernels": "The doors to a search's kernels: for each module, what each function takes.",
        "structures": "What buffers a search works on. A structure comes as its sizes, then each field's address.",
        "room": "How many bytes each place needs.",
        "state": "Where the fields of a position lie: signed numbers, the lowest byte first.",
        "rules": "Likewise of what the game is played by.",
        "weights": "Where what was learned lies in the file beside, and how it is kept; weights.mjs reads it.",
        "codes": "Where the codes of each kind of move begin.",
        "seats": "How many may play.",
        "features": "How many numbers a learner sees.",
        "reasons": "What the numbers of `why_not` mean.",
        "editions": "The rules of each edition as it is played if nothing else is said, in Base64.",
    }
    for name, note in notes.items():
        lines += ["", f"/** {note} */", f"export const {name} = {_constant(about[name])} as const;"]
    return "\n".join(lines) + "\n"


def _constant(value: Any) -> str:
    if not isinstance(value, dict):
        return json.dumps(value)
    return "\n".join(["{", *(f"  {json.dumps(name)}: {json.dumps(part)}," for name, part in value.items()), "}"])


def _places() -> Iterator[Place]:
    return (get_args(kind)[1] for kind in PLACES)


def _type(kind: str) -> str:
    if kind in {"whole", "real"}:
        return "number"
    return kind if kind[0].isupper() else _address(kind)


def _kernels(doors: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, door in doors.items():
        if door["module"]:
            found.setdefault(door["module"], {})[name] = {"takes": door["takes"], "gives": door["gives"]}
    return found


def _address(place: str) -> str:
    return f"{place.capitalize()}At"
