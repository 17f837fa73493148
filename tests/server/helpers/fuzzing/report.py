"""What was sent to a server, how it answered, and what was found."""

import json
import sys
from collections import Counter
from dataclasses import dataclass, field

NOT_HTTP = b"Invalid HTTP request received."


@dataclass
class Report:
    """What was sent, and what was found."""

    sent: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)

    def found(self, what: str, sent: bytes = b"") -> None:
        self.findings.append(f"{what}; sent {sent[:300]!r}" if sent else what)

    def judge(self, kind: str, status: int, body: bytes | None, sent: bytes) -> None:
        """An answer: it is no failure of the server's; and a refusal is a problem, if its body came whole."""
        self.answers[str(status)] += 1
        if status >= 500:
            self.found(f"{kind}: status {status}", sent)
        elif status >= 400 and body is not None and body != NOT_HTTP and not _is_problem(body):
            self.found(f"{kind}: status {status} without a problem: {body[:200]!r}", sent)

    def summarise(self, seed: int, seconds: float) -> None:
        sent = sum(number for kind, number in self.sent.items() if not kind.startswith("table"))
        sys.stdout.write(f"seed {seed}: {sent} inputs in {seconds:.0f} s; {len(self.findings)} findings\n")
        for title, counts in (("sent", self.sent), ("answers", self.answers)):
            shown = ", ".join(f"{kind} {number}" for kind, number in sorted(counts.items()))
            sys.stdout.write(f"{title}: {shown}\n")
        for finding in self.findings[:50]:
            sys.stdout.write(f"FOUND {finding}\n")


def _is_problem(body: bytes) -> bool:
    try:
        problem = json.loads(body)
        return bool(problem["code"] and problem["sentence"])
    except (ValueError, KeyError, TypeError):
        return False
