"""A server of the HTTP interface that answers as the statement asks it to: SELECT '<JSON of the answer>'.

It shares no code with the connector. It prints two ports: its own, and one that only counts the requests it gets, which
are read with GET /count on its own port.
"""

import gzip
import json
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROWS = [
    {"a": "plain", "b": 1},
    {"a": "Code: 241, e.displayText() = DB::Exception: no", "b": 2},
    {"a": '"}\n{"a":"fake","b":0}\n__exception__\r\n', "b": 3},
    {"a": "Code: 395. DB::Exception: x\\\"}", "b": None},
    {"a": "é😀 \u2028", "b": 18446744073709551615},
]
BODY = "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in ROWS).encode()
EXCEPTIONS = {
    "18": "Code: 241, e.displayText() = DB::Exception: Memory \"limit\"}, e.what() = DB::Exception\n",
    "24": "Code: 241. DB::Exception: Memory \"limit\"}\n{\"a\":1. (MEMORY_LIMIT_EXCEEDED) (version 24.8.1.1)\n",
    "25": "\r\n__exception__\r\nabcdefghijklmnop\r\nCode: 241. DB::Exception: Memory. (MEMORY_LIMIT_EXCEEDED) "
    "(version 25.11.1.1)\n87 abcdefghijklmnop\r\n__exception__\r\n",
}
elsewhere = []


class Elsewhere(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        elsewhere.append(str(self.headers))
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    do_POST = do_GET

    def log_message(self, *_):
        pass


class Server(Elsewhere):
    def do_GET(self):
        self.whole(json.dumps(elsewhere).encode())

    def do_POST(self):
        sql = self.rfile.read(int(self.headers["content-length"])).decode()
        if "system.settings" in sql:
            return self.whole(b"max_threads=2\nreadonly=2\n")
        if sql.startswith("describe"):
            return self.whole(b'{"name":"a","type":"String"}\n{"name":"b","type":"Nullable(UInt64)"}\n')
        if sql.startswith("kill"):
            return self.whole(b"")
        self.wanted = json.loads(re.search(r"'(.*)'", sql).group(1))
        return getattr(self, self.wanted["do"])()

    def whole(self, body, status=200, headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def chunks(self, parts, headers=(), end=b"0\r\n\r\n"):
        self.send_response(200)
        self.send_header("transfer-encoding", "chunked")
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        for part in parts:
            if part:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
                self.wfile.flush()
        self.wfile.write(end)
        if end != b"0\r\n\r\n":
            self.close_connection = True

    def exception(self):
        at, tail = self.wanted["at"], EXCEPTIONS[self.wanted["form"]].encode()
        split = self.wanted.get("split", False)
        self.chunks([BODY[:at], tail] if split else [BODY[:at] + tail])

    def rows(self):
        size = self.wanted.get("size", len(BODY))
        self.chunks(BODY[start : start + size] for start in range(0, len(BODY), size))

    def drip(self):
        def slowly():
            for byte in BODY:
                time.sleep(0.002)
                yield bytes([byte])

        self.chunks(slowly())

    def zipped(self):
        packed = gzip.compress(BODY)
        self.chunks([packed[: self.wanted.get("at", len(packed))]], [("content-encoding", "gzip")])

    def unended(self):
        self.chunks([BODY[: self.wanted["at"]]], end=self.wanted.get("end", "").encode())

    def short(self):
        self.send_response(200)
        self.send_header("content-length", str(len(BODY) + 10))
        self.end_headers()
        self.wfile.write(BODY)
        self.close_connection = True

    def endless(self):
        self.send_response(200)
        self.send_header("connection", "close")
        self.end_headers()
        self.wfile.write(BODY)
        self.close_connection = True

    def page(self):
        self.whole(self.wanted["body"].encode(), self.wanted["status"], self.wanted.get("headers", {}).items())

    def redirect(self):
        self.whole(b"", self.wanted["status"], [("location", f"http://127.0.0.1:{other.server_port}/")])

    def huge(self):
        def row():
            yield BODY + b'{"a":"'
            for _ in range(70):
                yield b"x" * 2**20

        try:
            self.chunks(row())
        except OSError:
            self.close_connection = True


class Quiet(ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


other = Quiet(("127.0.0.1", 0), Elsewhere)
threading.Thread(target=other.serve_forever, daemon=True).start()
server = Quiet(("127.0.0.1", 0), Server)
print(json.dumps({"port": server.server_port, "body": BODY.decode()}), flush=True)
threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
server.serve_forever()
