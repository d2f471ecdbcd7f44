"""Files of a folder as rows, in the manner of the flat-file example of a first-generation SDK."""
import csv
import json
import os
import tempfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

ROOT = os.path.join(tempfile.mkdtemp(prefix="flatfile-"), "files")
KEY = "ff-7d20-11ac-93be"


def write_samples():
    os.mkdir(ROOT)
    for at, name in enumerate(["north.csv", "south.csv"]):
        with open(os.path.join(ROOT, name), "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["day", "station", "rain"])
            for number in range(40):
                writer.writerow(["2023-05-%02d" % (number % 31 + 1), "S%d" % (number % 4 + at * 4), number * 3 % 17])


class Problem(Exception):
    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


def check(account):
    if account.get("key") != KEY:
        raise Problem(401, "Access key was not accepted")


def describe():
    return {"version": "1.0", "name": "Flat files", "description": "Reads CSV files", "site": "www.flat.example",
            "tags": ["example"], "color": "#FF9900",
            "authentication": [{"id": "key", "name": "Access key", "description": "", "fields": [
                {"id": "key", "name": "Key", "description": "Access key", "type": "text", "optional": False}]}],
            "sources": [{"id": "flatfile", "name": "File", "description": "One file", "tags": [], "fields": {},
                         "filter": [{"id": "file", "name": "File", "description": "Which file", "type": "list",
                                     "datalist": True, "datalist_requires": [], "optional": False}]}]}


def data(body):
    check(body["account"])
    if body["source"] != "flatfile":
        raise Problem(400, "No such source")
    with open(os.path.join(ROOT, body["filter"]["file"])) as file:
        lines = list(csv.DictReader(file))
    skip, limit = body.get("skip") or 0, body.get("limit") or 100
    return lines[int(skip):int(skip) + int(limit)]


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.path == "/logo":
            return self.send(204, None)
        self.send(200, describe()) if self.path == "/" else self.send(404, {"error": "Not found"})

    def do_POST(self):
        try:
            url = urlsplit(self.path)
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            if url.path == "/":
                return self.send(200, data(body))
            if url.path == "/validate":
                check(body["fields"])
                return self.send(200, {"name": "Flat files", **body["fields"]})
            if url.path == "/datalist":
                check(body)
                if dict(parse_qsl(url.query)).get("field") != "file":
                    raise Problem(404, "No such field")
                return self.send(200, [{"title": name, "value": name} for name in sorted(os.listdir(ROOT))])
            self.send(404, {"error": "Not found"})
        except Problem as problem:
            self.send(problem.status, {"error": str(problem)})
        except Exception as error:
            self.send(500, {"error": repr(error)})

    def send(self, status, value):
        text = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=UTF-8")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


write_samples()
server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(json.dumps({"port": server.server_port}), flush=True)
server.serve_forever()
