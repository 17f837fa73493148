import pytest

from ewala.kit.report.machine import cpu_model, machine, versions


@pytest.mark.parametrize(
    ("cpuinfo", "model"),
    [
        (
            "processor\t: 0\nmodel name\t: Fast Chip 9000\nprocessor\t: 1\nmodel name\t: Fast Chip 9000\n",
            "Fast Chip 9000",
        ),
        ("processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n", "ARM implementer 0x41 part 0xd0c"),
        ("", ""),
    ],
)
def test_the_processor_is_named(cpuinfo: str, model: str) -> None:
    assert cpu_model(cpuinfo) == model


def test_a_machine_says_what_it_is() -> None:
    found = machine()
    assert set(found) == {"system", "processor", "cores"}
    assert all(found.values())


def test_versions_name_what_does_the_work() -> None:
    assert {"python", "ewala", "numba"} <= set(versions())
