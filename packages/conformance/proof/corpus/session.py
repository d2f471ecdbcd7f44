"""Members of a club. Signing in gives a session, and rows are given to the session alone."""
import gzip
import json
import secrets
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

USERS = {"olga": {"password": "Bridge-4-Hearts!", "name": "Olga of the club"}}
SESSIONS = {}
MEMBERS = [{"number": n, "name": "Member %d" % n, "grade": ["junior", "senior", "honorary"][n % 3],
            "joined": "%02d.%02d.20%02d" % (n % 28 + 1, n % 12 + 1, n % 20)} for n in range(1, 71)]


class Refused(Exception):
    pass


def validate(body):
    fields = body.get("fields", {})
    if fields.get("session") in SESSIONS:
        return {"name": SESSIONS[fields["session"]], "session": fields["session"]}
    user = USERS.get(fields.get("user"), {})
    if user.get("password") != fields.get("password"):
        raise Refused("User or password is wrong")
    session = secrets.token_hex(12)
    SESSIONS[session] = user.get("name", "Guest")
    return {"name": SESSIONS[session], "session": session}


def data(body):
    if body.get("account", {}).get("session") not in SESSIONS:
        raise Refused("Sign in first")
    if body.get("source") != "members":
        raise LookupError("There is no source %s" % body.get("source"))
    grades = body.get("filter", {}).get("grade") or []
    return [row for row in MEMBERS if not grades or row["grade"] in grades]


def schema(body):
    kinds = {"number": "number", "name": "text", "grade": "text", "joined": "date"}
    return {key: {"id": key, "name": key.title(), "type": kind, "ignore": False} for key, kind in kinds.items()}


def about(_):
    return {"id": "club", "version": "5.0", "name": "Club", "description": "Members of a club", "type": "crunch",
            "responsibleFor": {"dataProviding": True},
            "authentication": [{"id": "login", "name": "Sign in", "fields": [
                {"id": "user", "title": "User", "type": "text"},
                {"id": "password", "title": "Password", "type": "password"}]}],
            "sources": [{"id": "members", "name": "Members", "filter": [
                {"id": "grade", "title": "Grade", "type": "multidropdown", "optional": True,
                 "options": ["junior", "senior", "honorary"]}]}]}


ROUTES = {"GET /": about, "POST /": data, "POST /validate": validate, "POST /schema": schema}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def handle_any(self):
        text = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        route = ROUTES.get("%s %s" % (self.command, self.path))
        try:
            status, value = (404, {"message": "Not found"}) if route is None else (200, route(json.loads(text or b"{}")))
        except Refused as error:
            status, value = 401, {"message": str(error)}
        except (LookupError, ValueError) as error:
            status, value = 400, {"message": str(error)}
        packed = gzip.compress(json.dumps(value).encode())
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(packed)))
        self.end_headers()
        self.wfile.write(packed)

    do_GET = do_POST = handle_any


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(json.dumps({"port": server.server_port}), flush=True)
server.serve_forever()
