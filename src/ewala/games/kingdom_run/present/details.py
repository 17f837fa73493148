"""What a circuit of Kingdom Run is made of, for whoever builds one (KR-2)."""

from ewala.games.kingdom_run.rules.circuit import DEFAULT, FINISH, LAKES, PODIUM, SIDES, START, ZONES, read_circuit
from ewala.games.kingdom_run.rules.state import PLACES, SPACES


def details() -> dict[str, object]:
    names = [name for name in SIDES if not name.endswith("'")]
    return {
        "boards": {name: [SIDES[name], SIDES[f"{name}'"]] for name in names},
        "start": START,
        "finish": FINISH,
        "middle": DEFAULT,
        "circuit": read_circuit(DEFAULT).text,
        "zones": [{"value": value, "size": size} for value, size in ZONES],
        "podium": list(PODIUM),
        "lakes": LAKES,
        "most_spaces": SPACES,
        "most_places": PLACES,
    }
