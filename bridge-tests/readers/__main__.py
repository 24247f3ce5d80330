"""Checks our events against the readers that they are written for; `scripts/readers` says how."""

import argparse
import sys

from checks import Checks
from java_reader import check_java
from model_reader import check_models
from python_actions import check_actions
from python_reader import check_python
from python_writer import check_written


def main() -> int:
    """Runs every check, and says how many passed."""
    parser = argparse.ArgumentParser(prog="scripts/readers")
    parser.add_argument("-v", "--verbose", action="store_true", help="names every check")
    parser.add_argument("--only", default="", metavar="WORD", help="runs the checks whose name holds the word")
    given = parser.parse_args()
    checks = Checks(given.only, given.verbose)
    check_python(checks)
    check_actions(checks)
    check_written(checks)
    check_java(checks)
    check_models(checks)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 0 if checks.failed == 0 and checks.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
