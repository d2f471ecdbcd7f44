import { describe, expect, it } from "vitest";
import { coordinator, startRemote } from "./remote-trino.js";

const filter = { sql: "select n from t" };
const token = "https://idp.example/token";
const options = {
  oauth2: {
    server: coordinator,
    catalog: "memory",
    provider: {
      name: "Idp",
      authorize: "https://idp.example/authorize",
      token,
      clientId: "client",
      clientSecret: "client-secret",
    },
  },
};
const account = { auth: "oauth2", access_token: "first", refresh_token: "keep" };

/** Starts a cluster that accepts some tokens, and a provider that issues the next one. */
function start(accepts: (token: string, path: string) => boolean) {
  return startRemote(
    {
      pages: [[[1]], [[2]], [[3]]],
      intercept: ({ url, headers, body }) => {
        if (url.href === token)
          return body.includes("refresh_token=keep")
            ? { body: { access_token: "second", token_type: "Bearer", expires_in: 3600 } }
            : { status: 400, body: { error: "invalid_grant" } };
        const sent = (headers["authorization"] ?? "").replace("Bearer ", "");
        return accepts(sent, url.pathname) ? undefined : { status: 401, body: "Unauthorized" };
      },
    },
    { ...options, account },
  );
}

describe("an account of OAuth 2", () => {
  it("asks for nothing and is read at the cluster of the operator", async () => {
    const started = await start((sent) => sent === "first");
    const { rows, verdict } = await started.rows("query", { filter });
    expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(verdict.ending).toBe("whole");
    const origins = new Set(started.requests.map(({ url }) => url.origin));
    expect([...origins]).toEqual([coordinator]);
    const headers = started.requests.map((request) => request.headers);
    expect(headers.every((one) => one["authorization"] === "Bearer first")).toBe(true);
    // The token names the user.
    expect(headers.some((one) => "x-trino-user" in one)).toBe(false);
    expect(headers[0]).toMatchObject({ "x-trino-catalog": "memory" });
    await started.close();
  });

  it("is refreshed when the cluster refuses its token", async () => {
    const started = await start((sent) => sent === "second");
    const { rows, verdict } = await started.rows("query", { filter });
    expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(verdict.ending).toBe("whole");
    expect(started.requests.filter(({ url }) => url.href === token)).toHaveLength(1);
    await started.close();
  });

  it("is refreshed among the rows, which stay whole", async () => {
    const started = await start((sent, path) => sent === (path.endsWith("/2") ? "second" : "first"));
    const { rows, verdict } = await started.rows("query", { filter });
    expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(verdict.ending).toBe("whole");
    await started.close();
  });

  it("that is refused for good marks the rows", async () => {
    const started = await start((sent, path) => !path.endsWith("/2") && sent === "first");
    const { rows, verdict } = await started.rows("query", { filter });
    expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
    expect(verdict.ending).toBe("marked");
    await started.close();
  });

  it("never takes a server of the request", async () => {
    const started = await startRemote(
      { pages: [[[1]]] },
      { ...options, account: { ...account, server: "https://evil.example", catalog: "other" } },
    );
    await started.rows("query", { filter });
    expect(started.requests.map(({ url }) => url.origin)).not.toContain("https://evil.example");
    await started.close();
  });
});
