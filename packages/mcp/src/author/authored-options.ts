import { z } from "zod";
import { fitPage } from "../answers/fit.js";
import { ToolError } from "../errors/tool-error.js";
import { type AddTool, defineTool } from "../tools/define-tool.js";
import { findSource } from "../tools/find-source.js";
import type { AuthorWorkspace } from "./author.js";
import { connectorInputs, openAuthored, validAccount } from "./open-authored.js";

/** `filter_options`: the values that a filter offers. */
export const authoredOptions: AddTool<AuthorWorkspace> = defineTool({
  name: "filter_options",
  title: "List the options of a filter",
  description: "Lists the values that a filter of a source offers, as the connector requests them now.",
  input: z.strictObject({
    ...connectorInputs,
    source: z.string().describe("Id of the source"),
    filter: z.string().describe("Id of the filter"),
    dependsOn: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Values of the filters that the options depend on, by id"),
    offset: z.int().min(0).optional().describe("Number of options to skip; 0 when omitted"),
  }),
  output: z.object({
    options: z.array(z.object({ title: z.string(), value: z.unknown() })),
    optionCount: z.number(),
    nextOffset: z.number().nullable().describe("Offset of the next options; null when all were shown"),
    requestId: z.string().describe("For list_requests"),
  }),
  run: async ({ source: id, filter, dependsOn = {}, offset = 0, ...args }, { workspace, signal }) => {
    const opened = await openAuthored(workspace, args, signal);
    const { authored, client, application, requestId } = opened;
    const source = findSource({ name: authored.id, application }, id);
    const field = source.filter.find((one) => one.id === filter);
    if (field === undefined)
      throw new ToolError(
        `Could not find the filter "${filter}" of "${id}". Filters: ${source.filter.map((one) => one.id).join(", ") || "none"}.`,
      );
    const all = field.hasDatalist
      ? await client.options({
          source: id,
          field: filter,
          account: await validAccount(workspace, opened, { ...args, signal }),
          validate: false,
          dependsOn,
          signal,
        })
      : field.options;
    const titled = all.map(({ title, value }) => ({ title: workspace.redactor.cut(title, 200), value }));
    const { shown, count, nextOffset } = fitPage(titled, offset, workspace.maxAnswerBytes - 400);
    return { options: shown, optionCount: count, nextOffset, requestId };
  },
});
