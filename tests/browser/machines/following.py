"""A module that makes the calls which were recorded on the processor."""

from ewala.browser.node import Machine
from ewala.browser.recorded import RecordingMachine


def check(recorded: RecordingMachine, module: Machine) -> None:
    """After each call the module has returned the same, and all its buffers are the same."""
    kept = module.ask("keep", **recorded.job())
    for number, (step, there) in enumerate(zip(recorded.steps, module.ask("follow", kept=kept), strict=True)):
        assert there["returns"] == step.returns, f"what {step.call} returns, call {number}"
        assert there["digests"] == list(step.digests.values()), f"the buffers after {step.call}, call {number}"
