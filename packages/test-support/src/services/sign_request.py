"""Signs a request as docs/security.md describes, with nothing but Python's standard library, and sends it as it is told.

Reads JSON from standard input: url, method, target, key id, secret, created, nonce, body. Prints the headers as JSON.
"""

import base64
import hashlib
import hmac
import json
import sys

given = json.load(sys.stdin)
path, mark, query = given["target"].partition("?")
lines = [
    f'"@method": {given["method"]}',
    f'"@path": {path}',
    f'"@query": ?{query}',
]
names = ['"@method"', '"@path"', '"@query"']
headers = {}
if given.get("body") is not None:
    digest = base64.b64encode(hashlib.sha256(given["body"].encode()).digest()).decode()
    headers["content-digest"] = f"sha-256=:{digest}:"
    lines.append(f'"content-digest": {headers["content-digest"]}')
    names.append('"content-digest"')
parameters = (
    f'({" ".join(names)});created={given["created"]};keyid="{given["id"]}"'
    f';alg="hmac-sha256";nonce="{given["nonce"]}"'
)
lines.append(f'"@signature-params": {parameters}')
signature = hmac.new(given["secret"].encode(), "\n".join(lines).encode(), hashlib.sha256).digest()
headers["signature-input"] = f"sig1={parameters}"
headers["signature"] = f"sig1=:{base64.b64encode(signature).decode()}:"
print(json.dumps(headers))
