import type { PlainRequest } from "../plain.js";
import { rightToken } from "../reference-application.js";
import { rows } from "../reference-rows.js";
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

const data = "POST /";

/** Only plain JSON is changed, so the other formats differ from it. */
const otherFormats = ["formats.brotli", "formats.gzip", "formats.lines-rows"];

/** What compares rows with the plain answer. */
const otherFirstRow = [
  ...[
    "data.limit",
    "data.limit-absent",
    "data.limit-digits",
    "data.skip",
    "data.skip-digits",
    "data.skip-limit",
  ],
  ...["data.unknown-members", "filters.empty-values", "formats.csv-rows", ...otherFormats],
];

/** What a connector cannot do that never answers 200. */
const neverRight = [
  ...["data.limit-malformed", "data.limit-negative", "data.skip-malformed", "datalist.usable", "dates.day"],
  ...[
    "dates.impossible",
    "dates.offset",
    "dates.open-absent",
    "dates.range",
    "dates.time",
    "dates.wrong",
    "dates.zulu",
  ],
  ...["errors.filter-text", "filters.number-wrong", "filters.quotes", "filters.several-array"],
];

/** Servers that are wrong in POST /: rows, pages and filters. */
export const wrongData: readonly WrongServer[] = [
  wrong(
    "data.answers",
    at(
      data,
      (answer) => {
        answer.status = 203;
      },
      isIssues,
    ),
    { companions: neverRight, blocks: true },
  ),
  wrong(
    "data.array",
    at(
      data,
      (answer) => {
        if (answer.status === 200) answer.body = `{"rows":${String(answer.body)}}`;
      },
      jsonIssues,
    ),
    { blocks: true },
  ),
  wrong(
    "data.rows",
    at(
      data,
      (answer) => {
        answer.body = String(answer.body).replace("[", "[7,");
      },
      (request) => jsonIssues(request) && plain(request),
    ),
    { companions: otherFirstRow },
  ),
  wrong(
    "data.content-type",
    at(
      data,
      header("content-type", "application/octet-stream"),
      (request) => plain(request) && request.headers["accept"] === undefined,
    ),
  ),
  wrong(
    "data.whole",
    at(
      data,
      (answer) => {
        if (answer.status !== 200) return;
        answer.cut = true;
        answer.body = String(answer.body).slice(0, -1);
      },
      jsonIssues,
    ),
    { companions: ["data.limit", "data.limit-digits", "data.skip-limit"] },
  ),
  wrong(
    "data.whole",
    at(
      data,
      editRows((rows) => [...rows, { __streamError: { message: "x", code: 500 } }]),
      jsonIssues,
    ),
  ),
  wrong(
    "data.types",
    at(
      data,
      editRows((rows) => rows.map((row) => ({ ...row, amount: String(row["amount"]) }))),
      jsonIssues,
    ),
    { companions: [...otherFormats, "schema.rows-types"] },
  ),
  wrong(
    "data.columns-known",
    at(
      data,
      editRows((rows) => rows.map((row) => ({ ...row, extra: 1 }))),
      jsonIssues,
    ),
    { companions: [...otherFormats, "formats.csv-header", "schema.rows-known"] },
  ),
  wrong(
    "data.columns-there",
    at(
      data,
      editRows((rows) => rows.map(({ title: _title, ...row }) => row)),
      jsonIssues,
    ),
    { companions: otherFormats },
  ),
  wrong(
    "data.repeatable",
    at(
      data,
      (answer, request, memory) => {
        memory.set("n", (memory.get("n") ?? 0) + 1);
        if (memory.get("n") === 2) return editRows((rows) => rows.toReversed())(answer, request, memory);
      },
      (request) => plain(request) && request.headers["accept"] === undefined,
    ),
  ),
  wrong("data.account-wrong", at(data, success([]), isWrong)),
  wrong(
    "data.account-kind-unknown",
    at(
      data,
      status(401, "account_invalid"),
      (request) => inner(bodyOf(request), "account")["auth"] === "no-such-kind",
    ),
  ),
  wrong(
    "data.source-unknown",
    at(
      data,
      status(404, "not_found"),
      (request) => bodyOf(request)["source"] === "no-such-source" && isRight(request),
    ),
  ),
  wrong(
    "data.source-missing",
    at(
      data,
      status(500, "internal"),
      (request) => bodyOf(request)["source"] === undefined && isRight(request),
    ),
  ),
  wrong(
    "data.unknown-members",
    at(data, status(400, "malformed_request"), (request) => "page" in bodyOf(request)),
  ),
  wrong(
    "data.limit",
    at(data, allRows, (request) => bodyOf(request)["limit"] === 2),
  ),
  wrong(
    "data.limit-digits",
    at(data, status(400, "invalid_field"), (request) => bodyOf(request)["limit"] === "2"),
  ),
  wrong(
    "data.limit-null",
    at(
      data,
      editRows((rows) => rows.slice(0, 10)),
      (request) => bodyOf(request)["limit"] === null,
    ),
  ),
  wrong(
    "data.limit-absent",
    at(
      data,
      editRows((rows) => rows.slice(0, 10)),
      (request) =>
        isIssues(request) &&
        bodyOf(request)["limit"] === undefined &&
        request.headers["accept"] === undefined &&
        bodyOf(request)["skip"] === undefined,
    ),
    { companions: [...otherFormats, "filters.narrow", "formats.csv-rows"] },
  ),
  wrong(
    "data.limit-zero",
    at(data, allRows, (request) => bodyOf(request)["limit"] === 0),
  ),
  wrong(
    "data.skip",
    at(
      data,
      editRows((rows) => rows.slice(1)),
      (request) => bodyOf(request)["skip"] === 1 && bodyOf(request)["limit"] === undefined,
    ),
  ),
  wrong(
    "data.skip-digits",
    at(data, status(400, "invalid_field"), (request) => bodyOf(request)["skip"] === "1"),
  ),
  wrong(
    "data.skip-limit",
    at(
      data,
      editRows(() => []),
      (request) => bodyOf(request)["skip"] === 1 && bodyOf(request)["limit"] === 1,
    ),
  ),
  wrong(
    "data.skip-beyond",
    at(data, allRows, (request) => bodyOf(request)["skip"] === 1_000_000_000),
  ),
  wrong(
    "data.limit-malformed",
    at(data, success([]), (request) => bodyOf(request)["limit"] === "ten"),
  ),
  wrong(
    "data.limit-negative",
    at(data, success([]), (request) => bodyOf(request)["limit"] === -1),
  ),
  wrong(
    "data.skip-malformed",
    at(data, success([]), (request) => bodyOf(request)["skip"] === "ten"),
  ),
  wrong("filters.required", at(data, success([]), noYear), { companions: ["filters.required-field"] }),
  wrong(
    "filters.required",
    at(
      data,
      (answer) => {
        answer.status = 500;
        editJson(answer, (raw) => {
          raw["status"] = 500;
        });
      },
      noYear,
    ),
  ),
  wrong(
    "filters.required-field",
    at(
      data,
      (answer) =>
        editJson(answer, (raw) => {
          raw["field"] = "years";
        }),
      noYear,
    ),
  ),
  wrong(
    "filters.number-text",
    at(data, status(400, "invalid_field"), (request) => filter(request)["minimum"] === "1"),
  ),
  wrong(
    "filters.number-text",
    at(
      data,
      editRows(() => []),
      (request) => filter(request)["minimum"] === "1",
    ),
  ),
  wrong(
    "filters.number-wrong",
    at(
      data,
      (answer) => {
        answer.status = 422;
      },
      wrongNumber,
    ),
  ),
  wrong(
    "filters.wrong-field",
    at(
      data,
      (answer) =>
        editJson(answer, (raw) => {
          delete raw["field"];
        }),
      wrongNumber,
    ),
  ),
  wrong(
    "filters.bool-digit",
    at(data, status(400, "invalid_field"), (request) => filter(request)["open"] === 1),
  ),
  wrong(
    "filters.bool-digit",
    at(data, allRows, (request) => filter(request)["open"] === 0),
  ),
  wrong(
    "filters.several-text",
    at(
      data,
      editRows(() => []),
      (request) => typeof filter(request)["labels"] === "string" && filter(request)["labels"] !== "",
    ),
  ),
  wrong(
    "filters.several-array",
    at(data, status(400, "invalid_field"), (request) => Array.isArray(filter(request)["labels"])),
    { companions: ["filters.several-text"] },
  ),
  wrong(
    "filters.narrow",
    at(
      data,
      allRows,
      (request) => typeof filter(request)["state"] === "string" && filter(request)["state"] !== "",
    ),
  ),
  wrong(
    "filters.narrow",
    at(
      data,
      editRows((rows) => [...rows, { id: "ghost" }]),
      (request) => filter(request)["state"] === "open",
    ),
  ),
  wrong(
    "filters.empty-values",
    at(
      data,
      editRows(() => []),
      (request) => filter(request)["state"] === "",
    ),
  ),
  wrong(
    "filters.empty-values",
    at(
      data,
      editRows(() => []),
      (request) => filter(request)["state"] === null,
    ),
  ),
  wrong(
    "filters.absent",
    at(data, status(400, "malformed_request"), (request) => bodyOf(request)["filter"] === null),
  ),
  wrong(
    "filters.absent",
    at(
      data,
      status(400, "malformed_request"),
      (request) => isIssues(request) && isRight(request) && !("filter" in bodyOf(request)),
    ),
  ),
  wrong(
    "filters.quotes",
    at(data, status(500, "internal"), (request) => String(filter(request)["search"]).includes("'")),
  ),
];

/** Sends all rows, as if a member had not been there. */
export function allRows(...[answer]: Parameters<ReturnType<typeof at>>): void {
  answer.body = JSON.stringify(rows);
}

/** Reads the filter of a request. */
export function filter(request: PlainRequest): Writable {
  return inner(bodyOf(request), "filter");
}

/** Tells whether the account that works was sent. */
export function isRight({ body }: PlainRequest): boolean {
  return body.includes(rightToken);
}

/** Tells whether the wrong account was sent. */
export function isWrong({ body }: PlainRequest): boolean {
  return body.includes("canary");
}

/** Tells whether rows of the first source are asked for with the account that works. */
export function isIssues(request: PlainRequest): boolean {
  return bodyOf(request)["source"] === "issues" && isRight(request);
}

function jsonIssues(request: PlainRequest): boolean {
  return (
    isIssues(request) &&
    !/csv|ndjson/.test(request.headers["accept"] ?? "") &&
    request.headers["accept-encoding"] === undefined
  );
}

/** Tells whether the plain request for all rows was sent. */
export function plain(request: PlainRequest): boolean {
  const body = bodyOf(request);
  const account = inner(body, "account");
  const both =
    account["auth"] !== undefined && account["identifier"] !== undefined && account["_id"] === undefined;
  return (
    isIssues(request) && both && JSON.stringify(body["filter"]) === "{}" && Object.keys(body).length === 3
  );
}

function noYear(request: PlainRequest): boolean {
  return bodyOf(request)["source"] === "reports" && Object.keys(filter(request)).length === 0;
}

function wrongNumber(request: PlainRequest): boolean {
  return filter(request)["minimum"] === "not a number";
}
