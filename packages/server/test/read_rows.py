"""Reads NDJSON rows of a service and prints how many rows and bytes have arrived, as JSON lines.

Arguments: URL of the service, JSON body of the request.
"""

import http.client
import json
import sys
import urllib.parse

url = urllib.parse.urlsplit(sys.argv[1])
connection = http.client.HTTPConnection(url.hostname, url.port, timeout=120)
headers = {"content-type": "application/json", "accept": "application/x-ndjson"}
connection.request("POST", url.path or "/", sys.argv[2], headers)
response = connection.getresponse()
count = {"status": response.status, "rows": 0, "bytes": 0, "end": None}


def report():
    print(json.dumps(count), flush=True)


report()
try:
    while part := response.read1(1 << 16):
        count["bytes"] += len(part)
        count["rows"] += part.count(b"\n")
        report()
    count["end"] = "whole"
except (http.client.HTTPException, OSError) as error:
    count["end"] = type(error).__name__
report()
