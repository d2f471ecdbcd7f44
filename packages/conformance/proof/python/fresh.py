"""Faults written after the requirements were finished, and judged once before any requirement was changed for them."""
import base64
import json
import os

from connector import ISSUES, REPOSITORIES, TOKENS, Refusal
from fault import print_faults, register, wrap

FAULTS = {}
fault = register(FAULTS)
ROWS = "filters data datalist dates errors security"
ACCOUNT = "validate oauth2 security errors data"


@fault("several_all", "Several values are sent on as their text, so none is found", ROWS)
def _(one, _handler):
    one.test_labels = lambda row, value: any(label == str(value) for label in row["labels"])


@fault("sorted_set", "Rows with the same title are dropped when they are put in order", ROWS)
def _(one, _handler):
    wrap(one, "issues", lambda before: lambda: before()[::2])
    wrap(one, "rows", lambda before: lambda body: [row for row in ISSUES if one.matches(row, body["filter"])]
         if body.get("filter") and body.get("source") == "issues" else before(body))


@fault("day_local_noon", "A day ends at noon", ROWS)
def _(one, _handler):
    wrap(one, "instant", lambda before: lambda text, end: before(text + "T12:00:00Z" if len(text) == 10 and end else text, False))


@fault("state_case", "The filter state compares in capitals", ROWS)
def _(one, _handler):
    one.test_state = lambda row, value: row["state"] == value.upper()


@fault("percent_title", "A percent sign in the title breaks the request", ROWS, serious=False)
def _(one, _handler):
    wrap(one, "test_title", lambda before: lambda row, value: before(row, value % ()))


@fault("key_begins", "Any key that begins like the right one signs in", ACCOUNT)
def _(one, _handler):
    wrap(one, "name_of", lambda before: lambda kind, fields: next(
        (name for key, name in TOKENS.items() if kind == "apikey" and str(fields.get("key", "")).startswith(key[:6])), None)
        or before(kind, fields))


@fault("user_in_name", "The name holds the end of the key", ACCOUNT)
def _(one, _handler):
    wrap(one, "validate", lambda before: lambda body: {**before(body), "name": "Account …%s" % str(body["fields"].get("key", ""))[-5:]})


@fault("basic_header", "A refusal repeats the header it sent on", ACCOUNT)
def _(one, _handler):
    def name_of(kind, fields):
        try:
            return before(kind, fields)
        except Refusal as error:
            text = base64.b64encode(("x:%s" % fields.get("key", fields.get("password", ""))).encode()).decode()
            raise Refusal(error.status, "Basic %s was refused" % text)
    before, one.name_of = one.name_of, name_of


@fault("open_file", "A source is looked for among files", ROWS)
def _(one, _handler):
    def rows(body):
        path = os.path.join(os.path.dirname(__file__), str(body.get("source")))
        if os.path.isfile(path):
            with open(path) as file:
                return [{"line": line} for line in file]
        return before(body)
    before, one.rows = one.rows, rows


@fault("refresh_spent", "After a refresh the spent refresh token is answered", "oauth2 validate", account="none", provider=True)
def _(one, _handler):
    wrap(one, "validate", lambda before: lambda body: {**before(body), "refresh_token": (body.get("fields") or {}).get("refresh_token")})


@fault("expiry_day", "The expiry is a day without a time", "oauth2 validate", account="none", provider=True, serious=False)
def _(one, _handler):
    wrap(one, "read", lambda before: lambda answer: {**{key: value for key, value in before(answer).items() if key != "token_expiration"},
                                                     "expires_on": "2031-01-01"})


@fault("callback_ignored", "redirect_uri leads back to the connector itself", "oauth2", account="none", provider=True)
def _(one, _handler):
    wrap(one, "start", lambda before: lambda query: before({**query, "callback_uri": "http://127.0.0.1/oauth2/done"}) if query.get("callback_uri") else before(query))


@fault("numbers_quoted", "Comments are written with a unit", "data", serious=False)
def _(one, _handler):
    wrap(one, "issues", lambda before: lambda: [{**row, "comments": "%d comments" % row["comments"]} for row in before()])
    one.test_comments = lambda row, value: int(row["comments"].split()[0]) >= one.number(value)


@fault("half_array", "The array ends in the middle of a row and the length says so", "data", serious=True)
def _(one, handler):
    wrap(handler, "send_rows", lambda before: lambda self, rows: self.send_bytes(
        200, json.dumps(rows).encode()[:-20], "application/json"))


@fault("owners_gone", "The second source gives the rows of the first", "data sources", serious=True)
def _(one, _handler):
    wrap(one, "rows", lambda before: lambda body: before({**body, "source": "issues"} if body.get("source") == "owners" else body))


@fault("repository_of_nobody", "Options of repository come for an owner that does not exist", ROWS)
def _(one, _handler):
    wrap(one, "options", lambda before: lambda query: REPOSITORIES.get(query.get("owner"), REPOSITORIES["acme"])
         if query.get("field") == "repository" else before(query))


if __name__ == "__main__":
    print_faults(FAULTS)
