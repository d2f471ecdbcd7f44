"""A connector of the first generation that does nothing wrong, with methods that a fault can replace."""
import json
import os
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Refusal(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


REPOSITORIES = {"acme": ["site", "api", "tools"], "globex": ["ledger", "portal"], "initech": ["reports"]}
STATES = ["open", "closed", "merged"]
LABELS = ["bug", "docs", "help", "test"]
TOKENS = {"9f3b-77aa-41c2-e0d5": "Grace's account"}
USERS = {"grace": {"password": "h0pper-Rear-Adm", "name": "Grace H."}}


def make_issues():
    issues = []
    for index in range(36):
        owner = list(REPOSITORIES)[index % 3]
        names = REPOSITORIES[owner]
        issues.append({
            "number": 500 + index,
            "title": "Issue %d: it's broken" % index if index % 6 == 0 else "Issue %d" % index,
            "owner": owner,
            "repository": names[index % len(names)],
            "state": STATES[(index * 2 + index // 5) % 3],
            "labels": [label for at, label in enumerate(LABELS) if (index + at) % 3 == 0],
            "comments": (index * 5) % 17,
            "locked": index % 5 == 0,
            "opened": (datetime(2023, 9, 1, 5) + timedelta(hours=9 * index)).strftime("%Y-%m-%dT%H:%M:%SZ"),
        })
    return issues


ISSUES = make_issues()


def field(name, kind, **more):
    return {"id": name, "name": name.capitalize(), "description": "The " + name, "type": kind, "optional": True, **more}


class Connector:
    """Everything a request can ask for."""

    columns = {"number": "number", "title": "text", "owner": "text", "repository": "text", "state": "text",
               "labels": "array[text]", "comments": "number", "locked": "bool", "opened": "date"}

    def __init__(self):
        self.provider = json.loads(os.environ["PROVIDER"]) if "PROVIDER" in os.environ else None

    def application(self):
        kinds = [
            {"id": "apikey", "name": "API key", "description": "A personal key", "fields": [
                {"id": "key", "name": "Key", "description": "From your settings", "type": "text", "optional": False}]},
            {"id": "login", "name": "Sign in", "description": "User and password", "fields": [
                {"id": "user", "name": "User", "description": "Your user name", "type": "text", "optional": False},
                {"id": "password", "name": "Password", "description": "Your password", "type": "password", "optional": False}]}]
        if self.provider:
            kinds.append({"id": "oauth2", "name": "OAuth", "description": "Sign in at the provider", "fields": [
                {"id": "redirect_uri", "title": "redirect_uri", "type": "oauth", "description": ""}]})
        return {"version": "1.4", "name": "Issues", "description": "Issues of repositories", "site": "www.issues.example",
                "tags": ["code"], "color": "#224466", "authentication": kinds, "sources": self.sources()}

    def sources(self):
        described = {name: {"name": name, "description": "", "type": kind} for name, kind in self.columns.items()}
        return [{"id": "issues", "name": "Issues", "description": "All issues", "tags": [], "fields": described,
                 "filter": self.filters()},
                {"id": "owners", "name": "Owners", "description": "All owners", "tags": [], "fields": {}, "filter": []}]

    def filters(self):
        return [field("owner", "list", datalist=True), field("repository", "list", datalist=True, datalist_requires=["owner"]),
                field("state", "list", options=STATES), field("labels", "multilist", options=LABELS),
                field("locked", "bool"), field("comments", "number"), field("opened", "date", datalist=True),
                field("title", "text")]

    def name_of(self, kind, fields):
        if kind == "apikey":
            if fields.get("key") not in TOKENS:
                raise Refusal(401, "The key is not known")
            return TOKENS[fields["key"]]
        if kind == "login":
            user = USERS.get(fields.get("user"))
            if user is None or user["password"] != fields.get("password"):
                raise Refusal(401, "User or password is wrong")
            return user["name"]
        if kind == "oauth2" and self.provider:
            return self.identify(fields.get("access_token"))
        raise Refusal(401, "There is no such way to sign in")

    def check(self, account):
        account = account or {}
        return self.name_of(account.get("auth") or account.get("identifier"), account)

    def validate(self, body):
        fields = body.get("fields") or {}
        if body.get("id") == "oauth2" and self.is_due(fields):
            fields = {**fields, **self.refresh(fields)}
        return {**fields, "name": self.name_of(body.get("id"), fields)}

    def rows(self, body):
        self.check(body.get("account"))
        source = body.get("source")
        if source == "owners":
            return [{"owner": owner, "repositories": len(names)} for owner, names in REPOSITORIES.items()]
        if source != "issues":
            raise Refusal(400, "There is no source %s" % json.dumps(source))
        return self.page([row for row in self.issues() if self.matches(row, body.get("filter") or {})], body)

    def issues(self):
        return ISSUES

    def page(self, rows, body):
        skip, limit = int(body.get("skip") or 0), body.get("limit")
        return rows[skip:] if limit in (None, "") else rows[skip:skip + int(limit)]

    def matches(self, row, given):
        return all(given.get(name) in (None, "") or getattr(self, "test_" + name)(row, given[name])
                   for name in ("owner", "repository", "state", "labels", "locked", "comments", "opened", "title"))

    def test_owner(self, row, value):
        return row["owner"] == value

    def test_repository(self, row, value):
        return row["repository"] == value

    def test_state(self, row, value):
        return row["state"] == value

    def test_labels(self, row, value):
        wanted = value if isinstance(value, list) else str(value).split(",")
        return not wanted or any(label in wanted for label in row["labels"])

    def test_locked(self, row, value):
        return row["locked"] == (value in (True, 1, "true", "1"))

    def test_comments(self, row, value):
        return row["comments"] >= self.number(value)

    def number(self, value):
        try:
            return float(value)
        except (TypeError, ValueError):
            raise Refusal(400, "comments is not a number")

    def test_opened(self, row, value):
        low, high = (value.get("_min"), value.get("_max")) if isinstance(value, dict) else (value, value)
        at = self.instant(row["opened"], False)
        return (low in (None, "") or at >= self.instant(low, False)) and (high in (None, "") or at <= self.instant(high, True))

    def test_title(self, row, value):
        return str(value).lower() in row["title"].lower()

    def instant(self, text, end):
        is_day = re.fullmatch(r"\d{4}-\d\d-\d\d", text) is not None
        try:
            at = datetime.fromisoformat(text.replace("Z", "+00:00"))
        except ValueError:
            raise Refusal(400, "opened is not a date")
        at = at if at.tzinfo else at.replace(tzinfo=timezone.utc)
        return at + timedelta(hours=24, microseconds=-1) if is_day and end else at

    def datalist(self, query, account):
        self.check(account)
        return [{"title": value, "value": value} for value in self.options(query)]

    def options(self, query):
        if query.get("source") != "issues":
            raise Refusal(400, "Unknown source")
        if query.get("field") == "owner":
            return list(REPOSITORIES)
        if query.get("field") != "repository":
            raise Refusal(404, "Unknown field")
        if not query.get("owner"):
            raise Refusal(400, "missing required parameter 'owner'")
        return REPOSITORIES.get(query["owner"], [])

    def start(self, query):
        callback = query.get("callback_uri")
        if not callback:
            raise Refusal(400, "missing required parameter 'callback_uri'")
        return {"redirect_uri": self.provider["authorize"] + "?" + urllib.parse.urlencode({
            "response_type": "code", "client_id": self.provider["clientId"], "redirect_uri": callback}), "callback_uri": callback}

    def finish(self, body):
        if not body.get("code"):
            raise Refusal(400, "missing required parameter 'code'")
        callback = (body.get("fields") or {}).get("callback_uri", "")
        account = self.token({"grant_type": "authorization_code", "code": body["code"], "redirect_uri": callback})
        return {**account, "name": self.identify(account["access_token"])}

    def token(self, form):
        form = {**form, "client_id": self.provider["clientId"], "client_secret": self.provider["clientSecret"]}
        status, answer = self.call(self.provider["token"], urllib.parse.urlencode(form).encode(), {})
        if status != 200:
            raise Refusal(401 if status < 500 else 500, "The provider refused")
        return self.read(answer)

    def read(self, answer):
        until = datetime.now(timezone.utc) + timedelta(seconds=answer.get("expires_in", 3600))
        account = {"access_token": answer["access_token"], "token_expiration": int(until.timestamp() * 1000)}
        return {**account, "refresh_token": answer["refresh_token"]} if "refresh_token" in answer else account

    def is_due(self, fields):
        until = fields.get("token_expiration")
        return bool(fields.get("refresh_token")) and until is not None and int(until) < time.time() * 1000 + 300000

    def refresh(self, fields):
        return self.token({"grant_type": "refresh_token", "refresh_token": fields["refresh_token"]})

    def identify(self, token):
        status, answer = self.call(self.provider["identity"], None, {"authorization": "Bearer %s" % token})
        if status != 200:
            raise Refusal(401, "The token is not valid")
        return answer["name"]

    def call(self, address, data, headers):
        try:
            with urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=10) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, {}


class Handler(BaseHTTPRequestHandler):
    """The connector over http, as http.server speaks it."""

    connector = None

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.answer("GET")

    def do_POST(self):
        self.answer("POST")

    def answer(self, method):
        address = urllib.parse.urlsplit(self.path)
        path = address.path.rstrip("/") or "/"
        self.query = dict(urllib.parse.parse_qsl(address.query))
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        try:
            self.body = self.parse(raw) if method == "POST" else {}
            self.route(method, path)
        except Refusal as error:
            self.send(error.status, {"error": str(error)})
        except Exception as error:
            self.fault(error)

    def fault(self, error):
        self.send(500, {"error": "internal error"})

    def parse(self, raw):
        try:
            body = json.loads(raw or b"{}")
        except ValueError:
            raise Refusal(400, "The body is not JSON")
        if not isinstance(body, dict):
            raise Refusal(400, "The body is not an object")
        return body

    def route(self, method, path):
        one = self.connector
        work = self.routes().get((method, path))
        if work is None:
            return self.send_error(404)
        return work(one)

    def routes(self):
        routes = {
            ("GET", "/"): lambda one: self.send(200, one.application()),
            ("POST", "/"): lambda one: self.send_rows(one.rows(self.body)),
            ("POST", "/validate"): lambda one: self.send(200, one.validate(self.body)),
            ("POST", "/datalist"): lambda one: self.send(200, one.datalist(self.query, self.body)),
            ("GET", "/logo"): lambda one: self.logo(),
        }
        if self.connector.provider:
            routes["GET", "/oauth2"] = lambda one: self.send(202, one.start(self.query))
            routes["POST", "/oauth2"] = lambda one: self.send(202, one.finish(self.body))
        return routes

    def logo(self):
        self.send_response(204)
        self.end_headers()

    def send_rows(self, rows):
        self.send(200, rows)

    def send(self, status, value):
        self.send_bytes(status, json.dumps(value).encode(), "text/html; charset=UTF-8")

    def send_bytes(self, status, body, kind):
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def serve(connector):
    Handler.connector = connector
    return ThreadingHTTPServer(("127.0.0.1", 0), Handler)
