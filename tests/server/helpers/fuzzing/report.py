"""What was sent to a server, how it answered, and what was found."""

import sys
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Report:
    """What was sent, and what was found."""

    sent: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)

    def found(self, what: str, sent: bytes = b"") -> None:
        self.findings.append(f"{what}; sent {sent[:300]!r}" if sent else what)

    def summarise(self, seed: int, seconds: float) -> None:
        sent = sum(number for kind, number in self.sent.items() if not kind.startswith("table"))
        sys.stdout.write(f"seed {seed}: {sent} inputs in {seconds:.0f} s; {len(self.findings)} findings\n")
        for title, counts in (("sent", self.sent), ("answers", self.answers)):
            shown = ", ".join(f"{kind} {number}" for kind, number in sorted(counts.items()))
            sys.stdout.write(f"{title}: {shown}\n")
        for finding in self.findings[:50]:
            sys.stdout.write(f"FOUND {finding}\n")
