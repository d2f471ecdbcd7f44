"""A connector on Python's standard library whose answers are legal but odd, one oddity for each source."""

import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def nested(levels):
    value = "bottom"
    for _ in range(levels):
        value = {"a": [value]}
    return value


# Names of columns that objects of JavaScript have, that differ in case only, and that nobody sees.
NAMES = '[{"__proto__":1,"constructor":2,"":3,"Name":4,"name":5},{"__proto__":10,"constructor":20,"":30,"Name":40,"name":50}]'
PAGE = "<!doctype html><html><body><h1>500 Internal Server Error</h1></body></html>"

ANSWERS = {
    "names": NAMES,
    "giant": json.dumps([{"id": 1, "cell": "x" * 1_000_000}, {"id": 2, "cell": "small"}]),
    "deep": json.dumps([{"id": 1, "nest": nested(60)}]),
    "letters": json.dumps([{"\u05e9\u05dc\u05d5\u05dd \U0001f98a": "\u0645\u0631\u062d\u0628\u0627", "zero\u200bwidth": "a\u200bb"}]),
    "csv": "\ufeffid,name\r\n1,a\r\n2,b\r\n",
    "empty": "[]",
}
SOURCES = [*ANSWERS, "page", "moved", "late", "expired"]

APPLICATION = {
    "id": "odd",
    "name": "Odd",
    "version": "1",
    "website": "https://odd.example/",
    "authentication": [{"id": "none", "name": "No account", "fields": []}],
    "sources": [{"id": name, "name": name, "filter": []} for name in SOURCES],
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_words):
        pass

    def answer(self, text, status=200, kind="application/json", **headers):
        body = text.encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/":
            # A byte order mark, and a content type that is not the one of JSON.
            self.answer("\ufeff" + json.dumps(APPLICATION), kind="text/plain")
        else:
            self.answer(PAGE, 404, "text/html")

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.path == "/validate":
            return self.answer('{"name":"Nobody"}')
        if self.path not in ("/", "/moved"):
            return self.answer(PAGE, 404, "text/html")
        source = json.loads(body).get("source")
        if source == "page":
            return self.answer(PAGE, 500, "text/html")
        if source == "expired":
            return self.answer('{"message":"The token has expired"}', 401)
        if source == "moved" and self.path == "/":
            return self.answer("", 307, location="/moved")
        if source == "moved":
            return self.answer('[{"moved":true}]')
        if source == "late":
            time.sleep(0.3)
            return self.answer('[{"late":true}]')
        return self.answer(ANSWERS[source], kind="text/csv" if source == "csv" else "application/json")


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
server.serve_forever()
