import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { parseAddressList } from "./caller.js";
import { acceptCaller, CallerGuard, type CallerPolicy, callerOf } from "./caller-guard.js";
import { BearerTokens, SigningKeys } from "./credentials.js";
import { Nonces, SignedRequests } from "./signed-requests.js";

const secret = "6b8d3c1f0a9e4d7c8b5a2f1e0d9c8b7a6f5e4d3c";
const open: CallerPolicy = {
  addresses: undefined,
  forwarding: undefined,
  hosts: new Set(),
  tokens: undefined,
  signatures: undefined,
  certificates: false,
  publicDescription: false,
  now: () => 0,
};
const addresses = parseAddressList(["10.0.0.0/8"], "WELLHEAD_CALLERS");
const tokens = () => new BearerTokens([secret]);
const signatures = new SignedRequests({
  keys: () => new SigningKeys([`a=${secret}`]),
  now: () => 0,
  clockSkewSeconds: 300,
  shared: undefined,
  nonces: new Nonces(),
});

test.each([
  [{}, undefined, "Signature"],
  [{ addresses }, "Callers from the allowed addresses need no credentials.", "Signature"],
  [{ tokens }, "Callers need a bearer token.", "Bearer"],
  [{ signatures }, "Callers need a signature.", "Signature"],
  [{ certificates: true }, "Callers need a client certificate.", "Signature"],
  [
    { tokens, signatures, certificates: true, addresses },
    "Callers from the allowed addresses need a bearer token or a signature or a client certificate.",
    "Bearer",
  ],
])("a guard says who may call", (settings, sentence, challenge) => {
  const guard = new CallerGuard({ ...open, ...settings });
  expect([guard.sentence, guard.challenge]).toEqual([sentence, challenge]);
  expect(guard.isRestricted).toBe(sentence !== undefined);
  expect(guard.asksForCredentials).toBe(/need an? /.test(sentence ?? ""));
  expect(guard.readsSignatures).toBe("signatures" in settings);
});

test("a guard knows the trusted proxies by their addresses, in every spelling", () => {
  const proxies = parseAddressList(["10.1.0.0/16", "fd12::/48"], "WELLHEAD_PROXIES");
  const guard = new CallerGuard({ ...open, forwarding: { proxies, header: "x-forwarded-for" } });
  const known = ["10.1.2.3", "::ffff:10.1.2.3", "fd12::1%eth0"];
  const others = ["10.2.0.1", "fd13::1", "not an address", ""];
  expect(known.map((address) => guard.isProxy(address))).toEqual([true, true, true]);
  expect(others.map((address) => guard.isProxy(address))).toEqual([false, false, false, false]);
  expect(new CallerGuard(open).isProxy("10.1.2.3")).toBe(false);
});

interface Sent {
  readonly headers?: IncomingHttpHeaders;
  readonly rawHeaders?: readonly string[];
  /** Subject of the client certificate, and whether it is trusted. */
  readonly certificate?: { readonly name: string; readonly isTrusted: boolean };
}

/** Makes a request from 10.0.0.7. */
function sent({ headers = {}, rawHeaders, certificate }: Sent = {}): IncomingMessage {
  const socket = certificate === undefined ? {} : Object.create(TLSSocket.prototype);
  const { name: CN, isTrusted } = certificate ?? {};
  Object.defineProperties(socket, {
    remoteAddress: { value: "::ffff:10.0.0.7" },
    localAddress: { value: "10.0.0.1" },
    authorized: { value: isTrusted },
    authorizationError: { value: "CERT_REVOKED" },
    getPeerCertificate: { value: () => ({ valid_to: "Jan  1 00:00:00 2030 GMT", subject: { CN } }) },
  });
  const members = {
    method: "GET",
    url: "/",
    headers,
    rawHeaders: rawHeaders ?? Object.entries(headers).flat(),
    socket,
  };
  // Only these members are read.
  return members as unknown as IncomingMessage;
}

/** Signs a request for `/` with the key `a`. */
function signedHeaders(nonce: string): IncomingHttpHeaders {
  const parameters = `("@method" "@path" "@query");created=0;keyid="a";nonce="${nonce}"`;
  const text = `"@method": GET\n"@path": /\n"@query": ?\n"@signature-params": ${parameters}`;
  const mac = createHmac("sha256", secret).update(text).digest("base64");
  return { "signature-input": `sig=${parameters}`, signature: `sig=:${mac}:` };
}

const address = "10.0.0.7";
const bearer = { authorization: `Bearer ${secret}` };
const ofClient = (isTrusted: boolean) => ({ certificate: { name: "platform", isTrusted } });

/** Returns the caller that a guard accepts, or why it refuses. */
async function admitted(
  policy: Partial<CallerPolicy>,
  request: Sent,
  isDescription = false,
): Promise<unknown> {
  try {
    return await new CallerGuard({ ...open, ...policy }).admit(sent(request), isDescription);
  } catch (error) {
    return error;
  }
}

const refusal = (code: string, text: string) => ({ code, message: expect.stringContaining(text) });

test("a guard knows a caller by its address alone where no credentials are needed", async () => {
  expect(await admitted({}, { headers: bearer })).toEqual({ address });
  expect(await admitted({ addresses }, {})).toEqual({ address });
  expect(await admitted({ tokens, publicDescription: true }, {}, true)).toEqual({ address });
  for (const [policy, isDescription] of [
    [{ tokens, publicDescription: true }, false],
    [{ tokens, publicDescription: false }, true],
  ] as const)
    expect(await admitted(policy, {}, isDescription)).toMatchObject(
      refusal("caller_unauthorized", "expected a bearer token."),
    );
});

test("a guard refuses addresses that may not call, also of what a proxy has forwarded", async () => {
  const others = parseAddressList(["10.9.0.0/16"], "WELLHEAD_CALLERS");
  const proxies = parseAddressList(["10.0.0.0/8"], "WELLHEAD_PROXIES");
  const forwarding = { proxies, header: "x-forwarded-for" };
  expect(await admitted({ addresses: others }, {})).toMatchObject(
    refusal("caller_forbidden", "the address 10.0.0.7 may not call this service"),
  );
  const unknown = { headers: { "x-forwarded-for": "unknown" } };
  expect(await admitted({ addresses: others, forwarding }, unknown)).toMatchObject(
    refusal("caller_forbidden", "the address that was forwarded may not call"),
  );
  const known = { headers: { "x-forwarded-for": "203.0.113.9, 10.9.0.1" } };
  expect(await admitted({ addresses: others, forwarding }, known)).toMatchObject({
    code: "caller_forbidden",
  });
  expect(await admitted({ forwarding }, known)).toEqual({ address: "203.0.113.9" });
});

test("a guard knows a caller by any credential that is in use, and refuses wrong ones beside right ones", async () => {
  const all = { tokens, signatures, certificates: true };
  const named = (name: string) => ({ address, name });
  expect(await admitted({ tokens }, { headers: bearer })).toEqual(named("token 1"));
  const signedRequest = { headers: signedHeaders("guard-0123456789") };
  expect(await admitted({ signatures }, signedRequest)).toEqual({ ...named("a"), digest: undefined });
  expect(await admitted({ certificates: true }, ofClient(true))).toEqual(named("platform"));
  expect(await admitted(all, ofClient(true))).toEqual(named("platform"));
  expect(await admitted(all, { headers: bearer, ...ofClient(false) })).toEqual(named("token 1"));
  for (const [policy, request, text] of [
    [all, {}, "expected a bearer token or a signature or a client certificate."],
    [all, { headers: { authorization: "Bearer wrong" }, ...ofClient(true) }, "the bearer token is not known"],
    [all, { headers: { ...bearer, "signature-input": "x" } }, "expected one Signature-Input"],
    [all, ofClient(false), "the client certificate was revoked"],
    // What is not in use counts for nothing.
    [{ tokens }, { headers: signedHeaders("guard-0123456780") }, "expected a bearer token."],
    [{ tokens }, ofClient(true), "expected a bearer token."],
    [{ signatures }, { headers: bearer }, "expected a signature."],
  ] as const)
    expect(await admitted(policy, request), text).toMatchObject(refusal("caller_unauthorized", text));
});

test("a guard refuses a header that identifies the caller twice, and no other", async () => {
  const twice = (...rawHeaders: string[]) => admitted({ tokens }, { headers: bearer, rawHeaders });
  for (const name of ["authorization", "signature", "signature-input", "content-digest"])
    expect(await twice(name, "a", "x", "y", name.toUpperCase(), "b")).toMatchObject(
      refusal("caller_unauthorized", `the request has the header ${name} twice`),
    );
  expect(await twice("accept", "a", "Accept", "b", "x", "signature", "y", "signature")).toEqual({
    address,
    name: "token 1",
  });
});

test("a guard tells requests with credentials, valid or not, from those without", () => {
  const guard = new CallerGuard(open);
  const has = (headers: IncomingHttpHeaders) => guard.hasCredentials(sent({ headers }));
  expect([
    has({}),
    has({ authorization: "" }),
    has({ "signature-input": "x" }),
    has({ signature: "x" }),
  ]).toEqual([false, true, true, false]);
});

test("the caller of a request is the one that was accepted, else the address of its connection", () => {
  // Only the address is read.
  const request = { ip: "::ffff:10.0.0.7" } as FastifyRequest;
  expect(callerOf(request)).toEqual({ address });
  acceptCaller(request, { address, name: "platform" });
  expect(callerOf(request)).toEqual({ address, name: "platform" });
});
