"""A library catalogue in the manner of a first-generation Python SDK: one dispatcher, JSON labelled as HTML."""
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

KEYS = {"lib-31c9-a04e-77d2": "City library"}
SHELVES = ["east", "north", "west"]
BOOKS = [
    {"isbn": "978-%05d" % number, "title": "Volume %d" % number, "shelf": SHELVES[number % 3],
     "pages": 90 + number * 7 % 400, "lent": number % 4 == 0}
    for number in range(240)
]
COLUMNS = {"isbn": "id", "title": "text", "shelf": "text", "pages": "number", "lent": "bool"}


class HttpError(Exception):
    def __init__(self, status, reason):
        super().__init__(reason)
        self.status = status


def sign_in(kind, fields):
    if kind != "apikey":
        raise KeyError(kind)
    if fields.get("key") not in KEYS:
        raise HttpError(401, "The key was not accepted")
    return KEYS[fields["key"]]


def read_books(filters):
    shelf = filters["shelf"]
    books = [book for book in BOOKS if book["shelf"] == shelf]
    if filters.get("lent") in (True, 1):
        books = [book for book in books if book["lent"]]
    return books


def read_shelves(_):
    return [{"shelf": shelf, "books": 80} for shelf in SHELVES]


SOURCES = {"books": read_books, "shelves": read_shelves}


def describe():
    return {
        "version": "1.4", "name": "Library", "description": "Books and shelves", "site": "library.example",
        "tags": ["books"], "color": "#335577",
        "authentication": [{
            "id": "apikey", "name": "Key", "description": "Key of the library",
            "fields": [{"id": "key", "name": "Key", "description": "From the settings", "type": "password",
                        "optional": False}],
        }],
        "sources": [{
            "id": "books", "name": "Books", "description": "Books of one shelf", "tags": [],
            "fields": {name: {"name": name, "description": name, "type": kind} for name, kind in COLUMNS.items()},
            "filter": [
                {"id": "shelf", "name": "Shelf", "description": "Where it stands", "type": "list",
                 "datalist": True, "datalist_requires": [], "optional": False},
                {"id": "lent", "name": "Lent", "description": "Only lent books", "type": "bool", "optional": True},
            ],
        }, {"id": "shelves", "name": "Shelves", "description": "All shelves", "tags": [], "fields": {}, "filter": []}],
    }


def get_data(body):
    account = dict(body["account"])
    sign_in(account.pop("auth"), account)
    rows = SOURCES[body["source"]](body.get("filter") or {})
    skip = int(body.get("skip") or 0)
    return rows[skip:skip + int(body.get("limit") or 50)]


def datalist(query, account):
    sign_in(account.get("auth"), account)
    if query.get("source") != ["books"] or query.get("field") != ["shelf"]:
        raise HttpError(404, "No such list")
    return [{"title": shelf.title(), "value": shelf} for shelf in SHELVES]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.answer(lambda address, _: {"/": describe}[address.path]())

    def do_POST(self):
        self.answer(self.route)

    def route(self, address, body):
        if address.path == "/":
            return get_data(body)
        if address.path == "/validate":
            return dict(body["fields"], name=sign_in(body["id"], body["fields"]), _cls="Account", _id="a1")
        if address.path == "/datalist":
            return datalist(parse_qs(address.query), body)
        raise HttpError(404, "Not found")

    def answer(self, route):
        address = urlsplit(self.path)
        if self.command == "GET" and address.path == "/logo":
            self.send_response(204)
            self.end_headers()
            return
        text = self.rfile.read(int(self.headers.get("content-length") or 0))
        try:
            status, value = 200, route(address, json.loads(text) if text else {})
        except HttpError as error:
            status, value = error.status, {"error": str(error)}
        except Exception as error:
            status, value = 500, {"error": str(error)}
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "text/html; charset=UTF-8")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(json.dumps({"port": server.server_address[1]}), flush=True)
server.serve_forever()
