"""A connector of the synchronizer generation, in Python: projects with budgets beyond 2^53, and tasks that point to them.

Control it with POST /control: {"remove": [ids], "change": {id: name}, "faults": {"cut": requests, "busy": requests}}.
"""

import json
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

STARTED = time.time()
PROJECTS = [{"id": number, "name": f"Project {number}", "budget": 9007199254740993 + number} for number in range(3)]
TASKS = {
    f"t{number:04}": {
        "id": f"t{number:04}",
        "name": f'Täsk "{number}"',
        "project": str(number % 3),
        "labels": ["a", f"l{number}"] if number % 2 else None,
        "done": "yes" if number % 2 else "no",
        "due": f"2026-01-{number % 28 + 1:02}",
    }
    for number in range(1000)
}
CHANGED = dict.fromkeys(TASKS, STARTED)
GONE = {}
FAULTS = {"cut": 0, "busy": 0}
SEEN = []

SCHEMA = {
    "project": {
        "id": {"name": "Id", "type": "id"},
        "name": {"name": "Name", "type": "text"},
        "budget": {"name": "Budget", "type": "number", "format": {"format": "Money", "currencyCode": "EUR"}},
    },
    "task": {
        "id": {"name": "Id", "type": "id"},
        "name": {"name": "Name", "type": "text"},
        "project": {
            "name": "Project",
            "type": "text",
            "relation": {
                "cardinality": "many-to-one",
                "name": "Project",
                "targetName": "Tasks",
                "targetType": "project",
                "targetFieldId": "id",
            },
        },
        "labels": {"name": "Labels", "type": "array[text]", "subType": "multi-select"},
        "done": {"name": "Done", "type": "text", "subType": "boolean"},
        "due": {"name": "Due", "type": "date", "subType": "day"},
    },
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # One packet for each response: the second one of two would wait for an acknowledgement.
    wbufsize = 65536

    def log_message(self, *_):
        pass

    def reply(self, value, status=200, headers=()):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, text in headers:
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(data)

    def refuse(self, reason):
        self.reply({"message": f"Could not read the request: {reason}."}, 400)

    def do_GET(self):
        self.reply(
            {
                "id": "py",
                "name": "Python",
                "version": "1",
                "description": "",
                "authentication": [{"id": "none", "name": "None"}],
                "sources": [],
                "responsibleFor": {"dataSynchronization": True},
            }
        )

    def do_POST(self):
        try:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        except ValueError:
            asked = None
        if not isinstance(asked, dict):
            return self.refuse("the body is not a JSON object")
        if self.path == "/control":
            return self.control(asked)
        if self.path == "/validate":
            return self.reply({"name": "Anyone"})
        endpoint = self.path.removeprefix("/api/v1/synchronizer/")
        if endpoint == "config":
            types = [{"id": "project", "name": "Project"}, {"id": "task", "name": "Task"}]
            return self.reply({"types": types, "filters": [], "version": "7"})
        if endpoint == "schema":
            return self.reply(SCHEMA)
        if endpoint == "data":
            return self.data(asked)
        return self.reply({"message": "Not Found"}, 404)

    def control(self, asked):
        for key in asked.get("remove", []):
            del TASKS[key]
            GONE[key] = time.time()
        for key, name in asked.get("change", {}).items():
            TASKS[key] = {**TASKS[key], "name": name}
            CHANGED[key] = time.time()
        FAULTS.update(asked.get("faults", {}))
        self.reply({"seen": SEEN})

    def data(self, asked):
        if str(asked.get("version", "7")) != "7":
            return self.refuse("the version is not that of the configuration")
        if FAULTS["busy"] > 0:
            FAULTS["busy"] -= 1
            return self.reply({"message": "Too many requests", "tryLater": True}, 429, [("Retry-After", "0")])
        if FAULTS["cut"] > 0:
            FAULTS["cut"] -= 1
            self.send_response(200)
            self.send_header("Content-Length", "100000")
            self.end_headers()
            self.wfile.write(b'{"items": [{"id": "t0001", "na')
            self.wfile.flush()
            self.close_connection = True
            return None
        kind, since = asked.get("requestedType"), asked.get("lastSynchronizedAt")
        if not isinstance(kind, str) or kind not in SCHEMA:
            return self.refuse("the type does not exist")
        pagination = asked.get("pagination") or {}
        if not isinstance(pagination, dict):
            return self.refuse("the position is not an object")
        SEEN.append([kind, asked.get("pagination"), since is not None, asked.get("version")])
        if kind == "project":
            return self.reply({"items": PROJECTS, "pagination": {"hasNext": False}, "synchronizationType": "full"})
        after = pagination.get("after", "")
        rows = [TASKS[key] for key in sorted(TASKS)]
        if since is not None:
            start = time.mktime(time.strptime(since[:19], "%Y-%m-%dT%H:%M:%S")) - time.timezone
            rows = [row for row in rows if CHANGED[row["id"]] >= start]
            rows += [{"id": key, "__syncAction": "REMOVE"} for key, at in GONE.items() if at >= start]
            rows.sort(key=lambda row: row["id"])
        rows = [row for row in rows if row["id"] > after]
        page, rest = rows[:100], rows[100:]
        answer = {"items": page, "pagination": {"hasNext": bool(rest)}}
        if rest:
            answer["pagination"]["nextPageConfig"] = {"after": page[-1]["id"]}
        answer["synchronizationType"] = "full" if since is None else "delta"
        return self.reply(answer)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
