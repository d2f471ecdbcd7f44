import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  applicationResponse,
  check,
  dataResponse,
  errorResponse,
  validateResponse,
} from "@wellhead/contract";
import { defineConnector } from "@wellhead/sdk";
import { parse, pick, pluck } from "@wellhead/test-support/json/pick";
import { moonRows, sampleConnector } from "@wellhead/test-support/services/sample-connector";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StartedApp, startApp } from "../../../../test/start-app.js";

let service: StartedApp;
beforeAll(async () => {
  service = await startApp([sampleConnector()], { now: () => new Date("2026-03-04T05:06:07Z") });
});
afterAll(() => service.app.close());

/** Sends a body and returns the status and the JSON. */
async function ask(
  path: string,
  body: unknown,
  headers?: Record<string, string>,
): Promise<[number, unknown]> {
  const response = await service.post(path, body, headers);
  return [response.status, await response.json()];
}

/** Returns the expected response for an error code. */
function failure(status: number, code: string, field?: string): unknown {
  return [status, expect.objectContaining({ status, code, ...(field !== undefined && { field }) })];
}

describe("GET /", () => {
  test("`application()` fits the contract and emits every public name", async () => {
    const response = await fetch(service.url);
    const body: unknown = await response.json();
    expect(check(applicationResponse, body)).toMatchObject({ ok: true });
    expect(body).toMatchObject({
      id: "moons",
      site: "https://moons.example",
      website: "https://moons.example",
      type: "crunch",
      features: { timezone: true },
      tags: ["space"],
      color: "#112233",
    });
    expect(pick(body, "authentication", 0)).toStrictEqual({
      id: "none",
      name: "No account",
      description: "No account needed",
    });
    expect(pluck(pick(body, "authentication", 1, "fields"), "type")).toStrictEqual(["password", "link"]);
    const filter = (index: number) => pick(body, "sources", 0, "filter", index);
    expect(filter(0)).toMatchObject({
      datalist: true,
      choices: ["Earth", "Mars"],
      title: "Planet",
      name: "Planet",
      optional: true,
      required: false,
    });
    expect(filter(5)).toMatchObject({ type: "date", datalist: true });
    expect(filter(6)).not.toHaveProperty("datalist");
    expect(pick(body, "sources", 1, "filter", 2)).toMatchObject({ datalist_requires: ["country"] });
    expect(pick(body, "sources", 0, "fields", "radius")).toMatchObject({ type: "number", order: 3 });
    expect(pick(body, "sources", 1)).not.toHaveProperty("fields");
  });

  test("`application()` answers 304 to a caller that has it, on every address", async () => {
    const first = await fetch(`${service.url}/moons`);
    const tag = first.headers.get("etag") ?? "";
    for (const path of ["/", "/moons", "/moons/"]) {
      const again = await fetch(service.url + path, { headers: { "if-none-match": `"x", W/${tag}` } });
      expect([again.status, await again.text()]).toStrictEqual([304, ""]);
      expect(again.headers.get("cache-control")).toBe("no-store");
    }
  });

  test("`application()` follows the sources of the moment", async () => {
    let found = {};
    const changing = defineConnector({
      id: "changing",
      name: "Changing",
      version: "1",
      description: "Sources come and go",
      discover: async (source) => {
        if (Object.keys(found).length === 0) found = { one: source({ name: "One", rows: () => [] }) };
        return found;
      },
    });
    const started = await startApp([changing]);
    const names = async () => {
      return pluck(pick(await (await fetch(started.url)).json(), "sources"), "id");
    };
    expect(await names()).toStrictEqual(["one"]);
    expect(await names()).toStrictEqual(["one"]);
    const before = found;
    found = { ...before };
    Object.assign(found, { two: Object.values(before)[0] });
    expect(await names()).toStrictEqual(["one", "two"]);
    await started.app.close();
  });
});

describe("discover", () => {
  test("gets a client that the egress guards and the definition authorizes, in the log of the request", async () => {
    const asked: string[] = [];
    const upstream = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers["x-deployment"]}`);
      response.setHeader("content-type", "application/json").end('["one"]');
    });
    await once(upstream.listen(0, "127.0.0.1"), "listening");
    // A server that listens on a port of an address has such an address.
    const { port } = upstream.address() as AddressInfo;
    const remote = defineConnector({
      id: "remote",
      name: "Remote",
      version: "1",
      description: "Its sources are upstream",
      http: {
        baseUrl: `http://127.0.0.1:${port}`,
        authorize: ({ headers }) => {
          headers["x-deployment"] = "secret";
        },
      },
      discover: async (source, _id, context) => {
        const names = (await context?.http.get("names").json<string[]>()) ?? [];
        return Object.fromEntries(names.map((name) => [name, source({ name, rows: () => [] })]));
      },
    });
    const allowed = await startApp([remote], { allow: { remote: `127.0.0.1/32:${port}` } });
    const found: unknown = await (await fetch(allowed.url)).json();
    expect(pluck(pick(found, "sources"), "id")).toStrictEqual(["one"]);
    await allowed.app.close();
    const refused = await startApp([remote], { allow: { remote: "" } });
    expect((await fetch(refused.url)).status).toBe(400);
    await refused.app.close();
    expect(asked).toStrictEqual(["/names secret"]);
    upstream.close();
  });
});

describe("POST /validate", () => {
  test.each([
    ["with id and fields", { id: "token", fields: { token: "t" } }],
    ["flat with auth", { auth: "token", token: "t" }],
    ["flat with identifier", { identifier: "token", token: "t", id: "own" }],
    ["flat with id", { id: "token", token: "t" }],
    ["marker inside fields", { fields: { auth: "token", token: "t", _id: 1, whatever: [] } }],
  ])("`validate()` reads an account %s and answers the whole of it", async (_name, body) => {
    const [status, answer] = await ask("/validate", body);
    const given = "fields" in body ? body.fields : body;
    expect([status, answer]).toStrictEqual([200, { ...given, observatory: "Padua", name: "Galileo" }]);
    expect(check(validateResponse, answer)).toMatchObject({ ok: true });
  });

  test.each([
    ["missing field", { id: "token", fields: {} }, failure(400, "missing_field", "token")],
    ["null field", { id: "token", fields: { token: null } }, failure(400, "missing_field", "token")],
    ["wrong type", { id: "token", fields: { token: { a: 1 } } }, failure(400, "invalid_field", "token")],
    ["wrong account", { id: "token", fields: { token: "wrong" } }, failure(401, "account_invalid")],
    ["unknown kind", { id: "oauth2", fields: {} }, failure(400, "unknown_account_kind")],
    ["hostile kind", { id: "__proto__", fields: {} }, failure(400, "unknown_account_kind")],
    ["inherited kind", { auth: "constructor" }, failure(400, "unknown_account_kind")],
    ["no kind among several", {}, failure(400, "malformed_request", "auth")],
    ["kind that is no text", { auth: 7 }, failure(400, "malformed_request", "auth")],
    ["id that is no text", { id: 7, fields: {} }, failure(400, "malformed_request", "id")],
    [
      "fields that are no object",
      { id: "token", fields: "abc" },
      failure(400, "malformed_request", "fields"),
    ],
  ])("`validate()` answers a %s with the error shape", async (_name, body, expected) => {
    const answer = await ask("/validate", body);
    expect(answer).toStrictEqual(expected);
    expect(check(errorResponse, answer[1])).toMatchObject({ ok: true });
  });

  test("`validate()` names the field in the sentence", async () => {
    const [, answer] = await ask("/validate", { id: "token", fields: {} });
    const error = 'Could not read "Access token": it is required. Fill it in.';
    expect(answer).toMatchObject({ error, message: error });
  });
});

describe("POST /", () => {
  const account = { auth: "none" };

  test("`data()` streams the rows as a JSON array", async () => {
    const response = await service.post("/", { source: "moons", account });
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const rows = await response.json();
    expect(rows).toStrictEqual(moonRows);
    expect(check(dataResponse, rows)).toMatchObject({ ok: true });
  });

  test("`data()` ignores members of the filter that the source does not declare, and names them", async () => {
    const filter = { "pla\r\nnet": "x", größe: null, "\ud800": 1 };
    const response = await service.post("/", { source: "moons", account, filter });
    expect(await response.json()).toStrictEqual(moonRows);
    expect(response.headers.get("wellhead-ignored-filter")).toBe("pla%0D%0Anet, gr%C3%B6%C3%9Fe, %EF%BF%BD");
    expect(service.lines.filter((line) => line.includes("Ignored members of the filter"))).toEqual([
      expect.stringContaining("größe"),
    ]);
    const plain = await service.post("/", { source: "moons", account, filter: {} });
    expect(plain.headers.has("wellhead-ignored-filter")).toBe(false);
  });

  test("`data()` applies skip and limit unless the source does", async () => {
    const ids = async (part: object) => {
      const [, rows] = await ask("/", { source: "moons", account, ...part });
      return pluck(rows, "id");
    };
    expect(await ids({ limit: 1 })).toStrictEqual(["1"]);
    expect(await ids({ limit: "2", skip: "1" })).toStrictEqual(["2", "3"]);
    expect(await ids({ limit: null, skip: "" })).toStrictEqual(["1", "2", "3"]);
    expect(await ids({ limit: 0 })).toStrictEqual([]);
    expect(await ids({ skip: 9 })).toStrictEqual([]);
    const [, echo] = await ask("/", { source: "echo", account, filter: { word: "a" }, limit: 5, skip: 2 });
    expect(parse(pick(echo, 0, "rest"))).toMatchObject({ limit: 5, skip: 2 });
  });

  test.each([
    ["negative limit", { limit: -1 }, "invalid_field", "limit"],
    ["broken limit", { limit: 1.5 }, "invalid_field", "limit"],
    ["worded limit", { limit: "ten" }, "invalid_field", "limit"],
    ["skip in an array", { skip: [1] }, "invalid_field", "skip"],
    ["account that is text", { account: "me" }, "malformed_request", "account"],
    ["filter that is an array", { filter: [] }, "malformed_request", "filter"],
    ["choice nobody offers", { filter: { planet: "Pluto" } }, "invalid_field", "planet"],
    ["number in words", { filter: { minimum: "many" } }, "invalid_field", "minimum"],
    ["date that is none", { filter: { seen: "someday" } }, "invalid_field", "seen"],
    ["range upside down", { filter: { size: { _min: 3, _max: 1 } } }, "invalid_field", "size"],
    ["value the source refuses", { filter: { named: "Nobody" } }, "invalid_field", "named"],
    ["source that is none", { source: "__proto__" }, "unknown_source", "source"],
    ["source that is absent", { source: null }, "missing_field", "source"],
    ["source in an array", { source: ["moons"] }, "malformed_request", "source"],
  ])("`data()` answers a %s with 400", async (_name, part, code, field) => {
    expect(await ask("/", { source: "moons", account, ...part })).toStrictEqual(failure(400, code, field));
  });

  test("`data()` reads naive dates in the zone of the account", async () => {
    const [, rows] = await ask("/", { source: "echo", account, filter: { word: "a", seen: "2026-03-04" } });
    expect(pick(parse(pick(rows, 0, "rest")), "seen")).toStrictEqual({
      min: "2026-03-03T18:15:00.000Z",
      max: "2026-03-04T18:14:59.999Z",
    });
  });

  test("`data()` gives the author declared values wrapped and other members untouched", async () => {
    const [, rows] = await ask("/", {
      source: "echo",
      account: { auth: "token", token: "abcdef", observatory: "Padua", deep: { list: [1] }, kind: "x" },
      filter: { word: "a" },
    });
    expect(pick(parse(pick(rows, 0, "rest")), "account")).toStrictEqual({
      kind: "token",
      token: "[secret]",
      observatory: "Padua",
      deep: { list: [1] },
    });
  });

  test.each([
    ["text/csv", "id,name,planet,radius\r\n1,Moon,Earth,1737.4\r\n"],
    ["application/x-ndjson, text/csv;q=0.5", '{"id":"1","name":"Moon","planet":"Earth","radius":1737.4}\n'],
    ["image/png", '[{"id":"1","name":"Moon","planet":"Earth","radius":1737.4}]'],
  ])("`data()` answers Accept %s", async (accept, expected) => {
    const response = await service.post("/", { source: "moons", account, limit: 1 }, { accept });
    expect(await response.text()).toBe(expected);
  });

  test.each(["gzip", "br"])("`data()` compresses as %s", async (coding) => {
    const response = await service.post("/", { source: "moons", account }, { "accept-encoding": coding });
    expect(response.headers.get("content-encoding")).toBe(coding);
    expect(await response.json()).toStrictEqual(moonRows);
  });
});
