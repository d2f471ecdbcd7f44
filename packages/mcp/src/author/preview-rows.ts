import { type ExactRow, IncompleteRowsError, type RowReading, type Verdict } from "@wellhead/client";
import { z } from "zod";
import { fitItems } from "../answers/fit.js";
import { type AddTool, defineTool } from "../tools/define-tool.js";
import { findSource } from "../tools/find-source.js";
import type { AuthorWorkspace } from "./author.js";
import { columnFacts, repeatedKeys } from "./column-facts.js";
import { shownRemarks } from "./list-remarks.js";
import { connectorInputs, openAuthored, validAccount } from "./open-authored.js";

/** Maximum number of rows that are read, and how many unless the call says otherwise. */
const maxRows = 10_000;
const defaultRows = 50;
/** Maximum characters of a cell. */
const maxCellCharacters = 200;
/** Maximum number of repeated keys that are listed. */
const maxKeys = 10;

/** `preview_rows`: rows, and what is conspicuous about them. */
export const previewRows: AddTool<AuthorWorkspace> = defineTool({
  name: "preview_rows",
  title: "Preview rows",
  description:
    "Reads rows of a source as a data platform does, and compares them with the declared columns: types that do not fit, nulls, absent cells, keys that repeat, pages that the API announces and nobody requested. The next check_files after a save reports how the same rows have changed.",
  input: z.strictObject({
    ...connectorInputs,
    source: z.string().describe("Id of the source"),
    filter: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Values by id of the filter; dates are {_min, _max} or an expression such as LAST 3 MONTHS"),
    limit: z
      .int()
      .min(1)
      .max(maxRows)
      .optional()
      .describe(`Maximum number of rows; ${defaultRows} when omitted`),
  }),
  output: z.object({
    ending: z
      .enum(["whole", "limited", "marked", "cut"])
      .describe(
        "whole: these are all rows; limited: the source has more rows than the limit, and its end has not been seen; otherwise the connector failed after these rows",
      ),
    problem: z.string().describe("Why rows are missing; empty when they are complete"),
    rowCount: z.number().describe("Rows that were read; the other facts are about all of them"),
    note: z.string().describe("Which rows are missing here, and how to read them; empty when all are shown"),
    remarks: z
      .array(z.string())
      .describe(
        "Signs that rows are missing although the ending is whole, each with the request that shows it",
      ),
    columns: z.array(
      z.object({
        id: z.string(),
        declared: z.string().describe("Declared type; empty when the column is not declared"),
        found: z.record(z.string(), z.number()).describe("Number of cells of each kind"),
        unfit: z.number().describe("Cells that do not have the declared type"),
        example: z.string().describe("A cell that does not fit, else the first one"),
      }),
    ),
    columnCount: z.number(),
    repeatedKeys: z.array(z.object({ column: z.string(), value: z.string(), rows: z.number() })),
    repeatedKeyCount: z.number(),
    requestId: z.string().describe("For list_requests, which shows how the rows were requested"),
    rows: z.array(z.record(z.string(), z.unknown())).describe("The first rows; long cells are cut"),
  }),
  run: async ({ source: id, filter = {}, limit = defaultRows, ...args }, { workspace, signal }) => {
    const { author, redactor, maxAnswerBytes } = workspace;
    const opened = await openAuthored(workspace, args, signal);
    const { authored, client, application, requestId } = opened;
    const source = findSource({ name: authored.id, application }, id);
    const account = await validAccount(workspace, opened, { ...args, signal });
    author.noteRows({ connector: authored.id, source: id, body: { account: account ?? {}, filter } });
    const { rows: read, verdict } = await collect(
      await client.rows({
        source: id,
        filter,
        account,
        // One more shows whether there are more.
        limit: limit + 1,
        validate: false,
        unknownFilter: "refuse",
        signal,
      }),
    );
    const rows = read.slice(0, limit);
    const columns =
      source.columns ?? (await client.schema({ source: id, filter, account, validate: false, signal }));
    const facts = columnFacts(rows, columns ?? []).map((fact) => ({
      ...fact,
      example: redactor.cut(fact.example, 80),
    }));
    const keys = repeatedKeys(rows);
    const shown = fitItems(
      rows.map((row) => shownRow(row, workspace)),
      maxAnswerBytes / 2 - 1200,
    );
    const isLimited = read.length > limit;
    const isWhole = !isLimited && verdict.ending === "whole";
    const remarks = await author.remarks(requestId, isWhole);
    return {
      ending: isLimited ? ("limited" as const) : verdict.ending,
      problem: redactor.cut(verdict.message, 500),
      rowCount: rows.length,
      note: noteOf({ rows: rows.length, shown: shown.length, isLimited }),
      remarks: shownRemarks(remarks, workspace),
      columns: [...fitItems(facts, maxAnswerBytes / 2 - 1200)],
      columnCount: facts.length,
      repeatedKeys: keys.slice(0, maxKeys).map((key) => ({ ...key, value: redactor.cut(key.value, 80) })),
      repeatedKeyCount: keys.length,
      requestId,
      rows: [...shown],
    };
  },
});

/** Says which rows the answer does not show. */
function noteOf({
  rows,
  shown,
  isLimited,
}: {
  readonly rows: number;
  readonly shown: number;
  readonly isLimited: boolean;
}): string {
  const limited = `The source has more than these ${rows} rows. Pass a larger limit, at most ${maxRows}, to see the end of the list.`;
  const fitted = `Only the first ${shown} of ${rows} rows fit here. The columns and repeated keys are those of all ${rows}.`;
  return [isLimited && limited, shown < rows && fitted].filter((text) => text !== false).join(" ");
}

/** Reads rows to their end, whole or not. */
async function collect(
  reading: RowReading,
): Promise<{ readonly rows: ExactRow[]; readonly verdict: Verdict }> {
  const rows: ExactRow[] = [];
  try {
    for await (const batch of reading) rows.push(...batch.rows());
  } catch (error) {
    if (!(error instanceof IncompleteRowsError)) throw error;
  }
  const { verdict } = reading;
  if (verdict === undefined) throw new TypeError("Could not read the rows: the reading did not end.");
  return { rows, verdict };
}

/**
 * @param row - A row of a connector
 * @param workspace - Protects secrets
 * @returns The row with every digit of its numbers, and with short cells
 */
export function shownRow(row: ExactRow, { redactor }: AuthorWorkspace): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([id, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      if (text.length > maxCellCharacters) return [id, redactor.cut(text, maxCellCharacters)];
      // A number that a double would change becomes text.
      const plain: unknown = JSON.parse(JSON.stringify(value));
      return [id, plain];
    }),
  );
}
