import { rightToken } from "../reference-application.js";
import {
  at,
  bodyOf,
  editJson,
  header,
  inner,
  status,
  success,
  type WrongServer,
  whileOthers,
  wrong,
} from "./wrong-server.js";

const validate = "POST /validate";

/** Servers that are wrong on every path, and in POST /validate. */
export const wrongHttp: readonly WrongServer[] = [
  wrong(
    "http.trailing-slash",
    at(validate, status(404, "not_found"), ({ rawPath }) => rawPath.endsWith("/")),
  ),
  wrong(
    "http.trailing-slash-get",
    at("GET /logo", status(404, "not_found"), ({ rawPath }) => rawPath.endsWith("/")),
  ),
  wrong(
    "http.correlation-id",
    at("GET /", header("x-correlationid", "mine"), ({ headers }) => headers["x-correlationid"] !== undefined),
  ),
  wrong(
    "http.request-id",
    at(
      "GET /",
      (answer) => {
        answer.headers["x-request-id"] = "mine";
        answer.headers["x-correlationid"] = "mine";
      },
      ({ headers }) => headers["x-request-id"] !== undefined,
    ),
  ),
  wrong("http.correlation-made", (answer, { headers }) => {
    if (headers["x-correlationid"] !== undefined || headers["x-request-id"] !== undefined) return;
    delete answer.headers["x-correlationid"];
    delete answer.headers["x-request-id"];
  }),
  wrong(
    "http.correlation-odd",
    at("GET /", status(500, "internal"), ({ headers }) => (headers["x-correlationid"] ?? "").length > 200),
  ),
  wrong("http.no-store", at("POST /timezone", header("cache-control", "public"))),
  wrong("http.json-type", at("POST /timezone", header("content-type", "text/plain"), isRight)),
  wrong("http.utf8", at("POST /timezone", header("content-type", "application/json; charset=iso-8859-1"))),
  wrong(
    "http.utf8",
    at(
      "POST /timezone",
      (answer) => {
        answer.body = Buffer.concat([
          Buffer.from('{"timeZone":"+02:00","x":"'),
          Buffer.from([0xe4]),
          Buffer.from('"}'),
        ]);
      },
      isRight,
    ),
  ),
  wrong(
    "http.unicode",
    at(validate, status(400, "malformed_request"), ({ body }) => body.includes("🙂")),
  ),
  wrong("http.head", (answer, request) => {
    if (request.method === "HEAD" && request.path === "/") answer.status = 404;
  }),
  wrong("http.head", (answer, request) => {
    if (request.method === "HEAD" && request.path === "/") delete answer.headers["etag"];
  }),
  wrong("http.head-logo", (answer, request) => {
    if (request.method === "HEAD" && request.path === "/logo") answer.status = 405;
  }),
  wrong(
    "http.options",
    at("OPTIONS /", (answer) => {
      answer.status = 200;
    }),
  ),
  wrong(
    "http.options-validate",
    at("OPTIONS /validate", (answer) => {
      answer.status = 404;
    }),
  ),
  wrong(
    "http.account-marker-both",
    at("POST /", status(401, "account_invalid"), (request) => {
      const account = inner(bodyOf(request), "account");
      return account["auth"] === undefined && account["identifier"] !== undefined;
    }),
  ),
  wrong(
    "http.account-unmarked",
    at("POST /", status(400, "unknown_account_kind"), (request) => {
      const body = bodyOf(request);
      const account = inner(body, "account");
      return (
        body["source"] === "issues" &&
        account["token"] === rightToken &&
        account["auth"] === undefined &&
        account["identifier"] === undefined
      );
    }),
    { variant: "single" },
  ),
  wrong(
    "validate.answers",
    at(
      validate,
      (answer) => {
        answer.status = 201;
      },
      isToken,
    ),
    { companions: ["validate.merge"] },
  ),
  wrong("validate.object", at(validate, success([]), isToken), {
    companions: [
      "validate.name",
      "validate.merge",
      "validate.repeatable",
      "validate.expiry",
      "validate.name-safe",
    ],
  }),
  wrong(
    "validate.name",
    at(
      validate,
      (answer) =>
        editJson(answer, (raw) => {
          delete raw["name"];
        }),
      isToken,
    ),
  ),
  wrong(
    "validate.name-safe",
    at(
      validate,
      (answer) =>
        editJson(answer, (raw) => {
          raw["name"] = "Key …-ada";
        }),
      isToken,
    ),
  ),
  wrong(
    "validate.name-safe",
    at(
      validate,
      (answer) =>
        editJson(answer, (raw) => {
          raw["name"] = `Key ${rightToken.slice(-4)}`;
        }),
      isToken,
    ),
  ),
  wrong(
    "validate.merge",
    at(
      validate,
      status(400, "invalid_field"),
      (request) => inner(bodyOf(request), "fields")["name"] === "Ada",
    ),
  ),
  wrong(
    "validate.stored-account",
    at(
      validate,
      status(400, "malformed_request"),
      (request) => "_id" in inner(bodyOf(request), "fields") && isToken(request),
    ),
  ),
  wrong(
    "validate.repeatable",
    at(
      validate,
      (answer, _request, memory) => {
        memory.set("n", (memory.get("n") ?? 0) + 1);
        if (memory.get("n") === 2)
          editJson(answer, (raw) => {
            raw["name"] = "Another";
          });
      },
      (request) => plainRight(request) && request.rawPath === "/validate",
    ),
  ),
  wrong(
    "validate.concurrent",
    at(
      validate,
      whileOthers((answer) =>
        editJson(answer, (raw) => {
          raw["name"] = "Another";
        }),
      ),
      plainRight,
    ),
    { together: true },
  ),
  wrong(
    "validate.bare-fields",
    at(
      validate,
      status(400, "missing_field"),
      (request) => bodyOf(request)["fields"] === undefined && bodyOf(request)["token"] === rightToken,
    ),
  ),
  wrong(
    "validate.id-omitted",
    at(
      validate,
      status(400, "unknown_account_kind"),
      (request) => bodyOf(request)["id"] === undefined && "fields" in bodyOf(request),
    ),
    { variant: "single" },
  ),
  wrong(
    "validate.id-missing",
    at(
      validate,
      success({ name: "x" }),
      (request) => bodyOf(request)["id"] === undefined && "fields" in bodyOf(request),
    ),
  ),
  wrong(
    "validate.unknown-kind",
    at(
      validate,
      status(404, "not_found"),
      (request) => bodyOf(request)["id"] === "no-such-kind" && !request.body.includes('"x"'),
    ),
  ),
  wrong(
    "validate.required",
    at(
      validate,
      (answer) => {
        answer.status = 401;
        editJson(answer, (raw) => {
          Object.assign(raw, { status: 401, code: "account_invalid" });
        });
      },
      isBare,
    ),
  ),
  wrong(
    "validate.required-field",
    at(
      validate,
      (answer) =>
        editJson(answer, (raw) => {
          delete raw["field"];
        }),
      isBare,
    ),
  ),
  wrong("validate.wrong-account", at(validate, status(400, "invalid_field"), isWrong)),
  wrong("validate.wrong-account", at(validate, success({ name: "Ada" }), isWrong)),
  wrong(
    "validate.none",
    at(
      validate,
      status(401, "account_invalid"),
      (request) =>
        bodyOf(request)["id"] === "none" &&
        !("name" in bodyOf(request)) &&
        typeof bodyOf(request)["fields"] === "object",
    ),
  ),
  wrong(
    "validate.expiry",
    at(
      validate,
      (answer) =>
        editJson(answer, (raw) => {
          delete raw["expire_on"];
        }),
      isToken,
    ),
  ),
  wrong(
    "validate.expiry",
    at(
      validate,
      (answer) =>
        editJson(answer, (raw) => {
          raw["expires_on"] = raw["expire_on"] = 4_070_908_800_000;
        }),
      isToken,
    ),
  ),
];

function isRight({ body }: { readonly body: string }): boolean {
  return body.includes(rightToken);
}

function isToken(request: Parameters<typeof bodyOf>[0]): boolean {
  return bodyOf(request)["id"] === "token" && isRight(request);
}

/** The plain question, as it is asked first: no further members. */
function plainRight(request: Parameters<typeof bodyOf>[0]): boolean {
  const fields = inner(bodyOf(request), "fields");
  return isToken(request) && Object.keys(fields).toSorted().join() === "site,token";
}

function isBare(request: Parameters<typeof bodyOf>[0]): boolean {
  const body = bodyOf(request);
  return (
    body["id"] === "token" &&
    Object.keys(inner(body, "fields")).length === 0 &&
    typeof body["fields"] === "object"
  );
}

function isWrong({ body }: { readonly body: string }): boolean {
  return body.includes("canary");
}
