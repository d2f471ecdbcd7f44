import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { people, tasks, tokens, users } from "./data.mjs";
import { declares, fault, serious, wrap } from "./fault.mjs";

const areas = ["errors", "security", "validate", "filters", "datalist", "data", "http"];
const here = fileURLToPath(new URL(".", import.meta.url));
const sql = (text) => text.split("'").length % 2 === 0;

/** Simulates a query that is built from text, as far as quotes and OR are concerned. */
function runQuery(value, rows, test) {
  if (sql(value))
    throw new Error(`near "${value}": syntax error in SELECT * FROM tasks WHERE project = '${value}'`);
  return /'\s*or\s*'?1'?\s*=\s*'?1/i.test(value) ? rows : rows.filter(test);
}

/** Faults in the handling of unintended or hostile input. */
export const faults = [
  serious("sql-injection-list", "A quote in the list filter changes the query", areas, (parts) => {
    wrap(parts, "tasks", (before) => () => before());
    parts.matches = ((before) => (row, filter) => {
      if (typeof filter.project !== "string") return before(row, filter);
      return (
        runQuery(filter.project, tasks, (one) => one.project === filter.project).includes(row) &&
        before(row, { ...filter, project: "" })
      );
    })(parts.matches);
  }),
  serious("sql-injection-text", "A quote in the text filter changes the query", areas, (parts) => {
    parts.tests.title = (row, value) =>
      runQuery(String(value), tasks, (one) => one.title.includes(value)).includes(row);
  }),
  serious("sql-injection-datalist", "A quote in a dependent value changes the query", areas, (parts) => {
    wrap(parts, "options", (before) => (query) => {
      if (query.field !== "member" || !query.team) return before(query);
      return runQuery(query.team, Object.keys(people), (one) => one === query.team).flatMap(
        (team) => people[team],
      );
    });
  }),
  serious(
    "sql-injection-login",
    "A quote in the password signs in",
    areas,
    (parts) => {
      wrap(parts, "signIn", (before) => async (kind, fields) => {
        if (kind === "login" && /'\s*or\s*'?1'?\s*=\s*'?1/i.test(String(fields.password)))
          return { name: "Ada L." };
        return before(kind, fields);
      });
    },
    { account: "login" },
  ),
  serious("path-from-filter", "A text filter is used as the name of a file", areas, (parts) => {
    wrap(parts, "data", (before) => async (body) => {
      const name = body.filter?.title;
      if (typeof name === "string" && /[./]/.test(name)) {
        const text = readFileSync(name.startsWith("/") ? name : `${here}${name}`, "utf8");
        return text.split("\n").map((line) => ({ line }));
      }
      return before(body);
    });
  }),
  serious("source-unchecked", "The only source is given whatever the request names", areas, (parts) => {
    declares(parts, (raw) => {
      raw.sources = raw.sources.slice(0, 1);
    });
    wrap(parts, "data", (before) => async (body) => before({ ...body, source: "tasks" }));
  }),
  fault("stack-in-page", "Broken JSON is answered with a page that shows the stack", areas, (parts) => {
    wrap(parts, "sendError", (before) => (response, error, request) => {
      if (!/not a JSON/.test(error.message)) return before(response, error, request);
      return response
        .writeHead(400, { "content-type": "text/html" })
        .end(`<!DOCTYPE html><html><body><pre>${error.stack.replaceAll("\n", "<br>")}</pre></body></html>`);
    });
  }),
  serious("path-from-source", "The source is used as the name of a file", areas, (parts) => {
    wrap(parts, "data", (before) => async (body) => {
      if (typeof body.source === "string" && body.source.includes("/")) {
        return readFileSync(`${here}sources/../../${body.source}`.replace(/.*(?=\/etc\/)/, ""), "utf8")
          .split("\n")
          .map((line) => ({ line }));
      }
      return before(body);
    });
  }),
  serious("path-from-option", "A list filter is joined to a folder", areas, (parts) => {
    parts.tests.project = (row, value) =>
      row.project === String(value).replace(/^(?:\.\/|[^/]+\/\.\.\/)+/, "");
  }),
  serious("constructor-source-hangs", "A source called constructor is never answered", areas, (parts) => {
    wrap(
      parts,
      "data",
      (before) => (body) => (body.source in {} ? new Promise(() => undefined) : before(body)),
    );
  }),
  fault("constructor-source-500", "A source called constructor is answered with 500", areas, (parts) => {
    const table = Object.fromEntries(parts.sources);
    wrap(parts, "data", () => async (body) => {
      await parts.signIn(parts.kindOf(body.account), body.account);
      if (!table[body.source]) throw Object.assign(new Error("No such source"), { status: 400 });
      return table[body.source]().filter(
        (row) => body.source !== "tasks" || parts.matches(row, body.filter ?? {}),
      );
    });
  }),
  serious(
    "constructor-user",
    "A user called constructor signs in without a password",
    areas,
    (parts) => {
      const table = Object.fromEntries(users);
      wrap(parts, "signIn", (before) => async (kind, fields) => {
        if (kind !== "login") return before(kind, fields);
        if (table[fields.user]?.password !== fields.password)
          throw Object.assign(new Error("Wrong"), { status: 401 });
        if (table[fields.user] === undefined) throw Object.assign(new Error("Wrong"), { status: 401 });
        return { name: String(table[fields.user].name) };
      });
    },
    { account: "login" },
  ),
  serious("constructor-kind", "An account kind called constructor signs in", areas, (parts) => {
    const table = { token: 1, login: 1 };
    wrap(parts, "signIn", (before) => async (kind, fields) => {
      if (table[kind] !== undefined && !Object.hasOwn(table, kind)) return { name: "?" };
      return before(kind, fields);
    });
  }),
  serious(
    "no-password-check",
    "A known user signs in with any password",
    areas,
    (parts) => {
      wrap(
        parts,
        "signIn",
        (before) => async (kind, fields) =>
          kind === "login" && users.has(fields.user) ? { name: "Ada L." } : before(kind, fields),
      );
    },
    { account: "login" },
  ),
  serious(
    "empty-password",
    "An empty password signs in",
    areas,
    (parts) => {
      wrap(
        parts,
        "signIn",
        (before) => async (kind, fields) =>
          kind === "login" && users.has(fields.user) && !fields.password
            ? { name: "Ada L." }
            : before(kind, fields),
      );
    },
    { account: "login" },
  ),
  serious("password-prefix", "Any beginning of the password signs in", areas, (parts) => {
    wrap(
      parts,
      "signIn",
      (before) => async (kind, fields) =>
        kind === "token" &&
        typeof fields.token === "string" &&
        [...tokens.keys()].some((one) => one.startsWith(fields.token))
          ? { name: "Ada" }
          : before(kind, fields),
    );
  }),
  serious("token-in-error", "The error repeats the token", areas, (parts) => {
    wrap(parts, "signIn", (before) => async (kind, fields) => {
      if (kind === "token" && !tokens.has(fields.token))
        throw Object.assign(new Error(`Token ${fields.token} was not accepted`), { status: 401 });
      return before(kind, fields);
    });
  }),
  serious(
    "token-in-date-error",
    "The error about a date holds the request with its token",
    areas,
    (parts) => {
      wrap(
        parts,
        "data",
        (before) => async (body) =>
          before(body).catch((error) => {
            if (error.status === 400) error.message += `: ${JSON.stringify(body)}`;
            throw error;
          }),
      );
    },
  ),
  serious("token-piece-in-error", "The error holds the last characters of the token", areas, (parts) => {
    wrap(parts, "signIn", (before) => async (kind, fields) => {
      if (kind === "token" && !tokens.has(fields.token))
        throw Object.assign(new Error(`Token …${String(fields.token).slice(-6)} was not accepted`), {
          status: 401,
        });
      return before(kind, fields);
    });
  }),
  serious("token-piece-in-name", "The name of the account ends with a piece of the token", areas, (parts) => {
    wrap(parts, "validate", (before) => async (body) => ({
      ...(await before(body)),
      name: `Account ${String(body.fields?.token).slice(-4)}`,
    }));
  }),
  serious("token-start-in-name", "The name of the account begins with the token", areas, (parts) => {
    wrap(parts, "validate", (before) => async (body) => ({
      ...(await before(body)),
      name: `${String(body.fields?.token).slice(0, 8)}***`,
    }));
  }),
  serious("request-in-error", "An error repeats the whole request", areas, (parts) => {
    parts.sendError = (response, error, request) =>
      parts.send(response, error.status ?? 500, { message: error.message, request: request.parsed });
  }),
  serious("stack-in-error", "An error shows the stack", areas, (parts) => {
    parts.sendError = (response, error) =>
      parts.send(response, error.status ?? 500, { message: error.message, stack: error.stack });
  }),
  serious("token-in-header", "A header of the answer holds the token", areas, (parts) => {
    wrap(parts, "send", (before) => before);
    wrap(parts, "sendError", (before) => (response, error, request) => {
      const token = request.parsed?.fields?.token ?? request.parsed?.account?.token;
      if (token) response.setHeader("x-account", encodeURIComponent(token));
      before(response, error, request);
    });
  }),
  serious("crash-on-bad-json", "Broken JSON stops the process", areas, (parts) => {
    parts.parse = (text) => {
      try {
        return text === "" ? {} : JSON.parse(text);
      } catch {
        process.exit(1);
      }
    };
  }),
  serious("hang-on-unknown-source", "An unknown source is never answered", areas, (parts) => {
    wrap(
      parts,
      "data",
      (before) => (body) => (parts.sources.has(body.source) ? before(body) : new Promise(() => undefined)),
    );
  }),
  fault("unknown-source-500", "An unknown source is answered with 500", areas, (parts) => {
    wrap(parts, "data", (before) => async (body) => {
      if (!parts.sources.has(body.source)) return undefined.rows;
      return before(body);
    });
  }),
  serious("unknown-source-empty", "An unknown source gives an empty list", areas, (parts) => {
    wrap(parts, "data", (before) => async (body) => (parts.sources.has(body.source) ? before(body) : []));
  }),
  serious("unknown-source-rows", "An unknown source gives the rows of another", areas, (parts) => {
    wrap(
      parts,
      "data",
      (before) => async (body) =>
        before(parts.sources.has(body.source) ? body : { ...body, source: "tasks" }),
    );
  }),
  fault("bad-json-500", "Broken JSON is answered with 500", areas, (parts) => {
    parts.parse = (text) => (text === "" ? {} : JSON.parse(text));
  }),
  fault("bad-json-200", "Broken JSON is answered with 200", areas, (parts) => {
    wrap(parts, "parse", (before) => (text) => {
      try {
        return before(text);
      } catch {
        return {
          id: "token",
          fields: { token: [...tokens.keys()][0] },
          source: "tasks",
          account: { auth: "token", token: [...tokens.keys()][0] },
        };
      }
    });
  }),
  serious("polluted", "A filter called __proto__ changes every object of the process", areas, (parts) => {
    const merge = (target, from) => {
      for (const [key, value] of Object.entries(from)) {
        if (typeof value === "object" && value !== null && !Array.isArray(value))
          merge((target[key] ??= {}), value);
        else target[key] = value;
      }
      return target;
    };
    wrap(parts, "data", (before) => (body) => before({ ...body, filter: merge({}, body.filter ?? {}) }));
  }),
  serious("rows-for-wrong-account", "Rows are given to a wrong account", areas, (parts) => {
    wrap(parts, "data", () => async (body) => {
      const source = parts.sources.get(body.source);
      if (source === undefined) throw Object.assign(new Error("No such source"), { status: 400 });
      return body.source === "tasks"
        ? source().filter((row) => parts.matches(row, body.filter ?? {}))
        : source();
    });
  }),
  serious("empty-for-wrong-account", "A wrong account gets an empty list", areas, (parts) => {
    wrap(
      parts,
      "data",
      (before) => async (body) =>
        before(body).catch((error) => {
          if (error.status === 401) return [];
          throw error;
        }),
    );
  }),
];
