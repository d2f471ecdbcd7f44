"""A connector on Python's standard library alone, of the second public generation.

Written from the public documents and not from our code. Run it with
``python3 standard_library.py <port>``; port 0 takes a free one. The address is the first line printed.
"""

import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

TREES = [
    {"id": number, "name": f"Tree {number}", "kind": "oak" if number % 3 else "elm", "height": number * 1.5}
    for number in range(1, 13)
]

APPLICATION = {
    "version": "0.3",
    "name": "Trees",
    "description": "Trees of the park",
    "responsibleFor": {"dataProviding": True},
    "authentication": [{"id": "none", "name": "Open data"}],
    "sources": [
        {
            "id": "trees",
            "name": "Trees",
            "filter": [
                {
                    "id": "kind",
                    "title": "Kind",
                    "type": "list",
                    "optional": True,
                    "data": [{"title": "Oak", "value": "oak"}, {"title": "Elm", "value": "elm"}],
                },
                {"id": "height", "title": "Height from", "type": "number", "optional": False, "defaultValue": 0},
            ],
        }
    ],
}


class Refusal(Exception):
    """An answer that is not a success."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def check_account(account):
    if not isinstance(account, dict):
        raise Refusal(400, "The account is not an object")
    kind = account.get("auth", account.get("identifier", "none"))
    if kind != "none":
        raise Refusal(400, "There is no such account kind")


def validate(body, _query):
    fields = body.get("fields", {})
    if not isinstance(fields, dict):
        raise Refusal(400, "The fields are no object")
    check_account({"auth": body.get("id", "none")})
    return {"name": "Everybody"}


def rows(body, _query):
    if body.get("source") != "trees":
        raise Refusal(400, "There is no such source")
    check_account(body.get("account") or {} if not isinstance(body.get("account"), str) else "")
    wanted = body.get("filter") or {}
    if not isinstance(wanted, dict):
        raise Refusal(400, "The filter is not an object")
    try:
        height = float(wanted.get("height") or 0)
    except (TypeError, ValueError):
        raise Refusal(400, "The height is not a number") from None
    kind = wanted.get("kind")
    return [tree for tree in TREES if tree["height"] >= height and kind in (None, "", tree["kind"])]


ANSWERS = {"/": rows, "/validate": validate}


class Connector(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "Trees"
    sys_version = ""

    def log_message(self, *_arguments):
        """Writes no log: the account of a request has no place in one."""

    def send_correlation(self):
        """Copies the id of the request into the answer, unless it is odd."""
        correlation = self.headers.get("x-correlationid", "")
        if re.fullmatch(r"[\w.-]{1,100}", correlation):
            self.send_header("x-correlationid", correlation)

    def send(self, status, value, headers=()):
        text = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(text)))
        for name, content in headers:
            self.send_header(name, content)
        self.send_correlation()
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    def send_rows(self, found):
        """Sends rows in chunks, as they come."""
        self.send_response(200)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.send_correlation()
        self.end_headers()
        self.chunk("[")
        for index, row in enumerate(found):
            self.chunk(("," if index else "") + json.dumps(row))
        self.chunk("]")
        self.wfile.write(b"0\r\n\r\n")

    def chunk(self, text):
        data = text.encode()
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def do_GET(self):
        path = urlsplit(self.path).path.rstrip("/") or "/"
        if path == "/":
            return self.send(200, APPLICATION)
        if path == "/logo":
            self.send_response(204)
            return self.end_headers()
        if path in ANSWERS:
            return self.send(405, {"error": "Use POST", "message": "Use POST"}, [("Allow", "POST")])
        return self.send(404, {"error": "There is no such path", "message": "There is no such path"})

    def do_POST(self):
        try:
            url = urlsplit(self.path)
            path = url.path.rstrip("/") or "/"
            body = self.read_body()
            if path not in ANSWERS:
                raise Refusal(404, "There is no such path")
            found = ANSWERS[path](body, parse_qs(url.query))
            return self.send_rows(found) if path == "/" else self.send(200, found)
        except Refusal as refusal:
            return self.send(refusal.status, {"error": str(refusal), "message": str(refusal)})

    def read_body(self):
        text = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            body = json.loads(text or b"{}")
        except (ValueError, RecursionError):
            raise Refusal(400, "The body is not JSON") from None
        if not isinstance(body, dict):
            raise Refusal(400, "The body is not an object")
        return body


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8080), Connector)
    print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
    server.serve_forever()
