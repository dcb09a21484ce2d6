"""Checks Vega-Lite specifications (NAME.vl.json) without a schema."""
import json


def checked(path):
    """The figure of a file. ValueError: it has no schema, or a row of data lacks a field."""
    with open(path, encoding="utf-8") as f:
        figure = json.load(f)
    if not figure["$schema"].startswith("https://vega.github.io/schema/vega-lite/"):
        raise ValueError(f"{path}: {figure['$schema']}")
    rows = figure.get("vconcat", [figure])
    for panel in (panel for row in rows for panel in row.get("hconcat", [row])):
        for layer in panel["layer"]:
            encoding = {**panel["encoding"], **layer.get("encoding", {})}
            fields = {channel["field"] for channel in encoding.values() if "field" in channel}
            for row in layer["data"]["values"]:
                if missing := fields - row.keys():
                    raise ValueError(f"{path}: '{panel['title']}': no {missing} in {row}")
    return figure
