"""Calls the example tools and prints one tab-separated line per answer: tool, outcome, milliseconds, what came back.

Usage: python call_a_tool.py [ADDRESS]     the address of a sidecar that serves examples/toolspan.yaml
"""

import sys
from datetime import datetime, timezone
from decimal import Decimal
from pathlib import Path

import toolspan
from toolspan import Call, ToolResponse

DATA = Path(__file__).resolve().parents[2] / "data"

READINGS = [
    {"station": "Harbour", "temperature": Decimal("5.90"), "at": datetime(2026, 3, 17, 0, tzinfo=timezone.utc)},
    {"station": "Harbour", "temperature": Decimal("5.75"), "at": datetime(2026, 3, 17, 1, tzinfo=timezone.utc)},
]


def show(response: ToolResponse, label: str = "") -> None:
    """A failure is told apart by its kind; what a model would read is the same text in every language."""
    outcome = response.fault.kind if response.fault else "success"
    came_back = response.model_text if response.success else response.error
    print(f"{response.tool_name}{label}", outcome, response.execution_time_ms, came_back, sep="\t", flush=True)


def main() -> None:
    csv = (DATA / "measurements.csv").read_text("utf-8")
    report = (DATA / "report.txt").read_text("utf-8")

    with toolspan.connect(sys.argv[1] if len(sys.argv) > 1 else None) as hub:
        show(hub.call("measurements.summarise", {"csv": csv, "column": "temperature_c", "only": ["Harbour"]}))
        show(hub.call("text.analyse", {"text": report}))

        # What goes wrong in a tool is an answer, never a Python exception.
        show(hub.call("stations.calibration", {"station": "Airfield"}))
        show(hub.call("stations.decode_frame", {"frame": "0102ff"}))
        show(hub.call("stations.archive", {"station": "Harbour", "day": "2026-03-17"}, timeout=0.3))

        # Tools of a Python, a Java and a TypeScript process: a caller cannot tell, and the last one calls the other two.
        show(hub.call("trends.trend", {"csv_text": csv, "station": "Harbour"}))
        show(hub.call("readings.mean", {"readings": READINGS, "scale": "KELVIN"}))
        show(hub.call("outlook.outlook", {"csv": csv, "station": "Harbour"}))
        show(hub.call("outlook.outlook", {"csv": csv, "station": "Airfield"}))

        # Answer i belongs to call i, whatever finished first.
        batch = [
            Call("measurements.summarise", {"csv": csv, "column": "wind_ms", "only": ["Hillside"]}),
            Call("measurements.summarise", {"csv": csv, "column": "pressure"}),
            Call("stations.archive", {"station": "Airfield", "day": "2026-03-17"}, timeout=0.3),
            Call("stations.calibration", {"station": "Harbour"}),
        ]
        for slot, response in enumerate(hub.call_all(batch, parallelism=4), start=1):
            show(response, f" (batch {slot}/{len(batch)})")


if __name__ == "__main__":
    main()
