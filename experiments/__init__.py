"""Experiments on the emulated chip, run by tools/experiments; docs/experiments has their pages."""
import os
import sys

_ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# After installed packages, because here ixp2400 lacks its compiled half.
sys.path += [os.path.join(_ROOT, "tools"), os.path.join(_ROOT, "python")]
