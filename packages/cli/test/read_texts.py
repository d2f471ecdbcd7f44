"""Prints the rows of a table in a SQLite file, each value as text: python3 read_texts.py FILE TABLE"""
import json
import sqlite3
import sys

path, table = sys.argv[1:]
connection = sqlite3.connect(path)
check = connection.execute("pragma integrity_check").fetchone()[0]
if check != "ok":
    raise SystemExit(check)
rows = connection.execute('select * from "' + table.replace('"', '""') + '"').fetchall()
print(json.dumps([[value if value is None or isinstance(value, str) else repr(value) for value in row] for row in rows]))
