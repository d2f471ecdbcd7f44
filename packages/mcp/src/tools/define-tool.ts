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
import type { Redactor } from "../secrets/redactor.js";
import type { Workspace } from "../workspace/workspace.js";

/** What every tool needs of the state that the tools of its server share. */
export interface ToolWorkspace {
  readonly redactor: Redactor;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
  /** Receives faults of the server. */
  readonly onError: (error: unknown) => void;
  /** Returns the message of an error that only the caller of the server knows. Default: there are none. */
  readonly explain?: (error: unknown) => string | undefined;
}

/** What a tool can use during a call. */
export interface ToolCall<Shared extends ToolWorkspace = Workspace> {
  readonly workspace: Shared;
  /** Aborted when the client cancels the request or disconnects. */
  readonly signal: AbortSignal;
  /** Reports progress to a client that asked for it: a number that only grows, and what it counts. */
  readonly report: (progress: number, message: string) => void;
}

/** A link to a resource that contains more than the answer. */
export interface ResourceLink {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

/** A tool. */
export interface ToolDefinition<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Shared extends ToolWorkspace = Workspace,
> {
  readonly name: string;
  readonly title: string;
  /** What the tool does and when to use it. Never contains text of a connector. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** Hints that differ from those of a tool that only reads. */
  readonly annotations?: ToolAnnotations;
  readonly run: (args: z.output<Input>, call: ToolCall<Shared>) => Promise<z.output<Output>>;
  /** Returns links to more rows than the answer shows. Default: none. */
  readonly links?: (answer: z.output<Output>) => readonly ResourceLink[];
}

/** Adds a tool to a server. */
export type AddTool<Shared extends ToolWorkspace = Workspace> = (
  server: McpServer,
  workspace: Shared,
) => void;

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
export function defineTool<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Shared extends ToolWorkspace = Workspace,
>(tool: ToolDefinition<Input, Output, Shared>): AddTool<Shared> {
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
        const call = { workspace, signal, report: reporter(mcpReq, workspace) };
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
 * Returns a function that sends progress notifications, so that the client waits longer. It does nothing when the client
 * did not ask for progress.
 */
function reporter(
  { _meta: meta, notify }: ServerContext["mcpReq"],
  { now, onError }: ToolWorkspace,
): ToolCall["report"] {
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let reportedMs = Number.NEGATIVE_INFINITY;
  return (progress, message) => {
    if (now() - reportedMs < reportIntervalMs) return;
    reportedMs = now();
    // The signal of the call reports that a client has disconnected.
    notify({ method: "notifications/progress", params: { progressToken, progress, message } }).catch(onError);
  };
}

function contentOf(
  answer: object,
  links: readonly ResourceLink[],
  { redactor }: ToolWorkspace,
): CallToolResult {
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

function failure(error: unknown, { redactor, onError, explain }: ToolWorkspace): CallToolResult {
  const message = messageFor(error, redactor) ?? explain?.(error);
  if (message === undefined) onError(error);
  const text = message ?? "The server failed. Its operator can find the reason in its log.";
  return { content: [{ type: "text", text: visibleText(redactor.text(text)) }], isError: true };
}

/** Returns a text whose invisible characters are escapes. Its lines remain lines. */
function visibleText(text: string): string {
  const lines = text.slice(0, 4000).split(/\r?\n/);
  return lines
    .map((line) =>
      visibleJson(line)
        .slice(1, -1)
        .replaceAll(/\\(?<escaped>["\\])/g, "$<escaped>"),
    )
    .join("\n");
}
