"""Analyses kept in the user's cache folder, so that the same game is looked through once."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

import msgspec

from ewala.kit.analysis import Analysis


def folder() -> Path:
    """Below `EWALA_CACHE_DIR`, else in the user's cache folder."""
    import platformdirs

    return Path(os.environ.get("EWALA_CACHE_DIR") or platformdirs.user_cache_dir("ewala")) / "analyses"


def kept(fingerprint: str) -> Analysis | None:
    """The analysis of that fingerprint, if it was made before and can still be read."""
    try:
        return msgspec.json.decode((folder() / f"{fingerprint}.json").read_bytes(), type=Analysis)
    except (OSError, msgspec.DecodeError):
        return None


def keep(fingerprint: str, analysis: Analysis) -> None:
    """Keep an analysis; where that is not possible, it is made again next time."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("wb", dir=folder(), prefix=f".{fingerprint}.", delete=False) as beside:
            beside.write(msgspec.json.encode(analysis))
        Path(beside.name).replace(folder() / f"{fingerprint}.json")
    except OSError:
        pass
