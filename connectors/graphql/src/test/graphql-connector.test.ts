import { configureEgress } from "@wellhead/runtime";
import { type App, createApp } from "@wellhead/server";
import { afterEach, describe, expect, it } from "vitest";
import { graphqlConnector } from "../graphql-connector.js";
import { type Fleet, type FleetOptions, startFleet } from "./start-fleet.js";

let fleet: Fleet | undefined;
let app: App | undefined;

afterEach(async () => {
  await app?.close();
  await fleet?.upstream.close();
  app = undefined;
  fleet = undefined;
});

type Rows = Readonly<Record<string, unknown>>[];
const none = { auth: "none" };

async function serve({ stable = false, ...options }: FleetOptions & { readonly stable?: boolean } = {}) {
  configureEgress({ allow: "127.0.0.1/32:*" });
  fleet = await startFleet(options);
  const served = await createApp({
    connectors: [graphqlConnector({ url: fleet.url, stable })],
    logger: false,
  });
  app = served;
  const call = async (url: string, payload: object) => {
    const answer = await served.fastify.inject({ method: "POST", url, payload });
    return { status: answer.statusCode, body: JSON.parse(answer.body) as unknown };
  };
  const read = async (source: string, filter: object = {}) => {
    const { status, body } = await call("/", { source, filter, account: none });
    expect([status, body]).toEqual([200, expect.any(Array)]);
    return body as Rows;
  };
  const about = async () =>
    JSON.parse((await served.fastify.inject({ url: "/" })).body) as {
      sources: {
        id: string;
        name: string;
        description?: string;
        filter: { id: string; type: string; required: boolean }[];
      }[];
    };
  return { call, read, about };
}

const ids = (rows: Rows) => rows.map(({ id }) => id);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

describe("the sources of an API", () => {
  it("are its lists, with a field for each argument", async () => {
    const { about } = await serve();
    const { sources } = await about();
    expect(sources.map(({ id, name }) => `${id}: ${name}`)).toEqual([
      "ships: Ships",
      "harbour.voyages: Harbour · Voyages",
      "things: Things",
      "vessels: Vessels",
    ]);
    expect(sources[0]?.description).toBe("Ships of the fleet.");
    expect(sources[0]?.filter.map(({ id, type }) => `${id} ${type}`)).toEqual([
      "state list",
      "crew number",
      "where highlightText",
      "names highlightText",
      "big bool",
      "$columns multilist",
    ]);
    expect(sources[1]?.filter.map(({ id, required }) => `${id} ${required}`)).toEqual([
      "name true",
      "voyages.name false",
      "$columns false",
    ]);
  });

  it("have the scalars of an item and what tells related objects apart", async () => {
    const { call, read } = await serve({ ships: 1 });
    const { body } = await call("/schema", { source: "ships", filter: {}, account: none });
    const types = Object.entries(body as Record<string, { type: string }>).map(
      ([id, { type }]) => `${id} ${type}`,
    );
    expect(types).toEqual([
      "id id",
      "name text",
      "crew number",
      "state text",
      "launched date",
      "tags array[text]",
      "speed number",
      "captain.id text",
      "captain.name text",
    ]);
    expect(await read("ships")).toEqual([
      {
        id: "1",
        name: 'Ship "1"',
        crew: 3,
        state: "IN_PORT",
        launched: "2026-01-01T00:00:00.000Z",
        tags: ["a", "1"],
        speed: 12.5,
        "captain.id": "c1",
        "captain.name": "Ann 1",
      },
    ]);
  });

  it("have the columns that a person has chosen", async () => {
    const { call, read } = await serve({ ships: 1 });
    expect(await read("ships", { $columns: ["captain.age", "name"] })).toEqual([
      { name: 'Ship "1"', "captain.age": 40 },
    ]);
    const wrong = await call("/", { source: "ships", filter: { $columns: ["captain.agee"] }, account: none });
    expect(wrong).toMatchObject({
      status: 400,
      body: { field: "$columns", error: /Did you mean "captain.age"/ },
    });
  });

  it("may have items of several types, whose fields of one name differ", async () => {
    const { read } = await serve();
    const rows = await read("things");
    expect(
      rows.map(({ __typename: type, ...row }) => [
        type,
        row["Ship.name"],
        row["Barge.tons"],
        "Barge.crew" in row,
      ]),
    ).toEqual([
      ["Ship", 'Ship "1"', null, false],
      ["Barge", null, 7, false],
    ]);
    expect(await read("vessels")).toEqual([]);
  });
});

describe("an argument", () => {
  it.each<readonly [object, readonly number[]]>([
    [{ state: "AT_SEA", crew: 12 }, [4]],
    [{ where: '{"crewFrom": 174}' }, [58, 59, 60]],
    [{ where: '{"name": "Ship \\"2\\""}' }, [2]],
    [{ names: '["Ship \\"5\\"", "x"]' }, [5]],
    [{ big: true, state: "IN_PORT" }, [31, 33, 35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59]],
  ])("is a variable of the query: %j", async (filter, found) => {
    const { read } = await serve();
    expect(ids(await read("ships", filter))).toEqual(found.map(String));
  });

  it.each([
    [{ state: "SUNK" }, "state", /expected one of AT_SEA, IN_PORT/],
    [{ where: "{" }, "where", /expected JSON/],
    [{ crew: 1.5 }, "crew", /expected a whole number/],
  ])("with an invalid value is refused: %j", async (filter, field, error) => {
    const { call } = await serve();
    expect(await call("/", { source: "ships", filter, account: none })).toMatchObject({
      status: 400,
      body: { field, error },
    });
  });

  it("of the object that a list belongs to is required, and may find nothing", async () => {
    const { call, read } = await serve();
    const voyages = await read("harbour.voyages", { name: "Oslo", "voyages.name": "Bonn" });
    expect(voyages).toEqual(upTo(5).map((id) => ({ id, to: "Bonn" })));
    const lost = await call("/", { source: "harbour.voyages", filter: { name: "Atlantis" }, account: none });
    expect(lost).toMatchObject({ status: 400, body: { error: /"harbour" does not exist/ } });
    const empty = await call("/", { source: "harbour.voyages", filter: {}, account: none });
    expect(empty).toMatchObject({ status: 400, body: { field: "name" } });
  });

  it("of a type that the API refuses is an error with its words", async () => {
    const { call } = await serve();
    const answer = await call("/", { source: "ships", filter: { where: '{"nope": 1}' }, account: none });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([502, expect.stringMatching(/nope/)]);
  });
});

describe("a connection", () => {
  it.each(["id", "count"] as const)("is read whole: cursors of %s", async (cursors) => {
    const { read } = await serve({ cursors, ships: 250 });
    expect(ids(await read("ships"))).toEqual(upTo(250));
  });

  it.each([
    [false, [100, 50, 20, 20, 20, 20, 20, 20]],
    [true, [100, 50, 20, 20, 20]],
  ])(
    "is read in smaller pages when the API refuses the cost of the query: stable %s",
    async (stable, sizes) => {
      const { read } = await serve({ maxFirst: 20, stable });
      expect(ids(await read("ships"))).toEqual(upTo(60));
      const firsts = fleet?.upstream.requests.map(
        ({ body }) => (JSON.parse(body) as { variables?: { first?: number } }).variables?.first,
      );
      expect(firsts?.filter((first) => first !== undefined)).toEqual(sizes);
    },
  );

  it("whose smallest page costs too much is an error that says what to do", async () => {
    const { call } = await serve({ maxFirst: 1 });
    expect(await call("/", { source: "ships", filter: {}, account: none })).toMatchObject({
      status: 502,
      body: { error: /costs more than the API allows \(.*complexity.*\)\. Choose fewer columns/ },
    });
  });

  it("with an error next to its data is an error, on each page", async () => {
    const { call } = await serve({ secret: "1" });
    const first = await call("/", { source: "ships", filter: {}, account: none });
    expect(first).toMatchObject({ status: 502, body: { error: /may not see the captain/ } });
    await app?.close();
    await fleet?.upstream.close();
    const { call: later } = await serve({ ships: 150, secret: "120" });
    const { body } = await later("/", { source: "ships", filter: {}, account: none });
    expect((body as Rows).at(-1)).toMatchObject({ __streamError: { message: /may not see the captain/ } });
    const { read } = {
      read: async (filter: object) =>
        (await later("/", { source: "ships", filter, account: none })).body as Rows,
    };
    expect(await read({ $columns: ["id", "name"] })).toHaveLength(150);
  });
});

describe("an API that needs an account", () => {
  it("has one source, in which a person chooses the list", async () => {
    const { call, about } = await serve({ token: "t1" });
    expect((await about()).sources.map(({ id }) => id)).toEqual(["list"]);
    const account = { auth: "token", token: "t1" };
    const options = await call("/datalist?source=list&field=list", account);
    expect((options.body as Rows).map(({ value }) => value)).toEqual([
      "ships",
      "harbour.voyages",
      "things",
      "vessels",
    ]);
    expect((await call("/datalist?source=list&field=list", none)).status).toBe(401);
    const filter = { list: "harbour.voyages", arguments: '{"name": "Oslo"}', $columns: ["to"] };
    expect((await call("/", { source: "list", filter, account })).body).toHaveLength(5);
    const misspelt = await call("/", {
      source: "list",
      filter: { ...filter, arguments: '{"nam": 1}' },
      account,
    });
    expect(misspelt).toMatchObject({
      status: 400,
      body: { field: "arguments", error: /got "nam"\. Did you mean "name"/ },
    });
    const lost = await call("/", { source: "list", filter: { list: "ship" }, account });
    expect(lost).toMatchObject({ status: 400, body: { field: "list", error: /Did you mean "ships"/ } });
    expect((await call("/", { source: "list", filter, account: none })).status).toBe(401);
    expect((await call("/validate", { id: "token", fields: { token: "t2" } })).status).toBe(401);
    expect((await call("/validate", { id: "token", fields: { token: "t1" } })).status).toBe(200);
  });
});

it.each(["api.example/graphql", "ftp://api.example", "https://me:secret@api.example/graphql"])(
  "graphqlConnector() refuses %j",
  (url) => {
    expect(() => graphqlConnector({ url })).toThrow(/expected the address of an API/);
    expect(() => graphqlConnector({ url })).not.toThrow(/secret/);
  },
);
