import { check, datalistResponse, schemaResponse, timezoneResponse } from "@wellhead/contract";
import { defineConnector } from "@wellhead/sdk";
import { pick } from "@wellhead/test-support/json/pick";
import { sampleConnector } from "@wellhead/test-support/services/sample-connector";
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

describe("POST /datalist", () => {
  test.each([
    [
      "static choices, from the query",
      "/datalist?source=moons&field=planet",
      { auth: "none" },
      ["Earth", "Mars"],
    ],
    ["live options once each", "/datalist?source=moons&field=planets", { auth: "none" }, ["Earth", "Mars"]],
    [
      "dependents from the query",
      "/datalist?source=echo&field=city&country=IT",
      { auth: "none" },
      ["Capital of IT"],
    ],
    [
      "repeated dependents",
      "/datalist?source=echo&field=city&country=IT&country=FR",
      { auth: "none" },
      ["Capital of IT,FR"],
    ],
    [
      "all in the body",
      "/datalist",
      { source: "echo", field: "city", account: { auth: "none" }, dependsOn: { country: ["IT", 1] } },
      ["Capital of IT,1"],
    ],
  ])("`datalist()` answers %s", async (_name, path, body, expected) => {
    const [status, options] = await ask(path, body);
    expect(status).toBe(200);
    expect(options).toStrictEqual(expected.map((value) => ({ title: value, name: value, value })));
    expect(check(datalistResponse, options)).toMatchObject({ ok: true });
  });

  test("`datalist()` suggests date ranges", async () => {
    const [, options] = await ask("/datalist?source=moons&field=seen", { auth: "none" });
    expect(pick(options, 0)).toMatchObject({ value: "TODAY" });
  });

  test.each([
    ["unknown source", "/datalist?source=x&field=planet", "unknown_source", "source"],
    ["missing source", "/datalist?field=planet", "missing_field", "source"],
    ["missing field", "/datalist?source=moons", "missing_field", "field"],
    ["unknown field", "/datalist?source=moons&field=constructor", "unknown_field", "field"],
    ["field without options", "/datalist?source=moons&field=named", "unknown_field", "field"],
    ["missing dependent", "/datalist?source=echo&field=city&country=", "missing_field", "country"],
    ["two sources", "/datalist?source=moons&source=echo&field=planet", "malformed_request", "source"],
  ])("`datalist()` answers a %s with 400", async (_name, path, code, field) => {
    expect(await ask(path, { auth: "none" })).toStrictEqual(failure(400, code, field));
  });
});

describe("the smaller endpoints", () => {
  test("`schema()` tells declared and computed columns", async () => {
    const [, declared] = await ask("/schema", {});
    expect(Object.keys(declared ?? {})).toStrictEqual(["id", "name", "planet", "radius"]);
    expect(check(schemaResponse, declared)).toMatchObject({ ok: true });
    const [, computed] = await ask("/schema", {
      source: "echo",
      account: { auth: "none" },
      filter: { word: "colour" },
    });
    expect(computed).toMatchObject({ colour: { name: "Colour", type: "text" } });
    expect(await ask("/schema", { source: "echo", account: { auth: "none" } })).toStrictEqual(
      failure(400, "missing_field", "word"),
    );
  });

  test("`validateFilter()` checks types, then asks the source", async () => {
    expect(await ask("/validate/filter", { source: "moons", account: { auth: "none" } })).toStrictEqual([
      200,
      {},
    ]);
    const body = { account: { auth: "none" }, filter: { named: "Nobody" } };
    expect(await ask("/validate/filter", body)).toStrictEqual(failure(400, "invalid_field", "named"));
  });

  test("`timezone()` gives the present offset", async () => {
    const [, answer] = await ask("/timezone", { account: { auth: "none" } });
    expect(answer).toStrictEqual({ timeZone: "+05:45" });
    expect(check(timezoneResponse, answer)).toMatchObject({ ok: true });
  });

  test("`openapi()` lists what the connector offers and no OAuth", async () => {
    const document: unknown = await (await fetch(`${service.url}/openapi.json`)).json();
    expect(pick(document, "openapi")).toBe("3.1.0");
    expect(Object.keys(pick(document, "paths") ?? {})).toStrictEqual([
      "/",
      "/validate",
      "/datalist",
      "/logo",
      "/schema",
      "/validate/filter",
      "/timezone",
    ]);
  });

  test("`logo()` answers 204 without one", async () => {
    const response = await fetch(`${service.url}/logo`);
    expect([response.status, response.headers.get("cache-control")]).toStrictEqual([
      204,
      "public, max-age=3600",
    ]);
  });

  test("an endpoint that the connector lacks returns 404", async () => {
    const plain = await startApp([
      defineConnector({
        id: "plain",
        name: "Plain",
        version: "1",
        description: "Nothing optional",
        sources: (source) => ({ one: source({ name: "One", rows: () => [] }) }),
      }),
    ]);
    for (const path of ["/timezone", "/schema", "/oauth2", "/oauth1/v1/authorize"]) {
      expect(await (await plain.post(path, {})).json()).toMatchObject({ code: "not_found", status: 404 });
    }
    expect(await (await fetch(plain.url)).json()).toMatchObject({ type: "none" });
    await plain.app.close();
  });
});
