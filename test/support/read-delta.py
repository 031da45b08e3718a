"""Reads versions of tables with deltalake and with DuckDB's delta extension, and counts those whose rows differ from the given.

Usage: read-delta.py FILE, a JSON list of {"folder", "version", "rows"}; the rows as JSON texts.
"""

import glob
import json
import os
import sys

import duckdb
import duckdb_extension_delta
from deltalake import DeltaTable

binary = glob.glob(os.path.join(os.path.dirname(duckdb_extension_delta.__file__), "**", "*.duckdb_extension"), recursive=True)
connection = duckdb.connect()
connection.execute("SET autoinstall_known_extensions = false")
connection.execute(f"LOAD '{binary[0]}'")


def as_json(source: str) -> list[str]:
    """The rows of a source as JSON texts, in one order."""
    sql = f"SELECT CAST(to_json(r) AS VARCHAR) FROM (SELECT * FROM {source}) AS r ORDER BY 1"
    return [row for (row,) in connection.execute(sql).fetchall()]


with open(sys.argv[1], encoding="utf-8") as file:
    asked = json.load(file)
differing = 0
for each in asked:
    table = DeltaTable(each["folder"], version=each["version"])
    arrow = table.to_pyarrow_table()
    if as_json("arrow") != each["rows"]:
        differing += 1
        print(f"deltalake: {each['folder']} version {each['version']} differs", file=sys.stderr)
    if as_json(f"delta_scan('{each['folder']}', version => {each['version']})") != each["rows"]:
        differing += 1
        print(f"delta_scan: {each['folder']} version {each['version']} differs", file=sys.stderr)
print(f"{len(asked)} versions, {differing} differ")
