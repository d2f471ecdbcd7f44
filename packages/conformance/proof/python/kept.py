"""Faults that nobody looked at while requirements were tuned: how many are found says how many others would be."""
import json
import os
import subprocess
import time

from connector import ISSUES, LABELS, REPOSITORIES, STATES, TOKENS, USERS, Refusal
from fault import print_faults, register, wrap

FAULTS = {}
fault = register(FAULTS)
ROWS = "filters data datalist dates errors security streaming sources schema"
ACCOUNT = "validate oauth2 security errors data"
FORM = "application accounts fields sources datalist filters security"


@fault("kept_owner_ignored", "The list filter owner is ignored", ROWS)
def _(one, _handler):
    one.test_owner = lambda row, value: True


@fault("kept_repository_alone", "The dependent filter is applied only without the other", ROWS)
def _(one, _handler):
    wrap(one, "matches", lambda before: lambda row, given: before(row, {key: value for key, value in given.items() if key != "repository" or "owner" not in given}))


@fault("kept_labels_first", "Only the first of several values counts", ROWS)
def _(one, _handler):
    wrap(one, "test_labels", lambda before: lambda row, value: before(row, value[:1] if isinstance(value, list) else value.split(",")[:1]))


@fault("kept_labels_ignored", "The filter of several values is ignored", ROWS)
def _(one, _handler):
    one.test_labels = lambda row, value: True


@fault("kept_locked_text", "A bool is compared with its text", ROWS)
def _(one, _handler):
    one.test_locked = lambda row, value: str(row["locked"]).lower() == "true" if value else True


@fault("kept_comments_ignored", "The number filter is ignored", ROWS)
def _(one, _handler):
    one.test_comments = lambda row, value: True


@fault("kept_title_ignored", "The text filter is ignored", ROWS)
def _(one, _handler):
    one.test_title = lambda row, value: True


@fault("kept_upper_only", "Only the end of a range counts", ROWS)
def _(one, _handler):
    wrap(one, "test_opened", lambda before: lambda row, value: before(row, {"_max": value.get("_max")} if isinstance(value, dict) else value))


@fault("kept_lower_only", "Only the beginning of a range counts", ROWS)
def _(one, _handler):
    wrap(one, "test_opened", lambda before: lambda row, value: before(row, {"_min": value.get("_min")} if isinstance(value, dict) else value))


@fault("kept_day_crash", "A single day is answered with 500", ROWS)
def _(one, _handler):
    wrap(one, "test_opened", lambda before: lambda row, value: before(row, {"_min": value["_min"], "_max": value.get("_max")}))


@fault("kept_null_crash", "An end that is null is answered with 500", ROWS, serious=False)
def _(one, _handler):
    def test_opened(row, value):
        if isinstance(value, dict):
            for end in value.values():
                end.strip()
        return before(row, value)
    before, one.test_opened = one.test_opened, test_opened


@fault("kept_half", "Every second row is lost without a filter", ROWS)
def _(one, _handler):
    one.page = lambda rows, body: rows[::2] if len(rows) == len(ISSUES) else rows


@fault("kept_doubled", "All rows come twice", ROWS)
def _(one, _handler):
    one.page = lambda rows, body: [row for row in rows for _ in range(2)]


@fault("kept_unclosed", "The written array is never closed", ROWS)
def _(one, handler):
    handler.send_rows = lambda self, rows: self.send_bytes(200, ("[" + ",".join(map(json.dumps, rows))).encode(), "text/html")


@fault("kept_comma_missing", "Commas between rows are missing", ROWS, serious=False)
def _(one, handler):
    handler.send_rows = lambda self, rows: self.send_bytes(200, ("[" + "".join(map(json.dumps, rows)) + "]").encode(), "text/html")


@fault("kept_repr", "Rows are written as Python writes them", ROWS, serious=False)
def _(one, handler):
    handler.send_rows = lambda self, rows: self.send_bytes(200, str(rows).encode(), "application/json")


@fault("kept_column_gone", "A declared column is in no row", ROWS, serious=False)
def _(one, _handler):
    one.page = lambda rows, body: [{key: value for key, value in row.items() if key != "comments"} for row in rows]


@fault("kept_date_dots", "Dates are written with dots", ROWS, serious=False)
def _(one, _handler):
    one.page = lambda rows, body: [{**row, "opened": "%s.%s.%s" % (row["opened"][8:10], row["opened"][5:7], row["opened"][:4])} if "opened" in row else row for row in rows]


@fault("kept_bool_number", "A bool column holds 0 and 1 as text", ROWS, serious=False)
def _(one, _handler):
    one.page = lambda rows, body: [{**row, "locked": "1" if row["locked"] else "0"} if "locked" in row else row for row in rows]


@fault("kept_options_all_owners", "The dependent value is read under another name", ROWS)
def _(one, _handler):
    wrap(one, "options", lambda before: lambda query: before({**query, "owner": "acme"}) if query.get("field") == "repository" else before(query))


@fault("kept_options_tuple", "Options are pairs", ROWS, serious=False)
def _(one, _handler):
    wrap(one, "datalist", lambda before: lambda query, account: [[each["value"], each["title"]] for each in before(query, account)])


@fault("kept_options_500", "The datalist of repository is answered with 500", ROWS, serious=False)
def _(one, _handler):
    wrap(one, "options", lambda before: lambda query: REPOSITORIES[query["organisation"]] if query.get("field") == "repository" else before(query))


@fault("kept_options_anybody", "Options are given to a wrong account", ROWS)
def _(one, _handler):
    one.datalist = lambda query, account: [{"title": value, "value": value} for value in one.options(query)]


@fault("kept_format_string", "A text filter is used as a format", ROWS, serious=False)
def _(one, _handler):
    one.test_title = lambda row, value: value % () in row["title"]


@fault("kept_sql_owner", "A quote in the list filter changes the query", ROWS)
def _(one, _handler):
    import sqlite3
    base = sqlite3.connect(":memory:", check_same_thread=False)
    base.execute("create table issues (number, owner)")
    base.executemany("insert into issues values (?, ?)", [(row["number"], row["owner"]) for row in ISSUES])
    one.test_owner = lambda row, value: (row["number"],) in base.execute("select number from issues where owner = '%s'" % value).fetchall()


@fault("kept_open_file", "The source names a file below the folder", ROWS)
def _(one, _handler):
    def rows(body):
        source = str(body.get("source"))
        path = os.path.join("/tmp/no-such-folder/..", source)
        if "/" in source and os.path.isfile(os.path.normpath(path)):
            with open(os.path.normpath(path)) as file:
                return [{"line": line} for line in file]
        return before(body)
    before, one.rows = one.rows, rows


@fault("kept_hang_source", "An unknown source waits for ever", ROWS)
def _(one, _handler):
    def rows(body):
        if body.get("source") not in ("issues", "owners"):
            time.sleep(3600)
        return before(body)
    before, one.rows = one.rows, rows


@fault("kept_default_source", "An unknown source gives the first", ROWS)
def _(one, _handler):
    wrap(one, "rows", lambda before: lambda body: before({**body, "source": body.get("source") if body.get("source") in ("issues", "owners") else "issues"}))


@fault("kept_second_source_empty", "The second source refuses with 500", ROWS, serious=False)
def _(one, _handler):
    wrap(one, "rows", lambda before: lambda body: before({**body, "filter": body["filter"]["owner"]}) if body.get("source") == "owners" else before(body))


@fault("kept_key_ends", "The error shows both ends of the key", ACCOUNT)
def _(one, _handler):
    def name_of(kind, fields):
        key = str(fields.get("key"))
        if kind == "apikey" and key not in TOKENS:
            raise Refusal(401, "Invalid key %s...%s" % (key[:5], key[-5:]))
        return before(kind, fields)
    before, one.name_of = one.name_of, name_of


@fault("kept_key_named", "The name of the account is a piece of the key", ACCOUNT)
def _(one, _handler):
    wrap(one, "validate", lambda before: lambda body: {**before(body), "name": "Key %s" % str((body.get("fields") or {}).get("key"))[:9]})


@fault("kept_login_user_only", "A known user signs in with any password", ACCOUNT, account="login")
def _(one, _handler):
    wrap(one, "name_of", lambda before: lambda kind, fields: "Grace" if kind == "login" and fields.get("user") in USERS else before(kind, fields))


@fault("kept_exception_200", "A failure is a 200 with an error inside", ACCOUNT)
def _(one, handler):
    wrap(handler, "send", lambda before: lambda self, status, value: before(self, 200, value))


@fault("kept_wrong_500", "A wrong account is answered with 500", ACCOUNT, serious=False)
def _(one, _handler):
    wrap(one, "name_of", lambda before: lambda kind, fields: TOKENS[fields["key"]] if kind == "apikey" else before(kind, fields))


@fault("kept_no_description", "GET / has no description and no authentication", FORM, serious=False)
def _(one, _handler):
    wrap(one, "application", lambda before: lambda: {key: value for key, value in before().items() if key not in ("description", "authentication")})


@fault("kept_sources_missing", "GET / has no sources", FORM, serious=False)
def _(one, _handler):
    wrap(one, "application", lambda before: lambda: {key: value for key, value in before().items() if key != "sources"})


@fault("kept_color_word", "The color is a word", FORM, serious=False)
def _(one, _handler):
    wrap(one, "application", lambda before: lambda: {**before(), "color": "tomato"})


@fault("kept_type_int", "A filter is of type int", FORM, serious=False)
def _(one, _handler):
    wrap(one, "filters", lambda before: lambda: [{**each, "type": "int"} if each["id"] == "comments" else each for each in before()])


@fault("kept_logo_500", "The logo that is there is sent as text", "logo", serious=False)
def _(one, handler):
    handler.logo = lambda self: self.send_bytes(200, b"<svg xmlns='http://www.w3.org/2000/svg'></svg>", "text/plain")


@fault("kept_refresh_old", "After a refresh the old token is tried", ACCOUNT, account="none", provider=True)
def _(one, _handler):
    def validate(body):
        fields = body.get("fields") or {}
        fresh = one.refresh(fields) if one.is_due(fields) else {}
        return {**fields, **fresh, "name": one.identify(fields.get("access_token"))}
    one.validate = validate


@fault("kept_refresh_spent", "After a refresh the spent refresh token is answered", ACCOUNT, account="none", provider=True)
def _(one, _handler):
    wrap(one, "validate", lambda before: lambda body: {**before(body), "refresh_token": (body.get("fields") or {}).get("refresh_token")})


@fault("kept_name_without_asking", "The provider is never asked who the account is", ACCOUNT, account="none", provider=True)
def _(one, _handler):
    one.identify = lambda token: "Account"


@fault("kept_callback_lost", "redirect_uri has no way back", ACCOUNT, account="none", provider=True)
def _(one, _handler):
    def start(query):
        answer = before(query)
        return {**answer, "redirect_uri": answer["redirect_uri"].split("&redirect_uri=")[0]}
    before, one.start = one.start, start


@fault("kept_secret_in_start", "redirect_uri carries the client secret", ACCOUNT, account="none", provider=True)
def _(one, _handler):
    def start(query):
        answer = before(query)
        return {**answer, "redirect_uri": answer["redirect_uri"] + "&client_secret=" + one.provider["clientSecret"]}
    before, one.start = one.start, start


if __name__ == "__main__":
    print_faults(FAULTS)
