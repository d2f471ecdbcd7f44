"""Notes for synchronization only, in the style of connectors of the third generation written in Python."""
import datetime
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NOTES = [{"id": n, "text": "Note %d" % n, "changed": "2023-%02d-01T10:00:00Z" % n, "book": (n % 2) + 1, "tags": ["a"]} for n in range(1, 8)]
BOOKS = [{"id": 1, "name": "Diary"}, {"id": 2, "name": "Work"}]
SCHEMA = {
    "note": {
        "id": {"type": "id", "name": "Id"},
        "name": {"type": "text", "name": "Text", "subType": "title"},
        "changed": {"type": "date", "name": "Changed"},
        "tags": {"type": "array[text]", "name": "Tags"},
        "book": {
            "type": "text", "name": "Book id",
            "relation": {"cardinality": "many-to-one", "name": "Book", "targetName": "Notes", "targetType": "book", "targetFieldId": "id"},
        },
    },
    "book": {"id": {"type": "id", "name": "Id"}, "name": {"type": "text", "name": "Name"}},
}


class Refused(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def sign_in(account):
    if (account or {}).get("key") != "note-55d1-90ab-3e7c":
        raise Refused(401, "The key is wrong")


def page(body):
    sign_in(body.get("account"))
    kind = body.get("requestedType")
    if kind == "book":
        return {"items": BOOKS}
    if kind != "note":
        raise Refused(400, "Unknown type")
    rows = NOTES
    since = body.get("lastSynchronizedAt")
    if since:
        start = datetime.datetime.fromisoformat(since.replace("Z", "+00:00"))
        rows = [n for n in NOTES if datetime.datetime.fromisoformat(n["changed"].replace("Z", "+00:00")) > start]
    number = int((body.get("pagination") or {}).get("page", 1))
    if number < 1:
        raise Refused(400, "There is no such page")
    some = rows[(number - 1) * 3:number * 3]
    more = len(rows) > number * 3
    return {
        "items": [{"id": n["id"], "name": n["text"], "changed": n["changed"], "tags": n["tags"], "book": n["book"]} for n in some],
        "pagination": {"hasNext": more, "nextPageConfig": {"page": number + 1} if more else None},
        "synchronizationType": "delta" if since else "full",
    }


def validate(body):
    sign_in(body.get("fields"))
    return {"name": "Notes of Piet"}


ROUTES = {
    "GET /": lambda body: {
        "version": "1.0", "name": "Notes", "description": "What you wrote down",
        "authentication": [{"id": "key", "name": "Key", "description": "Your key", "fields": [{"id": "key", "title": "Key", "description": "", "type": "password"}]}],
        "sources": [], "responsibleFor": {"dataSynchronization": True},
    },
    "POST /validate": validate,
    "POST /api/v1/synchronizer/config": lambda body: {"types": [{"id": "note", "name": "Note"}, {"id": "book", "name": "Book"}], "filters": []},
    "POST /api/v1/synchronizer/schema": lambda body: SCHEMA,
    "POST /api/v1/synchronizer/data": page,
    "POST /api/v1/synchronizer/filter/validate": lambda body: None,
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, method):
        length = int(self.headers.get("content-length") or 0)
        text = self.rfile.read(length)
        try:
            route = ROUTES.get("%s %s" % (method, self.path))
            if route is None:
                raise Refused(404, "Not found")
            try:
                body = json.loads(text) if text else {}
            except ValueError:
                raise Refused(400, "The body is not JSON")
            if not isinstance(body, dict) or not isinstance(body.get("account") or {}, dict):
                raise Refused(400, "The body is not an object")
            try:
                status, value = 200, route(body)
            except (TypeError, ValueError, AttributeError):
                raise Refused(400, "The request cannot be read")
        except Refused as error:
            status, value = error.status, {"message": str(error), "tryLater": False}
        answer = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def do_GET(self):
        self.answer("GET")

    def do_POST(self):
        self.answer("POST")

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(json.dumps({"port": server.server_port}), flush=True)
server.serve_forever()
