import type { McpServer } from "@modelcontextprotocol/server";
import { type AuthorOptions, AuthorWorkspace } from "../author/author.js";
import { createAuthorServer } from "../author/create-author-server.js";
import { createServer } from "../server/create-server.js";
import { type McpOptions, Workspace } from "../workspace/workspace.js";

/** What is served: the rows of connectors, or the folder of an author. */
export type ServingOptions = McpOptions | AuthorOptions;

/** State that all connections share, and what makes the server of each. */
export interface Serving {
  readonly createServer: () => McpServer;
  readonly onError: (error: unknown) => void;
  /** Ends what the tools have started. */
  readonly close: () => Promise<void>;
}

/**
 * Creates the state of a server.
 *
 * @param options - What is served
 * @returns The state
 */
export function openServing(options: ServingOptions): Serving {
  const { version } = options;
  if ("author" in options) {
    const workspace = new AuthorWorkspace(options);
    return {
      createServer: () => createAuthorServer(workspace, version),
      onError: workspace.onError,
      // The folder belongs to the caller, who closes it.
      close: () => Promise.resolve(),
    };
  }
  const workspace = new Workspace(options);
  return {
    createServer: () => createServer(workspace, version),
    onError: workspace.onError,
    close: () => workspace.close(),
  };
}
