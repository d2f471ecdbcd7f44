"""What goes wrong with connectors of the first generation."""
import copy
import json
import os

from connector import ISSUES, REPOSITORIES, STATES, TOKENS, Refusal
from fault import print_faults, register, wrap

FAULTS = {}
fault = register(FAULTS)
ROWS = "filters data datalist dates errors security"


@fault("state_ignored", "The filter state is read under another name", ROWS)
def _(one, _handler):
    one.test_state = lambda row, value: True


@fault("labels_string", "Several values are compared as one joined text", ROWS)
def _(one, _handler):
    one.test_labels = lambda row, value: ",".join(value if isinstance(value, list) else [value]) in ",".join(row["labels"])


@fault("several_crash", "An array of several values is answered with 500", ROWS)
def _(one, _handler):
    one.test_labels = lambda row, value: any(label in value.split(",") for label in row["labels"])


@fault("max_appended", "The end of a range gets midnight appended and loses its day", ROWS)
def _(one, _handler):
    wrap(one, "instant", lambda before: lambda text, end: before(text + "T00:00:00Z" if len(text) == 10 else text, False))


@fault("single_date_dropped", "A date filter that is not an object is skipped", ROWS)
def _(one, _handler):
    wrap(one, "test_opened", lambda before: lambda row, value: before(row, value) if isinstance(value, dict) else True)


@fault("dates_ignored", "The date filter was forgotten", ROWS)
def _(one, _handler):
    one.test_opened = lambda row, value: True


@fault("open_end_key_error", "A range without an end is answered with 500", ROWS, serious=False)
def _(one, _handler):
    wrap(one, "test_opened", lambda before: lambda row, value: before(row, {"_min": value["_min"], "_max": value["_max"]} if isinstance(value, dict) else value))


@fault("repositories_of_all", "Options of repository are those of every owner", ROWS)
def _(one, _handler):
    wrap(one, "options", lambda before: lambda query: [name for names in REPOSITORIES.values() for name in names]
         if query.get("field") == "repository" else before(query))


@fault("hundred_only", "Without a limit only the first twelve rows come", ROWS)
def _(one, _handler):
    one.page = lambda rows, body: rows[int(body.get("skip") or 0):][:int(body.get("limit") or 12)]


@fault("page_overlap", "Pages overlap, so some rows come twice", ROWS)
def _(one, _handler):
    one.page = lambda rows, body: rows[:20] + rows[15:] if len(rows) > 20 else rows


@fault("column_renamed", "A declared column has another name in rows", "data sources schema", serious=False)
def _(one, _handler):
    one.page = lambda rows, body: [{("comment_count" if key == "comments" else key): value for key, value in row.items()} for row in rows]


@fault("number_text", "A number column holds text", "data sources schema", serious=False)
def _(one, _handler):
    one.page = lambda rows, body: [{**row, "comments": "%d comments" % row["comments"]} for row in rows]


@fault("key_in_error", "The error repeats the key", "security errors validate")
def _(one, _handler):
    def name_of(kind, fields):
        if kind == "apikey" and fields.get("key") not in TOKENS:
            raise Refusal(401, "Invalid key: %s" % fields.get("key"))
        return before(kind, fields)
    before, one.name_of = one.name_of, name_of


@fault("traceback", "A fault shows its traceback", "security errors")
def _(one, handler):
    import traceback
    wrap(handler, "send", lambda before: lambda self, status, value: before(self, status, value if status < 400 else {
        **value, "traceback": 'Traceback (most recent call last):\n  File "/app/connector.py", line 10, in answer'}))


@fault("any_key", "Every key is valid", "validate security data")
def _(one, _handler):
    one.name_of = lambda kind, fields: "Account"


@fault("check_skipped_for_rows", "Rows are given to everybody", "validate security data")
def _(one, _handler):
    def rows(body):
        one.check = lambda account: "anyone"
        try:
            return before(body)
        finally:
            del one.check
    before, one.rows = one.rows, rows


@fault("unknown_source_500", "An unknown source is answered with 500", ROWS, serious=False)
def _(one, _handler):
    wrap(one, "rows", lambda before: lambda body: before({**body, "source": {"issues": "issues", "owners": "owners"}[body["source"]]}))


@fault("sql_text", "A quote in the text filter ends the query's text", ROWS)
def _(one, _handler):
    import sqlite3
    base = sqlite3.connect(":memory:", check_same_thread=False)
    base.execute("create table issues (number, title)")
    base.executemany("insert into issues values (?, ?)", [(row["number"], row["title"]) for row in ISSUES])

    def test_title(row, value):
        found = base.execute("select number from issues where title like '%" + value + "%'").fetchall()
        return (row["number"],) in found
    one.test_title = test_title


@fault("file_read", "The text filter names a file", ROWS)
def _(one, _handler):
    def rows(body):
        title = (body.get("filter") or {}).get("title") or ""
        path = os.path.join(os.path.dirname(__file__), title)
        if title and os.path.isfile(path):
            with open(path) as file:
                return [{"line": line} for line in file]
        return before(body)
    before, one.rows = one.rows, rows


@fault("refresh_drops", "After a refresh the refresh token is missing", "oauth2 validate", account="none", provider=True)
def _(one, _handler):
    def validate(body):
        answer = before(body)
        return {key: value for key, value in answer.items() if key != "refresh_token"}
    before, one.validate = one.validate, validate


@fault("never_refreshed", "Tokens are never refreshed", "oauth2 validate", account="none", provider=True)
def _(one, _handler):
    one.is_due = lambda fields: False


@fault("client_none", "redirect_uri says client_id=None", "oauth2", account="none", provider=True)
def _(one, _handler):
    one.provider["clientId"] = None


@fault("start_other_name", "The start answers authorization_url", "oauth2", account="none", provider=True, serious=False)
def _(one, _handler):
    wrap(one, "start", lambda before: lambda query: {"authorization_url": before(query)["redirect_uri"]})


@fault("single_quotes", "GET / is written with single quotes", "application", serious=False)
def _(one, handler):
    wrap(handler, "send", lambda before: lambda self, status, value:
         self.send_bytes(status, str(value).encode(), "application/json") if "authentication" in str(value) else before(self, status, value))


if __name__ == "__main__":
    print_faults(FAULTS)
