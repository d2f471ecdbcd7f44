import type {
  CallToolResult,
  McpServer,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from "@modelcontextprotocol/server";
import type { z } from "zod";
import { visibleJson } from "../answers/visible-json.js";
import { messageFor } from "../errors/tool-error.js";
import type { Workspace } from "../workspace/workspace.js";

/** What a tool can use during a call. */
export interface ToolCall {
  readonly workspace: Workspace;
  /** Aborted when the client cancels the request or disconnects. */
  readonly signal: AbortSignal;
  /** Reports the number of rows so far to a client that asked for progress. */
  readonly reportRows: (rows: number) => void;
}

/** A link to a resource that contains more than the answer. */
export interface ResourceLink {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

/** A tool. */
export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** What the tool does and when to use it. Never contains text of a connector. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** Hints that differ from those of a tool that only reads. */
  readonly annotations?: ToolAnnotations;
  readonly run: (args: z.output<Input>, call: ToolCall) => Promise<z.output<Output>>;
  /** Returns links to more rows than the answer shows. Default: none. */
  readonly links?: (answer: z.output<Output>) => readonly ResourceLink[];
}

/** Adds a tool to a server. */
export type AddTool = (server: McpServer, workspace: Workspace) => void;

const readOnly: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};

/**
 * Defines a tool. Its answer is sent as structured content and, for clients that ignore it, as text with the same JSON.
 * Both pass the redactor.
 *
 * @param tool - The tool
 * @returns A function that adds it to a server
 */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ToolDefinition<Input, Output>,
): AddTool {
  const { name, title, description, annotations } = tool;
  const inputSchema: StandardSchemaWithJSON = tool.input;
  const outputSchema: StandardSchemaWithJSON = tool.output;
  return (server, workspace) => {
    const config = {
      title,
      description,
      inputSchema,
      outputSchema,
      annotations: { ...readOnly, ...annotations },
    };
    server.registerTool(name, config, async (args, { mcpReq }) => {
      const { signal } = mcpReq;
      try {
        const call = { workspace, signal, reportRows: rowReporter(mcpReq, workspace) };
        // The server has parsed the arguments with the schema of the tool.
        const answer = await tool.run(args as z.output<Input>, call);
        return contentOf(answer, tool.links?.(answer) ?? [], workspace);
      } catch (error) {
        if (signal.aborted) throw error;
        return failure(error, workspace);
      }
    });
  };
}

/** Minimum milliseconds between two notifications of one call. */
const reportIntervalMs = 1000;

/**
 * Returns a function that sends the number of rows as progress notifications, so that the client waits longer. It does
 * nothing when the client did not ask for progress.
 */
function rowReporter(
  { _meta: meta, notify }: ServerContext["mcpReq"],
  { now, onError }: Workspace,
): ToolCall["reportRows"] {
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let reportedMs = Number.NEGATIVE_INFINITY;
  return (rows) => {
    if (now() - reportedMs < reportIntervalMs) return;
    reportedMs = now();
    const message = `${rows.toLocaleString("en-US")} ${rows === 1 ? "row has" : "rows have"} arrived`;
    // The signal of the call reports that a client has disconnected.
    notify({ method: "notifications/progress", params: { progressToken, progress: rows, message } }).catch(
      onError,
    );
  };
}

function contentOf(answer: object, links: readonly ResourceLink[], { redactor }: Workspace): CallToolResult {
  // The redactor returns an object for an object.
  const structuredContent = redactor.value(answer) as Record<string, unknown>;
  return {
    content: [
      { type: "text", text: visibleJson(structuredContent) },
      ...links.map((link) => ({ type: "resource_link" as const, ...link })),
    ],
    structuredContent,
  };
}

function failure(error: unknown, { redactor, onError }: Workspace): CallToolResult {
  const message = messageFor(error, redactor);
  if (message === undefined) onError(error);
  const text = message ?? "The server failed. Its operator can find the reason in its log.";
  return { content: [{ type: "text", text: visibleText(redactor.text(text)) }], isError: true };
}

function visibleText(text: string): string {
  const quoted = visibleJson(text.slice(0, 4000));
  return quoted.slice(1, -1).replaceAll(String.raw`\"`, '"');
}
