import { tasks } from "./data.mjs";
import { declares, fault, filterOf, serious, wrap } from "./fault.mjs";

const data = ["data", "formats", "streaming", "sources", "schema", "http"];
const form = [
  "application",
  "accounts",
  "fields",
  "sources",
  "datalist",
  "security",
  "schema",
  "timezone",
  "filters",
];

/** Edits every task with a function. */
const rows = (parts, edit) =>
  wrap(
    parts,
    "page",
    (before) => (list, body) => before(list, body).map((row, index) => edit({ ...row }, index)),
  );

/** Faults of rows, and of what GET / declares. */
export const faults = [
  serious("rows-twice", "Every row is sent twice", data, (parts) => {
    wrap(parts, "page", () => (list) => [...list, ...list]);
  }),
  serious("page-twice", "The last page is sent twice", data, (parts) => {
    wrap(parts, "page", () => (list) => (list.length > 20 ? [...list, ...list.slice(-10)] : list));
  }),
  serious("half-list-cut", "The array is never closed", data, (parts) => {
    parts.sendRows = (response, list) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(list).slice(0, -1));
  }),
  serious("connection-cut", "The connection is cut in the middle of the rows", data, (parts) => {
    parts.sendRows = (response, list) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write(JSON.stringify(list).slice(0, 500), () => response.destroy());
    };
  }),
  serious("default-limit", "Without a limit only ten rows come", data, (parts) => {
    wrap(parts, "page", () => (list, body) => list.slice(0, body.limit ?? 10));
  }),
  fault("column-never-sent", "A declared column is in no row", data, (parts) => {
    parts.columns = { ...parts.columns, priority: { id: "priority", name: "Priority", type: "text" } };
  }),
  fault("column-other-case", "Columns are declared in another spelling than rows have", data, (parts) => {
    const { created, ...others } = parts.columns;
    parts.columns = { ...others, createdAt: { ...created, id: "createdAt" } };
  }),
  fault("number-with-unit", "A number column holds text", data, (parts) =>
    rows(parts, (row) => (row.hours === undefined ? row : { ...row, hours: `${row.hours} h` })),
  ),
  fault("date-for-people", "Dates are written for people", data, (parts) =>
    rows(parts, (row) => (row.created ? { ...row, created: new Date(row.created).toUTCString() } : row)),
  ),
  fault("bool-as-word", "A bool column holds yes and no", data, (parts) =>
    rows(parts, (row) => (row.done === undefined ? row : { ...row, done: row.done ? "yes" : "no" })),
  ),
  fault("rows-in-object", "Rows come inside an object", data, (parts) => {
    parts.sendRows = (response, list) => parts.send(response, 200, { items: list, total: list.length });
  }),
  fault("rows-are-arrays", "Rows are arrays without names", data, (parts) =>
    rows(parts, (row) => Object.values(row)),
  ),
  fault("double-encoded", "The array is sent as a text inside JSON", data, (parts) => {
    parts.sendRows = (response, list) => parts.send(response, 200, JSON.stringify(list));
  }),
  fault("nan-in-json", "NaN stands in the JSON", data, (parts) => {
    parts.sendRows = (response, list) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify(list).replace(/"hours":\d+/g, '"hours":NaN'));
  }),
  fault("trailing-comma", "The array ends with a comma", data, (parts) => {
    parts.sendRows = (response, list) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(`[${list.map((row) => `${JSON.stringify(row)},`).join("")}]`);
  }),
  fault("web-page-for-rows", "Rows are a web page with 200", data, (parts) => {
    parts.sendRows = (response) =>
      response
        .writeHead(200, { "content-type": "text/html" })
        .end("<!doctype html><title>Sign in</title><form></form>");
  }),
  serious(
    "error-with-200",
    "An error is sent as 200 with a row that says so",
    ["data", "validate", "errors", "security"],
    (parts) => {
      wrap(
        parts,
        "data",
        (before) => async (body) => before(body).catch((error) => [{ error: error.message }]),
      );
    },
  ),
  fault("csv-ragged", "CSV records are not as wide as the header", data, (parts) => {
    parts.sendRows = (response, list) =>
      response
        .writeHead(200, { "content-type": "text/csv" })
        .end(`id,title,hours\n${list.map((row) => `${row.id},${row.title},${row.hours}`).join("\n")}\n`);
  }),
  fault("latin1", "Text is sent in another encoding than it says", data, (parts) => {
    parts.sendRows = (response, list) =>
      response
        .writeHead(200, { "content-type": "application/json; charset=utf-8" })
        .end(Buffer.from(JSON.stringify(list).replaceAll("Task 1", "Täsk 1"), "latin1"));
  }),
  serious(
    "rows-of-other-request",
    "Parallel requests get each other's rows",
    ["data", "streaming"],
    (parts) => {
      let current;
      wrap(parts, "data", (before) => async (body) => {
        current = body;
        await new Promise((resolve) => setTimeout(resolve, 15));
        return before({ ...current, account: body.account });
      });
    },
  ),
  fault("post-missing", "POST / is not there", ["data"], (parts) => {
    delete parts.routes["POST /"];
  }),
  fault("rows-null", "No rows are sent as null", data, (parts) => {
    wrap(parts, "page", () => (list) => (list.length === 0 ? null : list));
  }),
  serious("second-source-same", "The second source gives the rows of the first", data, (parts) => {
    wrap(parts, "data", (before) => async (body) => before({ ...body, source: "tasks" }));
  }),
  fault("second-source-broken", "The second source that GET / lists answers 500", data, (parts) => {
    parts.sources.set("projects", () => undefined.list);
  }),
  fault(
    "data-500-for-wrong-account",
    "A wrong account makes POST / fail with 500",
    ["data", "validate"],
    (parts) => {
      wrap(
        parts,
        "data",
        (before) => async (body) =>
          before(body).catch((error) => {
            throw error.status === 401 ? new TypeError("data is undefined") : error;
          }),
      );
    },
  ),
  fault(
    "required-filter-500",
    "A missing required filter is answered with 500",
    ["data", "filters", "errors"],
    (parts) => {
      declares(parts, (raw) => {
        filterOf(raw, "project").optional = false;
      });
      wrap(parts, "data", (before) => async (body) => {
        if (body.source === "tasks") body.filter.project.trim();
        return before(body);
      });
    },
  ),
  fault("no-version", "GET / has no version", form, (parts) => declares(parts, (raw) => delete raw.version)),
  fault("no-name", "GET / has no name", form, (parts) => declares(parts, (raw) => delete raw.name)),
  fault("sources-object", "sources is an object", form, (parts) =>
    declares(parts, (raw) => {
      raw.sources = Object.fromEntries(raw.sources.map((one) => [one.id, one]));
    }),
  ),
  fault("source-without-id", "A source has no id", form, (parts) =>
    declares(parts, (raw) => delete raw.sources[1].id),
  ),
  fault("authentication-empty", "authentication is empty", form, (parts) =>
    declares(parts, (raw) => {
      raw.authentication = [];
    }),
  ),
  fault("oauth-named-otherwise", "The OAuth kind is called oauth-2", form, (parts) =>
    declares(parts, (raw) => {
      raw.authentication.push({
        id: "oauth-2",
        name: "OAuth",
        fields: [{ id: "callback_uri", title: "callback_uri", type: "oauth" }],
      });
    }),
  ),
  fault("field-type-unknown", "A filter is of type dropdown", form, (parts) =>
    declares(parts, (raw) => {
      filterOf(raw, "team").type = "dropdown";
    }),
  ),
  fault("field-without-id", "A filter has no id", form, (parts) =>
    declares(parts, (raw) => delete filterOf(raw, "team").id),
  ),
  fault("field-twice", "Two filters have one id", form, (parts) =>
    declares(parts, (raw) => {
      filterOf(raw, "title").id = "team";
    }),
  ),
  fault("requires-unknown", "Options wait for a field that does not exist", form, (parts) =>
    declares(parts, (raw) => {
      filterOf(raw, "member").datalist_requires = ["group"];
    }),
  ),
  serious("secret-default", "GET / shows a secret as the default of the password", form, (parts) =>
    declares(parts, (raw) => {
      raw.authentication[0].fields[0].defaultValue = "tk-of-the-developer";
    }),
  ),
  fault("schema-missing", "type is crunch and POST /schema is not there", form, (parts) => {
    delete parts.routes["POST /schema"];
  }),
  fault("schema-array", "The schema is an array", form, (parts) => {
    wrap(parts, "schema", (before) => async (body) => Object.values(await before(body)));
  }),
  fault("schema-type-unknown", "The schema has a column of type integer", form, (parts) => {
    wrap(parts, "schema", (before) => async (body) => {
      const schema = await before(body);
      return body.source === "tasks" ? { ...schema, hours: { ...schema.hours, type: "integer" } } : schema;
    });
  }),
  fault("schema-lacks-column", "Rows hold a column that the schema lacks", form, (parts) => {
    wrap(parts, "schema", (before) => async (body) => {
      const { hours, ...others } = await before(body);
      return others;
    });
  }),
  fault("zone-name", "The time zone is a name", form, (parts) => {
    wrap(parts, "timezone", () => async () => ({ timeZone: "Europe/Berlin" }));
  }),
  fault("zone-missing", "features.timezone is true and POST /timezone is not there", form, (parts) => {
    delete parts.routes["POST /timezone"];
  }),
  fault(
    "filter-check-lax",
    "POST /validate/filter accepts text in a number filter that POST / refuses",
    ["filter-check", ...form],
    (parts) => {
      parts.filterCheck = async () => ({});
    },
  ),
  fault("logo-page", "The logo is a web page", ["logo"], (parts) => {
    parts.logo = (response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><p>Not found</p>");
  }),
  fault("logo-png", "The logo is a PNG", ["logo"], (parts) => {
    parts.logo = (response) =>
      response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from("89504e470d0a1a0a", "hex"));
  }),
  serious("logo-script", "The logo holds a script", ["logo", "security"], (parts) => {
    parts.logo = (response) =>
      response
        .writeHead(200, { "content-type": "image/svg+xml" })
        .end('<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("//x")</script></svg>');
  }),
  serious("first-request-only", "From the second request on the rows are empty", data, (parts) => {
    let asked = false;
    wrap(parts, "page", () => (list) => {
      const answer = asked && list.length === tasks.length ? [] : list;
      asked = true;
      return answer;
    });
  }),
];
