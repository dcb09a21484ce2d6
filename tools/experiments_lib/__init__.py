"""Modules of tools/experiments, also used by tests of the schedulers."""
import os
import sys

# After installed packages, because here ixp2400 lacks its compiled half.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../python"))
