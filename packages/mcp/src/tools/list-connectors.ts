import { z } from "zod";
import { fitItems } from "../answers/fit.js";
import { messageFor } from "../errors/tool-error.js";
import { defineTool, type ToolCall } from "./define-tool.js";

const connectorSchema = z.object({
  name: z.string().describe("Name of the connector in other tools and in SQL"),
  title: z.string(),
  description: z.string(),
  sources: z.number().describe("Number of sources"),
  problem: z.string().optional().describe("Why the connector cannot be used now"),
});

/** `list_connectors`: the connectors and how many sources each has. */
export const listConnectors = defineTool({
  name: "list_connectors",
  title: "List connectors",
  description: "Lists the connectors of this server. Start here, then find sources with search_sources.",
  input: z.strictObject({}),
  output: z.object({ connectors: z.array(connectorSchema), connectorCount: z.number() }),
  run: async (_args, call) => {
    const { connectors, limits } = call.workspace;
    const all = await Promise.all(connectors.map(({ name }) => describeConnector(name, call)));
    return { connectors: [...fitItems(all, limits.maxAnswerBytes - 100)], connectorCount: all.length };
  },
});

async function describeConnector(
  name: string,
  { workspace, signal }: ToolCall,
): Promise<z.infer<typeof connectorSchema>> {
  try {
    const { application } = await workspace.calls().describe(name, signal);
    return {
      name,
      title: workspace.redactor.cut(application.name, 100),
      description: workspace.redactor.cut(application.description, 300),
      sources: application.sources.length,
    };
  } catch (error) {
    const problem = messageFor(error, workspace.redactor);
    if (problem === undefined) throw error;
    return { name, title: name, description: "", sources: 0, problem: workspace.redactor.cut(problem, 300) };
  }
}
