import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import {
  checkSite,
  isEveryInterface,
  isForThisMachine,
  isForwarded,
  isLoopbackHost,
  isLoopbackName,
  isLoopbackPeer,
  isOwnPage,
} from "./request-site.js";

test("`isLoopbackPeer()` knows this machine in both families", () => {
  for (const address of ["127.0.0.1", "127.8.9.1", "127.100.200.254", "::1", "::ffff:127.0.0.1"])
    expect(isLoopbackPeer(address)).toBe(true);
  for (const address of [
    undefined,
    "10.0.0.1",
    "::ffff:10.0.0.1",
    "fe80::1",
    "128.0.0.1",
    "1::ffff:127.0.0.1",
    "127.0.0.1.example",
    "::11",
  ]) {
    expect(isLoopbackPeer(address)).toBe(false);
  }
});

test("`isLoopbackHost()` takes names of this machine and no name that only begins like one", () => {
  for (const host of [
    "localhost",
    "LOCALHOST:80",
    "127.0.0.1:1",
    "127.100.200.254",
    "[::1]:1",
    "[::ffff:127.0.0.1]",
    "[::ffff:127.100.200.254]:65535",
    "[::ffff:7f00:1]:80",
  ])
    expect(isLoopbackHost(host)).toBe(true);
  for (const host of [
    undefined,
    "",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evil.example:80",
    "[::2]",
    "[::ffff:10.0.0.1]",
    "[::ffff:8f00:1]",
    "x127.0.0.1",
    "127.0.0.1x",
    "x[::1]",
    "[::ffff:127.0.0.1]x",
    "localhost:",
  ]) {
    expect(isLoopbackHost(host)).toBe(false);
  }
});

test("an interface is this machine's, every one, or another", () => {
  for (const host of ["localhost", "127.0.0.2", "::1", "::FFFF:127.0.0.1"])
    expect(isLoopbackName(host)).toBe(true);
  for (const host of ["0.0.0.0", "0", "::", "::0", "0:0:0:0:0:0:0:0", "::ffff:0.0.0.0", "::ffff:0:0"])
    expect([isEveryInterface(host), isLoopbackName(host)], host).toStrictEqual([true, false]);
  for (const host of [
    "10.0.0.0",
    "::2",
    "::ffff:10.0.0.0",
    "example.org",
    "localhost.example.org",
    "xlocalhost",
    "0.0.0.0.example.org",
    "1::ffff:0:0",
    "::ffff:0:0:1",
    "1::0",
    "::0:1",
    "10:0:0:0:0:0:0:0",
    "0:0:0:0:0:0:0:0a",
    "10.0.0.0.0",
  ])
    expect([isEveryInterface(host), isLoopbackName(host)], host).toStrictEqual([false, false]);
});

test.each([
  [{}, true],
  [{ host: "a:1", origin: "http://a:1" }, true],
  [{ host: "a:1", "sec-fetch-site": "same-origin" }, true],
  [{ host: "a:1", "sec-fetch-site": "none" }, true],
  [{ host: "a:1", origin: "http://a:2" }, false],
  [{ host: "a:1", origin: "http://b:1" }, false],
  [{ host: "a:1", origin: "null" }, false],
  [{ origin: "http://a:1" }, false],
  [{ host: "a:1", origin: "xhttp://a:1" }, false],
  [{ host: "a:1", origin: "http://a:1/" }, false],
  [{ host: "A:1", origin: "HTTP://a:1" }, true],
  [{ host: "a:1", origin: "http://a:1", "sec-fetch-site": "same-site" }, false],
  [{ host: "a:1", origin: "http://a:1", "sec-fetch-site": "cross-site" }, false],
  [{ host: "a:1", "sec-fetch-site": "Same-Origin" }, false],
])("`isOwnPage()` of %j is %s", (headers, own) => {
  expect(isOwnPage({ headers })).toBe(own);
});

test.each([
  [{ host: "localhost:1" }, true],
  [{ host: "evil.example" }, false],
  [{}, false],
  [{ host: "127.0.0.1:1", origin: "http://127.0.0.1:1" }, true],
  [{ host: "127.0.0.1:1", origin: "http://evil.example" }, false],
  [{ host: "127.0.0.1:1", "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }, false],
  [{ host: "127.0.0.1:1", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }, true],
])("`isForThisMachine()` of a request with %j is %s", (headers, expected) => {
  // Only these members are read.
  expect(isForThisMachine({ method: "GET", headers } as IncomingMessage)).toBe(expected);
});

test("`isForwarded()` knows the headers that proxies add, and no others", () => {
  for (const name of ["x-forwarded-for", "x-forwarded-anything", "forwarded", "via", "fly-client-ip"])
    expect(isForwarded({ host: "a", [name]: "" }), name).toBe(true);
  for (const headers of [{}, { host: "a", forwardedx: "1", "not-x-forwarded-for": "1" }])
    expect(isForwarded(headers)).toBe(false);
});

/** Returns whether a request that arrives at an address of this machine is for this service. */
function isAccepted(
  { localAddress, url = "/", method = "GET", ...headers }: Readonly<Record<string, string>>,
  hosts: readonly string[],
): boolean {
  try {
    // Only these members are read.
    checkSite({ method, url, headers, socket: { localAddress } } as IncomingMessage, new Set(hosts));
    return true;
  } catch {
    return false;
  }
}

test.each([
  // Without a list, any name is right for connections from other machines.
  [{ localAddress: "10.0.0.1", host: "any.example" }, [], true],
  [{ localAddress: "127.0.0.1", host: "any.example" }, [], false],
  [{ host: "any.example" }, [], false],
  [{ host: "localhost" }, [], true],
  [{ localAddress: "10.0.0.1", host: "localhost" }, ["a.example"], false],
  [{ localAddress: "127.0.0.1", host: "localhost" }, ["a.example"], true],
  [{ localAddress: "10.0.0.1", host: "A.Example.:80" }, ["a.example"], true],
  [{ localAddress: "10.0.0.1", host: "other.example" }, ["a.example"], false],
  // A name on the list may have a port, and then means this port.
  [{ localAddress: "10.0.0.1", host: "A.example:8443" }, ["a.example:8443"], true],
  [{ localAddress: "10.0.0.1", host: "a.example:1" }, ["a.example:8443"], false],
  [{ localAddress: "10.0.0.1", host: "[fd00::12]:80" }, ["[fd00::12]"], true],
  [{ host: "localhost", url: "http://evil.example/" }, [], false],
  [{ host: "localhost", url: "/?to=http://evil.example/" }, [], true],
  [{ host: "localhost", origin: "http://localhost", "sec-fetch-site": "cross-site" }, [], true],
  ...["GET", "HEAD", "POST"].map(
    (method) =>
      [
        { host: "localhost", method, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
        [],
        method !== "POST",
      ] as const,
  ),
] as const)(
  "a request with %j is accepted by a service with the hosts %j: %s",
  (request, hosts, expected) => {
    expect(isAccepted(request, hosts)).toBe(expected);
  },
);

test("a refusal shows the start of a foreign host", () => {
  const request = { method: "GET", url: "/", headers: { host: "x".repeat(200) }, socket: {} };
  expect(() => checkSite(request as IncomingMessage, new Set())).toThrow(`"${"x".repeat(80)}"`);
});
