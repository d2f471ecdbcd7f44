import { createServer } from "node:http";
import { labelIds, people, projectIds, tasks, tokens, users } from "./data.mjs";
import { oauthParts } from "./oauth.mjs";

/** A refusal with a status. */
export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const column = (id, type) => [id, { id, name: id, type, description: "", ignore: false, readonly: true }];
const columns = Object.fromEntries([
  column("id", "id"),
  column("title", "text"),
  column("project", "text"),
  column("team", "text"),
  column("member", "text"),
  column("labels", "array[text]"),
  column("hours", "number"),
  column("done", "bool"),
  column("created", "date"),
  column("note", "text"),
]);

const field = (id, type, more = {}) => ({ id, title: id, type, optional: true, ...more });
const choices = (values) => values.map((value) => ({ title: value.toUpperCase(), value }));

/** A faultless connector of the second generation, in parts that a fault can replace. */
export function makeParts(env = process.env) {
  const parts = {
    env,
    columns,
    application: () => ({
      id: "tracker",
      version: "2.3.0",
      name: "Task tracker",
      description: "Tasks of your projects",
      website: "https://tracker.example",
      type: "crunch",
      features: { timezone: true },
      responsibleFor: { dataProviding: true, userAuthentication: false },
      authentication: [
        { id: "token", name: "API token", fields: [{ id: "token", title: "Token", type: "password" }] },
        {
          id: "login",
          name: "Sign in",
          fields: [
            { id: "user", title: "User", type: "text" },
            { id: "password", title: "Password", type: "password" },
          ],
        },
        ...(env.PROVIDER === undefined
          ? []
          : [
              {
                id: "oauth2",
                name: "OAuth",
                fields: [{ id: "callback_uri", title: "callback_uri", type: "oauth" }],
              },
            ]),
      ],
      sources: [
        { id: "tasks", name: "Tasks", filter: parts.filters(), fields: parts.columns },
        { id: "projects", name: "Projects", filter: [] },
      ],
    }),
    filters: () => [
      field("project", "list", { datalist: true }),
      field("team", "list", { datalist: false, data: choices(Object.keys(people)) }),
      field("member", "list", { datalist: true, datalist_requires: ["team"] }),
      field("labels", "multidropdown", { data: choices(labelIds) }),
      field("done", "bool"),
      field("hours", "number"),
      field("created", "date", { datalist: true }),
      field("title", "text"),
    ],
    /** Returns whom an account belongs to. */
    signIn: async (kind, fields) => {
      if (kind === "oauth2" && env.PROVIDER !== undefined) return parts.oauth.identify(fields);
      if (kind === "token") {
        if (!tokens.has(fields.token)) throw new Refusal(401, "The token was not accepted");
        return { name: tokens.get(fields.token) };
      }
      if (kind === "login") {
        const user = users.get(fields.user);
        if (user === undefined || typeof fields.password !== "string" || user.password !== fields.password) {
          throw new Refusal(401, "User name or password is wrong");
        }
        return { name: user.name };
      }
      throw new Refusal(401, "Unknown way to sign in");
    },
    kindOf: (account) => account?.auth ?? account?.identifier,
    validate: async (body) => {
      const fields = body.fields ?? {};
      if (body.id === "oauth2" && env.PROVIDER !== undefined) return parts.oauth.validate(fields);
      const { name } = await parts.signIn(body.id, fields);
      return { ...fields, name };
    },
    sources: new Map([
      ["tasks", () => parts.tasks()],
      ["projects", () => projectIds.map((id) => ({ id, name: id.toUpperCase() }))],
    ]),
    tasks: () => tasks,
    data: async (body) => {
      await parts.signIn(parts.kindOf(body.account), body.account ?? {});
      const source = parts.sources.get(body.source);
      if (source === undefined) throw new Refusal(400, `There is no source ${JSON.stringify(body.source)}`);
      const filter = body.filter ?? {};
      const rows = body.source === "tasks" ? source().filter((row) => parts.matches(row, filter)) : source();
      return parts.page(rows, body);
    },
    page: (rows) => rows,
    isEmpty: (value) => value === undefined || value === null || value === "",
    matches: (row, filter) =>
      Object.entries(parts.tests).every(([id, test]) =>
        parts.isEmpty(filter[id]) ? true : test(row, filter[id], filter),
      ),
    tests: {
      project: (row, value) => row.project === value,
      team: (row, value) => row.team === value,
      member: (row, value) => row.member === value,
      labels: (row, value) => {
        const wanted = Array.isArray(value) ? value : String(value).split(",");
        return wanted.length === 0 || row.labels.some((label) => wanted.includes(label));
      },
      done: (row, value) => row.done === (value === true || value === 1 || value === "true" || value === "1"),
      hours: (row, value) => row.hours >= parts.number(value),
      created: (row, value) => parts.inRange(row.created, value),
      title: (row, value) => row.title.toLowerCase().includes(String(value).toLowerCase()),
    },
    number: (value) => {
      if (Number.isNaN(Number(value))) throw new Refusal(400, "hours is not a number");
      return Number(value);
    },
    inRange: (text, value) => {
      const [min, max] = typeof value === "object" ? [value._min, value._max] : [value, value];
      const at = Date.parse(text);
      return (
        (parts.isEmpty(min) || at >= parts.instant(min, false)) &&
        (parts.isEmpty(max) || at <= parts.instant(max, true))
      );
    },
    instant: (text, end) => {
      const day = /^\d{4}-\d\d-\d\d$/.test(text);
      const zoned = day || /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`;
      const at = Date.parse(zoned);
      if (Number.isNaN(at)) throw new Refusal(400, "created is not a date");
      return day && end ? at + 86_399_999 : at;
    },
    datalist: async (query, account) => {
      await parts.signIn(parts.kindOf(account), account);
      return parts.options(query).map((value) => ({ title: value, value }));
    },
    options: ({ source, field: id, team }) => {
      if (source !== "tasks") throw new Refusal(400, "Unknown source");
      if (id === "project") return projectIds;
      if (id !== "member") throw new Refusal(400, "Unknown field");
      if (!team) throw new Refusal(400, "team is missing");
      return Object.hasOwn(people, team) ? people[team] : [];
    },
    schema: async (body) => {
      await parts.signIn(parts.kindOf(body.account), body.account ?? {});
      if (body.source === "projects") return Object.fromEntries([column("id", "id"), column("name", "text")]);
      if (body.source !== "tasks") throw new Refusal(400, "Unknown source");
      return columns;
    },
    filterCheck: async (body) => {
      if (!parts.sources.has(body.source)) throw new Refusal(400, "Unknown source");
      if (body.source === "tasks") for (const row of tasks.slice(0, 1)) parts.matches(row, body.filter ?? {});
      return {};
    },
    timezone: async (body) => {
      await parts.signIn(parts.kindOf(body.account), body.account ?? {});
      return { timeZone: "+00:00" };
    },
    logo: (response) =>
      response
        .writeHead(200, { "content-type": "image/svg+xml" })
        .end('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'),
    send: (response, status, value) =>
      response
        .writeHead(status, { "content-type": "application/json; charset=utf-8", "x-powered-by": "Express" })
        .end(JSON.stringify(value)),
    sendRows: (response, rows) => parts.send(response, 200, rows),
    sendError: (response, error) => {
      const status = error.status ?? 500;
      parts.send(response, status, { message: status === 500 ? "Something went wrong" : error.message });
    },
    notFound: (request, response) =>
      response
        .writeHead(404, { "content-type": "text/html; charset=utf-8" })
        .end(`<!DOCTYPE html><html><body><pre>Cannot ${request.method} page</pre></body></html>\n`),
    parse: (text) => {
      try {
        const value = text === "" ? {} : JSON.parse(text);
        if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
      } catch {}
      throw new Refusal(400, "The body is not a JSON object");
    },
    routes: {},
  };
  parts.oauth = oauthParts(parts, Refusal);
  parts.routes = routesOf(parts);
  return parts;
}

function routesOf(parts) {
  const json = (work) => async (request, response) => {
    parts.send(response, 200, await work(request.parsed, request.query, request));
  };
  return {
    "GET /": json(() => parts.application()),
    "GET /logo": (_request, response) => parts.logo(response),
    "POST /": async (request, response) =>
      parts.sendRows(response, await parts.data(request.parsed, request), request),
    "POST /validate": json((body, _query, request) => parts.validate(body, request)),
    "POST /datalist": json((body, query) => parts.datalist(query, body)),
    "POST /schema": json((body) => parts.schema(body)),
    "POST /validate/filter": json((body) => parts.filterCheck(body)),
    "POST /timezone": json((body) => parts.timezone(body)),
    ...(parts.env.PROVIDER === undefined
      ? {}
      : {
          "POST /oauth2/v1/authorize": json((body) => parts.oauth.start(body)),
          "POST /oauth2/v1/access_token": json((body) => parts.oauth.finish(body)),
        }),
  };
}

/** Serves a connector on a free port. */
export function serve(parts) {
  const server = createServer(async (request, response) => {
    try {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const url = new URL(request.url, "http://connector");
      request.query = Object.fromEntries(url.searchParams);
      const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, "") : url.pathname;
      const route = parts.routes[`${request.method === "HEAD" ? "GET" : request.method} ${path}`];
      if (route === undefined) return parts.notFound(request, response);
      if (request.method === "POST") request.parsed = parts.parse(Buffer.concat(chunks).toString());
      await route(request, response);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else parts.sendError(response, error, request);
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
