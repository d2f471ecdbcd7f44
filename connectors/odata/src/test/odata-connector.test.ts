import { configureEgress } from "@wellhead/runtime";
import { type App, createApp } from "@wellhead/server";
import { afterEach, describe, expect, it } from "vitest";
import { odataConnector } from "../odata-connector.js";
import { type Shop, type ShopOptions, startShop } from "./start-shop.js";

let shop: Shop | undefined;
let app: App | undefined;

afterEach(async () => {
  await app?.close();
  await shop?.upstream.close();
  app = undefined;
  shop = undefined;
});

const none = { auth: "none" };

/** Serves a shop, and returns a function that calls the service. */
async function serve(options: ShopOptions = {}) {
  configureEgress({ allow: "127.0.0.1/32:*" });
  shop = await startShop(options);
  const served = await createApp({
    connectors: [odataConnector({ url: `${shop.url}/$metadata` })],
    logger: false,
  });
  app = served;
  const call = async (url: string, payload: object) => {
    const answer = await served.fastify.inject({ method: "POST", url, payload });
    return { status: answer.statusCode, body: JSON.parse(answer.body) as unknown };
  };
  const read = async (source: string, filter: object = {}, more: object = {}) => {
    const { status, body } = await call("/", { source, filter, account: none, ...more });
    expect([status, body]).toEqual([200, expect.any(Array)]);
    return body as Readonly<Record<string, unknown>>[];
  };
  const about = async () =>
    JSON.parse((await served.fastify.inject({ url: "/" })).body) as {
      sources: { id: string; description?: string; filter?: { id: string; type: string }[] }[];
    };
  return { call, read, about };
}

const ids = (rows: readonly Readonly<Record<string, unknown>>[]) => rows.map((row) => row["Id"]);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

describe("the sources of a service", () => {
  it("are its entity sets, with a field for each property that can be filtered", async () => {
    const { about } = await serve();
    const { sources } = await about();
    expect(sources.map(({ id }) => id)).toEqual(["Customers", "OrderList", "Items"]);
    expect(sources[1]?.description).toBe("All orders");
    const fields = (index: number) => sources[index]?.filter?.map(({ id, type }) => `${id} ${type}`);
    expect(fields(1)).toEqual([
      "Id range",
      "Total range",
      "Big range",
      "State multilist",
      "Placed date",
      "Day date",
      "Paid bool",
      "$filter text",
      "$orderby text",
      "$select multilist",
      "$expand multilist",
    ]);
    expect(fields(2)?.slice(0, 3)).toEqual(["OrderId range", "Place text", "$filter text"]);
  });

  it("have the columns of their types, with what they inherit", async () => {
    const { call, read } = await serve();
    const { body } = await call("/schema", { source: "OrderList", filter: {}, account: none });
    const types = Object.entries(body as Record<string, { type: string }>).map(
      ([id, { type }]) => `${id} ${type}`,
    );
    expect(types).toEqual([
      "Id id",
      "Total number",
      "Big number",
      "State text",
      "Marks text",
      "Placed date",
      "Day date",
      "Paid bool",
      "Tags array[text]",
      "Address.Street text",
      "Address.Country.Code text",
    ]);
    expect((await read("OrderList", {}, { limit: 2 })).map((row) => Object.values(row))).toEqual([
      [
        "1",
        1.25,
        9007199254740001,
        "Sent",
        "A,B",
        "2026-03-01T05:30:00.0004567Z",
        "2026-03-01",
        false,
        ["a", "t1"],
        "Street 1",
        "NO",
      ],
      [
        "2",
        2.5,
        9007199254740002,
        "Open",
        "A,B",
        "2026-03-01T10:30:00.0004567Z",
        "2026-03-01",
        false,
        ["a", "t2"],
        null,
        null,
      ],
    ]);
    expect((await read("Customers", {}, { limit: 1 }))[0]).toEqual({
      Id: "1",
      Name: "O'Neil & 1",
      "more members": '{"Extra":{"nested":1}}',
    });
  });
});

describe("a filter", () => {
  it.each<readonly [object, readonly number[]]>([
    [{ Id: { _min: 3, _max: 5 } }, [3, 4, 5]],
    [{ Total: { _min: "72.5" } }, [58, 59, 60]],
    [{ Big: { _min: "9007199254740059" } }, [59, 60]],
    [{ State: ["Open"], Id: { _max: 6 } }, [2, 4, 6]],
    [{ State: ["Open", "Sent"], Id: { _max: 3 } }, [1, 2, 3]],
    [{ Paid: true, Id: { _max: 9 } }, [3, 6, 9]],
    [{ Day: "2026-03-02" }, [5, 6, 7, 8, 9]],
    // The last of them is within the last millisecond of the range.
    [{ Placed: { _min: "2026-03-01T05:30:00Z", _max: "2026-03-01T10:30:00Z" } }, [1, 2]],
    [{ $filter: "Id eq 7 or Id gt 59" }, [7, 60]],
    [{ $filter: "Id eq 7 or Id gt 59", Paid: true }, [60]],
    [{ $orderby: "Id desc", Id: { _min: 59 } }, [60, 59]],
  ])("is evaluated by the service: %j", async (filter, found) => {
    const { read } = await serve();
    expect(ids(await read("OrderList", filter))).toEqual(found.map(String));
  });

  it("with quotes and other signs finds exactly what it says", async () => {
    const { read } = await serve();
    expect(ids(await read("Customers", { Name: "O'Neil & 2" }))).toEqual(["2"]);
    expect(await read("Customers", { Name: "x' or Id gt 0 or Name eq '" })).toEqual([]);
  });

  it.each([
    [{ $orderby: "Nope desc" }, "$orderby", /Could not order by "Nope desc"/],
    [{ $orderby: "Id down" }, "$orderby", /expected names of properties/],
    [{ $select: ["Nope"] }, "$select", /Nope/],
  ])("that is not valid is refused: %j", async (filter, field, message) => {
    const { call } = await serve();
    const { status, body } = await call("/", { source: "OrderList", filter, account: none });
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ field, error: expect.stringMatching(message) as unknown }),
    ]);
  });

  it("in the language of OData that is not valid is an error with the words of the service", async () => {
    const { call } = await serve();
    const { status, body } = await call("/", {
      source: "OrderList",
      filter: { $filter: "Nope eq 1" },
      account: none,
    });
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining("There is no property Nope"),
    ]);
  });

  it("of properties reads them and the key only", async () => {
    const { read } = await serve();
    expect(await read("OrderList", { $select: ["Day"] }, { limit: 1 })).toEqual([{ Day: "2026-03-01" }]);
    const asked = shop?.upstream.requests.map(({ url }) => url.searchParams.get("$select"));
    expect(asked?.at(-1)).toBe("Id,Day");
  });
});

describe("related entities", () => {
  it("become columns, or JSON with those on further pages", async () => {
    const { read } = await serve();
    const [row] = await read("OrderList", { $expand: ["Customer", "Items"], $select: ["Id"] }, { limit: 1 });
    expect(row).toEqual({
      Id: "1",
      "Customer.Id": 2,
      "Customer.Name": "O'Neil & 2",
      Items: JSON.stringify([
        { OrderId: 1, Place: "p'0", Secret: "s" },
        { OrderId: 1, Place: "p'1", Secret: "s" },
      ]),
    });
  });
});

describe("pages", () => {
  it.each(["key", "skip", "token", "none"] as const)("are read whole: links by %s", async (links) => {
    const { read } = await serve({ links, pageSize: 7 });
    expect(ids(await read("OrderList"))).toEqual(upTo(60));
    expect(await read("Items", { OrderId: { _min: 2 } })).toHaveLength(118);
  });

  it.each(["key", "skip", "token"] as const)(
    "lose no row that stays, and double none, while others go and come: links by %s",
    async (links) => {
      const { read } = await serve({
        links,
        pageSize: 7,
        beforePage: (page, rows) => {
          const orders = rows.get("OrderList") ?? [];
          if (page > 0 && page < 6) {
            orders.splice(0, 2);
            orders.push({ ...orders[0], Id: 100 + page });
          }
        },
      });
      const found = ids(await read("OrderList"));
      expect(new Set(found).size).toBe(found.length);
      expect(found.filter((id) => Number(id) > 10 && Number(id) <= 60)).toEqual(upTo(60).slice(10));
    },
  );

  it("that count rows are not read in another order, and not without a key", async () => {
    const { call } = await serve({ links: "skip", pageSize: 7 });
    const { status, body } = await call("/", {
      source: "OrderList",
      filter: { $orderby: "Day" },
      account: none,
    });
    expect([status, body]).toEqual([400, expect.objectContaining({ field: "$orderby" })]);
    const { body: few } = await call("/", {
      source: "OrderList",
      filter: { $orderby: "Id desc" },
      account: none,
      limit: 2,
    });
    expect(few).toMatchObject([{ Id: "60" }, { Id: "59" }]);
  });
});

describe("a service that needs an account", () => {
  it("has one source, in which a person chooses the set", async () => {
    const { call, about } = await serve({ token: "t1", pageSize: 7 });
    expect((await about()).sources.map(({ id }) => id)).toEqual(["set"]);
    const account = { auth: "token", token: "t1" };
    const options = await call("/datalist?source=set&field=set", account);
    expect(options.body).toMatchObject([{ value: "Customers" }, { value: "OrderList" }, { value: "Items" }]);
    const nav = await call("/datalist?source=set&field=%24expand&set=OrderList", account);
    expect(nav.body).toMatchObject([{ value: "Customer" }, { value: "Items" }]);
    const rows = await call("/", {
      source: "set",
      filter: { set: "OrderList", $filter: "Id gt 2" },
      account,
    });
    expect(ids(rows.body as [])).toEqual(upTo(60).slice(2));
    const wrong = await call("/", { source: "set", filter: { set: "OrderLst" }, account });
    expect(wrong).toMatchObject({ status: 400, body: { field: "set", error: /Did you mean "OrderList"/ } });
    const refused = await call("/", { source: "set", filter: { set: "OrderList" }, account: none });
    expect(refused.status).toBe(401);
    expect((await call("/validate", { id: "token", fields: { token: "t2" } })).status).toBe(401);
    expect(await call("/validate", { id: "token", fields: { token: "t1" } })).toMatchObject({ status: 200 });
  });

  it("has its sets as sources if the metadata is open", async () => {
    const { call, about } = await serve({ token: "t1", isMetadataOpen: true });
    expect((await about()).sources).toHaveLength(3);
    const account = { auth: "key", header: "Authorization", key: "Bearer t1" };
    expect((await call("/", { source: "Customers", filter: {}, account })).body).toHaveLength(3);
  });
});

it.each([
  "services.example/odata",
  "ftp://services.example",
  "https://me:secret@services.example",
  "https://a.example?x=1",
])("odataConnector() refuses %j", (url) => {
  expect(() => odataConnector({ url })).toThrow(/expected the root of a service/);
  expect(() => odataConnector({ url })).not.toThrow(/secret/);
});
