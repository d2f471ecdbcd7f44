import { z } from "zod";
import { fitItems, fitPage } from "../answers/fit.js";
import { messageFor, ToolError } from "../errors/tool-error.js";
import { defineTool, type ToolCall } from "./define-tool.js";
import { sqlName } from "./sql-name.js";

const sourceSchema = z.object({
  connector: z.string(),
  source: z.string().describe("Id of the source"),
  table: z.string().describe("Name of the source in SQL"),
  title: z.string(),
  description: z.string(),
  requiredFilters: z.array(z.string()).describe("Filters that need a value"),
});

type FoundSource = z.infer<typeof sourceSchema>;

/** `search_sources`: finds sources by words. */
export const searchSources = defineTool({
  name: "search_sources",
  title: "Search sources",
  description:
    "Finds sources of rows by words in their id, title, description or columns; without words it lists all. A source is a table in SQL.",
  input: z.strictObject({
    words: z.string().optional().describe("Words that must all occur; all sources when omitted"),
    connector: z.string().optional().describe("Name of the only connector to search; all when omitted"),
    offset: z.int().min(0).optional().describe("Number of sources to skip; 0 when omitted"),
  }),
  output: z.object({
    sources: z.array(sourceSchema),
    sourceCount: z.number().describe("Number of all sources that match and can be shown"),
    omittedCount: z.number().describe("Number of sources that match and are too long to show"),
    nextOffset: z.number().nullable().describe("Offset of the next sources; null when all were shown"),
    problems: z.array(z.string()).describe("Connectors that could not be searched"),
  }),
  run: async ({ words = "", connector, offset = 0 }, call) => {
    const { connectors, limits } = call.workspace;
    const names = connector === undefined ? connectors.map(({ name }) => name) : [connector];
    const found = await Promise.all(names.map((name) => searchConnector(name, words, call)));
    const problems = found.flatMap(({ problem }) => problem ?? []);
    const [problem] = problems;
    if (connector !== undefined && problem !== undefined) throw new ToolError(problem);
    const all = found.flatMap(({ sources }) => sources);
    const page = fitPage(all, offset, limits.maxAnswerBytes - 1000);
    const { shown: sources, count: sourceCount, omittedCount, nextOffset } = page;
    return {
      sources,
      sourceCount,
      omittedCount,
      nextOffset,
      problems: [
        ...fitItems(
          problems.map((text) => call.workspace.redactor.cut(text, 300)),
          800,
        ),
      ],
    };
  },
});

async function searchConnector(
  name: string,
  words: string,
  { workspace, signal }: ToolCall,
): Promise<{ readonly sources: readonly FoundSource[]; readonly problem?: string }> {
  try {
    const connection = await workspace.calls().describe(name, signal);
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    const sources = connection.application.sources
      .filter(({ id, name: title, description, columns = [] }) => {
        const texts = [id, title, description, ...columns.flatMap((column) => [column.id, column.name])];
        const text = texts.join("\n").toLowerCase();
        return wanted.every((word) => text.includes(word));
      })
      .map(({ id, name: title, description, filter }) => ({
        connector: connection.name,
        source: id,
        table: sqlName(connection.name, id),
        title: workspace.redactor.cut(title, 100),
        description: workspace.redactor.cut(description, 200),
        requiredFilters: filter.filter(({ required }) => required).map((field) => field.id),
      }));
    return { sources };
  } catch (error) {
    const problem = messageFor(error, workspace.redactor);
    if (problem === undefined) throw error;
    return { sources: [], problem: `${name}: ${problem}` };
  }
}
