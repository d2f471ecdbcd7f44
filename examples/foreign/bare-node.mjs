/**
 * A connector of the second public generation with only `node:http`: one file, no packages, written from the public
 * documents and not from Wellhead's code. Run it with `node bare-node.mjs <port>`; port 0 selects a free one. It prints
 * its address as the first line.
 */
import { createServer } from "node:http";

const CITIES = [
  { id: "ber", name: "Berlin", country: "de", people: 3_700_000, founded: "1237-10-28T00:00:00Z" },
  { id: "ham", name: "Hamburg", country: "de", people: 1_900_000, founded: "1189-05-07T00:00:00Z" },
  { id: "vie", name: "Vienna", country: "at", people: 2_000_000, founded: "1137-01-01T00:00:00Z" },
  { id: "gra", name: "Graz", country: "at", people: 300_000, founded: "1128-01-01T00:00:00Z" },
];

const COLUMNS = { id: "id", name: "text", country: "text", people: "number", founded: "date" };

const APPLICATION = {
  name: "Cities",
  version: "1.0",
  type: "crunch",
  description: "Some cities and their size",
  website: "https://cities.example",
  authentication: [
    {
      id: "key",
      name: "Key",
      description: "A key of the city office",
      fields: [{ id: "key", title: "Key", description: "The key", type: "password", optional: false }],
    },
  ],
  sources: [
    {
      id: "cities",
      name: "Cities",
      filter: [
        { id: "country", title: "Country", type: "list", datalist: true, optional: true },
        { id: "people", title: "People at least", type: "number", optional: true },
        { id: "founded", title: "Founded", type: "date", datalist: true, optional: true },
      ],
    },
  ],
};

/** A response that is not a success. */
class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** The only valid key of the example. */
const KEY = "cities-example-key";

function checkAccount(account) {
  const kind = account.auth ?? account.identifier ?? "key";
  if (kind !== "key") throw new Refusal(400, `There is no account kind "${kind}"`);
  if (account.key !== KEY) throw new Refusal(401, "The key is wrong");
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function checkSource(source) {
  if (source !== "cities") throw new Refusal(400, "There is no such source");
}

function instants(value) {
  if (isObject(value)) return { min: parseDate(value._min, false), max: parseDate(value._max, true) };
  return { min: parseDate(value, false), max: parseDate(value, true) };
}

function parseDate(text, end) {
  if (text === undefined || text === null || text === "") return end ? Infinity : -Infinity;
  const day = /^\d{4}-\d\d-\d\d$/.test(text);
  const zoned = /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}${day ? "T00:00:00" : ""}Z`;
  const instant = Date.parse(zoned);
  const real = day && !Number.isNaN(instant) ? new Date(instant).toISOString().startsWith(text) : true;
  if (Number.isNaN(instant) || !real) throw new Refusal(400, "The date cannot be read");
  return day && end ? instant + 86_399_999 : instant;
}

function filterRows(filter) {
  const people =
    filter.people === undefined || filter.people === null || filter.people === "" ? 0 : Number(filter.people);
  if (Number.isNaN(people)) throw new Refusal(400, "People must be a number");
  const { min, max } = instants(filter.founded ?? "");
  return CITIES.filter((city) => {
    const founded = Date.parse(city.founded);
    return (
      (!filter.country || city.country === filter.country) &&
      city.people >= people &&
      founded >= min &&
      founded <= max
    );
  });
}

const POST = {
  "/"(body, response) {
    checkSource(body.source);
    if (body.account !== undefined && !isObject(body.account))
      throw new Refusal(400, "The account is not an object");
    checkAccount(body.account ?? {});
    if (body.filter !== undefined && body.filter !== null && !isObject(body.filter))
      throw new Refusal(400, "The filter is not an object");
    const rows = filterRows(body.filter ?? {});
    response.writeHead(200, { "content-type": "application/json" });
    response.write("[");
    rows.forEach((row, index) => response.write(`${index === 0 ? "\n" : "\n,\n"}${JSON.stringify(row)}`));
    response.end("\n]\n");
  },
  "/validate"(body, response) {
    if (body.id !== undefined && body.id !== "key") throw new Refusal(400, "There is no such account kind");
    if (body.fields !== undefined && !isObject(body.fields))
      throw new Refusal(400, "The fields are no object");
    const fields = body.fields ?? body;
    if (!fields.key) throw new Refusal(400, "The key is missing");
    checkAccount({ key: fields.key });
    send(response, 200, { name: "City office" });
  },
  "/datalist"(body, response, query) {
    checkSource(query.get("source"));
    if (query.get("field") !== "country") throw new Refusal(400, "The field has no options");
    checkAccount(body);
    const options = [
      ["Austria", "at"],
      ["Germany", "de"],
    ];
    send(
      response,
      200,
      options.map(([title, value]) => ({ title, value })),
    );
  },
  "/schema"(body, response) {
    if (body.source !== undefined) checkSource(body.source);
    checkAccount(body.account ?? {});
    const columns = Object.entries(COLUMNS).map(([id, type]) => [
      id,
      { id, name: id, description: "", type, ignore: false, readonly: true },
    ]);
    send(response, 200, Object.fromEntries(columns));
  },
};

function send(response, status, value) {
  response
    .writeHead(status, { "content-type": "application/json; charset=utf-8" })
    .end(JSON.stringify(value));
}

function refuse(response, error) {
  const status = error instanceof Refusal ? error.status : 500;
  const text = error instanceof Refusal ? error.message : "Something went wrong";
  send(response, status, { error: text, message: text });
}

async function readBody(request) {
  let text = "";
  for await (const chunk of request) text += chunk;
  if (text === "") return {};
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refusal(400, "The body is not JSON");
  }
  if (!isObject(body)) throw new Refusal(400, "The body is not an object");
  return body;
}

async function answer(request, response) {
  const url = new URL(request.url, "http://connector");
  const path = url.pathname === "/" ? "/" : url.pathname.replace(/\/$/, "");
  if (request.headers["x-correlationid"])
    response.setHeader("x-correlationid", request.headers["x-correlationid"].replace(/[^\w-]/g, ""));
  if (request.method === "GET" && path === "/") return send(response, 200, APPLICATION);
  if (request.method === "GET" && path === "/logo") return response.writeHead(204).end();
  if (Object.hasOwn(POST, path)) {
    if (request.method !== "POST")
      return response
        .writeHead(405, { allow: "POST", "content-type": "application/json" })
        .end('{"error":"Use POST","message":"Use POST"}');
    return POST[path](await readBody(request), response, url.searchParams);
  }
  throw new Refusal(404, "There is no such path");
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => refuse(response, error));
});
server.listen(Number(process.argv[2] ?? 8080), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
