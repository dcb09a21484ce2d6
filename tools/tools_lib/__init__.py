"""Code shared by tools, experiments and tests: captures, port logs, frames, system files.
Users' programs import ixp2400 instead (docs/python.md)."""
