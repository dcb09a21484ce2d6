"""What tools/experiments is made of, and what tests of the schedulers share with it."""
import os
import sys

# Behind what is installed, for there is ixp2400, too, without its compiled half.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../python"))
