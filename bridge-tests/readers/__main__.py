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
    checks.group("the classes of Python", check_python)
    checks.group("the actions of Python", check_actions)
    checks.group("what Python writes anew", check_written)
    checks.group("the classes of Java", check_java)
    checks.group("the models", check_models)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 0 if checks.failed == 0 and checks.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
