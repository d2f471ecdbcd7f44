import { describe, expect, it } from "vitest";
import { coordinator, type RemoteQuery, startRemote, store } from "./remote-trino.js";

const filter = { sql: "select n from t" };

/** A spooled segment of the store, with what a client needs to fetch it. */
function segment(path: string, { rows, ...more }: { readonly rows: number; readonly uri?: string }) {
  return {
    type: "spooled",
    uri: `${store}${path}`,
    ackUri: `${coordinator}/v1/spooled/ack${path}`,
    headers: { "x-store-key": ["one", "two"] },
    metadata: { rowsCount: rows, segmentSize: 10 },
    ...more,
  };
}

const spooled = (...segments: readonly object[]) => ({ encoding: "json", metadata: {}, segments });

async function read(query: RemoteQuery, options: Parameters<typeof startRemote>[1] = {}) {
  const started = await startRemote(query, options);
  const result = await started.rows("query", { filter });
  await started.close();
  return { ...result, requests: started.requests };
}

describe("spooled segments of another host", () => {
  const query = {
    pages: [spooled(segment("/a", { rows: 2 })), [[3]], spooled(segment("/b", { rows: 1 }))],
    segments: { "/a": "[[1],[2]]", "/b": "[[9007199254740993]]" },
  };

  it("are the rows in the order of the server, and are acknowledged", async () => {
    const { rows, verdict, requests } = await read(query);
    expect(rows.map(({ n }) => Number(n))).toEqual([1, 2, 3, 9007199254740992]);
    expect(verdict.ending).toBe("whole");
    const acknowledged = requests.filter(({ url }) => url.pathname.startsWith("/v1/spooled/ack"));
    expect(acknowledged.map(({ url }) => url.pathname)).toEqual(["/v1/spooled/ack/a", "/v1/spooled/ack/b"]);
  });

  it("are requested with the headers of the segment and without the credentials of the account", async () => {
    const { requests } = await read(query);
    const fetched = requests.filter(({ url }) => url.origin === store);
    expect(fetched).toHaveLength(2);
    for (const { headers } of fetched) {
      expect(headers["x-store-key"]).toBe("one, two");
      expect(JSON.stringify(headers)).not.toMatch(/secret-token|x-trino|authorization/i);
    }
    const own = requests.filter(({ url }) => url.origin === coordinator);
    expect(own.every(({ headers }) => headers["authorization"] === "Bearer secret-token")).toBe(true);
  });

  it.each([
    ["fewer rows than announced", { "/a": "[[1]]" }],
    ["half a segment", { "/a": "[[1],[2" }],
    ["an empty segment", { "/a": "" }],
    ["a row of two columns", { "/a": "[[1,2],[3,4]]" }],
    ["an error page", { "/a": "<Error>expired</Error>" }],
  ])("never end the rows quietly with %s", async (_, segments) => {
    const { rows, verdict } = await read({ pages: [[[0]], ...query.pages], segments });
    expect(rows).toEqual([{ n: 0 }]);
    expect(verdict.ending).toBe("marked");
  });

  it.each([403, 404, 500])("never end the rows quietly with status %i", async (status) => {
    const { rows, verdict } = await read({
      pages: [[[0]], ...query.pages],
      intercept: ({ url }) => (url.origin === store ? { status, body: "no" } : undefined),
    });
    expect(rows).toEqual([{ n: 0 }]);
    expect(verdict.ending).toBe("marked");
  });

  it("that redirect to a third host are not followed with the headers of the segment", async () => {
    const { verdict, requests } = await read({
      pages: [[[0]], ...query.pages],
      intercept: ({ url }) =>
        url.origin === store ? { status: 302, headers: { location: "https://third.example/a" } } : undefined,
    });
    expect(verdict.ending).toBe("marked");
    const third = requests.filter(({ url }) => url.origin === "https://third.example");
    expect(third.filter(({ headers }) => "x-store-key" in headers || "authorization" in headers)).toEqual([]);
  });

  it.each([
    ["without HTTPS", segment("/a", { rows: 2, uri: "http://store.example/a" }), {}],
    ["when the operator forbids them", segment("/a", { rows: 2 }), { remoteSegments: false }],
    ["without an address", segment("/a", { rows: 2, uri: "/a" }), {}],
  ])("are refused %s", async (_, part, options) => {
    const { rows, verdict, requests } = await read({ pages: [[[0]], spooled(part)] }, options);
    expect(rows).toEqual([{ n: 0 }]);
    expect(verdict).toMatchObject({ ending: "marked" });
    expect(JSON.stringify(verdict)).toContain("address that is not allowed");
    expect(requests.filter(({ url }) => url.hostname === "store.example")).toEqual([]);
  });
});
