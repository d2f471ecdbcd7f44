import { afterEach, describe, expect, test } from "vitest";
import { ask, moons, start, stopAll } from "../../test/start-guarded.js";
import { createApp } from "../fastify/create-app.js";
import { callerKey, isListed, parseAddressList, plainAddress } from "./caller.js";

afterEach(stopAll);

const first = "b1946ac92492d2347c6235b4d2611184c0ffee00";
const secret = "6b8d3c1f0a9e4d7c8b5a2f1e0d9c8b7a6f5e4d3c";

describe("addresses", () => {
  const statusFor = async (url: string, headers: Record<string, string | readonly string[]> = {}) =>
    (await ask(url, { headers })).status;

  test("only listed ones may call, IPv4 in any spelling", async () => {
    expect(await statusFor((await start({ addresses: ["127.0.0.0/8"] })).url)).toBe(200);
    expect(await statusFor((await start({ addresses: ["10.0.0.0/8", "::1"] })).url)).toBe(403);
    const dual = await start({ addresses: ["127.0.0.1"] });
    // A header from a peer that is not trusted must not change anything.
    expect(await statusFor(dual.url, { "x-forwarded-for": "10.9.9.9" })).toBe(200);
  });

  test("a listener for both families sees IPv4 callers as IPv4", async () => {
    const app = await createApp({
      connectors: [moons],
      logger: false,
      callers: { addresses: ["127.0.0.1"] },
    });
    const { url } = await app.listen({ host: "::", port: 0 });
    expect(await statusFor(url)).toBe(200);
    await app.close();
  });

  test("behind trusted proxies, the caller is the last hop that is not one of them", async () => {
    const { url } = await start({ addresses: ["203.0.113.0/24"], proxies: ["127.0.0.1", "10.0.0.0/8"] });
    const header = (value: string | readonly string[]) => ({ "x-forwarded-for": value });
    for (const right of [
      "203.0.113.9",
      "198.51.100.1, 203.0.113.9",
      "203.0.113.9, 10.0.0.4",
      "203.0.113.9:4711",
      "::ffff:203.0.113.9",
      ["198.51.100.1", "203.0.113.9, 10.0.0.4"],
    ])
      expect(await statusFor(url, header(right)), String(right)).toBe(200);
    for (const wrong of [
      "203.0.113.9, 198.51.100.1",
      "203.0.113.9, unknown",
      "203.0.113.9, ",
      "",
      "203.0.113.9, 198.51.100.1, 10.0.0.4",
      "10.0.0.4",
      "203.0.113.9 198.51.100.1",
      ["203.0.113.9", "198.51.100.1"],
    ])
      expect(await statusFor(url, header(wrong)), String(wrong)).toBe(403);
  });

  test("a request that a trusted proxy sends for itself comes from the proxy", async () => {
    const { url } = await start({ addresses: ["127.0.0.1"], proxies: ["127.0.0.1"] });
    expect(await statusFor(url)).toBe(200);
    expect(await statusFor(url, { "x-forwarded-for": "" })).toBe(200);
    expect(await statusFor(url, { "x-forwarded-for": "," })).toBe(403);
  });

  test("the header Forwarded is read when it is the one", async () => {
    const { url } = await start({
      addresses: ["203.0.113.0/24", "2001:db8::/32"],
      proxies: ["127.0.0.1"],
      proxyHeader: "Forwarded",
    });
    for (const right of [
      "for=203.0.113.9",
      'for=198.51.100.1, For="203.0.113.9:4711";proto=https',
      'proto=https;for="[2001:db8::7]:80"',
      'proto=https; for = "[2001:db8::7]" ;by=_x',
      'for="2001:db8::1:80"',
    ])
      expect(await statusFor(url, { forwarded: right }), right).toBe(200);
    for (const wrong of [
      "for=_hidden",
      "for=198.51.100.1",
      "by=203.0.113.9",
      'for="203.0.113.9, 198.51.100.1"',
      'for="x[2001:db8::7]"',
      'for="[2001:db8::7]x"',
      "for=x203.0.113.9:80",
      "for=203.0.113.9:80x",
    ])
      expect(await statusFor(url, { forwarded: wrong }), wrong).toBe(403);
    expect(await statusFor(url, { "x-forwarded-for": "203.0.113.9" })).toBe(403);
  });
});

describe("settings", () => {
  test("a service that others can reach does not start until its callers are configured", async () => {
    for (const host of ["0.0.0.0", "::"]) {
      const app = await createApp({ connectors: [moons], logger: false });
      await expect(app.listen({ host, port: 0 })).rejects.toThrow("--insecure");
      await app.close();
    }
    for (const callers of [
      { insecure: true },
      { tokens: [first] },
      { signingKeys: [`a=${secret}`] },
      { addresses: ["127.0.0.1"] },
    ]) {
      const app = await createApp({ connectors: [moons], logger: false, callers });
      await app.listen({ host: "0.0.0.0", port: 0 });
      await app.close();
    }
  });

  test.each([
    [{ tokens: ["short"] }, "token 1 of WELLHEAD_TOKENS"],
    [{ tokens: [first, "sha256:12"] }, "token 2 of WELLHEAD_TOKENS"],
    [{ signingKeys: ["platform"] }, "key 1 of WELLHEAD_SIGNING_KEYS"],
    [{ signingKeys: [`a=${secret}`, `a=${secret}`] }, "key 2 of WELLHEAD_SIGNING_KEYS"],
    [{ addresses: ["10.0.0"] }, "WELLHEAD_CALLERS"],
    [{ addresses: ["10.0.0.0/33"] }, "WELLHEAD_CALLERS"],
    [{ proxies: ["proxy.example"] }, "WELLHEAD_PROXIES"],
    [{ tokensFile: "/nowhere/tokens" }, "WELLHEAD_TOKENS_FILE"],
  ])("%j is refused by its name", async (callers, name) => {
    const failed = start(callers);
    await expect(failed).rejects.toThrow(name);
    await expect(failed).rejects.not.toThrow(/short|6b8d3c/);
  });

  test("`ask()` needs no credentials, and is neither logged nor counted", async () => {
    const { app, lines, adminUrl, url } = await start(
      { tokens: [first] },
      { admin: { port: 0 }, limits: { drainDelay: 0 } },
    );
    expect(await app.ask({ method: "GET", url: "/" })).toMatchObject({ status: 200 });
    expect(lines).toEqual([]);
    expect(await (await fetch(`${adminUrl}/metrics`)).text()).not.toContain("wellhead_requests_total{");
    expect((await ask(url)).status).toBe(401);
  });
});

test.each([
  [{ address: "10.0.0.7" }, "10.0.0.7"],
  [{ address: "10.0.0.7", name: "platform" }, "platform"],
  [{ address: undefined }, "unknown"],
  [{ address: "2001:db8:1:2:3:4:5:6" }, "2001:db8:1:2::/64"],
  [{ address: "2001:0db8:0001:2::6" }, "2001:db8:1:2::/64"],
  [{ address: "2001:db8::6" }, "2001:db8:0:0::/64"],
  [{ address: "2001::3:4:5:6:7:8" }, "2001:0:3:4::/64"],
  [{ address: "::1" }, "0:0:0:0::/64"],
  [{ address: "fe80::" }, "fe80:0:0:0::/64"],
])("the caller %j shares as %s", (caller, key) => {
  expect(callerKey(caller)).toBe(key);
});

test.each([
  ["10.0.0.7", "10.0.0.7"],
  ["::FFFF:10.0.0.7", "10.0.0.7"],
  ["2001:DB8::7", "2001:db8::7"],
  ["fe80::1%eth0", "fe80::1"],
  // Only the block of mapped addresses is IPv4.
  ["1::ffff:10.0.0.7", "1::ffff:10.0.0.7"],
  ["::ffff:10.100.200.254", "10.100.200.254"],
  ["::ffff:10.0.0.7x", undefined],
  ["::ffff:10.0.0.777", undefined],
  ["10.0.0", undefined],
  ["", undefined],
  [undefined, undefined],
])("plainAddress() of %j is %j", (text, expected) => {
  expect(plainAddress(text)).toBe(expected);
});

test("parseAddressList() reads addresses and blocks with their exact ends", () => {
  const list = parseAddressList(["10.0.0.7", "10.1.0.0/16", "fd12::/48", "::1", "192.0.2.1/32"], "SETTING");
  const inside = ["10.0.0.7", "10.1.0.0", "10.1.255.255", "fd12::", "fd12:0:0:ffff::1", "::1", "192.0.2.1"];
  expect(inside.filter((address) => !isListed(list, address))).toEqual([]);
  const outside = ["10.0.0.6", "10.0.0.8", "10.0.255.255", "10.2.0.0", "fd12:0:1::", "::2", "192.0.2.0"];
  expect([...outside, "no address", ""].filter((address) => isListed(list, address))).toEqual([]);
  const all = parseAddressList(["0.0.0.0/0", "::/128"], "SETTING");
  expect(["255.255.255.255", "::", "::1"].map((address) => isListed(all, address))).toEqual([
    true,
    true,
    false,
  ]);
});

test.each([
  "10.0.0.0/33",
  "::1/129",
  "10.0.0.0/8/8",
  "10.0.0.0/",
  "10.0.0.0/-1",
  "10.0.0.0/1000",
  "10.0.0.0/0x8",
  "10.0.0.0/1e1",
  "fe80::1%eth0",
  "a.example",
  "",
])("parseAddressList() refuses %j with the name of its setting", (entry) => {
  expect(() => parseAddressList(["10.0.0.7", entry], "SETTING")).toThrow(
    `Could not read SETTING: expected addresses or blocks such as 10.0.0.7 or 10.1.0.0/16, got "${entry}".`,
  );
});
