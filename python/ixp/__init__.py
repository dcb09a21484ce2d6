"""What tools and tests of this project share in Python: captures, port logs, checksums, system files, runs. Programs of users
import ixp2400 instead (docs/python.md)."""
