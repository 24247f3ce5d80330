"""Tools of a Python process: a straight line through measurements, with Python's own statistics.

Usage: python -m toolspan host examples/host-a-tool/python/trends.py [--address ADDRESS]
"""

import asyncio
import csv
import statistics
from dataclasses import dataclass
from datetime import datetime, timedelta

import toolspan
from toolspan import ToolContext, ToolResponse


@dataclass
class Trend:
    """A straight line: how much a value grows in an hour, and where it will be."""

    per_hour: float
    next_value: float
    next_at: datetime


@toolspan.tool(output=Trend, idempotent=True)
def trend(csv_text: str, station: str, column: str = "temperature_c", hours: float = 24) -> Trend | ToolResponse:
    """Where a column of measurements is heading.

    Args:
        csv_text: measurements, with the columns station and time and one or more of numbers
        station: whose measurements
        column: which numbers
        hours: how far to look ahead of the last measurement
    """
    rows = [row for row in csv.DictReader(csv_text.splitlines()) if row["station"] == station and row[column]]
    if len(rows) < 2:
        return ToolResponse.error(f"{station} has {len(rows)} measurements of {column}: a line needs two.", result=rows)
    times = [datetime.fromisoformat(row["time"].replace("Z", "+00:00")) for row in rows]  # Python 3.10 reads no Z
    passed = [(time - times[0]).total_seconds() / 3600 for time in times]
    slope, start = statistics.linear_regression(passed, [float(row[column]) for row in rows])
    return Trend(round(slope, 4), round(start + slope * (passed[-1] + hours), 2), times[-1] + timedelta(hours=hours))


@toolspan.tool(timeout=30)
async def watch(seconds: float, context: toolspan.aio.ToolContext) -> str:
    """Waits, and tells how far it is.

    Args:
        seconds: how long
    """
    for step in range(10):
        context.progress(step / 10, message=f"{step * seconds / 10:.1f} s")
        await asyncio.sleep(seconds / 10)
    return f"waited {seconds:g} s"


@toolspan.tool
def compare(csv_text: str, stations: list[str], context: ToolContext) -> dict[str, object]:
    """The trends of several stations, each a call of its own.

    Args:
        csv_text: measurements, as `trend` takes them
        stations: whose measurements
    """
    calls = [toolspan.Call("trends.trend", {"csv_text": csv_text, "station": each}) for each in stations]
    answers = context.call_all(calls)
    return {each: one.result if one.success else one.error for each, one in zip(stations, answers, strict=True)}
