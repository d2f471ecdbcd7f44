import { randomUUID } from "node:crypto";
import type { ExactRow } from "@wellhead/client";
import { z } from "zod";
import { fitItems } from "../answers/fit.js";
import { ToolError } from "../errors/tool-error.js";
import { type AddTool, defineTool } from "../tools/define-tool.js";
import { findSource } from "../tools/find-source.js";
import type { AuthorWorkspace } from "./author.js";
import { LimitWaits } from "./limit-waits.js";
import { connectorInputs, openAuthored, validAccount } from "./open-authored.js";
import { shownRow } from "./preview-rows.js";

/** Maximum number of rows that are read. */
const maxRows = 10_000;

/** `preview_changes`: what a platform that keeps a copy reads the next time. */
export const previewChanges: AddTool<AuthorWorkspace> = defineTool({
  name: "preview_changes",
  title: "Preview changes",
  description:
    "Reads what has changed since a moment, as a platform that keeps a copy of the rows does: changed rows, and the keys of deleted ones. list_requests then shows how many requests it took.",
  input: z.strictObject({
    ...connectorInputs,
    source: z.string().describe("Id of the source"),
    filter: z.record(z.string(), z.unknown()).optional().describe("Values by id of the filter"),
    since: z.iso
      .datetime({ offset: true })
      .describe("Start of the last run of the platform, such as 2026-03-08T12:00:00Z; the lookback is added"),
  }),
  output: z.object({
    isDelta: z
      .boolean()
      .describe("false: the connector has read everything, and a row that did not come counts as deleted"),
    isWhole: z.boolean().describe(`Whether these are all rows; at most ${maxRows} are read`),
    changed: z.number().describe("Number of rows to insert or to replace"),
    deleted: z.number().describe("Number of rows to delete"),
    rows: z
      .array(z.record(z.string(), z.unknown()))
      .describe("The first of the changed rows; long cells are cut"),
    deletedKeys: z
      .array(z.record(z.string(), z.unknown()))
      .describe("The first of the deleted rows: their keys"),
    pages: z.number().describe("Pages that the platform requested"),
    requestId: z.string().describe("For list_requests, which shows the requests to the API"),
  }),
  run: async ({ source: id, filter = {}, since, ...args }, { workspace, signal, report }) => {
    const limits = new LimitWaits({ now: workspace.now, signal, report });
    const opened = await openAuthored(workspace, args, signal);
    const { authored, client, application, requestId } = opened;
    const source = findSource({ name: authored.id, application }, id);
    const account = await limits.repeat(() => validAccount(workspace, opened, { ...args, signal }));
    const called = { account, validate: false, signal };
    const types = application.synchronizes
      ? (await limits.repeat(() => client.synchronizer.config(called))).types
      : [];
    if (!types.some((type) => type.id === source.id))
      throw new ToolError(
        `Could not preview the changes of "${id}": no platform can keep a copy of it, because its rows have no key. Declare one with id().`,
      );
    const changed: ExactRow[] = [];
    const deleted: ExactRow[] = [];
    let [isDelta, isWhole, pageCount] = [true, false, 0];
    const operationId = randomUUID();
    const pages = limits.pages((from) =>
      client.synchronizer.pages({
        ...called,
        type: id,
        types: [id],
        filter,
        exact: true,
        operationId,
        lastSynchronizedAt: since,
        from,
      }),
    );
    for await (const page of pages) {
      pageCount += 1;
      isDelta &&= page.isDelta;
      isWhole = page.state === undefined;
      for (const item of page.rows) {
        // Asked for exact values, a connector sends the row of the source beside the members of the protocol.
        const row = (item["row"] ?? {}) as ExactRow;
        (item["__syncAction"] === "REMOVE" ? deleted : changed).push(row);
      }
      if (changed.length + deleted.length >= maxRows) break;
    }
    const fit = (rows: readonly ExactRow[]): Record<string, unknown>[] => [
      ...fitItems(
        rows.map((row) => shownRow(row, workspace)),
        workspace.maxAnswerBytes / 2 - 600,
      ),
    ];
    return {
      isDelta,
      isWhole,
      changed: changed.length,
      deleted: deleted.length,
      rows: fit(changed),
      deletedKeys: fit(deleted),
      pages: pageCount,
      requestId,
    };
  },
});
