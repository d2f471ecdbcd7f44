import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { messageFor, ToolError } from "../errors/tool-error.js";
import type { Workspace } from "../workspace/workspace.js";

const mimeTypes = { csv: "text/csv", ndjson: "application/x-ndjson", json: "application/json" } as const;
type ExportFormat = keyof typeof mimeTypes;

/**
 * Adds the resource that holds all rows of a result, for a client to download without passing them through a model.
 *
 * @param server - The server
 * @param workspace - The results
 */
export function addExports(server: McpServer, workspace: Workspace): void {
  const template = new ResourceTemplate("wellhead://results/{handle}/rows.{format}", { list: undefined });
  const config = { title: "Rows of a result", description: "All rows of a result as CSV, NDJSON or JSON" };
  server.registerResource(
    "rows",
    template,
    config,
    async (uri, { handle, format }, { mcpReq: { signal } }) => {
      try {
        const { text, mimeType } = await exportRows(
          { handle: String(handle), format: String(format) },
          workspace,
          signal,
        );
        return { contents: [{ uri: uri.href, mimeType, text: workspace.redactor.text(text) }] };
      } catch (error) {
        const message = messageFor(error, workspace.redactor);
        if (message === undefined) workspace.onError(error);
        // The cause may contain secrets. It is in the log of the operator.
        // oxlint-disable-next-line eslint/preserve-caught-error -- as above
        throw new Error(workspace.redactor.text(message ?? "The server failed."));
      }
    },
  );
}

async function exportRows(
  { handle, format }: { readonly handle: string; readonly format: string },
  { jobs, limits }: Workspace,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly mimeType: string }> {
  if (!isFormat(format))
    throw new ToolError(`Could not export as "${format}": expected ${Object.keys(mimeTypes).join(", ")}.`);
  const result = await jobs.find(handle).wait(limits.waitMs, signal);
  if (result === undefined)
    throw new ToolError("Could not export the result: the query is running. Wait for it with get_result.");
  const folder = await mkdtemp(join(tmpdir(), "wellhead-mcp-"));
  try {
    const path = join(folder, `rows.${format}`);
    await result.table.export(path, format);
    const { size } = await stat(path);
    if (size > limits.maxExportBytes)
      throw new ToolError(
        `Could not export the result: it has ${size} bytes, more than the maximum of ${limits.maxExportBytes}. Select fewer rows or columns.`,
      );
    return { text: await readFile(path, "utf8"), mimeType: mimeTypes[format] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isFormat(format: string): format is ExportFormat {
  return Object.hasOwn(mimeTypes, format);
}
