import { afterEach, describe, expect, it } from "vitest";
import { startUpstream, type TestUpstream } from "./start-upstream.js";

let upstream: TestUpstream | undefined;

afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
});

describe("startUpstream()", () => {
  it("returns JSON, text and statuses, and records the requests", async () => {
    upstream = await startUpstream(({ url, body }) =>
      url.pathname === "/text"
        ? { status: 202, headers: { "content-type": "text/plain" }, body: "plain" }
        : { body: { body, query: url.searchParams.get("q") } },
    );
    const json = await fetch(`${upstream.url}/a?q=1`, {
      method: "POST",
      body: "sent",
      headers: { "X-Key": "k" },
    });
    expect(json.headers.get("content-type")).toBe("application/json");
    expect(await json.json()).toEqual({ body: "sent", query: "1" });
    const text = await fetch(`${upstream.url}/text`);
    expect([text.status, text.headers.get("content-type"), await text.text()]).toEqual([
      202,
      "text/plain",
      "plain",
    ]);
    expect(upstream.requests).toMatchObject([
      { method: "POST", headers: { "x-key": "k" }, body: "sent" },
      { method: "GET", body: "" },
    ]);
  });

  it("returns 500 when the handler throws, and keeps running", async () => {
    upstream = await startUpstream(({ url }) => {
      if (url.pathname === "/broken") throw new Error("out of tea");
      return {};
    });
    const broken = await fetch(`${upstream.url}/broken`);
    expect([broken.status, await broken.text()]).toEqual([500, "Error: out of tea"]);
    expect((await fetch(upstream.url)).status).toBe(200);
  });

  it("closes with open connections", async () => {
    upstream = await startUpstream(() => new Promise<never>(() => {}));
    const hanging = fetch(upstream.url).catch((error: unknown) => error);
    await expect.poll(() => upstream?.requests.length).toBe(1);
    await upstream.close();
    upstream = undefined;
    expect(await hanging).toBeInstanceOf(TypeError);
  });
});
