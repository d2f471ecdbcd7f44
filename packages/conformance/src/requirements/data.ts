import { deepEqual } from "../expect/deep-equal.js";
import { expectHeader } from "../expect/expect-header.js";
import { expectStatus } from "../expect/expect-status.js";
import { couldNotRun, notApplicable, unmet } from "../expect/finding.js";
import { isObject, type JsonObject } from "../expect/json-of.js";
import { readRows } from "../probe/read-rows.js";
import { readTable } from "../probe/read-table.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { wrongAccountOf } from "../target/account.js";
import { askRows, dataTarget, rowsOf } from "../target/data-target.js";
import { expectWorking } from "./expect-working.js";
import { expectUnauthorized } from "./member-checks.js";
import { valueFault } from "./value-fault.js";

/** Requirements on POST / as a whole. */
export const dataRequirements = defineRequirements({ area: "data", section: "POST /" }, [
  {
    id: "data.answers",
    level: "MUST",
    covers: ["data.request"],
    sentence: "A valid request for rows returns 200",
    reason: "It is what the connector is for",
    fix: "Return 200 once the account and the filter are valid",
    check: async (context) => expectWorking(context, await askRows(context, await dataTarget(context))),
  },
  {
    id: "data.array",
    level: "MUST",
    covers: ["data.json-array"],
    sentence: "Rows come as a JSON array",
    reason: "It is the one form every platform reads",
    fix: 'Send "[", the rows with commas between, "]"',
    check: async (context) => {
      const exchange = await askRows(context, await dataTarget(context));
      if (exchange.status === 200 && readRows(exchange) === undefined) {
        unmet(`expected a JSON array from POST /, got "${exchange.text.slice(0, 40)}"`);
      }
    },
  },
  {
    id: "data.rows",
    level: "MUST",
    covers: ["data.json-array"],
    sentence: "Every row is an object",
    reason: "A platform makes columns of its members",
    fix: "Send objects, not arrays or bare values",
    check: async (context) => {
      const { rows } = await rowsOf(context, await dataTarget(context));
      const odd = rows.findIndex((row) => !isObject(row));
      if (odd >= 0) unmet(`Row ${odd + 1} is ${JSON.stringify(rows[odd])}`);
    },
  },
  {
    id: "data.content-type",
    level: "MUST",
    covers: ["data.json-array", "general.json"],
    sentence: "Rows are labelled application/json",
    reason: "Caches, proxies and newer platforms go by the label",
    fix: 'Set "Content-Type: application/json"',
    check: async (context) => {
      const exchange = await askRows(context, await dataTarget(context));
      expectHeader(exchange, "content-type", /^application\/json\b/i);
    },
  },
  {
    id: "data.whole",
    level: "MUST",
    covers: ["data.endings"],
    sentence: "A valid request is served to the end: not cut, not marked as failed",
    reason: "Half of the rows look like all of them",
    fix: "Find out what fails before the end and fix it",
    check: async (context) => {
      const exchange = await askRows(context, await dataTarget(context));
      if (exchange.ending === "cut") unmet("The connection was cut before all rows were sent");
      const mark = readRows(exchange)?.mark;
      if (mark !== undefined)
        unmet(`The rows end with the mark of a failure: ${JSON.stringify(mark.record)}`);
    },
  },
  {
    id: "data.types",
    level: "MUST",
    covers: ["sources.columns"],
    sentence: "Values are of the type their column declares, or null",
    reason: "A text among numbers turns the whole column into text",
    fix: "Send numbers as numbers, dates as ISO 8601, several values as arrays",
    check: async (context) => {
      const { columns, rows, isText } = await declaredRows(context);
      // CSV writes every value as text; data.values judges whether it can be read.
      if (isText) return;
      for (const [index, row] of rows.entries()) {
        for (const [name, value] of Object.entries(row)) {
          const type = columns.get(name) ?? "";
          // data.values judges what cannot be read as its type.
          if (context.isPublic && !isTextInstead(type, value)) continue;
          const fault = valueFault(type, value);
          if (fault !== undefined) unmet(`Row ${index + 1}, column "${name}": ${fault}`);
        }
      }
    },
  },
  {
    id: "data.columns-known",
    level: "SHOULD",
    covers: ["sources.columns"],
    sentence: "Rows hold no member that is not a declared column",
    reason: "What is not declared is not shown, and nobody knows why",
    fix: "Declare the column, or do not send it",
    check: async (context) => {
      const { columns, rows } = await declaredRows(context);
      const names = new Set(rows.flatMap((row) => Object.keys(row)));
      const odd = [...names].find((name) => !columns.has(name));
      if (odd !== undefined) unmet(`Rows have "${odd}", which is not a declared column`);
    },
  },
  {
    id: "data.columns-there",
    level: "SHOULD",
    covers: ["sources.columns"],
    sentence: "Every declared column is in at least one row",
    reason: "A chart of the column stays empty",
    fix: "Send the column, or do not declare it",
    check: async (context) => {
      const { columns, rows } = await declaredRows(context);
      const names = new Set(rows.flatMap((row) => Object.keys(row)));
      const odd = [...columns.keys()].find((name) => !names.has(name));
      if (odd !== undefined) unmet(`No row holds the declared column "${odd}"`);
    },
  },
  {
    id: "data.repeatable",
    level: "SHOULD",
    covers: ["public.stable"],
    section: "Public documents, data",
    sentence: "The same request twice returns the same rows in the same order",
    reason: "Paging over rows that change their order loses some and doubles others",
    fix: "Sort by something unique",
    check: async (context) => {
      const target = await dataTarget(context);
      const [first, second] = [
        await askRows(context, target),
        await context.send((await askRows(context, target)).request, 1),
      ];
      const [before, after] = [readRows(first)?.rows ?? [], readRows(second)?.rows ?? []];
      const both = Math.min(before.length, after.length);
      const whole = first.ending === "whole" && second.ending === "whole";
      const equal = deepEqual(before.slice(0, both), after.slice(0, both));
      if (!equal || (whole && before.length !== after.length))
        unmet("The second response has other rows than the first");
    },
  },
  {
    id: "data.account-wrong",
    level: "MUST",
    covers: ["errors.401", "data.order"],
    sentence: "An invalid account returns 401, not rows and not an empty list",
    reason: "An empty report looks like the truth",
    fix: "Try the account before the status line is sent",
    check: async (context) => {
      const target = await dataTarget(context);
      const { wrong } = await wrongAccountOf(context);
      if (context.isPublic && (await askRows(context, target)).status >= 300)
        couldNotRun("POST / returns no rows for the account");
      expectUnauthorized(await askRows(context, target, { account: wrong.flat }));
    },
  },
  {
    id: "data.account-kind-unknown",
    level: "MUST",
    covers: ["errors.400"],
    sentence: "An account of a kind the connector does not have returns 400",
    reason: "It is the caller's mistake, and the status says so",
    fix: "Return 400 and name the kinds there are",
    check: async (context) => {
      const target = await dataTarget(context);
      const account = { auth: "no-such-kind", identifier: "no-such-kind" };
      expectStatus(await askRows(context, target, { account }), 400);
    },
  },
  {
    id: "data.source-unknown",
    level: "MUST",
    covers: ["errors.400"],
    sentence: "An unknown source returns 400",
    reason: "It is the caller's mistake, and the status says so",
    fix: "Look the source up before anything else",
    check: async (context) => {
      const target = await dataTarget(context);
      expectStatus(await askRows(context, target, { source: "no-such-source" }), 400);
    },
  },
  {
    id: "data.source-missing",
    level: "MUST",
    covers: ["errors.400", "data.request"],
    sentence: "A request without a source returns 400",
    reason: "It is the caller's mistake, and the status says so",
    fix: "Check for the source before anything else",
    check: async (context) => {
      const target = await dataTarget(context);
      expectStatus(await context.post("/", { account: target.account.flat, filter: target.filter }), 400);
    },
  },
  {
    id: "data.unknown-members",
    level: "MUST",
    covers: ["data.unknown-members", "general.unknown-ignored"],
    sentence: "Unknown members of the body, the account and the filter are ignored",
    reason: "Platforms add members of their own, and filters of earlier versions",
    fix: "Read the members you know and no others",
    check: async (context) => {
      const target = await dataTarget(context);
      const extra = {
        account: { ...target.account.flat, _id: "5f1", enabled: true },
        filter: { ...target.filter, "no-such-filter": "x" },
        page: 7,
      };
      const exchange = await askRows(context, target, extra);
      expectStatus(exchange, (await askRows(context, target)).status);
      const rows = await rowsOf(context, target);
      const both = Math.min(rows.rows.length, 20);
      const found = (readRows(exchange)?.rows ?? []).slice(0, both);
      if (!deepEqual(found, rows.rows.slice(0, both))) unmet("Unknown members changed the rows");
    },
  },
]);

/** A text where JSON has a value of the type. Digits that a double does not hold can only be sent as text. */
function isTextInstead(type: string, value: unknown): boolean {
  if (typeof value !== "string") return false;
  if (type === "number") return value !== "" && value.replaceAll(/\D/g, "").length <= 15;
  return type === "bool";
}

interface DeclaredRows {
  readonly columns: ReadonlyMap<string, string>;
  readonly rows: readonly JsonObject[];
  /** Whether the format writes every value as text. */
  readonly isText: boolean;
}

async function declaredRows(context: CheckContext): Promise<DeclaredRows> {
  const target = await dataTarget(context);
  const { columns } = target.source;
  if (columns === undefined)
    notApplicable("columns of the source", `Source "${target.source.id}" declares no columns`);
  const rows = (await rowsOf(context, target)).rows.filter(isObject);
  if (rows.length === 0)
    notApplicable("rows", `Source "${target.source.id}" has no row with this account and filter`);
  const isText = readTable(await askRows(context, target))?.form === "csv";
  return { columns, rows, isText };
}
