import type { McpEndpoint } from "@wellhead/mcp";
import { readVersion } from "../command-line/read-version.js";
import { AuthorFolder, type AuthorFolderOptions } from "./author-folder.js";
import { explainCommandError } from "./open-author-folder.js";

/**
 * Creates the tools of authors for the files of a session, with the first request for them: most sessions have none, and what
 * the tools are made of takes longer to load than the files.
 *
 * @param options - The session
 * @returns The endpoint
 */
export function toolsOfSession(options: AuthorFolderOptions): McpEndpoint {
  let opened: Promise<McpEndpoint> | undefined;
  const open = async (): Promise<McpEndpoint> => {
    const { createMcpEndpoint } = await import("@wellhead/mcp");
    const author = new AuthorFolder(options);
    return createMcpEndpoint({ author, version: readVersion(), explain: explainCommandError });
  };
  return {
    answer: (request, response) => {
      opened ??= open();
      opened.then(
        (endpoint) => endpoint.answer(request, response),
        () => response.destroy(),
      );
    },
    close: async () => {
      await (await opened)?.close();
    },
  };
}
