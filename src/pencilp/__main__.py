import sys

from pencilp.cli import main

sys.exit(main())
