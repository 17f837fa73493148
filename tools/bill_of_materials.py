"""Write the bill of materials of a release, in CycloneDX's form: what comes with Ewala, and what its page is made of.

    python tools/bill_of_materials.py > ewala.cdx.json

It is read from the pins alone, requirements/play.txt and web/package-lock.json: the same pins give the same bytes. That
of the image has the pins of requirements/site.txt, and Debian's packages as the image lists them.
"""

import base64
import json
import os
import re
import sys
import uuid
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markdown_pages import ROOT

PINS, PINS_OF_IMAGE = (ROOT / "requirements" / name for name in ("play.txt", "site.txt"))
MODULES = ROOT / "web" / "package-lock.json"
VERSION = ROOT / "src" / "ewala" / "_version.py"
COMPILED_IN = "svelte"  # a tool by its place in package.json, but its runtime is part of the page

_PIN = re.compile(r"^(?P<name>[\w.-]+)(?:\[[\w,.-]+\])?==(?P<version>[\w.+!-]+)(?: ; (?P<marker>[^\\\n]+?))?(?: \\)?$")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")

Component = dict[str, Any]


def bill(when: int, packages: Sequence[tuple[str, str, str]] = ()) -> dict[str, Any]:
    """The whole bill; `when` is the release's time, in seconds since 1970. Of the image, with Debian's packages."""
    version = re.findall(r'"(.+)"', VERSION.read_text(encoding="utf-8"))[0]
    own = {"type": "application", "name": "ewala", "version": version, "purl": f"pkg:pypi/ewala@{version}"}
    pins = PINS_OF_IMAGE if packages else PINS
    components = [*python_packages(pins.read_text(encoding="utf-8")), *modules_of_the_page(_read_modules())]
    components += systems_packages(packages)
    whole = json.dumps([own, components], sort_keys=True)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, whole)}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(when, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {**own, "bom-ref": own["purl"], "licenses": [{"license": {"id": "MIT"}}]},
        },
        "components": components,
    }


def python_packages(pins: str) -> Iterator[Component]:
    """Every package of a file of pins, with the hashes of the files that may be installed for it.

    One that is pinned twice, for different systems or versions of Python, is there twice, with the marker of each.
    """
    for block in re.split(r"\n(?=\S)", pins.strip()):
        pin = _PIN.match(block.partition("\n")[0])
        if pin is None:
            raise ValueError(f"no pin: {block.partition(chr(10))[0]!r}")
        purl = f"pkg:pypi/{re.sub('[-_.]+', '-', pin['name']).lower()}@{quote(pin['version'])}"
        component: Component = {
            "type": "library",
            "bom-ref": purl,
            "name": pin["name"],
            "version": pin["version"],
            "scope": "required",
            "purl": purl,
            "hashes": [{"alg": "SHA-256", "content": digest} for digest in _HASH.findall(block)],
        }
        if pin["marker"]:
            component["properties"] = [{"name": "ewala:installed-if", "value": pin["marker"]}]
        yield component


def systems_packages(packages: Sequence[tuple[str, str, str]]) -> Iterator[Component]:
    """Debian's packages, of which name, version and architecture are given."""
    for name, version, architecture in sorted(packages):
        purl = f"pkg:deb/debian/{quote(name)}@{quote(version)}?arch={architecture}"
        yield {"type": "library", "bom-ref": purl, "name": name, "version": version, "scope": "required", "purl": purl}


def modules_of_the_page(lock: dict[str, Any]) -> Iterator[Component]:
    """Every module that package-lock.json names: those that are part of the page, and those that only build it."""
    packages: dict[str, dict[str, Any]] = lock["packages"]
    in_the_page = _reached(packages, {*packages[""].get("dependencies", {}), COMPILED_IN})
    for place, told in sorted(packages.items()):
        if not place:
            continue
        name = place.rpartition("node_modules/")[2]
        purl = f"pkg:npm/{quote(name, safe='/')}@{quote(told['version'])}"
        algorithm, _, digest = told["integrity"].partition("-")
        yield {
            "type": "library",
            "bom-ref": f"{purl}#{place}",
            "name": name,
            "version": told["version"],
            "scope": "required" if place in in_the_page else "excluded",
            "purl": purl,
            "hashes": [{"alg": f"SHA-{algorithm[3:]}", "content": base64.b64decode(digest).hex()}],
            **({"licenses": [{"expression": told["license"]}]} if "license" in told else {}),
        }


def _reached(packages: dict[str, dict[str, Any]], names: set[str]) -> set[str]:
    """The places of these modules and of all that they need."""
    found: set[str] = set()
    ahead = [f"node_modules/{name}" for name in sorted(names)]
    while ahead:
        place = ahead.pop()
        if place in found or place not in packages:
            continue
        found.add(place)
        for name in packages[place].get("dependencies", {}):
            inner = f"{place}/node_modules/{name}"
            ahead.append(inner if inner in packages else f"node_modules/{name}")
    return found


def _read_modules() -> dict[str, Any]:
    lock: dict[str, Any] = json.loads(MODULES.read_text(encoding="utf-8"))
    return lock


def write(path: Path, when: int, packages: Sequence[tuple[str, str, str]] = ()) -> None:
    path.write_text(json.dumps(bill(when, packages), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    json.dump(bill(int(os.environ.get("SOURCE_DATE_EPOCH", "0"))), sys.stdout, indent=1, ensure_ascii=False)
