"""A connector of the first generation, in Python: no limit, CSV that says it is JSON, accounts that are refreshed."""

import csv
import datetime
import io
import json
import sys
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ISSUES = [
    {"id": 9007199254740993 + number, "title": f'Teé, "{number}"\nnew', "price": "0.10", "day": f"2017-06-{number:02}"}
    for number in range(1, 31)
]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    refreshes = 0

    def reply(self, body, kind="application/json", status=200):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        self.reply(
            {
                "id": "py", "name": "Python", "version": "1", "website": "https://py.example",
                "authentication": [{"id": "key", "name": "Key", "fields": [{"id": "key", "type": "text", "name": "Key"}]}],
                "sources": [{
                    "id": "issues", "name": "Issues", "fields": {},
                    "filter": [
                        {"id": "day", "name": "Day", "type": "date", "datalist": True, "required": False},
                        {"id": "team", "name": "Team", "type": "list", "datalist": True, "datalist_requires": ["day"]},
                    ],
                }],
            },
            "text/html",
        )

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        path = urllib.parse.urlsplit(self.path)
        if path.path == "/validate":
            Handler.refreshes += 1
            self.reply({"access_token": f"t{Handler.refreshes}"}, "text/plain")
        elif path.path == "/datalist":
            query = urllib.parse.parse_qs(path.query)
            self.reply([{"name": f"{asked['access_token']} {query['day'][0]}", "value": 1}])
        elif path.path == "/" and asked["account"]["access_token"] == f"t{Handler.refreshes}":
            day = asked["filter"].get("day")
            self.reply(self.rows(day), "application/json; charset=utf-8")
        else:
            self.reply(b"Token expired", "text/plain", 401)

    def rows(self, day):
        first, last = "", "9"
        if day is not None:
            # The platform sends instants, never what the person typed.
            first = datetime.datetime.fromisoformat(day["_min"].replace("Z", "+00:00")).date().isoformat()
            last = datetime.datetime.fromisoformat(day["_max"].replace("Z", "+00:00")).date().isoformat()
        text = io.StringIO(newline="")
        writer = csv.DictWriter(text, ISSUES[0].keys(), delimiter=";")
        writer.writeheader()
        writer.writerows(row for row in ISSUES if first <= row["day"] <= last)
        return b"\xef\xbb\xbf" + text.getvalue().encode()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    sys.exit(0)
