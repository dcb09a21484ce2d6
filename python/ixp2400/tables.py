"""Tables of notebooks."""
from __future__ import annotations

import html
from collections.abc import Iterable, Sequence


def _row(kind: str, cells: Iterable[object]) -> str:
    return "<tr>" + "".join(f"<{kind}>{'' if c is None else html.escape(str(c))}</{kind}>" for c in cells) + "</tr>"


def table(caption: str, head: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """An HTML table. None: an empty cell."""
    return f"<table><caption>{html.escape(caption)}</caption>{_row('th', head)}{''.join(_row('td', row) for row in rows)}</table>"
