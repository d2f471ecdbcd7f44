"""An independent OAuth 1.0a provider on this machine, built with Debian's python3-oauthlib.

Prints {"port": number} and serves until its standard input ends. Stores everything in memory.
"""

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote, urlsplit

from oauthlib.oauth1 import RequestValidator, WebApplicationServer

PRINTABLE = {chr(code) for code in range(33, 127)}
# The secret of the only client, `client`.
CLIENT_SECRET = "client-secret-canary"
REQUEST_TOKENS = {}
ACCESS_TOKENS = {}
VERIFIERS = {}
NONCES = set()
# Public key of the client, for RSA-SHA1 signatures.
PUBLIC_KEY = os.environ.get("OAUTH1_PUBLIC_KEY", "")
# Paths that were requested once and refused with 503.
BUSY = set()


class Validator(RequestValidator):
    enforce_ssl = False
    nonce_length = (8, 64)
    client_key_length = (4, 64)
    request_token_length = (4, 128)
    access_token_length = (4, 128)
    verifier_length = (4, 128)
    safe_characters = PRINTABLE
    allowed_signature_methods = ("HMAC-SHA1", "HMAC-SHA256", "RSA-SHA1", "PLAINTEXT")
    dummy_client = "dummy-client"
    dummy_request_token = "dummy-request"
    dummy_access_token = "dummy-access"

    def validate_client_key(self, client_key, request):
        return client_key == "client"

    def get_client_secret(self, client_key, request):
        return CLIENT_SECRET

    def get_rsa_key(self, client_key, request):
        return PUBLIC_KEY

    def validate_timestamp_and_nonce(self, client_key, timestamp, nonce, request, request_token=None, access_token=None):
        if (client_key, timestamp, nonce) in NONCES:
            return False
        NONCES.add((client_key, timestamp, nonce))
        return True

    def validate_redirect_uri(self, client_key, redirect_uri, request):
        return redirect_uri.startswith(("https://platform.example/callback", "http://127.0.0.1:"))

    def validate_requested_realms(self, client_key, realms, request):
        return True

    def get_default_realms(self, client_key, request):
        return []

    def get_realms(self, token, request):
        return []

    def validate_realms(self, client_key, token, request, uri=None, realms=None):
        return True

    def save_request_token(self, token, request):
        REQUEST_TOKENS[token["oauth_token"]] = (token["oauth_token_secret"], request.redirect_uri)

    def verify_request_token(self, token, request):
        return token in REQUEST_TOKENS

    def validate_request_token(self, client_key, token, request):
        return token in REQUEST_TOKENS

    def get_request_token_secret(self, client_key, token, request):
        return REQUEST_TOKENS.get(token, ("none", ""))[0]

    def get_redirect_uri(self, token, request):
        return REQUEST_TOKENS[token][1]

    def save_verifier(self, token, verifier, request):
        VERIFIERS[token] = verifier["oauth_verifier"]

    def validate_verifier(self, client_key, token, verifier, request):
        return VERIFIERS.get(token) == verifier

    def invalidate_request_token(self, client_key, request_token, request):
        REQUEST_TOKENS.pop(request_token, None)

    def save_access_token(self, token, request):
        ACCESS_TOKENS[token["oauth_token"]] = token["oauth_token_secret"]

    def validate_access_token(self, client_key, token, request):
        return token in ACCESS_TOKENS

    def get_access_token_secret(self, client_key, token, request):
        return ACCESS_TOKENS.get(token, "none")


SERVER = WebApplicationServer(Validator())


class Handler(BaseHTTPRequestHandler):
    def serve(self):
        length = int(self.headers.get("content-length") or 0)
        body = self.rfile.read(length).decode()
        address = f"http://{self.headers['host']}{self.path}"
        names = {"authorization": "Authorization", "content-type": "Content-Type"}
        headers = {names[name.lower()]: value for name, value in self.headers.items() if name.lower() in names}
        path = urlsplit(self.path).path
        if path == "/request_token":
            self.answer(*SERVER.create_request_token_response(address, self.command, body, headers))
        elif path == "/authorize":
            # Removes arguments that are not part of OAuth 1, such as a provider's own scope.
            token = parse_qs(urlsplit(self.path).query)["oauth_token"][0]
            plain = f"http://{self.headers['host']}/authorize?oauth_token={quote(token)}"
            self.answer(*SERVER.create_authorization_response(plain, self.command, body, headers))
        elif path == "/access_token":
            self.answer(*SERVER.create_access_token_response(address, self.command, body, headers))
        else:
            valid, request = SERVER.validate_protected_resource_request(address, self.command, body, headers, realms=[])
            status = 200 if valid else 401
            if valid and path.startswith("/busy/") and path not in BUSY:
                # The nonce is used up, so an identical request is refused.
                BUSY.add(path)
                status = 503
            text = json.dumps({"name": "Ada", "method": request.signature_method if valid else None})
            self.answer({"content-type": "application/json"}, text, status)

    do_GET = serve
    do_POST = serve

    def answer(self, headers, body, status):
        data = (body or "").encode()
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(json.dumps({"port": server.server_address[1]}), flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()


main()
