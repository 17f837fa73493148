"""What is released is made again to the byte, and says what it is made of."""

import gettext
import json
import re
import tarfile
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from bill_of_materials import bill, modules_of_the_page, python_packages
from make_image import why_no_image
from make_release import built, copy_of_the_sources, different

pytestmark = pytest.mark.long  # builds the packages several times

ROOT = Path(__file__).parents[2]
PIN = re.compile(r"^[\w.-]+==[\w.+!-]+", re.MULTILINE)
A_DAY, ANOTHER = 1_700_000_000, 1_800_000_000
BUILDS = {"babel", "editables", "hatchling", "packaging", "pathspec", "pluggy", "tomlkit", "trove-classifiers"}
NO_PAGE = {"EWALA_PAGE": "no"}  # which takes Node and most of the time; `make release` compares it, too


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return built(copy_of_the_sources(tmp_path_factory.mktemp("first")), A_DAY, **NO_PAGE)


def test_built_again_in_another_folder_it_is_the_same(first: dict[str, bytes], tmp_path: Path) -> None:
    sources = copy_of_the_sources(tmp_path / "elsewhere")
    assert different(first, built(sources, A_DAY, **NO_PAGE)) == []
    assert sorted(name.rpartition(".")[2] for name in first) == ["gz", "whl"]
    (sources / "dist").rename(tmp_path / "kept")
    (sources / "src/ewala/new.py").write_text("NEW = 1\n", encoding="utf-8")
    changed = built(sources, ANOTHER, **NO_PAGE)
    assert different(first, changed) == sorted(first)


def test_times_in_it_are_those_that_were_given(first: dict[str, bytes], tmp_path: Path) -> None:
    for name, content in first.items():
        (tmp_path / name).write_bytes(content)
    (sdist,), (wheel,) = tmp_path.glob("*.tar.gz"), tmp_path.glob("*.whl")
    with tarfile.open(sdist) as archive:
        assert {member.mtime for member in archive.getmembers()} == {A_DAY}
    with zipfile.ZipFile(wheel) as archive_of_wheel:
        assert {info.date_time[:3] for info in archive_of_wheel.infolist()} == {(2023, 11, 14)}
        catalogues = [archive_of_wheel.read(name) for name in archive_of_wheel.namelist() if name.endswith(".mo")]
    assert {gettext.GNUTranslations(BytesIO(file)).info()["pot-creation-date"][:4] for file in catalogues} == {"1970"}


@pytest.mark.parametrize("name", ["play", "site"])
def test_every_pin_is_on_the_bill_with_its_hashes(name: str) -> None:
    pins = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    packages = list(python_packages(pins))
    assert [f"{each['name']}=={each['version']}" for each in packages] == PIN.findall(pins_in(name))
    assert sum(len(each["hashes"]) for each in packages) == pins.count("--hash=sha256:")
    assert all(each["hashes"] for each in packages)


def test_what_is_no_pin_is_not_passed_over() -> None:
    with pytest.raises(ValueError, match="no pin: 'numpy>=2'"):
        list(python_packages("numpy>=2\n"))


def test_modules_of_the_page_are_told_from_its_tools() -> None:
    hashed = {"version": "1.0.0", "integrity": "sha512-AAAA"}
    lock = {
        "packages": {
            "": {"dependencies": {"@type/face": "1"}, "devDependencies": {"svelte": "1", "vite": "1"}},
            "node_modules/@type/face": hashed,
            "node_modules/svelte": {**hashed, "dependencies": {"clsx": "1"}},
            "node_modules/svelte/node_modules/clsx": {**hashed, "version": "2.0.0"},
            "node_modules/clsx": hashed,
            "node_modules/vite": {**hashed, "license": "MIT"},
        }
    }
    assert {each["purl"]: each["scope"] for each in modules_of_the_page(lock)} == {
        "pkg:npm/%40type/face@1.0.0": "required",
        "pkg:npm/svelte@1.0.0": "required",
        "pkg:npm/clsx@2.0.0": "required",
        "pkg:npm/clsx@1.0.0": "excluded",
        "pkg:npm/vite@1.0.0": "excluded",
    }


def test_the_bill_is_the_same_each_time_and_names_everything_once() -> None:
    whole = bill(A_DAY)
    assert json.dumps(whole) == json.dumps(bill(A_DAY))
    assert whole["metadata"]["timestamp"] == "2023-11-14T22:13:20Z"
    assert whole["serialNumber"] == bill(ANOTHER)["serialNumber"]
    names = [each["bom-ref"] for each in whole["components"]]
    assert len(names) == len(set(names)) > 100
    lengths = {"SHA-256": 64, "SHA-384": 96, "SHA-512": 128, "SHA-1": 40}
    for each in whole["components"]:
        assert all(len(digest["content"]) == lengths[digest["alg"]] for digest in each["hashes"]), each["name"]


def pins_of(name: str) -> set[str]:
    return set(PIN.findall(pins_in(name)))


def pins_in(name: str) -> str:
    """A file of pins without extras, which are no packages of their own."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    return re.sub(r"\[[\w,.-]+\]==", "==", text)


def test_the_image_has_the_pins_that_were_tried_and_what_a_site_needs_besides() -> None:
    image = pins_of("site")
    assert image <= pins_of("tools")
    assert {pin for pin in pins_of("play") if pin.partition("==")[0] not in BUILDS} <= image
    besides = {pin.partition("==")[0] for pin in image - pins_of("play")}
    assert {"psycopg", "psycopg-binary", "redis"} <= besides <= {"psycopg", "psycopg-binary", "redis", "async-timeout"}


def test_the_bill_of_the_image_has_debian_s_packages_besides() -> None:
    packages = [("libc6", "2.36-9+deb12u14", "arm64"), ("apt", "2.6.2", "arm64")]
    listed = {each["purl"] for each in bill(A_DAY, packages)["components"]}
    assert {"pkg:deb/debian/apt@2.6.2?arch=arm64", "pkg:deb/debian/libc6@2.36-9%2Bdeb12u14?arch=arm64"} <= listed
    assert any(purl.startswith("pkg:pypi/redis@") for purl in listed)
    assert not any(purl.startswith("pkg:deb/") for purl in (each["purl"] for each in bill(A_DAY)["components"]))


def test_where_no_image_can_be_made_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert why_no_image() == "there is no buildah (apt-get install buildah mmdebstrap)"
