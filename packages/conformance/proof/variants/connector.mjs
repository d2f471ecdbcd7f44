// A right connector in parts that a legal variant replaces: WORLD describes the data, VARIANT names the variant.
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { variants } from "./list.mjs";

export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const token = "mut-71c0-94be-5a2f";
const base = "/api/v1/synchronizer";
const isEmpty = (value) => value === undefined || value === null || value === "";
const textsOf = (value) => (Array.isArray(value) ? value : String(value).split(",")).map(String);

function instant(text, isEnd) {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const at = Date.parse(isDay || /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  if (typeof text !== "string" || Number.isNaN(at)) throw new Refusal(400, "That is not a date");
  return isDay && isEnd ? at + 86_399_999 : at;
}

/** How each kind of filter chooses rows: a value, then a cell. */
const kinds = {
  equal: (value) => (cell) => String(cell) === String(value),
  several: (value) => (cell) => textsOf(value).some((one) => [cell].flat().map(String).includes(one)),
  number: (value) => {
    if (typeof value === "object" || Number.isNaN(Number(value)))
      throw new Refusal(400, "That is not a number");
    return (cell) => cell === Number(value);
  },
  flag: (value) => (cell) => cell === [true, 1, "true", "1"].includes(value),
  text: (value) => (cell) => cell.toLowerCase().includes(String(value).toLowerCase()),
  date: (value) => {
    const { _min, _max } = typeof value === "object" ? value : { _min: value, _max: value };
    const [min, max] = [
      isEmpty(_min) ? -Infinity : instant(_min),
      isEmpty(_max) ? Infinity : instant(_max, true),
    ];
    return (cell) => Date.parse(cell) >= min && Date.parse(cell) <= max;
  },
};

/** Every part of the connector. A variant writes to them. */
export const parts = {
  world: JSON.parse(process.env.WORLD),
  kinds,
  count: 0,
  /** All rows, before filters. */
  all: () => parts.world.rows,
  /** Returns the row as it is sent. */
  show: (row) => row,
  choose(filter) {
    const tests = parts.world.fields
      .filter(({ id }) => !isEmpty(filter[id]))
      .map(({ id, kind, column = id }) => [parts.kinds[kind](filter[id], id), column]);
    return parts.all(filter).filter((row) => tests.every(([test, column]) => test(row[column], row)));
  },
  rows({ filter }) {
    return parts
      .choose(filter ?? {})
      .map((row, index, chosen) => parts.show(row, { filter: filter ?? {}, index, chosen }));
  },
  signIn(account) {
    if (typeof account !== "object" || account?.token !== token)
      throw new Refusal(401, "The token was not accepted");
  },
  validate({ id, fields }) {
    if (id !== "token") throw new Refusal(401, "Unknown way to sign in");
    parts.signIn(fields);
    return { ...fields, name: "The shop" };
  },
  check(body) {
    parts.signIn(body.account);
    if (!parts.sources().some(({ id }) => id === body.source)) throw new Refusal(400, "Unknown source");
  },
  data(body) {
    parts.check(body);
    return parts.rows(body);
  },
  values(field, given) {
    const rows = parts
      .all({})
      .filter((row) => field.requires.every((one) => String(row[one]) === given[one]));
    return [...new Set(rows.flatMap((row) => row[field.id]))].filter((one) => !isEmpty(one)).sort();
  },
  option: (value) => ({
    title: parts.world.titles[value] ?? String(value),
    name: parts.world.titles[value] ?? String(value),
    value,
  }),
  options({ source, field: id, ...given }) {
    const field = parts.world.fields.find((one) => one.id === id);
    if (
      !parts.sources().some((one) => one.id === source) ||
      field?.declared.datalist !== true ||
      field.kind === "date"
    )
      throw new Refusal(400, "The field has no options");
    const missing = field.requires.find((one) => !given[one]);
    if (missing !== undefined) throw new Refusal(400, `${missing} is missing`);
    return parts.values(field, given).map(parts.option);
  },
  sources: () => [
    {
      id: "orders",
      name: "Orders",
      filter: parts.world.fields.map(({ declared }) => declared),
      fields: Object.fromEntries(
        Object.entries(parts.world.columns).map(([id, type]) => [id, { id, name: id, type }]),
      ),
    },
  ],
  kindsOfAccount: () => [
    {
      id: "token",
      name: "Token",
      fields: [{ id: "token", title: "Token", description: "", type: "password" }],
    },
  ],
  application: () => ({
    id: "orders",
    version: "1.0.0",
    name: "Orders",
    description: "Orders of a shop",
    website: "https://orders.example",
    responsibleFor: {
      dataProviding: parts.world.generation === "v2",
      dataSynchronization: parts.world.generation === "v3",
    },
    authentication: parts.kindsOfAccount(),
    sources: parts.world.generation === "v3" ? [] : parts.sources(),
  }),
  config: () => ({
    types: parts.sources().map(({ id, name }) => ({ id, name })),
    filters: parts.world.fields.map(({ declared }) => declared),
  }),
  schema: () =>
    Object.fromEntries(
      parts
        .sources()
        .map(({ id }) => [
          id,
          Object.fromEntries(
            [...Object.entries(parts.world.columns), ["name", "text"]].map(([name, type]) => [
              name,
              type === "bool" ? { name, type: "text", subType: "boolean" } : { name, type },
            ]),
          ),
        ]),
    ),
  entity: (row) => ({ ...row, name: row.title }),
  position: ({ offset = 0, limit = 20 } = {}) => {
    if (!Number.isInteger(offset) || offset < 0 || !Number.isInteger(limit) || limit < 1)
      throw new Refusal(400, "There is no such page");
    return { offset, limit };
  },
  next: (offset, limit) => ({ offset: offset + limit, limit }),
  page({ account, requestedType, filter, lastSynchronizedAt: since, pagination }) {
    parts.signIn(account);
    if (!parts.sources().some(({ id }) => id === requestedType)) throw new Refusal(400, "Unknown type");
    const isDelta = !isEmpty(since);
    if (isDelta && Number.isNaN(Date.parse(since)))
      throw new Refusal(400, "lastSynchronizedAt is not a date");
    const { offset, limit } = parts.position(
      pagination?.nextPageConfig ?? (pagination?.hasNext === undefined ? pagination : undefined) ?? undefined,
    );
    const rows = parts
      .rows({ filter })
      .filter(({ created }) => !isDelta || Date.parse(created) >= Date.parse(since));
    const hasNext = offset + limit < rows.length;
    return {
      items: rows.slice(offset, offset + limit).map(parts.entity),
      pagination: hasNext ? { hasNext, nextPageConfig: parts.next(offset, limit) } : { hasNext },
      synchronizationType: isDelta ? "delta" : "full",
    };
  },
  /** Writes a response. Rows may have another form. */
  write: (value, { status }) => [
    status,
    { "content-type": "application/json; charset=utf-8" },
    JSON.stringify(value),
  ],
  before: () => undefined,
  gzip: gzipSync,
  Refusal,
};

const second = {
  "POST /": (body) => parts.data(body),
  "POST /datalist": (body, query) => {
    parts.signIn(body);
    return parts.options(query);
  },
};
const third = {
  [`POST ${base}/config`]: ({ account }) => (parts.signIn(account), parts.config()),
  [`POST ${base}/schema`]: ({ account, types }) => {
    parts.signIn(account);
    const all = parts.schema();
    return Array.isArray(types) && types.length > 0
      ? Object.fromEntries(Object.entries(all).filter(([id]) => types.includes(id)))
      : all;
  },
  [`POST ${base}/data`]: (body) => parts.page(body),
  [`POST ${base}/filter/validate`]: ({ account, filter }) => (
    parts.signIn(account), parts.choose(filter ?? {}), {}
  ),
  [`POST ${base}/datalist`]: ({ account, field, dependsOn = {} }) => {
    parts.signIn(account);
    const [{ id: source }] = parts.sources();
    return {
      items: parts.options({ source, field, ...dependsOn }).map(({ title, value }) => ({ title, value })),
    };
  },
};

function parse(text) {
  try {
    const value = text === "" ? {} : JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {}
  throw new Refusal(400, "The body is not a JSON object");
}

variants[process.env.VARIANT]?.(parts);
const routes = new Map(
  Object.entries({
    "GET /": () => parts.application(),
    "POST /validate": (body) => parts.validate(body),
    ...(parts.world.generation === "v3" ? third : second),
  }),
);

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  parts.count += 1;
  let [status, value] = [200, undefined];
  const about = { path: pathname, method: request.method, headers: request.headers };
  try {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const route = routes.get(`${request.method} ${pathname}`);
    if (route === undefined) throw new Refusal(404, "Not found");
    const body = parse(text);
    parts.before(about, body);
    value = await route(body, Object.fromEntries(searchParams));
  } catch (error) {
    status = error instanceof Refusal ? error.status : 500;
    value = { message: status === 500 ? "Something went wrong" : error.message };
  }
  const [code, headers, sent] = parts.write(value, {
    ...about,
    status,
    isRows: status === 200 && request.method === "POST" && pathname === "/",
  });
  response.writeHead(code, headers).end(sent);
});
server.listen(0, "127.0.0.1", () =>
  process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`),
);
