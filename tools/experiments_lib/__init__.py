"""What tools/experiments is made of, and what tests of the schedulers share with it."""
