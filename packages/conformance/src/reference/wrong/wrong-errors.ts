import { canary } from "../../target/account.js";
import type { PlainAnswer } from "../plain.js";
import { isWrong, plain } from "./wrong-data.js";
import {
  accountField,
  at,
  bodyOf,
  declares,
  editJson,
  header,
  status,
  success,
  type Writable,
  type WrongServer,
  wrong,
} from "./wrong-server.js";

const validate = "POST /validate";
const data = "POST /";
const internal = status(500, "internal");

/** Servers that refuse wrongly, or leak. */
export const wrongErrors: readonly WrongServer[] = [
  wrong(
    "errors.object",
    unknownPath((answer) => {
      answer.body = "Not Found";
    }),
    { companions: ["errors.status"] },
  ),
  wrong("errors.content-type", unknownPath(header("content-type", "text/html"))),
  wrong(
    "errors.text",
    refusal((raw) => {
      delete raw["error"];
      delete raw["message"];
    }),
  ),
  wrong(
    "errors.text-pair",
    refusal((raw) => {
      delete raw["message"];
    }),
  ),
  wrong(
    "errors.code",
    refusal((raw) => {
      raw["code"] = "E_42";
    }),
  ),
  wrong(
    "errors.code-status",
    refusal((raw) => {
      raw["code"] = "internal";
    }),
  ),
  wrong(
    "errors.status",
    refusal((raw) => {
      raw["status"] = 500;
    }),
  ),
  wrong(
    "errors.request-id",
    refusal((raw) => {
      delete raw["requestId"];
    }),
  ),
  wrong(
    "errors.no-stack",
    refusal((raw) => {
      raw["stack"] = "Error: x\n    at answer (/srv/app.js:10:5)";
    }),
  ),
  wrong("errors.unknown-path", unknownPath(status(400, "malformed_request"))),
  wrong("errors.method", at("GET /validate", status(404, "not_found"))),
  wrong("errors.allow", at("GET /validate", header("allow", "GET"))),
  broken("data", data),
  broken("validate", validate),
  broken("datalist", "POST /datalist"),
  broken("schema", "POST /schema"),
  broken("timezone", "POST /timezone"),
  broken("filter-check", "POST /validate/filter"),
  ...main().map(([name, endpoint]) =>
    wrong(
      `errors.not-object.${name}`,
      at(endpoint, internal, ({ body }) => body === "[1]"),
    ),
  ),
  ...main().map(([name, endpoint]) =>
    wrong(
      `errors.empty-body.${name}`,
      at(
        endpoint,
        internal,
        ({ body, rawPath, headers }) =>
          body === "" && rawPath === endpoint.slice(5) && Number(headers["content-length"]) === 0,
      ),
    ),
  ),
  ...main().map(([name, endpoint]) =>
    wrong(
      `errors.media-type.${name}`,
      at(endpoint, status(400, "malformed_request"), ({ body }) => body === "<x/>"),
    ),
  ),
  ...main().map(([name, endpoint]) =>
    wrong(
      `errors.compressed.${name}`,
      at(
        endpoint,
        status(400, "malformed_request"),
        ({ headers }) => headers["content-encoding"] !== undefined,
      ),
    ),
  ),
  ...[
    ["prototype", "__proto__"],
    ["constructor", "constructor"],
    ["path", "../../etc/passwd"],
  ].map(([name, source]) =>
    wrong(
      `errors.hostile-source.${name}`,
      at(data, internal, (request) => bodyOf(request)["source"] === source),
    ),
  ),
  wrong(
    "errors.source-object",
    at(data, internal, (request) => typeof bodyOf(request)["source"] === "object"),
  ),
  wrong(
    "errors.filter-text",
    at(data, success([]), (request) => bodyOf(request)["filter"] === "state"),
  ),
  wrong(
    "errors.account-text",
    at(data, internal, (request) => bodyOf(request)["account"] === "me"),
  ),
  wrong(
    "errors.fields-text",
    at(validate, internal, (request) => bodyOf(request)["fields"] === "me"),
  ),
  wrong(
    "errors.kind-prototype",
    at(validate, internal, ({ body }) => body.includes('"constructor"')),
  ),
  wrong(
    "errors.field-prototype",
    at("POST /datalist", success([]), ({ query }) => query.get("field") === "constructor"),
  ),
  wrong(
    "errors.filter-prototype",
    at(data, internal, ({ body }) => body.includes("__proto__") && body.includes('"rows"')),
  ),
  wrong(
    "errors.deep-body",
    at(validate, internal, ({ body }) => body.includes("[[[[")),
  ),
  wrong(
    "errors.large-body",
    at(
      validate,
      status(400, "malformed_request"),
      ({ headers }) => Number(headers["content-length"]) > 1_048_576,
    ),
  ),
  wrong(
    "security.secret-echo",
    at(
      validate,
      (answer) =>
        editJson(answer, (raw) => {
          raw["detail"] = `Key ${canary} is wrong`;
        }),
      isWrong,
    ),
  ),
  wrong(
    "security.secret-echo",
    at(
      data,
      (answer) =>
        editJson(answer, (raw) => {
          raw["detail"] = Buffer.from(canary).toString("base64");
        }),
      isWrong,
    ),
  ),
  wrong("security.secret-header", at(validate, header("x-account", canary), isWrong)),
  declares(
    "security.secret-default",
    (raw) => {
      accountField(raw, "token")["defaultValue"] = "demo";
    },
    { companions: ["validate.required", "validate.required-field"].slice(2) },
  ),
  declares(
    "security.secret-type",
    (raw) => {
      accountField(raw, "token")["type"] = "text";
    },
    { companions: ["compatibility.field-types"] },
  ),
  declares("security.controls", (raw) => {
    raw["description"] = "A \u001b[31mred\u001b[0m word";
  }),
  declares("security.controls", (raw) => {
    raw["description"] = "A \u202ebackward word";
  }),
  wrong(
    "security.cors",
    at(
      "GET /",
      header("access-control-allow-credentials", "true"),
      ({ headers }) => headers["origin"] !== undefined,
    ),
  ),
  wrong("security.cors-data", at(data, header("access-control-allow-origin", "*"))),
  wrong("security.cookies", at(data, header("set-cookie", "session=1"), plain)),
  wrong("security.server-names", at("GET /", header("x-powered-by", "Express"))),
  wrong("security.server-names", at("GET /", header("server", "Apache/2.4.1"))),
];

function main(): ReadonlyArray<readonly [string, string]> {
  return [
    ["data", data],
    ["validate", validate],
  ];
}

function broken(name: string, endpoint: string): WrongServer {
  return wrong(
    `errors.broken-json.${name}`,
    at(endpoint, internal, ({ body }) => body === "{"),
  );
}

function unknownPath(change: Parameters<typeof at>[1]): ReturnType<typeof at> {
  return at("GET /no-such-path", change);
}

function refusal(edit: (raw: Writable) => void): ReturnType<typeof at> {
  return at("GET /no-such-path", (answer: PlainAnswer) => editJson(answer, edit));
}
