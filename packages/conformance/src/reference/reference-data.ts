import { brotliCompressSync, gzipSync } from "node:zlib";
import { isObject, type JsonObject } from "../expect/json-of.js";
import { objectsIn } from "../target/read-declared.js";
import { json, type PlainAnswer, type PlainRequest, Refusal } from "./plain.js";
import { type AccountWorld, checkFlatAccount } from "./reference-accounts.js";
import { columns } from "./reference-application.js";
import { type Row, rows, testsOf } from "./reference-rows.js";

const failure = { __streamError: { message: "The source stopped answering", code: 503 } };

/** Answers POST /. */
export async function answerData(
  world: AccountWorld,
  request: PlainRequest,
  body: JsonObject,
): Promise<PlainAnswer> {
  const source = sourceOf(world, body["source"]);
  await checkFlatAccount(world, body["account"]);
  const tests = testsOf(source["filter"], filterOf(body));
  const [limit, skip] = [count(body["limit"], "limit") ?? Infinity, count(body["skip"], "skip") ?? 0];
  const found = rows.filter((row) => tests.every((test) => test(row))).slice(skip, skip + limit);
  return encode(request, found, source["id"] === "broken");
}

/** Answers POST /validate/filter. */
export async function answerFilterCheck(world: AccountWorld, body: JsonObject): Promise<PlainAnswer> {
  const source = sourceOf(world, body["source"]);
  await checkFlatAccount(world, body["account"]);
  testsOf(source["filter"], filterOf(body));
  return json(200, {});
}

/** Answers POST /schema. */
export async function answerSchema(world: AccountWorld, body: JsonObject): Promise<PlainAnswer> {
  sourceOf(world, body["source"] ?? "issues");
  await checkFlatAccount(world, body["account"]);
  return json(200, columns);
}

/** Answers POST /datalist. */
export async function answerDatalist(
  world: AccountWorld,
  request: PlainRequest,
  body: JsonObject,
): Promise<PlainAnswer> {
  const source = sourceOf(world, request.query.get("source") ?? body["source"]);
  const id = request.query.get("field") ?? body["field"];
  const field = objectsIn(source["filter"]).find((one) => one["id"] === id);
  if (field?.["datalist"] !== true) throw new Refusal("unknown_field", "There is no such field with options");
  const needed: readonly unknown[] = Array.isArray(field["datalist_requires"])
    ? field["datalist_requires"]
    : [];
  const given = isObject(body["dependsOn"]) ? body["dependsOn"] : {};
  for (const name of needed.map(String)) {
    if ((request.query.get(name) ?? given[name]) == null)
      throw new Refusal("missing_field", `Choose "${name}" first`, name);
  }
  await checkFlatAccount(world, isObject(body["account"]) ? body["account"] : body);
  return json(
    200,
    ["one", "two"].map((value) => ({ title: value, name: value, value })),
  );
}

/** Finds a source by id. */
export function sourceOf(world: AccountWorld, id: unknown): JsonObject {
  const source = objectsIn(world.application["sources"]).find((one) => one["id"] === id);
  if (source === undefined) throw new Refusal("unknown_source", "There is no such source");
  return source;
}

function filterOf(body: JsonObject): JsonObject {
  const filter = body["filter"] ?? {};
  if (!isObject(filter)) throw new Refusal("malformed_request", "The filter is no object");
  return filter;
}

function count(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= 0) return number;
  throw new Refusal("invalid_field", `"${name}" is no number of rows`, name);
}

function encode(request: PlainRequest, found: readonly Row[], broken: boolean): PlainAnswer {
  const kind = chooseFormat(request.headers["accept"] ?? "*/*");
  const list: readonly unknown[] = broken ? [...found.slice(0, 3), failure] : found;
  const answer: PlainAnswer = { status: 200, headers: { "content-type": kind }, body: "", streamed: true };
  if (kind === "text/csv") answer.body = csv(broken ? found.slice(0, 3) : found);
  else if (kind === "application/x-ndjson")
    answer.body = list.map((row) => `${JSON.stringify(row)}\n`).join("");
  else answer.body = JSON.stringify(list);
  if (broken && kind === "text/csv") answer.cut = true;
  return compress(request, answer);
}

function chooseFormat(accept: string): string {
  const wanted = accept
    .split(",")
    .map((part) => ({
      type: part.split(";")[0]?.trim() ?? "",
      quality: Number(/;q=([\d.]+)/.exec(part)?.[1] ?? 1),
    }))
    .toSorted((left, right) => right.quality - left.quality);
  const known = ["application/json", "application/x-ndjson", "text/csv"];
  return wanted.map(({ type }) => type).find((type) => known.includes(type)) ?? "application/json";
}

function compress(request: PlainRequest, answer: PlainAnswer): PlainAnswer {
  const accepted = (request.headers["accept-encoding"] ?? "")
    .split(",")
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part));
  const names = accepted.map((part) => part.split(";")[0]?.trim());
  if (names.includes("br")) {
    return {
      ...answer,
      body: brotliCompressSync(answer.body),
      headers: { ...answer.headers, "content-encoding": "br" },
    };
  }
  if (!names.includes("gzip")) return answer;
  return {
    ...answer,
    body: gzipSync(answer.body),
    headers: { ...answer.headers, "content-encoding": "gzip" },
  };
}

function csv(found: readonly Row[]): string {
  const names = Object.keys(columns);
  const records = found.map((row) =>
    Object.entries(row).map(([, value]) => (Array.isArray(value) ? value.join(";") : String(value))),
  );
  return [names, ...records].map((cells) => `${cells.map(quote).join(",")}\r\n`).join("");
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
