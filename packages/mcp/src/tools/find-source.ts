import type { Source } from "@wellhead/client";
import type { Connection } from "@wellhead/results";
import { ToolError } from "../errors/tool-error.js";

const maxListed = 30;

/**
 * Finds a source of a connector.
 *
 * @param connection - The connector
 * @param id - Id of the source
 * @returns The source
 * @throws ToolError listing the sources when there is none with this id
 */
export function findSource(
  { name, application }: Pick<Connection, "name" | "application">,
  id: string,
): Source {
  const source = application.sources.find((candidate) => candidate.id === id);
  if (source !== undefined) return source;
  const known = application.sources.map((candidate) => candidate.id);
  const more = known.length > maxListed ? ` and ${known.length - maxListed} more` : "";
  throw new ToolError(
    `Could not find the source "${id}" of ${name}. Sources: ${known.slice(0, maxListed).join(", ") || "none"}${more}.`,
  );
}
