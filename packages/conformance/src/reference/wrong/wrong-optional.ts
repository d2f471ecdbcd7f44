import type { PlainRequest } from "../plain.js";
import { allRows, filter, isRight, isWrong } from "./wrong-data.js";
import {
  at,
  bodyOf,
  editJson,
  editRows,
  header,
  inner,
  status,
  success,
  type Writable,
  type WrongServer,
  wrong,
} from "./wrong-server.js";

const schema = "POST /schema";
const check = "POST /validate/filter";
const refuse = status(400, "invalid_field");

/** Servers whose dates, schema, filter check, time zone or logo are wrong. */
export const wrongOptional: readonly WrongServer[] = [
  wrong(
    "dates.day",
    dates(refuse, (value) => value === "2024-01-02"),
  ),
  wrong(
    "dates.time",
    dates(refuse, (value) => value === "2024-01-02T10:00:00"),
  ),
  wrong(
    "dates.zulu",
    dates(refuse, (value) => value === "2024-01-02T10:00:00.000Z"),
  ),
  wrong(
    "dates.offset",
    dates(refuse, (value) => value === "2024-01-02T10:00:00.000+02:00"),
  ),
  wrong(
    "dates.range",
    dates(refuse, (_value, range) => range["_min"] === "2024-01-01" && range["_max"] === "2024-12-31"),
  ),
  wrong(
    "dates.open-absent",
    dates(refuse, (_value, range) => range["_max"] === "2999-12-31"),
  ),
  wrong(
    "dates.open-null",
    dates(refuse, (_value, range) => range["_max"] === null),
  ),
  wrong(
    "dates.open-empty",
    dates(
      editRows(() => []),
      (_value, range) => range["_max"] === "",
    ),
  ),
  wrong(
    "dates.narrow",
    dates(allRows, (_value, range) => range["_min"] === "1971-01-01"),
  ),
  wrong(
    "dates.narrow",
    dates(
      editRows((rows) => [...rows, { id: "ghost" }]),
      (_value, range) => range["_min"] === "1971-01-01",
    ),
  ),
  wrong(
    "dates.whole-day",
    dates(
      editRows((rows) => rows.slice(1)),
      (value) => value === "2024-01-01",
    ),
  ),
  wrong(
    "dates.max-day",
    dates(
      editRows(() => []),
      (_value, range) => range["_min"] === "2024-01-01" && range["_max"] === "2024-01-01",
    ),
  ),
  wrong(
    "dates.bounds",
    dates(
      editRows(() => []),
      (_value, range) => String(range["_min"]).endsWith("Z"),
    ),
    { companions: ["dates.offset-meaning"] },
  ),
  wrong(
    "dates.offset-meaning",
    dates(
      editRows(() => []),
      (_value, range) => String(range["_min"]).endsWith("+03:00"),
    ),
  ),
  wrong(
    "dates.wrong",
    dates(
      (answer) => {
        answer.status = 422;
      },
      (value) => value === "not a date",
    ),
  ),
  wrong(
    "dates.wrong-field",
    dates(
      (answer) =>
        editJson(answer, (raw) => {
          delete raw["field"];
        }),
      (value) => value === "not a date",
    ),
  ),
  wrong(
    "dates.impossible",
    dates(success([]), (value) => value === "2024-02-31"),
  ),
  wrong(
    "dates.expression",
    dates(refuse, (value) => String(value).startsWith("FROM")),
  ),
  wrong(
    "dates.expression",
    dates(
      editRows(() => []),
      (value) => String(value).startsWith("FROM"),
    ),
  ),
  wrong(
    "schema.answers",
    at(
      schema,
      (answer) => {
        if (answer.status === 200) answer.status = 201;
      },
      isRight,
    ),
    { companions: ["schema.source-omitted"], blocks: true },
  ),
  wrong(
    "schema.object",
    at(schema, success({}), (request) => isRight(request) && bodyOf(request)["source"] === "issues"),
    { companions: ["schema.rows-known"] },
  ),
  wrong(
    "schema.columns",
    at(
      schema,
      editColumn((column) => {
        delete column["order"];
      }),
      isRight,
    ),
  ),
  wrong(
    "schema.column-name",
    at(
      schema,
      editColumn((column) => {
        column["name"] = "";
      }),
      isRight,
    ),
  ),
  wrong(
    "schema.column-id",
    at(
      schema,
      editColumn((column) => {
        column["id"] = "other";
      }),
      isRight,
    ),
  ),
  wrong(
    "schema.column-type",
    at(
      schema,
      editColumn((column) => {
        column["type"] = "string";
      }),
      isRight,
    ),
    { companions: ["schema.declared"] },
  ),
  wrong(
    "schema.rows-known",
    at(
      schema,
      (answer) =>
        editJson(answer, (raw) => {
          delete raw["title"];
        }),
      isRight,
    ),
  ),
  wrong(
    "schema.rows-types",
    at(
      schema,
      editColumn((column) => {
        column["type"] = "number";
      }),
      isRight,
    ),
    { companions: ["schema.declared"] },
  ),
  wrong(
    "schema.declared",
    at(
      schema,
      (answer) =>
        editJson(answer, (raw) => {
          raw["id"] = { ...inner(raw, "id"), type: "text" };
        }),
      isRight,
    ),
  ),
  wrong(
    "schema.source-unknown",
    at(schema, status(404, "not_found"), (request) => bodyOf(request)["source"] === "no-such-source"),
  ),
  wrong(
    "schema.source-omitted",
    at(
      schema,
      status(400, "unknown_source"),
      (request) => isRight(request) && bodyOf(request)["source"] === undefined,
    ),
  ),
  wrong("schema.account-wrong", at(schema, success({}), isWrong)),
  wrong(
    "filter-check.right",
    at(
      check,
      (answer) => {
        answer.status = 202;
      },
      (request) =>
        isRight(request) &&
        bodyOf(request)["source"] === "issues" &&
        filter(request)["minimum"] === undefined,
    ),
  ),
  wrong(
    "filter-check.object",
    at(
      check,
      success({ ok: true }),
      (request) =>
        isRight(request) &&
        filter(request)["minimum"] === undefined &&
        bodyOf(request)["source"] === "issues",
    ),
  ),
  wrong(
    "filter-check.wrong",
    at(
      check,
      (answer) => {
        answer.status = 422;
      },
      (request) => filter(request)["minimum"] !== undefined,
    ),
  ),
  wrong(
    "filter-check.wrong-field",
    at(
      check,
      (answer) =>
        editJson(answer, (raw) => {
          delete raw["field"];
        }),
      (request) => filter(request)["minimum"] !== undefined,
    ),
  ),
  wrong(
    "filter-check.required",
    at(check, success({}), (request) => bodyOf(request)["source"] === "reports"),
  ),
  wrong(
    "filter-check.source-unknown",
    at(check, success({}), (request) => bodyOf(request)["source"] === "no-such-source"),
  ),
  wrong(
    "timezone.answers",
    at(
      "POST /timezone",
      (answer) => {
        answer.status = 201;
      },
      isRight,
    ),
  ),
  wrong("timezone.form", at("POST /timezone", success({ timeZone: "Europe/Berlin" }), isRight), {
    companions: ["dates.whole-day", "dates.max-day"],
  }),
  wrong("timezone.range", at("POST /timezone", success({ timeZone: "+20:00" }), isRight), {
    companions: ["dates.whole-day", "dates.max-day"],
  }),
  wrong("timezone.account-wrong", at("POST /timezone", success({ timeZone: "+02:00" }), isWrong)),
  wrong("logo.status", (answer, { path }) => {
    if (path === "/logo") answer.status = 404;
  }),
  wrong("logo.type", logo(header("content-type", "image/png"))),
  wrong(
    "logo.svg",
    logo((answer) => {
      answer.body = "<svg><path/></svg>";
    }),
  ),
  wrong(
    "logo.passive",
    logo((answer) => {
      answer.body = String(answer.body).replace("<path", "<script>1</script><path");
    }),
  ),
  wrong(
    "logo.passive",
    logo((answer) => {
      answer.body = String(answer.body).replace("<path", '<path onload="1"');
    }),
  ),
  wrong(
    "logo.self-contained",
    logo((answer) => {
      answer.body = String(answer.body).replace("<path", '<image href="https://example.org/x.png"/><path');
    }),
  ),
  wrong("logo.nosniff", logo(header("x-content-type-options", undefined))),
  wrong("logo.policy", logo(header("content-security-policy", "default-src 'none'"))),
  wrong("logo.etag", (answer, { path, headers }) => {
    if (path === "/logo" && headers["if-none-match"] !== undefined) answer.status = 200;
  }),
  wrong(
    "logo.empty",
    logo((answer) => {
      answer.headers["content-type"] = "image/svg+xml";
    }),
    { variant: "single" },
  ),
  wrong(
    "logo.location",
    (answer, { path }) => {
      if (path === "/logo") answer.headers["location"] = "/other.svg";
    },
    { variant: "moved" },
  ),
];

function logo(change: Parameters<typeof at>[1]): ReturnType<typeof at> {
  return at("GET /logo", change);
}

function dates(
  change: Parameters<typeof at>[1],
  when: (value: unknown, range: Writable) => boolean,
): ReturnType<typeof at> {
  return at("POST /", change, (request: PlainRequest) => {
    const value = filter(request)["created"];
    return value !== undefined && when(value, inner(filter(request), "created"));
  });
}

function editColumn(edit: (column: Writable) => void): Parameters<typeof at>[1] {
  return (answer) =>
    editJson(answer, (raw) => {
      const column = inner(raw, "title");
      edit(column);
      raw["title"] = column;
    });
}
