import type { ServerResponse } from "node:http";
import { date, defineConnector, id, list, number, token } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { Connector, ConnectorError, ExactNumber } from "../src/index.js";
import {
  type Answer,
  answerWith,
  description,
  type Seen,
  startForeignConnector,
} from "./foreign-connector.js";

const account = { auth: "key", key: "k" };

describe("describe()", () => {
  it("reads both spellings, and takes a field as required unless it is declared optional", async () => {
    const { url } = await startForeignConnector({ "GET /": description });
    const application = await new Connector(url).describe();
    const [source] = application.sources;
    expect(source?.filter.map(({ title, required }) => [title, required])).toEqual([
      ["Day", false],
      ["State", false],
      ["Owner", true],
    ]);
    expect(source?.filter[1]?.options).toEqual([
      { title: "open", value: "open" },
      { title: "closed", value: "closed" },
    ]);
    expect(source?.columns?.map((column) => column.id)).toEqual(["t", "n"]);
    expect(application.accountKinds[0]?.fields[0]?.required).toBe(true);
  });

  it.each(["#12ab9F", "12ab9f", "#12ab9", "#1", "#12ab9f;"])("reads %j if it is a color", async (color) => {
    const { url } = await startForeignConnector({ "GET /": { ...description, color } });
    expect((await new Connector(url).describe()).color).toBe(color.length === 7 ? color : undefined);
  });

  it("reads what is valid, and leaves out what is not", async () => {
    const fields = [
      {
        id: "a",
        type: "list",
        data: null,
        choices: [null, ["x"], 1, { name: "Two", value: 2 }, { title: "Three" }, { value: null }],
      },
      { id: "b", datalist_requires: ["a", 7] },
      { name: "without an id" },
    ];
    const columns = { z: { order: "x" }, y: { order: 2, name: "Y" }, x: 1, w: { order: 1, title: "W" } };
    const { url } = await startForeignConnector({
      "GET /": {
        ...description,
        version: undefined,
        authentication: {},
        color: "#12345678",
        tags: ["one", 2],
        sources: [
          { id: "s", filter: fields, fields: columns },
          { name: "without an id" },
          { id: "s", name: "again" },
        ],
      },
    });
    const application = await new Connector(url).describe();
    expect(application).toMatchObject({ color: undefined, tags: ["one"] });
    const [source, ...others] = application.sources;
    expect(others).toEqual([]);
    expect(source?.name).toBe("s");
    expect(source?.columns?.map((column) => `${column.id} ${column.name}`)).toEqual([
      "w W",
      "y Y",
      "z z",
      "x x",
    ]);
    expect(source?.filter).toMatchObject([
      {
        title: "a",
        options: [
          { title: "1", value: 1 },
          { title: "Two", value: 2 },
          { title: "Three", value: "Three" },
        ],
        dependsOn: [],
      },
      { title: "b", options: [], dependsOn: ["a"] },
    ]);
    expect(application.remarks).toEqual([
      '"authentication" of GET / is not an array.',
      'An entry of "sources" of GET / has no id.',
      '"sources" of GET / lists "s" twice.',
      'GET / has no "version".',
      "GET / lists no account kind.",
    ]);
  });

  it.each([
    ["a list of connectors", { connectors: [{ id: "a" }, { id: "b" }] }, /several connectors: a, b/],
    ["other JSON", { hello: 1 }, /expected a description with "sources"/],
    ["a web page", answerWith("<html></html>", "text/html"), /got a web page/],
    [
      "a redirect",
      (_: Seen, r: ServerResponse) => r.writeHead(302, { location: "https://x/" }).end(),
      /redirects to https:/,
    ],
  ])("says what it got instead of a connector: %s", async (_name, answer, message) => {
    const { url } = await startForeignConnector({ "GET /": answer });
    await expect(new Connector(url).describe()).rejects.toThrow(message);
  });

  it("says that nothing listens", async () => {
    const { url, close } = await startForeignConnector({});
    await close();
    await expect(new Connector(url).describe()).rejects.toThrow(/nothing listens there/);
  });
});

describe("an unknown filter", () => {
  it("is refused before anything is sent, with the nearest name, if that is asked for", async () => {
    const sources = [{ id: "issues", name: "Issues", filter: [{ id: "region", type: "text" }] }];
    let asked = 0;
    const rows: Answer = (_seen, response) => {
      asked += 1;
      response.end("[]");
    };
    const { url } = await startForeignConnector({ "GET /": { ...description, sources }, "POST /": rows });
    const connector = new Connector(url);
    const request = { source: "issues", filter: { regoin: "north" } };
    await expect(connector.rows({ ...request, unknownFilter: "refuse" })).rejects.toMatchObject({
      code: "invalid",
      field: "regoin",
      message: 'Could not read "issues": it has no filter "regoin". Did you mean "region"? Filters: region.',
    });
    expect(asked).toBe(0);
    await connector.rows(request);
    expect(asked).toBe(1);
  });
});

describe("an error response", () => {
  it("keeps the connector's words, status, headers and body, and shows no body to a log", async () => {
    const refuse: Answer = (_seen, response) =>
      response
        .writeHead(429, { "retry-after": "7", "content-type": "application/json" })
        .end('{"message":"Slow down","field":"owner","secret":"s3cret"}');
    const { url } = await startForeignConnector({ "GET /": description, "POST /": refuse });
    const error: unknown = await new Connector(url)
      .rows({ source: "issues" })
      .catch((error_: unknown) => error_);
    expect(error).toBeInstanceOf(ConnectorError);
    expect(error).toMatchObject({ message: "Slow down", status: 429, field: "owner", retryAfter: 7 });
    expect((error as ConnectorError).body).toContain("s3cret");
    expect((error as ConnectorError).headers?.get("retry-after")).toBe("7");
    expect(JSON.stringify(Object.entries(error as object))).not.toContain("s3cret");
  });

  it("keeps letters that arrive in pieces", async () => {
    const refuse: Answer = (_seen, response) => {
      response.writeHead(400, { "content-type": "text/plain" });
      const [first, ...others] = Buffer.from("é🙂");
      response.write(Buffer.from([first ?? 0]), () => setImmediate(() => response.end(Buffer.from(others))));
    };
    const { url } = await startForeignConnector({ "GET /": refuse });
    await expect(new Connector(url).describe()).rejects.toThrow("é🙂");
  });

  it.each([
    ["text/plain", "upstream says no", "upstream says no"],
    ["text/html", "<h1>Oops</h1>", "The connector answered 500 without a reason."],
    ["application/json", '{"errors":["a","b"]}', "a; b"],
  ])("of type %s is worded as %s", async (type, body, message) => {
    const refuse: Answer = (_seen, response) => response.writeHead(500, { "content-type": type }).end(body);
    const { url } = await startForeignConnector({ "GET /": refuse });
    await expect(new Connector(url).describe()).rejects.toThrow(message);
  });
});

it("options() sends what both generations read, with an account that has just been validated", async () => {
  const answer =
    '[{"name":"Ann","value":1},{"title":"Ann again","value":1},"Bob",{"value":null},9007199254740993]';
  const { url, seen } = await startForeignConnector({
    "GET /": description,
    "POST /validate": { token: "new" },
    "POST /datalist": answerWith(answer, "application/json"),
  });
  const stored: unknown[] = [];
  const options = await new Connector(url).options({
    source: "issues",
    field: "owner",
    account,
    onAccount: (changed) => void stored.push(changed),
    dependsOn: { state: ["open", "closed"], day: { _min: "2017-06-12" } },
  });
  expect(options).toEqual([
    { title: "Ann", value: 1 },
    { title: "Bob", value: "Bob" },
    { title: "9007199254740993", value: new ExactNumber("9007199254740993") },
  ]);
  expect(stored).toEqual([{ ...account, identifier: "key", token: "new" }]);
  const { searchParams } = new URL(seen.at(-1)?.line.split(" ")[1] ?? "", url);
  expect(Object.fromEntries(searchParams)).toEqual({
    source: "issues",
    field: "owner",
    state: "open,closed",
    day: '{"_min":"2017-06-12"}',
  });
  expect(seen.at(-1)?.body).toEqual({ ...account, identifier: "key", token: "new" });
});

it("options() reports that the response is not a list", async () => {
  const { url } = await startForeignConnector({ "GET /": description, "POST /datalist": { items: [] } });
  await expect(new Connector(url).options({ source: "issues", field: "owner" })).rejects.toThrow(
    /expected an array from POST \/datalist/,
  );
});

it("schema() and checkFilter() validate the account first, and checkFilter() accepts a connector without it", async () => {
  const { url, seen } = await startForeignConnector({
    "GET /": { ...description, type: "crunch" },
    "POST /validate": { token: "new" },
    "POST /schema": { b: { name: "B", type: "number" } },
  });
  const connector = new Connector(url);
  expect(await connector.schema({ source: "issues", account })).toMatchObject([{ id: "b", type: "number" }]);
  await connector.checkFilter({ source: "issues", account, validate: false });
  expect(seen.map(({ line }) => line)).toEqual([
    "GET /",
    "POST /validate",
    "POST /schema",
    "POST /validate/filter",
  ]);
  expect(seen[2]?.body["account"]).toMatchObject({ token: "new" });
});

it("checkFilter() throws the refusal with its field", async () => {
  const refuse: Answer = (_seen, response) =>
    response.writeHead(400).end('{"error":"Not so","field":"owner"}');
  const { url } = await startForeignConnector({ "GET /": description, "POST /validate/filter": refuse });
  await expect(new Connector(url).checkFilter({ source: "issues" })).rejects.toMatchObject({
    message: "Not so",
    field: "owner",
  });
});

it("reads a connector of Wellhead: columns, account, filters, rows", async () => {
  const moons = defineConnector({
    id: "moons",
    name: "Moons",
    version: "1.0.0",
    description: "Moons",
    accounts: { token: token({ title: "Token" }) },
    identify: async () => ({ name: "Ada" }),
    sources: (source) => ({
      moons: source({
        name: "Moons",
        filter: { planet: list({ choices: ["Earth", "Mars"], optional: true }) },
        fields: { id: id(), radius: number(), found: date() },
        rows: ({ filter }) => [
          { id: filter.planet ?? "all", radius: 1.5, found: new Date(0) },
          { id: "b", radius: 2, found: null },
        ],
      }),
    }),
  });
  const app = await createApp({ connectors: [moons], logger: false });
  onTestFinished(() => app.close());
  const { url } = await app.listen({ port: 0 });
  const connector = new Connector(url);
  const options = { source: "moons", account: { auth: "token", token: "t" } };
  expect(await connector.validate(options.account)).toMatchObject({ name: "Ada", token: "t" });
  expect((await connector.schema(options))?.map(({ id: column }) => column)).toEqual([
    "id",
    "radius",
    "found",
  ]);
  const texts: string[] = [];
  const reading = await connector.rows({ ...options, filter: { planet: "Mars" }, limit: 1 });
  for await (const batch of reading) texts.push(...batch.texts);
  expect(texts.map((text): unknown => JSON.parse(text))).toEqual([
    { id: "Mars", radius: 1.5, found: "1970-01-01T00:00:00.000Z" },
  ]);
});
