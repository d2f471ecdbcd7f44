"""Parcels in a SQLite database, as a WSGI application."""
import json
import sqlite3
from urllib.parse import parse_qs
from wsgiref.simple_server import WSGIRequestHandler, make_server

db = sqlite3.connect(":memory:")
db.row_factory = sqlite3.Row
db.execute("create table parcels (id integer primary key, city text, receiver text, weight real, fragile integer)")
db.executemany("insert into parcels (city, receiver, weight, fragile) values (?, ?, ?, ?)",
               [(["Lund", "Oslo", "Turku"][n % 3], "Receiver %d" % (n % 9), 1.5 + n * 7 % 40, n % 4 == 0)
                for n in range(1, 61)])
TOKENS = {"prc-40aa-91d3-6e7c": "Parcels Nordic"}


class HttpError(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def who(fields):
    try:
        return TOKENS[fields["token"]]
    except KeyError:
        raise HttpError("401 Unauthorized", "Token not accepted")


def select(filters):
    sql, values = "select * from parcels where 1=1", []
    if filters.get("city"):
        sql += " and city = ?"
        values.append(filters["city"])
    if filters.get("receiver"):
        sql += f" and receiver like '%{filters['receiver']}%'"
    if filters.get("fragile") is not None:
        sql += " and fragile = ?"
        values.append(1 if filters["fragile"] else 0)
    return [dict(row) for row in db.execute(sql, values)]


def info():
    return {
        "version": "2.1", "name": "Parcels", "description": "Parcels on their way",
        "website": "https://parcels.example",
        "authentication": [{"id": "token", "name": "Token", "fields": [
            {"id": "token", "name": "Token", "description": "From your profile", "type": "password"}]}],
        "sources": [{"id": "parcels", "name": "Parcels", "filter": [
            {"id": "city", "title": "City", "type": "list", "datalist": True, "optional": True},
            {"id": "receiver", "title": "Receiver", "type": "text", "optional": True},
            {"id": "fragile", "title": "Fragile", "type": "bool", "optional": True}]}],
    }


def answer(method, path, query, body):
    if (method, path) == ("GET", "/"):
        return info()
    if (method, path) == ("POST", "/validate"):
        return {"name": who(body["fields"])}
    if (method, path) == ("POST", "/datalist"):
        who(body)
        if query.get("field") != ["city"]:
            raise HttpError("400 Bad Request", "Unknown field")
        return [{"title": city, "value": city} for city, in db.execute("select distinct city from parcels order by 1")]
    if (method, path) == ("POST", "/"):
        who(body["account"])
        if body.get("source") != "parcels":
            raise HttpError("400 Bad Request", "Unknown source")
        return select(body.get("filter") or {})
    raise HttpError("404 Not Found", "Not found")


def application(environ, start_response):
    status = "200 OK"
    try:
        text = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        body = json.loads(text) if text else {}
        value = answer(environ["REQUEST_METHOD"], environ["PATH_INFO"], parse_qs(environ["QUERY_STRING"]), body)
    except HttpError as error:
        status, value = error.status, {"message": str(error)}
    except Exception as error:
        status, value = "500 Internal Server Error", {"message": str(error)}
    start_response(status, [("Content-Type", "application/json")])
    return [json.dumps(value).encode()]


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


server = make_server("127.0.0.1", 0, application, handler_class=Quiet)
print(json.dumps({"port": server.server_port}), flush=True)
server.serve_forever()
