import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { Egress } from "@wellhead/runtime";
import { defineConnector, token } from "@wellhead/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordTape } from "../record/record-tape.js";

const real = "https://api.tracker.example";
const secret = "tk_live_9f8a7b6c5d4e3f2a1b0c";

/** Reads a response, whatever it is. */
const connector = defineConnector({
  id: "echo",
  name: "Echo",
  version: "1.0.0",
  description: "An API that returns secrets",
  http: { baseUrl: real },
  accounts: { token: token() },
  identify: async ({ http }) => {
    await http
      .get("user")
      .json()
      .catch(() => undefined);
    return { name: "Ada" };
  },
  sources: () => ({}),
});

/** Writes the secret in every way that Python's libraries know, as bodies of a response. */
const program = `
import base64, csv, gzip, html, io, json, quopri, sys, urllib.parse, zipfile, zlib
s = sys.argv[1]; b = s.encode()
def archive(name):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z: z.writestr("a.txt", "x" * 99); z.writestr(name, "begin " + s)
    return out.getvalue()
def rows(text):
    out = io.StringIO(); csv.writer(out).writerow(["a", text]); return out.getvalue()
u64 = lambda x: base64.urlsafe_b64encode(x).decode().rstrip("=")
j = lambda v: json.dumps({"login": "ada", "v": v}).encode()
nest = lambda v, n: v if n == 0 else nest(json.dumps({"k": v}), n - 1)
bodies = {
  "plain": j(s), "a name": json.dumps({"login": "ada", s: 1}).encode(), "text": b"line\\n" + b + b"\\nend",
  "a URL": j("https://x.example/?k=" + urllib.parse.quote(s, safe="")),
  "percents": j("".join("%%%02x" % c for c in b)), "percents twice": j(urllib.parse.quote(urllib.parse.quote(s, safe=""), safe="")),
  "a form": j(urllib.parse.urlencode({"k": s})), "JSON in JSON": j(nest(s, 1)), "JSON in JSON in JSON": j(nest(s, 3)),
  "escapes": b'{"login":"ada","v":"' + "".join("\\\\u%04x" % ord(c) for c in s).encode() + b'"}',
  "entities": j("".join("&#%d;" % ord(c) for c in s)), "XML": ("<a v=%r>%s</a>" % ("x", html.escape(s))).encode(),
  "CSV": rows(s).encode(), "base64": j(base64.b64encode(b).decode()), "base64 of more": j(base64.b64encode(b"ada:" + b + b":x").decode()),
  "base64url": j(u64(b)), "base64 twice": j(base64.b64encode(base64.b64encode(b)).decode()),
  "base64 in lines": j(base64.encodebytes(b"x" * 50 + b + b"y" * 50).decode()), "base64 in a URL": j(urllib.parse.quote(base64.b64encode(b).decode(), safe="")),
  "hex": j(b.hex()), "HEX": j(b.hex().upper()), "hex with colons": j(b.hex(":")), "hex with spaces": j(b.hex(" ")),
  "bytes": j(list(b)), "soft line breaks": quopri.encodestring(b"x" * 60 + b), "capitals": j(s.upper()),
  "a JWT": j(u64(b'{"alg":"none"}') + "." + u64(nest(s, 1).encode()) + "." + u64(b"signature")),
  "halves": json.dumps({"login": "ada", "a": s[:14], "b": s[14:]}).encode(), "the end": j("…" + s[-14:]),
  "UTF-16": ("a " + s).encode("utf-16-le"), "UTF-16 big-endian": ("a " + s).encode("utf-16-be"),
  "bytes that are not text": b"\\xff\\xfe\\xe9" + b, "gzip": gzip.compress(b"hello " + b), "deflate": zlib.compress(b"hello " + b),
  "raw deflate": zlib.compress(b"hello " + b, wbits=-15), "gzip in gzip": gzip.compress(gzip.compress(b)),
  "a ZIP archive": archive("b.txt"), "gzip in base64": j(base64.b64encode(gzip.compress(b"hello " + b)).decode()),
}
print(json.dumps({name: base64.b64encode(body).decode() for name, body in bodies.items()}))
`;

const bodies = JSON.parse(execFileSync("python3", ["-c", program, secret], { encoding: "utf8" })) as Readonly<
  Record<string, string>
>;

let body: Buffer = Buffer.alloc(0);
const server = createServer((_request, response) => response.end(body));

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(() => {
  server.close();
});

/** Records the body as the response to `identify`, and returns that of the tape, or why it was refused. */
async function recordBody(sent: Buffer): Promise<string> {
  body = sent;
  // A TCP server that listens has an address of this form.
  const { port } = server.address() as AddressInfo;
  try {
    const tape = await recordTape(connector, {
      account: { auth: "token", token: secret },
      upstream: "A server that returns the secret",
      standIns: { [real]: `http://127.0.0.1:${port}` },
      egress: new Egress({ allow: "127.0.0.1/32:*" }),
    });
    return JSON.stringify(tape.interactions[0]?.response);
  } catch (error) {
    return String(error);
  }
}

const refusal = /it may contain secrets[^]*interactions\[0\]\.response\.body/;

it("keeps a file that is random and has no secret, but none with a key that nobody declared", async () => {
  const file = gzipSync(randomBytes(3000));
  expect(await recordBody(file)).toContain(file.toString("base64"));
  expect(await recordBody(gzipSync(`key = ghp_${"a1b2".repeat(9)}`))).toMatch(refusal);
});

describe("recordTape() with an upstream that returns the secret", () => {
  it.each(Object.keys(bodies))("writes no secret as %s", async (name) => {
    const written = await recordBody(Buffer.from(bodies[name] ?? "", "base64"));
    // A response that is on the tape as it was sent has the secret.
    expect(refusal.test(written) || written.includes("[secret]")).toBe(true);
    // Not even the end of the secret is left, which another encoding would hide.
    expect(written).not.toContain(secret.slice(-6));
  });
});
