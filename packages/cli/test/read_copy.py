"""Prints the rows and types of a table in a SQLite file as JSON: python3 read_copy.py FILE TABLE ORDER"""
import json
import sqlite3
import sys

path, table, order = sys.argv[1:]
connection = sqlite3.connect(path)
name = '"' + table.replace('"', '""') + '"'
types = [[row[1], row[2], row[5]] for row in connection.execute(f"pragma table_info({name})")]
rows = connection.execute(f"select * from {name} order by {order}").fetchall()
print(json.dumps({"types": types, "rows": rows}))
