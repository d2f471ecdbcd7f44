import { createHash, createHmac } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { MemoryStore } from "@wellhead/runtime";
import { expect, test } from "vitest";
import { SigningKeys } from "./credentials.js";
import { Nonces, SignedRequests, type SignedRequestsOptions } from "./signed-requests.js";

const secret = "6b8d3c1f0a9e4d7c8b5a2f1e0d9c8b7a6f5e4d3c";
const seconds = 1_790_000_000;
const digestOf = (body: string, size = "256") =>
  `sha-${size}=:${createHash(`sha${size}`).update(body).digest("base64")}:`;

let nonces = 0;

interface Signed {
  /** Components after method, path and query, with their values. */
  readonly more?: Readonly<Record<string, string>>;
  readonly created?: number;
  readonly expires?: number;
  readonly nonce?: string;
  readonly headers?: IncomingHttpHeaders;
  readonly method?: string;
}

/** Makes a request whose signature covers method, path, query and more. */
function signed({
  more = {},
  created = seconds,
  expires,
  headers = {},
  ...given
}: Signed = {}): IncomingMessage {
  nonces += 1;
  const { nonce = `nonce-${String(nonces).padStart(16, "0")}`, method = "GET" } = given;
  const values = { "@method": method, "@path": "/moons/", "@query": "?a=b", ...more };
  const names = Object.keys(values).map((name) => `"${name}"`);
  const times = `created=${created}${expires === undefined ? "" : `;expires=${expires}`}`;
  const parameters = `(${names.join(" ")});${times};keyid="platform";nonce="${nonce}"`;
  const lines = Object.entries(values).map(([name, value]) => `"${name}": ${value}`);
  const text = [...lines, `"@signature-params": ${parameters}`].join("\n");
  const mac = createHmac("sha256", secret).update(text).digest("base64");
  const signature = { "signature-input": `sig=${parameters}`, signature: `sig=:${mac}:` };
  const members: Partial<IncomingMessage> = {
    method,
    url: "/moons/?a=b",
    headers: { ...headers, ...signature },
  };
  // Only these members are read.
  return members as IncomingMessage;
}

/** Returns a check of requests. */
function checks(more: Partial<SignedRequestsOptions> = {}): SignedRequests {
  return new SignedRequests({
    keys: () => new SigningKeys([`platform=${secret}`]),
    now: () => seconds * 1000,
    clockSkewSeconds: 300,
    shared: undefined,
    nonces: new Nonces(),
    ...more,
  });
}

const requests = checks();
const refused = (message: string) => ({
  code: "caller_unauthorized",
  message: expect.stringContaining(message),
});

test("a signature is valid from the allowed difference of the clocks before until after it was made, and until it expires", async () => {
  for (const times of [
    { created: seconds - 300 },
    { created: seconds + 300 },
    { created: seconds, expires: seconds },
    { created: seconds - 10, expires: seconds + 1 },
  ])
    expect(await requests.check(signed(times))).toEqual({ name: "platform", digest: undefined });
  for (const times of [
    { created: seconds - 301 },
    { created: seconds + 301 },
    { created: seconds, expires: seconds - 1 },
  ])
    await expect(requests.check(signed(times))).rejects.toMatchObject(refused("more than 300 seconds"));
});

test("a signature covers what its headers name, in the form that the service reads", async () => {
  const named = (more: Record<string, string>, headers: IncomingHttpHeaders) =>
    requests.check(signed({ more, headers }));
  const known = { name: "platform", digest: undefined };
  expect(await named({ "@authority": "a.example" }, { host: "A.Example" })).toEqual(known);
  expect(await named({ "content-type": "text/plain" }, { "content-type": " text/plain " })).toEqual(known);
  await expect(named({ "@authority": "a.example" }, {})).rejects.toMatchObject(
    refused("expected the header that @authority names"),
  );
  await expect(named({ "content-type": "a" }, { "content-type": "b" })).rejects.toMatchObject(
    refused("the signature is wrong"),
  );
});

test("a body needs a digest that is signed, of either algorithm and alone", async () => {
  const post = (digest: string, body: IncomingHttpHeaders = { "content-length": "4" }) =>
    requests.check(
      signed({
        method: "POST",
        more: { "content-digest": digest },
        headers: { ...body, "content-digest": digest },
      }),
    );
  const [base64] = /[^:]{44}/.exec(digestOf("rows")) ?? [""];
  expect(await post(digestOf("rows"))).toEqual({
    name: "platform",
    digest: { algorithm: "sha256", base64 },
  });
  expect((await post(digestOf("rows", "512"))).digest?.algorithm).toBe("sha512");
  for (const length of ["10", "04"])
    expect((await post(digestOf("rows"), { "content-length": length })).digest?.base64).toBe(base64);
  expect((await post(digestOf("rows"), { "transfer-encoding": "chunked" })).digest?.base64).toBe(base64);
  for (const length of ["0", "000"])
    expect((await post(digestOf(""), { "content-length": length })).digest).toBeUndefined();
  await expect(post(digestOf("rows"), { "content-length": "0" })).rejects.toMatchObject(
    refused("the body that was signed is missing"),
  );
  for (const wrong of [
    `${digestOf("rows")}, ${digestOf("rows", "512")}`,
    `x${digestOf("rows")}`,
    `${digestOf("rows")}x`,
    digestOf("rows").replace("256", "384"),
    "",
  ])
    await expect(post(wrong), wrong).rejects.toMatchObject(refused("expected Content-Digest"));
  const uncovered = signed({ method: "POST", headers: { "content-length": "4" } });
  await expect(requests.check(uncovered)).rejects.toMatchObject(refused("does not cover content-digest"));
});

test("a nonce is used once for as long as its signature is valid, also by replicas", async () => {
  const nonce = "the-same-0123456789";
  await requests.check(signed({ nonce }));
  await expect(requests.check(signed({ nonce }))).rejects.toMatchObject(refused("used before"));
  let now = seconds * 1000;
  const shared = new MemoryStore(() => now);
  const [one, two] = [checks({ shared, now: () => now }), checks({ shared, now: () => now })];
  await one.check(signed({ nonce }));
  now += 300_000;
  await expect(two.check(signed({ nonce }))).rejects.toMatchObject(refused("used before"));
  await one.check(signed({ nonce: `${nonce}0`, created: seconds + 300 }));
});

test("a service that keeps as many nonces as it can, or none because its store is gone, is unavailable", async () => {
  const full = new Nonces();
  for (let count = 0; count < 200_000; count += 1) full.add(String(count), 0, seconds * 2000);
  expect([full.size, full.add("one more", 0, 1), full.add("0", 0, 1)]).toEqual([200_000, "full", "replayed"]);
  await expect(checks({ nonces: full }).check(signed())).rejects.toMatchObject({
    code: "unavailable",
    retryAfter: 300,
  });
  const cause = new Error("gone");
  class GoneStore extends MemoryStore {
    override setIfAbsent(): Promise<boolean> {
      return Promise.reject(cause);
    }
  }
  const shared = new GoneStore(() => seconds * 1000);
  await expect(checks({ shared }).check(signed())).rejects.toMatchObject({
    code: "unavailable",
    retryAfter: 5,
    cause,
  });
});

test("nonces are forgotten once they have expired, the oldest first", () => {
  const kept = new Nonces();
  expect([kept.add("a", 0, 10), kept.add("b", 0, 20), kept.add("a", 9, 30)]).toEqual([
    "new",
    "new",
    "replayed",
  ]);
  expect([kept.add("a", 10, 30), kept.size]).toEqual(["new", 2]);
  expect([kept.add("c", 20, 40), kept.size]).toEqual(["new", 2]);
  expect([kept.add("d", 50, 60), kept.size]).toEqual(["new", 1]);
});
