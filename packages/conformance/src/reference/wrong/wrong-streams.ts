import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import type { PlainAnswer, PlainRequest } from "../plain.js";
import { filter, isIssues, plain } from "./wrong-data.js";
import {
  at,
  bodyOf,
  editRows,
  header,
  status,
  success,
  type WrongServer,
  whileOthers,
  wrong,
} from "./wrong-server.js";

const data = "POST /";

/** Servers whose rows flow or are written wrongly. */
export const wrongStreams: readonly WrongServer[] = [
  wrong(
    "streaming.chunked",
    at(
      data,
      (answer) => {
        answer.streamed = false;
      },
      (request) => plain(request) && request.headers["accept"] === undefined,
    ),
  ),
  wrong(
    "streaming.first-byte",
    at(
      data,
      (answer) => {
        answer.delay = 1_400;
      },
      (request) =>
        plain(request) && request.headers["accept"] === undefined && request.headers["origin"] === undefined,
    ),
  ),
  wrong(
    "streaming.leave",
    at(
      data,
      (answer, _request, memory) => {
        if ((memory.get("left") ?? 0) > 0) answer.status = 503;
        answer.delay = 20;
      },
      plain,
    ),
    {
      left: (memory) => {
        memory.set("left", 1);
      },
    },
  ),
  wrong(
    "streaming.parallel",
    at(
      data,
      whileOthers(editRows((rows) => rows.slice(1))),
      (request) =>
        plain(request) && Object.keys(request.headers).every((name) => !/^(?:accept|origin)/.test(name)),
    ),
    { together: true },
  ),
  wrong(
    "streaming.failure-visible",
    at(
      data,
      editRows((rows) => rows.slice(0, -1)),
      isFailing,
    ),
  ),
  wrong(
    "streaming.failure-mark",
    at(
      data,
      editRows((rows) => [...rows.slice(0, -1), { __streamError: "broken" }]),
      isFailing,
    ),
  ),
  wrong(
    "streaming.failure-mark",
    at(
      data,
      editRows((rows) => [...rows.slice(0, -1), { __streamError: { message: "x", code: "ENOTFOUND" } }]),
      isFailing,
    ),
  ),
  wrong(
    "streaming.failure-last",
    at(
      data,
      editRows((rows) => [...rows.slice(-1), ...rows.slice(0, -1)]),
      isFailing,
    ),
  ),
  wrong(
    "streaming.failure-last",
    at(
      data,
      (answer) => {
        answer.body = String(answer.body).slice(0, -1);
      },
      isFailing,
    ),
    { companions: ["streaming.failure-visible", "streaming.failure-mark"] },
  ),
  wrong(
    "streaming.failure-csv",
    at(
      data,
      (answer) => {
        answer.cut = false;
      },
      (request) => wants(request, "csv") && bodyOf(request)["source"] === "broken",
    ),
  ),
  wrong(
    "streaming.failure-lines",
    at(
      data,
      (answer) => {
        answer.body = String(answer.body).split("\n").slice(0, -2).join("\n");
      },
      (request) => wants(request, "ndjson") && bodyOf(request)["source"] === "broken",
    ),
  ),
  wrong(
    "formats.lines",
    at(
      data,
      header("content-type", "application/json"),
      (request) => wants(request, "ndjson") && !wants(request, "csv") && isIssues(request),
    ),
  ),
  wrong(
    "formats.lines-rows",
    at(
      data,
      (answer) => {
        answer.body = String(answer.body).split("\n").slice(1).join("\n");
      },
      lines,
    ),
  ),
  wrong(
    "formats.lines-rows",
    at(
      data,
      (answer) => {
        answer.body = String(answer.body).replaceAll('"open":true', '"open":1');
      },
      lines,
    ),
  ),
  wrong("formats.csv", at(data, header("content-type", "text/plain"), csv)),
  wrong(
    "formats.csv-header",
    at(
      data,
      (answer) => {
        answer.body = String(answer.body).replace("title", "label");
      },
      csv,
    ),
  ),
  wrong(
    "formats.csv-rows",
    at(
      data,
      (answer) => {
        answer.body = `${String(answer.body)}1,2\r\n`;
      },
      csv,
    ),
  ),
  wrong(
    "formats.csv-rows",
    at(
      data,
      (answer) => {
        answer.body = String(answer.body).split("\r\n").slice(0, -2).join("\r\n");
      },
      csv,
    ),
  ),
  wrong(
    "formats.csv-lines",
    at(
      data,
      (answer) => {
        answer.body = String(answer.body).replaceAll("\r\n", "\n");
      },
      csv,
    ),
  ),
  wrong(
    "formats.any",
    at(data, header("content-type", "text/csv"), (request) => request.headers["accept"] === "*/*"),
  ),
  wrong(
    "formats.quality",
    at(data, header("content-type", "text/csv"), (request) => wants(request, "q=0.9")),
  ),
  wrong(
    "formats.identity",
    at(
      data,
      gzip,
      (request) =>
        request.headers["accept"] === "application/json" && request.headers["accept-encoding"] === undefined,
    ),
  ),
  wrong(
    "formats.gzip",
    at(data, identity, (request) => request.headers["accept-encoding"] === "gzip"),
  ),
  wrong(
    "formats.gzip",
    at(
      data,
      (answer) => {
        answer.headers["content-encoding"] = "gzip";
        answer.body = "[]";
      },
      (request) => request.headers["accept-encoding"] === "gzip",
    ),
  ),
  wrong(
    "formats.brotli",
    at(data, identity, (request) => request.headers["accept-encoding"] === "br"),
  ),
  wrong(
    "formats.zstd",
    at(data, header("content-encoding", "zstd"), (request) => request.headers["accept-encoding"] === "zstd"),
  ),
  wrong(
    "formats.encoding-refused",
    at(data, gzip, (request) => (request.headers["accept-encoding"] ?? "").includes("q=0")),
  ),
  wrong(
    "datalist.answers",
    datalist(status(500, "internal"), (request) => isPlain(request)),
    { companions: ["datalist.array", "datalist.body", "datalist.stable"], blocks: true },
  ),
  wrong(
    "datalist.every",
    datalist(
      status(500, "internal"),
      (request) =>
        request.query.get("field") === "project" &&
        request.query.has("organisation") &&
        request.body.includes("right-"),
    ),
    { companions: ["datalist.dependent"] },
  ),
  wrong("datalist.array", datalist(success({ items: [] })), { blocks: true }),
  wrong("datalist.label", datalist(success([{ value: 1 }]))),
  wrong("datalist.label-pair", datalist(success([{ title: "One", value: "one" }]))),
  wrong("datalist.value", datalist(success([{ title: "One", name: "One", value: { id: 1 } }])), {
    blocks: true,
  }),
  wrong(
    "datalist.stable",
    datalist(
      (answer, _request, memory) => {
        memory.set("n", (memory.get("n") ?? 0) + 1);
        if (memory.get("n") === 2)
          answer.body = JSON.stringify([{ title: "two", name: "two", value: "two" }]);
      },
      (request) => isPlain(request) && request.query.size === 2,
    ),
  ),
  wrong(
    "datalist.unique",
    datalist(success(["one", "one"].map((value) => ({ title: value, name: value, value })))),
  ),
  wrong(
    "datalist.usable",
    at(
      data,
      status(400, "invalid_field"),
      (request) =>
        filter(request)["organisation"] === "one" &&
        filter(request)["project"] === undefined &&
        !("state" in filter(request)),
    ),
  ),
  wrong(
    "datalist.body",
    datalist(
      status(400, "unknown_source"),
      (request) => request.query.size === 0 && bodyOf(request)["dependsOn"] !== undefined,
    ),
  ),
  wrong(
    "datalist.unknown-argument",
    datalist(status(400, "malformed_request"), (request) => request.query.has("unknown")),
  ),
  wrong(
    "datalist.source-unknown",
    datalist(success([]), (request) => request.query.get("source") === "no-such-source"),
  ),
  wrong(
    "datalist.source-missing",
    datalist(
      status(500, "internal"),
      (request) => !request.query.has("source") && request.query.has("field"),
    ),
  ),
  wrong(
    "datalist.field-unknown",
    datalist(success([]), (request) => request.query.get("field") === "no-such-field"),
  ),
  wrong(
    "datalist.field-missing",
    datalist(
      status(500, "internal"),
      (request) => request.query.has("source") && !request.query.has("field"),
    ),
  ),
  wrong(
    "datalist.field-without",
    datalist(success([]), (request) => request.query.get("field") === "state"),
  ),
  wrong(
    "datalist.dependent",
    datalist(status(400, "missing_field"), (request) => request.query.get("organisation") === "one"),
    { companions: ["datalist.every"] },
  ),
  wrong("datalist.dependent-missing", datalist(success([]), noDependent), {
    companions: ["datalist.dependent-named"],
  }),
  wrong(
    "datalist.dependent-named",
    datalist((answer) => {
      answer.body = '{"error":"Choose more first","message":"Choose more first"}';
    }, noDependent),
  ),
  wrong(
    "datalist.account-wrong",
    datalist(success([]), (request) => request.body.includes("canary")),
  ),
];

function gzip(answer: PlainAnswer): void {
  answer.body = gzipSync(answer.body);
  answer.headers["content-encoding"] = "gzip";
}

function identity(answer: PlainAnswer): void {
  const decode = answer.headers["content-encoding"] === "br" ? brotliDecompressSync : gunzipSync;
  answer.body = decode(answer.body);
  delete answer.headers["content-encoding"];
}

function datalist(
  change: Parameters<typeof at>[1],
  when: (request: PlainRequest) => boolean = isPlain,
): ReturnType<typeof at> {
  return at("POST /datalist", change, when);
}

/** A right question for the options of the first field. */
function isPlain(request: PlainRequest): boolean {
  const { query, body } = request;
  const { source, field } = query.size > 0 ? Object.fromEntries(query) : bodyOf(request);
  return source === "issues" && field === "organisation" && body.includes("right-");
}

function noDependent({ query }: PlainRequest): boolean {
  return query.get("field") === "project" && !query.has("organisation");
}

function wants({ headers }: PlainRequest, text: string): boolean {
  return (headers["accept"] ?? "").includes(text);
}

function isFailing(request: PlainRequest): boolean {
  return bodyOf(request)["source"] === "broken" && wants(request, "json") && !wants(request, "nd");
}

function lines(request: PlainRequest): boolean {
  return wants(request, "ndjson") && !wants(request, "csv") && isIssues(request);
}

function csv(request: PlainRequest): boolean {
  return wants(request, "csv") && !wants(request, "ndjson") && isIssues(request);
}
