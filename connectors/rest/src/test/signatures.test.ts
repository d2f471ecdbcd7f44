import { createHmac } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { type ServedRest, serveRest, type TestSource } from "./serve-rest.js";

let served: ServedRest | undefined;

afterEach(async () => {
  await served?.close();
  served = undefined;
});

/** Serves a source of an API, and returns a function that reads its rows. */
async function serve(...given: Parameters<typeof serveRest>): Promise<ServedRest["read"]> {
  served = await serveRest(...given);
  return served.read;
}

const items = [{ id: 1 }];

describe("a signature", () => {
  it("covers the parts of the request that the file names", async () => {
    const account = {
      kind: "hmac",
      message: "{method}\n{host}\n{path}\n{sortedQuery}\n{timestamp}\n{bodyHash}",
      header: "Authorization",
      prefix: "HMAC {key}:",
      encoding: "base64",
      headers: { "X-Time": "{timestamp}" },
    } as const;
    const source: TestSource = { path: "list", query: { b: 2, a: 1 } };
    const read = await serve(
      source,
      ({ headers, url }) => {
        // SHA-256 of nothing, as `sha256sum /dev/null` prints it.
        const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        const text = `GET\n${url.host}\n/list\na=1&b=2\n${String(headers["x-time"])}\n${empty}`;
        const right = `HMAC k1:${createHmac("sha256", "s3cret").update(text).digest("base64")}`;
        return headers["authorization"] === right ? { body: items } : { status: 401, body: {} };
      },
      account,
    );
    expect(await read({}, { key: "k1", secret: "s3cret" })).toEqual({ status: 200, body: items });
    expect(await read({}, { key: "k1", secret: "other" })).toMatchObject({ status: 401 });
  });
});

describe("a token of a login", () => {
  it("is sent without a word before it where the prefix is empty", async () => {
    const account = {
      kind: "login",
      path: "login",
      body: { u: "{user}", p: "{password}" },
      token: "token",
      header: "X-Session",
      prefix: "",
    } as const;
    const read = await serve(
      { path: "list" },
      ({ headers, url }) => {
        if (url.pathname === "/login") return { body: { token: "t0k" } };
        return headers["x-session"] === "t0k" ? { body: items } : { status: 401, body: {} };
      },
      account,
    );
    expect(await read({}, { user: "ada", password: "p" })).toEqual({ status: 200, body: items });
  });
});
