"""Python code shared by tools and tests: captures, port logs, checksums, system files, runs.
Users' programs import ixp2400 instead (docs/python.md)."""
