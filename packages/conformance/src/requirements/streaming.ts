import { dataMediaTypes, streamErrorKey } from "@wellhead/contract";
import type { Exchange } from "../exchange/exchange.js";
import { expectStatus } from "../expect/expect-status.js";
import { needsInput, notApplicable, unmet } from "../expect/finding.js";
import { isObject } from "../expect/json-of.js";
import { readRows } from "../probe/read-rows.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { accountOf } from "../target/account.js";
import { askRows, dataTarget } from "../target/data-target.js";

/** Requirements on the streaming of rows. */
export const streamingRequirements = defineRequirements({ area: "streaming", section: "POST /" }, [
  {
    id: "streaming.chunked",
    level: "SHOULD",
    covers: ["data.json-array"],
    sentence: "Rows are sent in pieces, without a length stated beforehand",
    reason: "Whoever knows the length has all rows in memory",
    fix: "Write rows as they come instead of one text at the end",
    check: async (context) => {
      const exchange = await askRows(context, await dataTarget(context));
      const length = exchange.headers["content-length"];
      if (length !== undefined) unmet(`POST / returned "content-length: ${length}"`);
    },
  },
  {
    id: "streaming.first-byte",
    level: "MUST",
    covers: ["data.json-array", "data.order"],
    sentence: "The first byte of all rows does not come much later than the first byte of one row",
    reason: "A connector that collects everything first times out on the first large account",
    fix: "Send the first rows before the last ones are fetched",
    check: async (context) => {
      const target = await dataTarget(context);
      const limited = (await askRows(context, target, { limit: 1 })).request;
      const whole = (await askRows(context, target)).request;
      const allowance = context.options.firstByteAllowance ?? 1_000;
      let [single, found] = [Infinity, Infinity];
      // A machine under load delays some responses, so the fastest of three attempts counts.
      for (const attempt of [0, 951, 952]) {
        const [one, all] = [await context.send(limited, attempt), await context.send(whole, attempt)];
        if (readRows(one)?.rows.length !== 1)
          notApplicable(
            "limit",
            "The connector does not keep to a limit, so there is nothing to compare with",
          );
        if (all.firstByteMs <= allowance) return;
        single = Math.min(single, Math.round(one.firstByteMs));
        found = Math.min(found, Math.round(all.firstByteMs));
        if (attempt === 952 && found > single * 5 + allowance)
          unmet(
            `The first byte came after ${found} ms at best, and after ${single} ms when there is one row`,
            {
              witness: all,
            },
          );
      }
    },
  },
  {
    id: "streaming.leave",
    level: "MUST",
    covers: ["data.stop-upstream"],
    sentence: "A caller who leaves in the middle does not spoil the next request",
    reason: "People close reports; a connector that leaks a connection each time stops in the end",
    fix: "Stop the work and free what it held when the caller is gone",
    check: async (context) => {
      const target = await dataTarget(context);
      const { request, status } = await askRows(context, target);
      for (const fresh of [1, 2, 3]) await context.send({ ...request, readBytes: 1 }, fresh);
      expectStatus(await context.send(request, 5), status);
    },
  },
  {
    id: "streaming.parallel",
    alone: true,
    level: "MUST",
    covers: ["data.request"],
    sentence: "Concurrent requests for rows each get all their rows",
    reason: "Platforms load several reports at once",
    fix: "Keep nothing of a request outside of it",
    check: async (context) => {
      const calls = Math.min(context.options.concurrency ?? 1, 4);
      if (calls < 2) needsInput("concurrency", "Requests are sent one at a time unless asked otherwise");
      const alone = await askRows(context, await dataTarget(context));
      const answers = await Promise.all(
        Array.from({ length: calls }, (_, index) => context.send(alone.request, 20 + index)),
      );
      const wanted = readRows(alone)?.rows.length;
      const odd = answers.find(
        (answer) => answer.ending === alone.ending && readRows(answer)?.rows.length !== wanted,
      );
      if (odd !== undefined)
        unmet(
          `expected ${wanted} rows in each of ${calls} responses, got ${readRows(odd)?.rows.length ?? "no"} in one`,
        );
    },
  },
  {
    id: "streaming.failure-visible",
    level: "MUST",
    covers: ["data.endings", "data.no-quiet-end"],
    sentence: "A request that fails midway is marked or cut, never a shorter array that looks whole",
    reason: "Half of the rows look like all of them, and decisions are made on them",
    fix: `End with {"${streamErrorKey}": {"message", "code"}} as last element, or destroy the connection`,
    check: async (context) => {
      const exchange = await askFailing(context, dataMediaTypes.json);
      if (exchange.ending === "whole" && exchange.status === 200 && readRows(exchange)?.mark === undefined) {
        unmet("The failing request returned an array that looks complete");
      }
    },
  },
  {
    id: "streaming.failure-mark",
    level: "MUST",
    covers: ["data.endings"],
    sentence: "The mark of a failed stream says what happened and which status it would have been",
    reason: "The platform shows the message and decides by the code whether to try again",
    fix: `Send {"${streamErrorKey}": {"message": text, "code": number}}`,
    check: async (context) => {
      const mark = (await markedRows(context)).record[streamErrorKey];
      const { message, code } = isObject(mark) ? mark : {};
      if (typeof message !== "string" || message === "")
        unmet(`expected text as message, got ${JSON.stringify(message)}`);
      if (!Number.isInteger(code))
        unmet(`expected a number like a status as code, got ${JSON.stringify(code)}`);
    },
  },
  {
    id: "streaming.failure-last",
    level: "MUST",
    covers: ["data.endings"],
    sentence: "The mark of a failed stream is the last element and the array is closed",
    reason: "Platforms look at the last element only, and need valid JSON to find it",
    fix: 'Write the mark, then "]", then end',
    check: async (context) => {
      const { last } = await markedRows(context);
      if (!last) unmet("There are rows after the mark");
    },
  },
  {
    id: "streaming.failure-csv",
    level: "MUST",
    covers: ["data.cut"],
    sentence: "A CSV response that fails midway is cut",
    reason: "CSV has no place for a mark: a row of it would be data",
    fix: "Destroy the connection",
    check: async (context) => {
      const exchange = await askFailing(context, dataMediaTypes.csv);
      if (!/^text\/csv/i.test(exchange.headers["content-type"] ?? ""))
        notApplicable("text/csv", "The connector sends no CSV");
      if (exchange.ending !== "cut") unmet("The failing request returned CSV that looks complete");
    },
  },
  {
    id: "streaming.failure-lines",
    level: "MUST",
    covers: ["data.endings"],
    sentence: "A line-by-line response that fails midway is cut or ends with the mark",
    reason: "Half of the rows look like all of them",
    fix: "Write the mark as the last line",
    check: async (context) => {
      const exchange = await askFailing(context, dataMediaTypes.ndjson);
      if (!/ndjson/i.test(exchange.headers["content-type"] ?? ""))
        notApplicable("application/x-ndjson", "The connector sends no lines");
      const lastLine = exchange.text.trimEnd().split("\n").at(-1) ?? "";
      if (exchange.ending === "whole" && !lastLine.includes(streamErrorKey))
        unmet("The last line is not a mark");
    },
  },
]);

async function askFailing(context: CheckContext, accept: string): Promise<Exchange> {
  const { failing } = context.options;
  if (failing === undefined) needsInput("failing", "No request known to fail midway was given");
  const { flat } = await accountOf(context);
  const body = { source: failing.source, account: flat, filter: failing.filter ?? {} };
  return context.post("/", body, { headers: { accept } });
}

async function markedRows(
  context: CheckContext,
): Promise<{ readonly record: Readonly<Record<string, unknown>>; readonly last: boolean }> {
  const exchange = await askFailing(context, dataMediaTypes.json);
  const mark = readRows(exchange)?.mark;
  if (mark !== undefined) return mark;
  if (exchange.ending === "whole" && exchange.text.includes(streamErrorKey))
    return unmet("The array with the mark is not closed");
  return notApplicable("mark", "The failing request is not marked");
}
