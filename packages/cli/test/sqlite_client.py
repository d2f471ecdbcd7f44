"""Runs statements in SQLite files. Each line of the input is a request as JSON, and so is each line of the output."""
import json
import sqlite3
import sys


def quote(name):
    return '"' + name.replace('"', '""') + '"'


def text(value):
    return value if value is None or isinstance(value, str) else repr(value)


def answer(request):
    connection = sqlite3.connect(request["path"])
    try:
        if "script" in request:
            connection.executescript(request["script"])
            return None
        if "select" in request:
            return [[text(value) for value in row] for row in connection.execute(request["select"])]
        check = connection.execute("pragma integrity_check").fetchone()[0]
        if check != "ok":
            raise SystemExit(check)
        name = quote(request["table"])
        types = [[row[1], row[2], row[5]] for row in connection.execute(f"pragma table_info({name})")]
        rows = connection.execute(f"select * from {name} order by {request['order']}").fetchall()
        texts = [[text(value) for value in row] for row in rows]
        return {"types": types, "rows": rows, "texts": texts}
    finally:
        connection.close()


for line in sys.stdin:
    request = json.loads(line)
    print(request["echo"] if "echo" in request else json.dumps(answer(request)), flush=True)
