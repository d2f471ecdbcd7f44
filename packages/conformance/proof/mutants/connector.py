"""A right connector whose data, form and fault come from outside: WORLD describes the data, each line of the input a fault."""
import json
import os
import sys
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from selection import Refusal, applies, instant, select, spoil

WORLD = json.loads(os.environ["WORLD"])
MUTANT = {}
IS_THIRD = WORLD["generation"] == "v3"
SEEN = {}
BASE = "/api/v1/synchronizer"


def sign_in(account):
    if not isinstance(account, dict) or account.get("token") != "mut-71c0-94be-5a2f":
        raise Refusal(401, "The token was not accepted")


FILTERS = [field["declared"] for field in WORLD["fields"]]
COLUMNS = {name: {"id": name, "name": name, "type": kind} for name, kind in WORLD["columns"].items()}
APPLICATION = {
    "id": "orders",
    "version": "1.0.0",
    "name": "Orders",
    "description": "Orders of a shop",
    "website": "https://orders.example",
    "responsibleFor": {"dataProviding": not IS_THIRD, "dataSynchronization": IS_THIRD},
    "authentication": [
        {
            "id": "token",
            "name": "Token",
            "description": "A token",
            "fields": [{"id": "token", "title": "Token", "description": "", "type": "password"}],
        }
    ],
    "sources": [] if IS_THIRD else [{"id": "orders", "name": "Orders", "filter": FILTERS, "fields": COLUMNS}],
}


def request_of(body, **more):
    text = json.dumps([body, more], sort_keys=True)
    SEEN[text] = SEEN.get(text, 0) + 1
    given = body.get("filter") or {}
    if not isinstance(given, dict):
        raise Refusal(400, "The filter is not an object")
    return {"filter": given, "again": SEEN[text] > 1, "page": 0, "delta": False, **more}


def rows_for(request):
    if MUTANT.get("effect") == "error" and applies(MUTANT, request):
        raise Refusal(500, "Something went wrong")
    return select(WORLD, MUTANT, request)


def options_of(given):
    field = next((one for one in WORLD["fields"] if one["id"] == given.get("field")), None)
    if given.get("source") != "orders" or not field or not field["declared"].get("datalist") or field["kind"] == "date":
        raise Refusal(400, "The field has no options")
    missing = [one for one in field["requires"] if not given.get(one)]
    if missing:
        raise Refusal(400, missing[0] + " is missing")
    name, position = field["id"], MUTANT.get("position", 0)
    effect = MUTANT.get("effect") if MUTANT.get("field") == name else None
    ignored = field["requires"][position] if effect == "parent-ignored" else None
    rows = [row for row in WORLD["rows"] if all(one == ignored or row[one] == given[one] for one in field["requires"])]
    values = sorted({row[name] for row in rows})
    if effect == "option-dropped":
        values = values[:position] + values[position + 1:]
    if effect == "option-doubled":
        values += values[position:position + 1] or values[:1]
    if effect == "options-empty":
        values = []
    if effect == "options-error":
        raise Refusal(500, "Something went wrong")
    titles = WORLD["titles"]
    wrong = {"option-title": lambda value: titles.get(value, value.upper()), "option-cut": lambda value: value[:-1]}
    return [
        {
            "title": titles.get(value, value),
            "name": titles.get(value, value),
            "value": wrong[effect](value) if at == position and effect in wrong else value,
        }
        for at, value in enumerate(values)
    ]


def page_of(body):
    sign_in(body.get("account"))
    if body.get("requestedType") != "orders":
        raise Refusal(400, "Unknown type")
    since = body.get("lastSynchronizedAt")
    start = None if since is None else instant(since)
    where = body.get("pagination") or {}
    if not isinstance(where, dict):
        raise Refusal(400, "There is no such page")
    offset, limit = where.get("offset", 0), where.get("limit", 20)
    if type(offset) is not int or offset < 0 or type(limit) is not int or limit < 1:
        raise Refusal(400, "There is no such page")
    request = request_of(body, page=offset // limit, delta=start is not None)
    rows = [row for row in rows_for({**request, "whole": True}) if start is None or instant(row["created"]) >= start]
    is_last = offset + limit >= len(rows)
    items = spoil(WORLD, MUTANT, {**request, "last": is_last}, rows[offset:offset + limit])
    return {
        "items": [{**row, "name": row["title"]} for row in items],
        "pagination": {"hasNext": False}
        if is_last
        else {"hasNext": True, "nextPageConfig": {"offset": offset + limit, "limit": limit}},
        "synchronizationType": "full" if start is None else "delta",
    }


SCHEMA = {
    name: {"name": name, "type": "text", "subType": "boolean"} if kind == "bool" else {"name": name, "type": kind}
    for name, kind in {**WORLD["columns"], "name": "text"}.items()
}


def validate(body, query):
    if body.get("id") != "token":
        raise Refusal(401, "Unknown way to sign in")
    sign_in(body.get("fields"))
    return {**body["fields"], "name": "The shop"}


def data(body, query):
    sign_in(body.get("account"))
    if body.get("source") != "orders":
        raise Refusal(400, "Unknown source")
    return spoil(WORLD, MUTANT, request_of(body), rows_for(request_of(body, probe=True)))


def datalist(body, query):
    sign_in(body)
    return options_of(query)


def signed(make):
    def route(body, query):
        sign_in(body.get("account"))
        return make(body)

    return route


def third_datalist(body):
    depends = body.get("dependsOn") or {}
    found = options_of({"source": "orders", "field": body.get("field"), **depends})
    return {"items": [{"title": one["title"], "value": one["value"]} for one in found]}


ROUTES = {
    "GET /": lambda body, query: APPLICATION,
    "POST /validate": validate,
    **(
        {
            f"POST {BASE}/config": signed(lambda body: {"types": [{"id": "orders", "name": "Orders"}], "filters": FILTERS}),
            f"POST {BASE}/schema": signed(lambda body: {"orders": SCHEMA}),
            f"POST {BASE}/data": lambda body, query: page_of(body),
            f"POST {BASE}/filter/validate": signed(lambda body: select(WORLD, {}, request_of(body)) and {} or {}),
            f"POST {BASE}/datalist": signed(third_datalist),
        }
        if IS_THIRD
        else {"POST /": data, "POST /datalist": datalist}
    ),
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body in one segment: otherwise each response waits for the delayed acknowledgement of its head.
    wbufsize = -1

    def answer(self):
        address = urllib.parse.urlsplit(self.path)
        text = self.rfile.read(int(self.headers.get("content-length") or 0))
        try:
            status, value = 200, self.route(address, text)
        except Refusal as error:
            status, value = error.status, {"message": str(error)}
        except Exception:
            status, value = 500, {"message": "Something went wrong"}
        sent = json.dumps(value, ensure_ascii=False).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json; charset=utf-8")
        self.send_header("content-length", str(len(sent)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(sent)

    def route(self, address, text):
        route = ROUTES.get(f"{self.command} {address.path}")
        if route is None:
            raise Refusal(404, "Not found")
        try:
            body = json.loads(text) if text else {}
        except ValueError:
            body = None
        if not isinstance(body, dict):
            raise Refusal(400, "The body is not a JSON object")
        return route(body, dict(urllib.parse.parse_qsl(address.query)))

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do_OPTIONS = do_PATCH = answer

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(json.dumps({"port": server.server_port}), flush=True)
for line in sys.stdin:
    MUTANT.clear()
    MUTANT.update(json.loads(line))
    SEEN.clear()
    print(json.dumps({"port": server.server_port}), flush=True)

