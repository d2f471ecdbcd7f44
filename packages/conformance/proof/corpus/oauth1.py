"""Photos behind OAuth 1, with the addresses and the 202 of the first generation."""
import base64
import hashlib
import hmac
import json
import os
import time
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import parse_qsl, quote, urlsplit

PROVIDER = json.loads(os.environ["PROVIDER"])
PHOTOS = [{"id": 100 + n, "album": ["coast", "woods"][n % 2], "likes": n * 11 % 30} for n in range(24)]


def escape(text):
    return quote(str(text), safe="~")


def signed_call(method, address, token="", secret="", **extra):
    oauth = {"oauth_consumer_key": PROVIDER["clientId"], "oauth_nonce": uuid.uuid4().hex,
             "oauth_signature_method": "HMAC-SHA1", "oauth_timestamp": str(int(time.time())),
             "oauth_version": "1.0", **extra}
    if token:
        oauth["oauth_token"] = token
    pairs = "&".join("%s=%s" % (escape(key), escape(oauth[key])) for key in sorted(oauth))
    base = "&".join([method, escape(address), escape(pairs)])
    key = "%s&%s" % (escape(PROVIDER["clientSecret"]), escape(secret))
    oauth["oauth_signature"] = base64.b64encode(hmac.new(key.encode(), base.encode(), hashlib.sha1).digest()).decode()
    header = "OAuth " + ", ".join('%s="%s"' % (key, escape(value)) for key, value in oauth.items())
    request = urllib.request.Request(address, method=method, headers={"Authorization": header})
    return urllib.request.urlopen(request, timeout=10).read().decode()


def describe():
    return {"version": "0.9", "name": "Photos", "description": "Photos and albums", "site": "photos.example",
            "authentication": [{"id": "oauth", "name": "Sign in", "description": "", "fields": [
                {"id": "callback_uri", "title": "callback_uri", "type": "oauth"}]}],
            "sources": [{"id": "photos", "name": "Photos", "description": "All photos", "fields": {}, "filter": [
                {"id": "album", "name": "Album", "type": "list", "options": ["coast", "woods"], "optional": True}]}]}


def start(query):
    answer = dict(parse_qsl(signed_call("POST", PROVIDER["requestToken"], oauth_callback=query["callback_uri"])))
    token = answer["oauth_token"]
    return {"redirect_uri": "%s?oauth_token=%s" % (PROVIDER["authorizeToken"], escape(token)), "token": token,
            "secret": answer["oauth_token_secret"]}


def finish(body):
    fields = body["fields"]
    answer = dict(parse_qsl(signed_call("POST", PROVIDER["accessToken"], fields["access_token"],
                                        fields["access_secret"], oauth_verifier=body["oauth_verifier"])))
    account = {"access_token": answer["oauth_token"], "access_secret": answer["oauth_token_secret"]}
    account["name"] = identify(account)
    return account


def identify(account):
    return json.loads(signed_call("GET", PROVIDER["identity"], account["access_token"], account["access_secret"]))["name"]


def data(body):
    if body["source"] != "photos":
        raise ValueError("unknown source")
    identify(body["account"])
    album = body.get("filter", {}).get("album")
    return [photo for photo in PHOTOS if album in (None, "", photo["album"])]


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        url = urlsplit(self.path)
        if url.path == "/":
            return self.send(200, describe())
        if url.path == "/oauth1":
            return self.work(202, lambda _: start(dict(parse_qsl(url.query))))
        self.send(404, {"error": "not found"})

    def do_POST(self):
        routes = {"/": (200, data), "/oauth1": (202, finish),
                  "/validate": (200, lambda body: {"name": body["fields"].get("name", "Photos")})}
        if self.path in routes:
            return self.work(*routes[self.path])
        self.send(404, {"error": "not found"})

    def work(self, status, run):
        try:
            text = self.rfile.read(int(self.headers.get("content-length") or 0))
            self.send(status, run(json.loads(text or "{}")))
        except HTTPError as error:
            self.send(error.code, {"error": "The provider said no"})
        except (ValueError, KeyError) as error:
            self.send(400, {"error": str(error)})

    def send(self, status, value):
        text = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(json.dumps({"port": server.server_port}), flush=True)
server.serve_forever()
