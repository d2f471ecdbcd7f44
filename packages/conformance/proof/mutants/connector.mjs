// A right connector whose data, form and fault come from outside: WORLD describes the data, each line of the input a fault.
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { applies, select, spoil } from "./selection.mjs";

const world = JSON.parse(process.env.WORLD);
let mutant = {};
const token = "mut-71c0-94be-5a2f";
const seen = new Map();

class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

function signIn(account) {
  if (typeof account !== "object" || account?.token !== token)
    throw new Refusal(401, "The token was not accepted");
}

const columns = Object.fromEntries(
  Object.entries(world.columns).map(([id, type]) => [id, { id, name: id, type }]),
);
const application = {
  id: "orders",
  version: "1.0.0",
  name: "Orders",
  description: "Orders of a shop",
  website: "https://orders.example",
  responsibleFor: {
    dataProviding: world.generation === "v2",
    dataSynchronization: world.generation === "v3",
  },
  authentication: [
    {
      id: "token",
      name: "Token",
      description: "A token",
      fields: [{ id: "token", title: "Token", description: "", type: "password" }],
    },
  ],
  sources:
    world.generation === "v3"
      ? []
      : [
          {
            id: "orders",
            name: "Orders",
            filter: world.fields.map(({ declared }) => declared),
            fields: columns,
          },
        ],
};

/** The request as the conditions of faults see it. */
function requestOf(body, more) {
  const text = JSON.stringify([body, more]);
  const count = (seen.get(text) ?? 0) + 1;
  seen.set(text, count);
  return { filter: body.filter ?? {}, again: count > 1, page: 0, delta: false, isLast: false, ...more };
}

function rowsFor(request) {
  if (mutant.effect === "error" && applies(mutant, request)) throw new Refusal(500, "Something went wrong");
  return select(world, mutant, request, Refusal);
}

function optionsOf({ source, field: id, ...given }) {
  const field = world.fields.find((one) => one.id === id);
  if (source !== "orders" || field?.declared.datalist !== true || field.kind === "date")
    throw new Refusal(400, "The field has no options");
  const missing = field.requires.find((one) => !given[one]);
  if (missing !== undefined) throw new Refusal(400, `${missing} is missing`);
  const { effect, field: spoilt, position = 0 } = mutant;
  const isSpoilt = spoilt === id;
  const ignored = isSpoilt && effect === "parent-ignored" ? field.requires[position] : undefined;
  const rows = world.rows.filter((row) =>
    field.requires.every((one) => one === ignored || row[one] === given[one]),
  );
  let values = [...new Set(rows.map((row) => row[id]))].sort();
  if (isSpoilt && effect === "option-dropped") values.splice(position, 1);
  if (isSpoilt && effect === "option-doubled") values.push(values[position] ?? values[0]);
  if (isSpoilt && effect === "options-empty") values = [];
  if (isSpoilt && effect === "options-error") throw new Refusal(500, "Something went wrong");
  const wrong = {
    "option-title": (value) => world.titles[value] ?? value.toUpperCase(),
    "option-cut": (value) => value.slice(0, -1),
  };
  return values.map((value, at) => ({
    title: world.titles[value] ?? value,
    name: world.titles[value] ?? value,
    value: isSpoilt && at === position && wrong[effect] ? wrong[effect](value) : value,
  }));
}

function pageOf(body) {
  signIn(body.account);
  if (body.requestedType !== "orders") throw new Refusal(400, "Unknown type");
  const since = body.lastSynchronizedAt ?? undefined;
  if (since !== undefined && Number.isNaN(Date.parse(since)))
    throw new Refusal(400, "lastSynchronizedAt is not a date");
  const { offset = 0, limit = 20 } = body.pagination ?? {};
  if (!Number.isInteger(offset) || offset < 0 || !Number.isInteger(limit) || limit < 1)
    throw new Refusal(400, "There is no such page");
  const delta = since !== undefined;
  const request = requestOf(body, { page: Math.floor(offset / limit), delta });
  const all = rowsFor({ ...request, whole: true }).filter(
    (row) => !delta || Date.parse(row.created) >= Date.parse(since),
  );
  const isLast = offset + limit >= all.length;
  const items = spoil(world, mutant, { ...request, isLast }, all.slice(offset, offset + limit));
  return {
    items: items.map((row) => ({ ...row, name: row.title })),
    pagination: isLast
      ? { hasNext: false }
      : { hasNext: true, nextPageConfig: { offset: offset + limit, limit } },
    synchronizationType: delta ? "delta" : "full",
  };
}

const fieldType = { id: "id", text: "text", number: "number", date: "date", "array[text]": "array[text]" };
const schema = Object.fromEntries(
  [...Object.entries(world.columns), ["name", "text"]].map(([id, type]) => [
    id,
    type === "bool" ? { name: id, type: "text", subType: "boolean" } : { name: id, type: fieldType[type] },
  ]),
);

const second = {
  "GET /": () => application,
  "POST /validate": ({ id, fields }) => {
    if (id !== "token") throw new Refusal(401, "Unknown way to sign in");
    signIn(fields);
    return { ...fields, name: "The shop" };
  },
  "POST /": (body) => {
    signIn(body.account);
    if (body.source !== "orders") throw new Refusal(400, "Unknown source");
    return spoil(world, mutant, requestOf(body), rowsFor(requestOf(body, { probe: true })));
  },
  "POST /datalist": (body, query) => {
    signIn(body);
    return optionsOf(query);
  },
};
const base = "/api/v1/synchronizer";
const third = {
  "GET /": second["GET /"],
  "POST /validate": second["POST /validate"],
  [`POST ${base}/config`]: ({ account }) => {
    signIn(account);
    return {
      types: [{ id: "orders", name: "Orders" }],
      filters: world.fields.map(({ declared }) => declared),
    };
  },
  [`POST ${base}/schema`]: ({ account }) => {
    signIn(account);
    return { orders: schema };
  },
  [`POST ${base}/data`]: pageOf,
  [`POST ${base}/filter/validate`]: ({ account, filter }) => {
    signIn(account);
    select(world, {}, { filter: filter ?? {} }, Refusal);
    return {};
  },
  [`POST ${base}/datalist`]: ({ account, field, dependsOn = {} }) => {
    signIn(account);
    return {
      items: optionsOf({ source: "orders", field, ...dependsOn }).map(({ title, value }) => ({
        title,
        value,
      })),
    };
  },
};
const routes = new Map(Object.entries(world.generation === "v3" ? third : second));

function parse(text) {
  try {
    const value = text === "" ? {} : JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {}
  throw new Refusal(400, "The body is not a JSON object");
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  let [status, value] = [200, undefined];
  try {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const route = routes.get(`${request.method} ${pathname}`);
    if (route === undefined) throw new Refusal(404, "Not found");
    value = route(parse(text), Object.fromEntries(searchParams));
  } catch (error) {
    status = error instanceof Refusal ? error.status : 500;
    value = { message: status === 500 ? "Something went wrong" : error.message };
  }
  response
    .writeHead(status, { "content-type": "application/json; charset=utf-8" })
    .end(JSON.stringify(value));
});
const announce = () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`);
server.listen(0, "127.0.0.1", announce);
createInterface({ input: process.stdin }).on("line", (line) => {
  mutant = JSON.parse(line);
  seen.clear();
  announce();
});
