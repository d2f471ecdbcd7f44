import { afterEach, describe, expect, test } from "vitest";
import { ask, raw, rows, start, stopAll } from "../../test/start-guarded.js";

afterEach(stopAll);

describe("on this machine", () => {
  test("a foreign host name is refused on every path, before the body is read", async () => {
    const { url, lines } = await start(undefined);
    for (const host of [
      "rebound.example",
      "rebound.example:8642",
      "127.0.0.1.rebound.example",
      "localhost.evil.example",
      "10.0.0.1",
      "[fe80::1]",
    ]) {
      for (const [method, path] of [
        ["GET", "/"],
        ["POST", "/"],
        ["GET", "/logo"],
        ["GET", "/nowhere"],
        ["OPTIONS", "/"],
        ["POST", "/datalist"],
      ]) {
        const answer = await ask(`${url}${path}`, {
          method: method ?? "",
          headers: { host },
          ...(method === "POST" && { body: rows }),
        });
        expect(answer.status, `${method} ${path} of "${host}"`).toBe(403);
        expect(JSON.parse(answer.text)).toMatchObject({ code: "caller_forbidden" });
        expect(answer.text).not.toContain("Io");
      }
    }
    expect(lines.filter((line) => line.includes("caller_refused")).length).toBeGreaterThan(30);
  });

  test("its own names are right, with any port and in any case", async () => {
    const { url } = await start(undefined);
    const { port } = new URL(url);
    for (const host of [`127.0.0.1:${port}`, "localhost", "LOCALHOST:1", "[::1]:80", "127.8.9.1"])
      expect((await ask(url, { headers: { host } })).status, host).toBe(200);
  });

  test("an absolute target counts like the host header, whichever of both is foreign", async () => {
    const { url } = await start(undefined);
    const end = ["connection: close"];
    expect(await raw(url, ["GET http://evil.example/ HTTP/1.1", "host: 127.0.0.1", ...end])).toContain("403");
    expect(await raw(url, ["GET http://127.0.0.1/ HTTP/1.1", "host: evil.example", ...end])).toContain("403");
    expect(await raw(url, ["GET http://127.0.0.1/ HTTP/1.1", "host: 127.0.0.1", ...end])).toContain("200");
    expect(await raw(url, ["GET / HTTP/1.1", "host:", ...end])).toContain("403");
    expect(await raw(url, ["GET / HTTP/1.0"])).toContain("200");
  });

  test("a page of another site can neither post nor read", async () => {
    const { url } = await start(undefined);
    const { host, port } = new URL(url);
    const refusedFor = async (headers: Record<string, string>, method = "POST") =>
      (await ask(url, { method, headers: { host, ...headers }, ...(method === "POST" && { body: rows }) }))
        .status === 403;
    expect(await refusedFor({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" })).toBe(true);
    expect(await refusedFor({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }, "GET")).toBe(
      true,
    );
    expect(await refusedFor({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" })).toBe(true);
    for (const site of ["Cross-Site", "same-origin, cross-site", "unknown"])
      expect(await refusedFor({ "sec-fetch-site": site, "sec-fetch-mode": "no-cors" }), site).toBe(true);
    expect(await refusedFor({ "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" })).toBe(false);
    expect(await refusedFor({ origin: "https://evil.example" })).toBe(true);
    expect(await refusedFor({ origin: "null" })).toBe(true);
    expect(await refusedFor({ origin: `http://${host}@evil.example` })).toBe(true);
    // Another port of this machine belongs to another program.
    expect(await refusedFor({ origin: `http://127.0.0.1:${Number(port) + 1}` })).toBe(true);
    expect(await refusedFor({ origin: `http://${host}`, "sec-fetch-site": "same-origin" })).toBe(false);
    expect(await refusedFor({ "sec-fetch-site": "none", "sec-fetch-mode": "navigate" }, "GET")).toBe(false);
    expect(await refusedFor({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }, "GET")).toBe(
      false,
    );
  });

  test("a proxy that forwards its own name needs that name allowed, and the response says how", async () => {
    const closed = await start(undefined);
    const refused = await ask(closed.url, { headers: { host: "connectors.example" } });
    expect(JSON.parse(refused.text)).toMatchObject({ error: expect.stringContaining("--allow-host") });
    const { url } = await start({ hosts: ["Connectors.Example"] });
    for (const host of ["connectors.example", "connectors.example:443", "CONNECTORS.example."])
      expect((await ask(url, { headers: { host } })).status, host).toBe(200);
    expect((await ask(url, { headers: { host: "other.example" } })).status).toBe(403);
    // A header of a proxy never replaces the Host header.
    const forwarded = { host: "other.example", "x-forwarded-host": "connectors.example" };
    expect((await ask(url, { headers: forwarded })).status).toBe(403);
  });
});
