"""What kept the engine from running, and what to do about it."""

RETRY = "Restart the extension to try again, or set CODEGRAPH_ENGINE_PATH to an unpacked engine."
AGAIN = "Restart the extension to download again, or pin another CODEGRAPH_ENGINE_VERSION."
ISSUES = "https://github.com/Broccolito/CodeGraphAgent/issues"


class Failure(Exception):
    """A problem, its remedy, and facts under the names that the fault tool shows."""

    def __init__(self, problem: str, remedy: str, **facts: object) -> None:
        super().__init__(problem)
        self.report: dict[str, object] = {"problem": problem, "remedy": remedy, **facts}

    def text(self) -> str:
        """The report as people read it."""
        lines = [f"CodeGraphAgent: {self.report['problem']}."]
        for name, fact in self.report.items():
            if name not in ("problem", "remedy"):
                lines.append(f"{name}: {', '.join(fact) if isinstance(fact, list) else fact}")
        return "\n".join([*lines, f"What to do: {self.report['remedy']}"])
