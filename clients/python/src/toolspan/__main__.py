"""`python -m toolspan`."""

import sys

from toolspan.host.command import main

if __name__ == "__main__":
    sys.exit(main())
