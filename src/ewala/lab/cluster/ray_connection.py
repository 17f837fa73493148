"""The way to a Ray cluster: found, reached within a bounded time, kept for the next work, and left.

A process has one connection at a time, as Ray does. It is kept when work has come to its end, since a cluster's workers
go with the connection: the next simulation at the same address finds them with everything loaded.
"""

import importlib
import importlib.util
import logging
import os
import socket
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from ewala.core.errors import BadSetup
from ewala.core.extras import how_to_install
from ewala.core.sentences import Sentence
from ewala.lab.cluster.processes import cores

LOCAL = "local"  # a cluster of our own on this machine
_AUTO = "auto"  # the one that runs on this machine

_PATIENCE = 5.0  # seconds until a machine has to answer
_MEMORY_EACH = 64 << 20  # bytes of a cluster of our own, for rows on their way from one processor
_QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_SCHEDULER_EVENTS": "0",
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".",  # lines about lost workers, which would go to the output stream
}

# What every server of gRPC answers to: the beginning of HTTP/2, with an empty frame of settings.
_GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
_SETTINGS = 4

_held: list[str] = []  # the address of our connection, if we have one


def connect(address: str) -> Any:
    """The module `ray`, connected to the cluster at `auto`, `local`, `HOST:PORT` or `ray://HOST:PORT`.

    A program that has called `ray.init` itself keeps its connection, and that one is used.
    """
    _need_ray()
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    import ray

    if ray.is_initialized():
        if not _held or _held == [address]:
            return ray
        disconnect()
    if address not in (LOCAL, _AUTO):
        _knock(address)
    with _hushed() as noise:
        try:
            ray.init(**_settings(address))
        except (ConnectionError, RuntimeError, ValueError, ImportError) as error:
            ray.shutdown()
            raise _refusal(address, f"{error} {error.__cause__}\n{noise()}") from None
        except BaseException:  # Ctrl-C: leave nothing half open
            ray.shutdown()
            raise
    _held[:] = [address]
    return ray


def disconnect() -> None:
    """End our connection, and with it what the cluster still does for us; a program's own stays."""
    if _held:
        import ray

        ray.shutdown()
        _held.clear()


def processors(ray: Any) -> int:
    """How many processors the cluster has at this moment; 0 while all machines that play are gone."""
    return int(ray.cluster_resources().get("CPU", 0))


def _need_ray() -> None:
    if importlib.util.find_spec("ray") is None:
        command = how_to_install("ray")
        raise BadSetup("cluster/ray", "", Sentence("a cluster needs Ray: {command}", command=command))


def _settings(address: str) -> dict[str, Any]:
    settings: dict[str, Any] = {"address": address, "log_to_driver": False, "logging_level": logging.ERROR}
    if address == LOCAL:
        # Nobody but this machine can reach it.
        memory = _MEMORY_EACH * max(2, cores())
        settings |= {"num_cpus": cores(), "include_dashboard": False, "object_store_memory": memory}
        settings["_node_ip_address"] = "127.0.0.1"
    return settings


def _knock(address: str) -> None:
    """Whether anybody is there who could be a cluster. Ray itself would try for minutes, and then end this process."""
    try:
        parts = urlsplit(address if "://" in address else f"//{address}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port or parts.scheme not in ("", "ray") or parts.path or parts.query or parts.fragment:
        forms = "auto, local, HOST:PORT, ray://HOST:PORT"
        sentence = Sentence("a cluster's address is one of {forms}, not {address!r}", forms=forms, address=address)
        raise BadSetup("cluster/address", "", sentence)
    if not parts.scheme and host in ("localhost", "127.0.0.1", "::1"):
        ray: Any = importlib.import_module("ray")
        host = ray.util.get_node_ip_address()  # it is there that Ray looks for a cluster of this machine
    try:
        with socket.create_connection((host, port), _PATIENCE) as line:
            if os.environ.get("RAY_USE_TLS", "0") == "1":
                return  # it speaks to nobody in the clear
            line.settimeout(_PATIENCE)
            line.sendall(_GREETING)
            answer = line.recv(9)
    except (OSError, UnicodeError):
        raise _unreachable(address) from None
    if len(answer) < 4 or answer[3] != _SETTINGS:
        raise _unreachable(address)


def _unreachable(address: str) -> BadSetup:
    command = "ray start --head"
    sentence = Sentence("no Ray cluster answers at {address}; {command} starts one", address=address, command=command)
    return BadSetup("cluster/unreachable", "", sentence)


def _refusal(address: str, said: str) -> BadSetup:
    """Why it did not come about, from what Ray says."""
    if "ersion mismatch" in said:
        what = " ".join(said.split())[:300]
        sentence = Sentence("the cluster has another version of Ray or Python: {what}", what=what)
        return BadSetup("cluster/version", "", sentence)
    if "nauthenticated" in said or "uthentication token" in said:
        sentence = Sentence(
            "the cluster at {address} wants a token: set RAY_AUTH_MODE=token, and have its token in ~/.ray/auth_token",
            address=address,
        )
        return BadSetup("cluster/token", "", sentence)
    if "grpcio" in said:
        sentence = Sentence("an address with ray:// needs Ray's client: {command}", command=how_to_install("ray"))
        return BadSetup("cluster/ray", "", sentence)
    if "No node info found" in said:
        sentence = Sentence(
            "this machine is no part of the cluster at {address}: join with {command}, or use ray://HOST:10001",
            address=address,
            command="ray start --address=HOST:PORT",
        )
        return BadSetup("cluster/outside", "", sentence)
    if address in (LOCAL, _AUTO):
        return _unreachable(address)
    sentence = Sentence(
        "the server at {address} does not let us in: if it is Ray's, it may want a token (RAY_AUTH_MODE=token)",
        address=address,
    )
    return BadSetup("cluster/refused", "", sentence)


@contextmanager
def _hushed() -> Iterator[Any]:
    """Ray's own lines are kept from the error stream meanwhile, also those that are not Python's; gives what they say.

    Where it fails, it says the same many times, and we say it once.
    """
    with tempfile.TemporaryFile() as file, warnings.catch_warnings(action="ignore"):

        def noise() -> str:
            file.seek(0)
            return file.read().decode(errors="replace")

        before = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            yield noise
        finally:
            os.dup2(before, 2)
            os.close(before)
