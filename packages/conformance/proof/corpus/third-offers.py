"""Photos with files, webhooks and an action, in the style of connectors of the third generation written in Python.

`python3 third-offers.py <fault>…` plants faults; without an argument there is none.
"""
import hashlib
import hmac
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FAULTS = sys.argv[1:]
KEY = "photo-3c8e-71aa-09bd"
SIGNING = b"signs the addresses of files"
PICTURES = {str(n): ("picture number %d of %d" % (n, 5)).encode() * 40 for n in range(1, 6)}
ACTIONS = [{
    "action": "tag", "name": "Tag a photo",
    "args": [{"id": "photo", "name": "Photo", "type": "text"}, {"id": "tag", "name": "Tag", "type": "textarea"}],
}]
if "arguments-missing" in FAULTS:
    del ACTIONS[0]["args"]
if "argument-number" in FAULTS:
    ACTIONS[0]["args"][0]["type"] = "number"
if "action-twice" in FAULTS:
    ACTIONS.append(ACTIONS[0])


class Refused(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


class File:
    def __init__(self, content):
        self.content = content


def sign_in(account):
    if (account or {}).get("key") != KEY:
        raise Refused(401, "The key is wrong")


def signed(name):
    return hmac.new(SIGNING, name.encode(), hashlib.sha256).hexdigest()


def page(body):
    sign_in(body.get("account"))
    if body.get("requestedType") != "photo":
        raise Refused(400, "Unknown type")
    items = [{"id": n, "name": "Photo %s" % n, "file": "app://resource?name=%s&seal=%s" % (n, signed(n))} for n in PICTURES]
    return {"items": items, "pagination": {"hasNext": False}, "synchronizationType": "full"}


def resource(body):
    if "file-for-everybody" not in FAULTS:
        sign_in(body.get("account"))
    params = body.get("params") or {}
    name, seal = str(params.get("name", "")), str(params.get("seal", ""))
    if "file-500" in FAULTS:
        raise Refused(500, "The picture cannot be read")
    if "file-without-params" in FAULTS and not params:
        return File(b"<h1>No picture</h1>")
    if "file-from-path" in FAULTS and name.startswith("/"):
        with open(name, "rb") as file:
            return File(file.read())
    if not hmac.compare_digest(seal.encode("utf-8", "replace"), signed(name).encode()):
        raise Refused(400, "The picture was not offered")
    return File(PICTURES[name])


def subscribe(body):
    if "webhook-for-everybody" not in FAULTS:
        sign_in(body.get("account"))
    if not str(body.get("url", "")).startswith("https://"):
        raise Refused(400, "The webhook needs an address")
    return {"id": "hook-1", "types": body.get("types", [])}


def verify(body):
    params = body.get("params") or {}
    signature = params.get("x-signature")
    if "signature-present" in FAULTS and signature:
        return {"id": "hook-1"}
    if "signature-ignored" in FAULTS:
        return {"id": "hook-1"}
    expected = hmac.new(b"hook", json.dumps(body.get("payload")).encode(), hashlib.sha256).hexdigest()
    if not isinstance(signature, str) or signature != expected:
        raise Refused(400, "The signature is wrong")
    return {"id": "hook-1"}


def transform(body):
    sign_in(body.get("account"))
    event = (body.get("payload") or {}).get("event")
    if "unknown-event-500" in FAULTS and event is None:
        raise Refused(500, "KeyError: 'event'")
    if "unknown-event-list" in FAULTS and event is None:
        return {"data": []}
    return {"data": {"photo": [{"id": "1", "__syncAction": "REMOVE"}]} if event == "deleted" else {}}


def execute(body):
    sign_in(body.get("account"))
    action = body.get("action") or {}
    if "any-action" not in FAULTS and action.get("action") != "tag":
        raise Refused(400, "There is no such action")
    if "any-action" not in FAULTS and not (action.get("args") or {}).get("photo"):
        raise Refused(400, "The photo is missing")
    return {}


def validate(body):
    sign_in(body.get("fields"))
    return {"name": "Photos of Ines"}


def config(body):
    return {"types": [{"id": "photo", "name": "Photo"}], "filters": [], "version": 1, "webhooks": {"enabled": True}}


SCHEMA = {"photo": {
    "id": {"type": "id", "name": "Id"},
    "name": {"type": "text", "name": "Name"},
    "file": {"type": "text", "name": "File", "subType": "file"},
}}
SYNC = "POST /api/v1/synchronizer/"
ROUTES = {
    "GET /": lambda body: {
        "version": "1.0", "name": "Photos", "description": "What you have seen",
        "authentication": [{"id": "key", "name": "Key", "description": "Your key", "fields": [{"id": "key", "title": "Key", "description": "", "type": "password"}]}],
        "sources": [], "actions": ACTIONS,
        "responsibleFor": {"dataSynchronization": True, "automations": True},
    },
    "POST /validate": validate,
    SYNC + "config": config,
    SYNC + "schema": lambda body: SCHEMA,
    SYNC + "data": page,
    SYNC + "filter/validate": lambda body: None,
    SYNC + "resource": resource,
    SYNC + "webhooks": subscribe,
    SYNC + "webhooks/verify": verify,
    SYNC + "webhooks/transform": transform,
    "POST /api/v1/automations/action/execute": execute,
}
if "webhooks-missing" in FAULTS:
    del ROUTES[SYNC + "webhooks/transform"]
if "action-missing" in FAULTS:
    del ROUTES["POST /api/v1/automations/action/execute"]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 65536

    def answer(self, method):
        text = self.rfile.read(int(self.headers.get("content-length") or 0))
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
                value = route(body)
            except (TypeError, ValueError, AttributeError):
                raise Refused(400, "The request cannot be read")
        except Refused as error:
            return self.write(error.status, "application/json", json.dumps({"message": str(error), "tryLater": False}).encode())
        if isinstance(value, File):
            return self.write_file(value.content)
        return self.write(200, "application/json", json.dumps(value).encode())

    def write_file(self, content):
        asked = self.headers.get("range")
        if asked is None or not asked.startswith("bytes="):
            if "file-cut" in FAULTS:
                return self.write(200, "image/png", content[:100], length=len(content))
            return self.write(200, "image/png", content)
        first, last = [int(part) for part in asked[6:].split("-")]
        some = content[first:last + 1]
        if "range-from-start" in FAULTS:
            some = content[:last + 1 - first]
        if "range-one-more" in FAULTS:
            some = content[first:last + 2]
        where = "bytes %d-%d/%d" % (first, last, len(content))
        return self.write(206, "image/png", some, {} if "range-without-header" in FAULTS else {"content-range": where})

    def write(self, status, media, content, headers=None, length=None):
        self.send_response(status)
        self.send_header("content-type", media)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(content) if length is None else length))
        self.end_headers()
        self.wfile.write(content)
        if length is not None:
            self.close_connection = True

    def do_GET(self):
        self.answer("GET")

    def do_POST(self):
        self.answer("POST")

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(json.dumps({"port": server.server_port}), flush=True)
server.serve_forever()
