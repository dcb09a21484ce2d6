"""Port logs (docs/formats.md), line by line."""
import collections

Row = collections.namedtuple("Row", "sop_cycle eop_cycle frame bytes tag data")  # the data in hexadecimal


def rows(path):
    """Every frame of a log that is not packed."""
    with open(path) as f:
        for line in f:
            if not line.startswith("#"):
                sop, eop, frame, size, tag, data = line.split()
                yield Row(int(sop), int(eop), int(frame), int(size), tag, data)


def frames(path):
    """Their bytes, as far as they were logged."""
    for row in rows(path):
        yield bytes.fromhex(row.data)
