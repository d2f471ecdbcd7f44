"""Calls a fleet through its proxy, and reports how each request ended. It shares no code with Wellhead.

Reads one line of JSON from standard input: the address, the authority, the token, and what to request. Each worker sends its
requests in turn, again and again until standard input ends when "repeats" is set. Prints a line of JSON per outcome: the
number of answers that ended so.
"""

import collections
import http.client
import json
import random
import ssl
import sys
import threading

FORMATS = ["application/json", "application/x-ndjson", "text/csv", "application/vnd.wellhead.ndjson"]


def main():
    task = json.loads(sys.stdin.readline())
    outcomes = collections.Counter()
    ended = threading.Event()
    workers = [threading.Thread(target=work, args=(task, number, outcomes, ended)) for number in range(task["workers"])]
    for worker in workers:
        worker.start()
    print("started", flush=True)
    if task.get("repeats"):
        sys.stdin.read()
        ended.set()
    for worker in workers:
        worker.join()
    print(json.dumps(outcomes), flush=True)


def work(task, number, outcomes, ended):
    chance = random.Random(number)
    while True:
        if task.get("account") and number % 4 == 0:
            outcome = validate(task)
        else:
            rows = chance.choice(task["rows"])
            outcome = stream(task, FORMATS[number % len(FORMATS)], rows)
        outcomes[outcome] += 1
        if ended.is_set() or not task.get("repeats"):
            return


def stream(task, accept, rows):
    body = {"source": "rows", "filter": {"count": rows, "pause": task["pause"]}}
    try:
        status, text = post(task, "counting/", body, accept)
    except (http.client.HTTPException, OSError):
        return "cut"
    if status != 200:
        return f"status {status}: {text[:200]}"
    return verdict(accept, rows, text)


def verdict(accept, rows, text):
    """Tells how an answer that arrived to its end, as HTTP tells it, says that it ended."""
    try:
        ids = ids_of(accept, text)
    except ValueError:
        return f"{accept} looks complete and is broken"
    if ids is None:
        return "marked"
    return "whole" if ids == [str(at) for at in range(rows)] else f"{accept} looks complete and is not"


def ids_of(accept, text):
    if accept == "text/csv":
        return text.split("\r\n")[1:-1]
    if accept == "application/json":
        values = json.loads(text)
    else:
        values = [json.loads(line) for line in text.splitlines()]
    if any("__streamError" in value and value["__streamError"] is not None for value in values):
        return None
    if accept == "application/vnd.wellhead.ndjson":
        if not values or "__streamError" not in values.pop():
            raise ValueError("no end line")
    return [value["id"] for value in values]


def validate(task):
    try:
        status, text = post(task, "tracker/validate", {"id": "oauth2", "fields": task["account"]}, "application/json")
    except (http.client.HTTPException, OSError):
        return "validate: no answer"
    return f"validate: {json.loads(text)['refresh_token']}" if status == 200 else f"validate: status {status}: {text[:200]}"


def post(task, path, body, accept):
    context = ssl.create_default_context(cafile=task["authority"])
    connection = http.client.HTTPSConnection("127.0.0.1", 443, context=context, timeout=90)
    # The name of the service is known only here.
    connection._create_connection = lambda address, *rest: http.client.socket.create_connection(("127.0.0.1", 443), *rest)
    connection.host = task["host"]
    headers = {
        "Host": task["host"],
        "Authorization": "Bearer " + task["token"],
        "Content-Type": "application/json",
        "Accept": accept,
    }
    try:
        connection.request("POST", "/wellhead/" + path, json.dumps(body), headers)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


main()
