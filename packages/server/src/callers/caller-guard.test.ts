import { expect, test } from "vitest";
import { parseAddressList } from "./caller.js";
import { CallerGuard, type CallerPolicy } from "./caller-guard.js";
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
