import { z } from "zod";
import { fitPage } from "../answers/fit.js";
import { ToolError } from "../errors/tool-error.js";
import { accountOptions } from "./account-options.js";
import { defineTool } from "./define-tool.js";
import { findSource } from "./find-source.js";

/** `filter_options`: the values of a filter. */
export const filterOptions = defineTool({
  name: "filter_options",
  title: "List the options of a filter",
  description: "Lists the values that a filter of a source can take. Filters take the value, not the title.",
  input: z.strictObject({
    connector: z.string().describe("Name of the connector"),
    source: z.string().describe("Id of the source"),
    filter: z.string().describe("Id of the filter"),
    dependsOn: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Values of the filters that the options depend on, by id"),
    words: z
      .string()
      .optional()
      .describe("Text that the title or value must contain; all options when omitted"),
    offset: z.int().min(0).optional().describe("Number of options to skip; 0 when omitted"),
  }),
  output: z.object({
    options: z.array(z.object({ title: z.string(), value: z.unknown() })),
    optionCount: z.number().describe("Number of all options that match and can be shown"),
    omittedCount: z.number().describe("Number of options that match and are too long to show"),
    nextOffset: z.number().nullable().describe("Offset of the next options; null when all were shown"),
  }),
  run: async ({ connector, source: id, filter, dependsOn = {}, words = "", offset = 0 }, call) => {
    const { workspace, signal } = call;
    const calls = workspace.calls();
    const connection = await calls.describe(connector, signal);
    const source = findSource(connection, id);
    const field = source.filter.find((candidate) => candidate.id === filter);
    if (field === undefined)
      throw new ToolError(
        `Could not find the filter "${filter}" of "${id}". Filters: ${source.filter.map((candidate) => candidate.id).join(", ") || "none"}.`,
      );
    const missing = field.dependsOn.find((needed) => dependsOn[needed] === undefined);
    if (missing !== undefined)
      throw new ToolError(
        `Could not list the options of "${filter}": they depend on "${missing}". Give its value in dependsOn.`,
      );
    const all = field.hasDatalist
      ? await connection.connector.options({
          source: id,
          field: filter,
          ...accountOptions(connection, calls, workspace),
          dependsOn,
          signal,
        })
      : field.options;
    const text = words.toLowerCase();
    const matching = all
      .filter(({ title, value }) => `${title}\n${String(value)}`.toLowerCase().includes(text))
      .map(({ title, value }) => ({ title: workspace.redactor.cut(title, 300), value }));
    const page = fitPage(matching, offset, workspace.limits.maxAnswerBytes - 200);
    const { shown: options, count: optionCount, omittedCount, nextOffset } = page;
    return { options, optionCount, omittedCount, nextOffset };
  },
});
