import { dataMediaTypes } from "@wellhead/contract";
import type { Exchange } from "../exchange/exchange.js";
import { deepEqual } from "../expect/deep-equal.js";
import { expectHeader } from "../expect/expect-header.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { isObject } from "../expect/json-of.js";
import { readCsv } from "../probe/read-csv.js";
import { readRows } from "../probe/read-rows.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { type Baseline, baselines, differ, tableIn, textOf } from "../target/baseline.js";
import { dataBody, dataTarget, rowsOf } from "../target/data-target.js";

/** Minimum size of responses that are worth compressing. */
const worthCompressing = 2_048;

/** Requirements on the formats of rows. */
export const formatRequirements = defineRequirements({ area: "formats", section: "POST /" }, [
  {
    id: "formats.lines",
    level: "MUST",
    covers: ["data.formats"],
    sentence: "Accept: application/x-ndjson returns one row per line, with that content type",
    reason: "Lines can be read one by one",
    fix: "Choose the format by the Accept header",
    check: async (context) =>
      expectHeader(await ask(context, dataMediaTypes.ndjson), "content-type", /^application\/x-ndjson\b/i),
  },
  {
    id: "formats.lines-rows",
    level: "MUST",
    covers: ["data.formats"],
    sentence: "Every line is one row, equal to the one in the JSON array",
    reason: "The format must not change the data",
    fix: "Write one JSON object per line",
    check: async (context) => {
      const exchange = await ask(context, dataMediaTypes.ndjson);
      const lines = exchange.text.split("\n").filter((line) => line.trim() !== "");
      const complete = exchange.ending === "whole" ? lines : lines.slice(0, -1);
      const found = complete.map((line) => parseLine(line));
      await expectSameRows(context, found, exchange);
    },
  },
  {
    id: "formats.csv",
    level: "MUST",
    covers: ["data.formats"],
    sentence: "Accept: text/csv returns CSV with that content type",
    reason: "People open it in a spreadsheet",
    fix: "Choose the format by the Accept header",
    check: async (context) =>
      expectHeader(await ask(context, dataMediaTypes.csv), "content-type", /^text\/csv\b/i),
  },
  {
    id: "formats.csv-header",
    level: "MUST",
    covers: ["data.formats"],
    sentence: "CSV begins with a record of column names",
    reason: "Without names the columns have none",
    fix: "Write the header record first",
    check: async (context) => {
      const [header] = readCsv((await ask(context, dataMediaTypes.csv)).text);
      const { rows } = await rowsOf(context, await dataTarget(context));
      const names = Object.keys(isObject(rows[0]) ? rows[0] : {});
      const missing = names.find((name) => !(header ?? []).includes(name));
      if (missing !== undefined) unmet(`The first record lacks "${missing}"`);
    },
  },
  {
    id: "formats.csv-rows",
    level: "MUST",
    covers: ["data.formats"],
    sentence: "CSV has one record per row, each as wide as the header",
    reason: "A shifted record puts values under the wrong names",
    fix: "Quote cells with commas, quotes or line ends; write every column of every row",
    check: async (context) => {
      const exchange = await ask(context, dataMediaTypes.csv);
      const [header, ...records] = readCsv(exchange.text);
      const complete = exchange.ending === "whole" ? records : records.slice(0, -1);
      const odd = complete.findIndex((record) => record.length !== header?.length);
      if (odd >= 0)
        unmet(`Record ${odd + 1} has ${complete[odd]?.length} cells, the header ${header?.length}`);
      const { rows, closed } = await rowsOf(context, await dataTarget(context));
      if (closed && exchange.ending === "whole" && complete.length !== rows.length) {
        unmet(`${complete.length} records were returned for ${rows.length} rows`);
      }
    },
  },
  {
    id: "formats.csv-lines",
    level: "MUST",
    covers: ["data.formats"],
    sentence: "Records of CSV end with CR LF",
    reason: "RFC 4180 says so, and some readers insist",
    fix: 'End records with "\\r\\n"',
    check: async (context) => {
      const { text } = await ask(context, dataMediaTypes.csv);
      const unquoted = text.replace(/"(?:[^"]|"")*"/g, "");
      if (/(?<!\r)\n/.test(unquoted) || !unquoted.includes("\r\n"))
        unmet("A record ends with a bare line feed");
    },
  },
  {
    id: "formats.any",
    level: "MUST",
    covers: ["data.formats"],
    sentence: "Accept: */* returns JSON",
    reason: "Most clients send it by default",
    fix: "Treat */* as no preference",
    check: async (context) =>
      expectHeader(await ask(context, "*/*"), "content-type", /^application\/json\b/i),
  },
  {
    id: "formats.quality",
    level: "MUST",
    covers: ["data.formats"],
    sentence: "Of several accepted formats the one with the highest quality is sent",
    reason: "Clients list what they can read in the order they like it",
    fix: "Sort the Accept header by q",
    check: async (context) => {
      const exchange = await ask(context, `${dataMediaTypes.csv};q=0.4, ${dataMediaTypes.ndjson};q=0.9`);
      expectHeader(exchange, "content-type", /^application\/x-ndjson\b/i);
    },
  },
  {
    id: "formats.identity",
    level: "MUST",
    covers: ["data.encodings"],
    sentence: "Without Accept-Encoding nothing is compressed",
    reason: "A client that did not ask may not be able to read it",
    fix: "Compress only what the request accepts",
    check: async (context) => {
      // RFC 9110 allows any encoding of the response when the request does not say what it accepts.
      const asked = { headers: { "accept-encoding": "identity" } };
      const { headers } = context.isPublic
        ? await context.post("/", dataBody(await dataTarget(context)), asked)
        : await ask(context, "application/json");
      const encoding = headers["content-encoding"] ?? "identity";
      if (encoding !== "identity") unmet(`POST / returned "content-encoding: ${encoding}"`);
    },
  },
  {
    id: "formats.gzip",
    level: "MUST",
    covers: ["data.encodings"],
    sentence: "Accept-Encoding: gzip is honoured for a response of more than 2 KiB",
    reason: "Rows shrink to a tenth",
    fix: "Compress with gzip when the request accepts it",
    check: async (context) => expectEncoding(context, "gzip"),
  },
  {
    id: "formats.brotli",
    level: "MUST",
    covers: ["data.encodings"],
    sentence: "Accept-Encoding: br is honoured for a response of more than 2 KiB",
    reason: "Rows shrink to a tenth",
    fix: "Compress with Brotli when the request accepts it",
    check: async (context) => expectEncoding(context, "br"),
  },
  {
    id: "formats.zstd",
    level: "MAY",
    covers: ["data.encodings"],
    sentence: "Accept-Encoding: zstd returns zstd or no encoding",
    reason: "A label that does not fit the bytes cannot be read",
    fix: "Label the bytes as what they are",
    check: async (context) => {
      const { headers, magic } = await ask(context, "application/json", { "accept-encoding": "zstd" });
      const encoding = headers["content-encoding"] ?? "identity";
      if (encoding === "identity") return;
      const isZstd = deepEqual(magic, [0x28, 0xb5, 0x2f, 0xfd]);
      if (encoding !== "zstd" || !isZstd) unmet(`POST / returned "content-encoding: ${encoding}"`);
    },
  },
  {
    id: "formats.encoding-refused",
    level: "MUST",
    covers: ["data.encodings"],
    sentence: "An encoding with quality 0 is not used",
    reason: "It is how a client says that it cannot read it",
    fix: "Honour q=0",
    check: async (context) => {
      const { headers } = await ask(context, "application/json", { "accept-encoding": "gzip;q=0, br;q=0" });
      const encoding = headers["content-encoding"] ?? "identity";
      if (encoding !== "identity") unmet(`POST / returned "content-encoding: ${encoding}"`);
    },
  },
]);

/** Judged late, because it compares rows: whether a source changes by itself is only known after a while. */
export const compressionRequirements = defineRequirements({ area: "formats", section: "POST /" }, [
  {
    id: "formats.compressed",
    level: "MUST",
    covers: ["data.encodings"],
    sentence: "A request that accepts compression gets the rows that come without it",
    reason: "Platforms accept compression as their HTTP library does, and would show other rows, or none",
    fix: "Compress the whole body, end the compressor before the response, and name the encoding",
    check: expectSameCompressed,
  },
]);

async function ask(
  context: CheckContext,
  accept: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Exchange> {
  return context.post("/", dataBody(await dataTarget(context)), { headers: { accept, ...headers } });
}

/** Values of `Accept-Encoding` that HTTP libraries send. */
const usualEncodings = ["gzip", "gzip, deflate, br"];

async function expectSameCompressed(context: CheckContext): Promise<void> {
  const baseline = (await baselines(context)).find(({ live }) => !live);
  if (baseline === undefined) notApplicable("rows that do not change", "The rows change by themselves");
  const { target, rows } = baseline;
  for (const encoding of usualEncodings) {
    const askAccepting = (accepted: string, fresh: number): Promise<Exchange> =>
      context.post("/", dataBody(target), { fresh, headers: { "accept-encoding": accepted } });
    const fault = compressionFault(await askAccepting(encoding, 0), baseline);
    if (fault === undefined) continue;
    const plain = tableIn(await askAccepting("identity", 981));
    // Rows that have changed, and a response that fails now and then, are judged elsewhere.
    if (plain === undefined || textOf(plain.rows) !== textOf(rows)) continue;
    const witness = await askAccepting(encoding, 982);
    if (compressionFault(witness, baseline) !== undefined)
      unmet(`With "accept-encoding: ${encoding}", POST / ${fault}`, { witness });
  }
}

/** Returns what is wrong with a response that may be compressed. */
function compressionFault(exchange: Exchange, { rows, whole }: Baseline): string | undefined {
  const { status, ending, headers } = exchange;
  if (ending === "undecodable" || ending === "cut")
    return `sent a body that is not complete (${headers["content-encoding"] ?? "no encoding"})`;
  const table = tableIn(exchange);
  if (table === undefined) return `returned status ${status} without rows that can be read`;
  return differ(table, { rows, whole })
    ? `returned ${table.rows.length} rows that differ from the ${rows.length} that come without it`
    : undefined;
}

async function expectEncoding(context: CheckContext, encoding: string): Promise<void> {
  const plain = await ask(context, "application/json");
  if (plain.wireBytes < worthCompressing)
    notApplicable("large answer", `The rows are ${plain.wireBytes} bytes, which may be sent as they are`);
  const exchange = await ask(context, "application/json", { "accept-encoding": encoding });
  const found = exchange.headers["content-encoding"] ?? "identity";
  if (found !== encoding) unmet(`expected "content-encoding: ${encoding}" of POST /, got "${found}"`);
  if (exchange.ending === "undecodable") unmet(`The body is not ${encoding}`);
  await expectSameRows(context, readRows(exchange)?.rows ?? [], exchange);
}

async function expectSameRows(
  context: CheckContext,
  found: readonly unknown[],
  exchange: Exchange,
): Promise<void> {
  const { rows, closed } = await rowsOf(context, await dataTarget(context));
  const both = Math.min(rows.length, found.length);
  const whole = closed && exchange.ending === "whole";
  const equal =
    deepEqual(found.slice(0, both), rows.slice(0, both)) && (!whole || found.length === rows.length);
  if (!equal) unmet(`${found.length} rows came that differ from the ${rows.length} of the JSON array`);
}

function parseLine(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return value;
  } catch {
    return unmet(`A line is not JSON: "${line.slice(0, 40)}"`);
  }
}
