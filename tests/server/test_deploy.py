"""What ships for whoever deploys: each file is read by the program it is for, and asks for what there is."""

import json
import os
import re
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from haproxy import DEPLOY, haproxy, new_certificate, trusting
from operating import operated
from processes import free_port
from programs import program
from table_server import Spawned
from waiting import PATIENCE
from websockets.sync.client import connect

from ewala.server.arguments import add_arguments

HOSTS = re.compile(r"docker\.io|quay\.io|ghcr\.io|gcr\.io|registry\.|mcr\.|public\.ecr", re.IGNORECASE)


def run(*words: str | Path, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        list(map(str, words)), capture_output=True, text=True, check=False, env={**os.environ, **settings}
    )


def test_no_file_names_a_registry() -> None:
    files = [path for path in DEPLOY.rglob("*") if path.is_file()]
    assert len(files) >= 5
    assert [path.name for path in files if HOSTS.search(path.read_text(encoding="utf-8"))] == []


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    return new_certificate(tmp_path)


def test_haproxy_takes_its_configuration(certificate: Path) -> None:
    places = {"EWALA_CERTIFICATE": str(certificate), "EWALA_ONE": "127.0.0.1", "EWALA_TWO": "127.0.0.2"}
    checked = run(program("haproxy"), "-c", "-f", DEPLOY / "haproxy.cfg", **places)
    assert checked.returncode == 0, checked.stderr + checked.stdout
    assert "WARNING" not in checked.stderr + checked.stdout


def test_through_haproxy_a_game_is_played_over_tls_though_one_server_is_not_there(
    tmp_path: Path, certificate: Path
) -> None:
    """Of its two servers one has not been started."""
    operate = free_port()
    server = Spawned(tmp_path, more=["--operate", str(operate), "--proxy", "127.0.0.1"])
    known = trusting(certificate)
    hosts = ["127.0.0.1", "127.0.0.9"]
    with ExitStack() as running:
        running.callback(server.stop)
        front = running.enter_context(haproxy(tmp_path, certificate, hosts, server.port, operate))
        server.http.close()
        server.http = httpx.Client(base_url=f"https://127.0.0.1:{front}", verify=known, timeout=PATIENCE)
        for _ in range(4):  # by turns: also past the one that is not there
            table = server.chronicles()
        with connect(f"wss://127.0.0.1:{front}/api/tables/{table.id}/live", ssl=known, open_timeout=PATIENCE) as device:
            device.send(json.dumps({"type": "hello", "keys": list(table.keys.values())}))
            greeting = json.loads(device.recv(PATIENCE))
            assert (greeting["type"], greeting["table"]["id"]) == ("snapshot", table.id)
            position = greeting["position"]
            move = {"seat": position["to_act"], "move": position["moves"][0], "ply": position["ply"]}
            device.send(json.dumps({"type": "move", "id": "one", **move}))
            lines: list[Any] = []
            while not any(line["type"] == "done" for line in lines):
                lines += map(json.loads, str(device.recv(PATIENCE)).splitlines())


def test_systemd_takes_its_unit(tmp_path: Path) -> None:
    """With a program that is there in place of the one that will be."""
    analyze = program("systemd-analyze")
    unit = (DEPLOY / "ewala.service").read_text(encoding="utf-8")
    assert "/opt/ewala/bin/ewala" in unit
    copy = tmp_path / "ewala.service"
    copy.write_text(unit.replace("/opt/ewala/bin/ewala", sys.executable))
    checked = run(analyze, "verify", "--man=no", copy)
    assert [line for line in checked.stderr.splitlines() if "ewala.service" in line] == []
    assert checked.returncode == 0, checked.stderr


def options() -> set[str]:
    import argparse

    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return {option for action in parser._actions for option in action.option_strings}


@pytest.mark.parametrize("name", ["ewala.service", "Containerfile", "compose.yaml"])
def test_every_option_that_is_used_is_one_of_the_server_s(name: str) -> None:
    lines = (DEPLOY / name).read_text(encoding="utf-8").splitlines()
    ours = [line for line in lines if re.search(r"\bserve\b.*--|^    - --", line) and not line.startswith("#")]
    used = {option for line in ours for option in re.findall(r"--[a-z-]+", line)}
    assert {"--operate", "--log", "--data-dir"} <= used
    assert used <= options()


def test_the_compose_file_has_two_servers_on_one_database_behind_a_proxy() -> None:
    compose: Any = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services = compose["services"]
    assert set(services) == {"one", "two", "proxy", "postgresql", "redis"}
    assert services["one"] == services["two"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    told = services["proxy"]["environment"]
    assert set(told) == set(re.findall(r"\$\{(\w+)\}", (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8")))
    assert {told["EWALA_ONE"], told["EWALA_TWO"]} == {"one", "two"}


def test_every_figure_of_the_board_is_one_of_the_server_s(tmp_path: Path) -> None:
    board: Any = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    asked = "\n".join(target["expr"] for panel in board["panels"] for target in panel["targets"])
    named = set(re.findall(r"\b(?:ewala|process)_\w+", asked))
    with operated(tmp_path) as server:
        server.tables.call("GET", "/api/tables/nosuchtab2")
        told = {name.partition("{")[0] for name in server.figures()}
    assert len(named) > 12
    assert named <= told
    watched = {name for name in told if name.startswith("ewala_") and not name.endswith(("_sum", "_count"))}
    assert watched <= named  # and none is forgotten
