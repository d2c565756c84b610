"""The command line: ``python -m sklearn_rankscore COMMAND``."""

import sys

from sklearn_rankscore._cli.main import main

if __name__ == "__main__":
    sys.exit(main())
