import { canonical } from "../expect/deep-equal.js";
import { nameExchange } from "../expect/expect-status.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { isObject, type JsonObject } from "../expect/json-of.js";
import { readCsv, undoubledQuote } from "../probe/read-csv.js";
import { readRows } from "../probe/read-rows.js";
import { readTable } from "../probe/read-table.js";
import { unreadableReason } from "../probe/unreadable-reason.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { askFiltered, type Baseline, baselines, rowsNow, tableIn, textOf } from "../target/baseline.js";
import { choicesOf } from "../target/choice.js";
import { describeUnknown } from "../target/compare-selections.js";
import { askRows, dataTarget, targetsOf } from "../target/data-target.js";
import { cellFault } from "./value-fault.js";

/** A limit that is large enough to request all rows. */
const largeLimit = 100_000;

const byteOrderMark = [0xef, 0xbb, 0xbf].join();

/** Requirements on the content of rows, in any format. */
export const contentRequirements = defineRequirements({ area: "data", section: "POST /" }, [
  {
    id: "data.readable",
    level: "MUST",
    covers: ["data.json-array"],
    sentence: "POST / returns rows that can be read: a JSON array of objects, or CSV with a header",
    reason: "The platform finds no rows in anything else, and the report fails or stays empty",
    fix: "Send one JSON array of objects, or CSV with a header record",
    check: expectReadable,
  },
  {
    id: "data.end-known",
    level: "SHOULD",
    covers: ["data.endings"],
    sentence: "CSV and JSON lines are sent with their length or in chunks, so that their end is known",
    reason:
      "Rows that end with the connection look the same when half of them are lost, so clients refuse them",
    fix: "Send Content-Length, or use HTTP/1.1 with chunks",
    check: async (context) => {
      const exchange = await askRows(context, await dataTarget(context));
      const { headers, status } = exchange;
      const form = status < 300 ? readTable(exchange)?.form : undefined;
      if (form === undefined || form === "json")
        notApplicable("CSV or JSON lines", "POST / returns a JSON array, which shows its own end");
      if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined)
        unmet(
          `The ${form === "csv" ? "CSV" : "lines"} ended with the connection, which a cut response does too`,
          {
            witness: exchange,
          },
        );
    },
  },
  {
    id: "data.each-source",
    level: "MUST",
    covers: ["data.request"],
    sentence: "Each declared source returns rows",
    reason: "People see the source in the list, choose it, and get an error",
    fix: "Serve the source, or do not declare it",
    check: expectEachSource,
  },
  {
    id: "data.source-rows",
    level: "SHOULD",
    covers: ["data.request"],
    sentence: "Two sources do not return the same rows",
    reason: "People choose one source and see another",
    fix: "Look at the source that the request names",
    check: async (context) => {
      const seen = new Map<string, string>();
      for (const { rows, target } of await baselines(context)) {
        const text = textOf(rows);
        const other = seen.get(text);
        if (other !== undefined && rows.length > 1)
          unmet(`Source "${target.source.id}" returns the rows of source "${other}"`);
        seen.set(text, target.source.id);
      }
      if (seen.size < 2) notApplicable("several sources", "Fewer than two sources give rows");
    },
  },
  {
    id: "data.values",
    level: "MUST",
    covers: ["sources.columns"],
    sentence: "The values of a column can be read as the type it declares",
    reason: "Charts cannot add up text, and dates that cannot be read are left out",
    fix: "Send numbers as numbers and dates in ISO 8601, or declare the type the values have",
    check: async (context) =>
      eachDeclared(context, async (columns, baseline) => {
        const fault = findValueFault(columns, baseline);
        if (fault !== undefined) unmet(fault, { witness: await askRows(context, baseline.target) });
      }),
  },
  {
    id: "data.columns-sent",
    level: "MUST",
    covers: ["sources.columns"],
    sentence: "Rows that all have the same members have every declared column",
    reason: "The column is in the form and empty in every report",
    fix: "Send the column under the name it is declared with, or do not declare it",
    check: async (context) => eachDeclared(context, expectColumnsSent),
  },
  {
    id: "data.once",
    level: "MUST",
    covers: ["data.json-array"],
    sentence: "No row is sent twice",
    reason: "Totals are too high, and nobody sees why",
    fix: "Stop at the last page; do not send the rows of a page again when it is retried",
    check: async (context) => eachBaseline(context, expectOnce),
  },
  {
    id: "data.everything",
    level: "MUST",
    covers: ["data.no-limit"],
    sentence: "Without filter and limit all rows come",
    reason: "Half of the rows look like all of them, and decisions are made on them",
    fix: "Follow every page of the upstream; have no default limit",
    check: expectEverything,
  },
]);

async function expectReadable(context: CheckContext): Promise<void> {
  const exchange = await askRows(context, await dataTarget(context));
  if (exchange.status < 200 || exchange.status >= 300)
    notApplicable("rows", `POST / returns ${exchange.status}`);
  if (exchange.ending === "undecodable")
    unmet(`POST / labels its response ${exchange.headers["content-encoding"]}, which it is not`, {
      witness: exchange,
    });
  const table = readTable(exchange);
  const broken = exchange.ending === "whole" && table?.form === "json" && !table.whole;
  if (table === undefined || broken) unmet(unreadableReason(exchange), { witness: exchange });
  // Our own decoder drops the mark; many readers of JSON refuse it.
  if (table.form === "json" && exchange.magic.slice(0, 3).join() === byteOrderMark)
    unmet("The JSON of POST / begins with a byte order mark, which many readers refuse", {
      witness: exchange,
    });
  const odd = readRows(exchange)?.rows.find((row) => !isObject(row));
  if (odd !== undefined)
    unmet(`A row is ${JSON.stringify(odd).slice(0, 60)}, expected an object`, { witness: exchange });
  await expectReadableNothing(context);
  if (table.form !== "csv") return;
  const undoubled = undoubledQuote(exchange.text);
  const [header = [], ...records] = readCsv(exchange.text);
  if (undoubled !== undefined)
    unmet(`A quote inside a cell of the CSV is not doubled: ${JSON.stringify(undoubled)}`, {
      witness: exchange,
    });
  const ragged = records.findIndex((record) => record.length !== header.length && record.join("") !== "");
  if (ragged >= 0 && exchange.ending === "whole")
    unmet(
      `Record ${ragged + 1} of the CSV has ${records[ragged]?.length} cells, its header ${header.length}`,
      {
        witness: exchange,
      },
    );
}

/** An empty result must be readable as well: an empty array, or only a header. */
async function expectReadableNothing(context: CheckContext): Promise<void> {
  const target = await dataTarget(context);
  const field = target.source.filter.find(({ type }) => type === "text" || type === "list");
  if (field === undefined) return;
  const exchange = await askFiltered(context, target, { [field.id]: "zz7f3a-none" });
  const isRead = exchange.text.trim() === "" || readTable(exchange) !== undefined;
  if (exchange.status === 200 && exchange.ending === "whole" && !isRead)
    unmet(`Without a row POST / returned "${exchange.text.slice(0, 60)}", expected []`, {
      witness: exchange,
    });
}

async function expectEachSource(context: CheckContext): Promise<void> {
  const [first, ...others] = await targetsOf(context);
  if (first === undefined || others.length === 0)
    notApplicable("several sources", "There is one source to ask");
  if ((await askRows(context, first)).status >= 300) notApplicable("rows", "The first source returns none");
  for (const target of others.slice(0, 4)) {
    const exchange = await askRows(context, target);
    // An account may not be allowed to read every source.
    if (exchange.status >= 300 && exchange.status !== 403)
      unmet(`Source "${target.source.id}" returned ${exchange.status}, source "${first.source.id}" 200`, {
        witness: exchange,
      });
  }
}

export async function eachBaseline(
  context: CheckContext,
  judge: (context: CheckContext, baseline: Baseline) => Promise<void> | void,
): Promise<void> {
  for (const baseline of await baselines(context)) await judge(context, baseline);
}

async function eachDeclared(
  context: CheckContext,
  judge: (columns: ReadonlyMap<string, string>, baseline: Baseline) => Promise<void> | void,
): Promise<void> {
  const all = (await baselines(context)).flatMap((baseline) => {
    // GET / and POST /schema may both declare columns, and the platform may read either.
    const declared = new Set([baseline.columns, baseline.target.source.columns]);
    return [...declared].flatMap((columns) => (columns === undefined ? [] : [{ columns, baseline }]));
  });
  if (all.length === 0) notApplicable("columns of the source", "No source with rows declares columns");
  for (const { columns, baseline } of all) await judge(columns, baseline);
}

function findValueFault(
  columns: ReadonlyMap<string, string>,
  { rows, form, target }: Baseline,
): string | undefined {
  for (const [index, row] of rows.entries()) {
    for (const [name, value] of Object.entries(row)) {
      const fault = cellFault(columns.get(name) ?? "", value, form === "csv");
      if (fault !== undefined)
        return `Source "${target.source.id}", row ${index + 1}, column "${name}": ${fault}`;
    }
  }
  const mixed = [...columns].find(
    ([name, type]) =>
      type === "number" && form !== "csv" && new Set(rows.flatMap((row) => formOf(row[name]))).size > 1,
  );
  return (
    mixed && `Source "${target.source.id}", column "${mixed[0]}": some values are numbers and others text`
  );
}

function formOf(value: unknown): readonly string[] {
  return value === null || value === undefined || value === "" ? [] : [typeof value];
}

/**
 * Rows that omit empty members may all omit a column. Rows that all have the same members do not omit any, so a
 * declared column is missing.
 */
function expectColumnsSent(columns: ReadonlyMap<string, string>, { rows, target }: Baseline): void {
  const shapes = new Set(rows.map((row) => Object.keys(row).toSorted().join("\n")));
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const missing = [...columns.keys()].filter((name) => !names.has(name));
  const undeclared = [...names].filter((name) => !columns.has(name));
  const isMisspelt = missing.length > 0 && undeclared.length > 0;
  if (missing.length > 0 && (isMisspelt || (shapes.size === 1 && rows.length > 1))) {
    const instead =
      undeclared.length === 0 ? "" : `, but the undeclared "${undeclared.slice(0, 3).join('", "')}"`;
    unmet(`No row of "${target.source.id}" has the declared "${missing.slice(0, 3).join('", "')}"${instead}`);
  }
}

function expectOnce(_context: CheckContext, { rows, columns, target }: Baseline): void {
  const texts = rows.map(canonical);
  const repeated = texts.findIndex((text, index) => texts.indexOf(text) !== index);
  if (repeated < 0) return;
  const distinct = [...new Set(texts)].map((text) => rows[texts.indexOf(text)] ?? {});
  const key = Object.keys(rows[0] ?? {}).find((name) => isKey(name, columns) && isUnique(distinct, name));
  const isDoubled = rows.length > 5 && distinct.length * 2 === rows.length;
  if (key !== undefined)
    unmet(
      `Source "${target.source.id}" sent the row with ${key} ${JSON.stringify(rows[repeated]?.[key])} again`,
    );
  if (isDoubled) unmet(`Source "${target.source.id}" sent each of its ${distinct.length} rows twice`);
}

function isKey(name: string, columns: Baseline["columns"]): boolean {
  return columns?.get(name) === "id" || /^(?:_?id|uuid|guid|key|number)$/i.test(name);
}

function isUnique(rows: readonly JsonObject[], name: string): boolean {
  const values = rows.map((row) => JSON.stringify(row[name] ?? null));
  return new Set(values).size === values.length;
}

async function expectEverything(context: CheckContext): Promise<void> {
  for (const baseline of await baselines(context)) {
    if (!baseline.whole || baseline.live) continue;
    // A limit of one hundred rows is documented for the first generation's own toolkit.
    const isDocumentedLimit = baseline.rows.length === 100;
    if (context.run.generation !== "v1" || !isDocumentedLimit) await expectNoLimit(context, baseline);
    for (const { target, field, known: values, dependents } of await choicesOf(context)) {
      if (target !== baseline.target || isDocumentedLimit) continue;
      for (const value of values.slice(0, 2)) {
        const filter = { ...dependents, [field.id]: value };
        const exchange = await askFiltered(context, target, filter);
        const selection = { filter, exchange, rows: tableIn(exchange)?.rows };
        const fault = describeUnknown(selection, baseline.rows);
        // A row that was added meanwhile comes without the filter now.
        if (fault !== undefined && describeUnknown(selection, await rowsNow(context, baseline)) !== undefined)
          unmet(fault, { witness: exchange });
      }
    }
  }
}

async function expectNoLimit(context: CheckContext, baseline: Baseline): Promise<void> {
  const { target, rows } = baseline;
  const exchange = await askRows(context, target, { limit: largeLimit });
  const more = exchange.status < 300 ? (readTable(exchange)?.rows.length ?? 0) : 0;
  if (more > rows.length && more > (await rowsNow(context, baseline)).length)
    unmet(
      `${nameExchange(exchange)} returned ${rows.length} rows without a limit, but ${more} with a limit of ${largeLimit}`,
    );
}
