"""Sensors that never show the same twice: values change with every request, and a row joins now and then."""
import json
import random
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROOMS = ["attic", "cellar", "hall"]
rows = [{"id": n, "room": ROOMS[n % 3], "celsius": 20.0, "reads": 0} for n in range(30)]


def measure():
    for row in rows:
        row["celsius"] = round(row["celsius"] + random.uniform(-1, 1), 2)
        row["reads"] += 1
    if random.random() < 0.5:
        rows.append({"id": len(rows), "room": random.choice(ROOMS), "celsius": 19.5, "reads": 0})
    return rows


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.path != "/":
            return self.reply(404, {"error": "Nothing here"})
        rooms = [{"title": room, "value": room} for room in ROOMS]
        self.reply(200, {
            "version": "3", "name": "Sensors", "description": "Temperatures of the house",
            "authentication": [{"id": "none", "name": "No sign-in", "description": "The house is open"}],
            "sources": [{"id": "sensors", "name": "Sensors", "filter": [
                {"id": "room", "title": "Room", "type": "list", "data": rooms, "optional": True},
                {"id": "celsius", "title": "Warmer than", "type": "number", "optional": True}]}]})

    def do_POST(self):
        try:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        except ValueError:
            return self.reply(400, {"error": "Send JSON"})
        if self.path == "/validate":
            return self.reply(200, {"name": "House"})
        if self.path != "/":
            return self.reply(404, {"error": "Nothing here"})
        if body.get("source") != "sensors":
            return self.reply(404, {"error": "No such source"})
        wanted = body.get("filter") or {}
        found = [row for row in measure() if wanted.get("room") in (None, "", row["room"])]
        if wanted.get("celsius") not in (None, ""):
            found = [row for row in found if row["celsius"] > float(wanted["celsius"])]
        self.reply(200, found)

    def reply(self, status, value):
        text = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(json.dumps({"port": server.server_port}), flush=True)
server.serve_forever()
