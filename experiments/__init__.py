"""Experiments on the emulated chip, run by tools/experiments; docs/experiments has their pages."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tools"))
