import type { ConnectorMembers } from "./connector.js";
import { definitionFault } from "./definition-fault.js";

/**
 * Checks id, name, version, description, colour and logo.
 *
 * @param members - The plain members of a definition
 * @throws TypeError naming the first fault
 */
export function checkMembers(members: ConnectorMembers): void {
  const { id, name, version, description, color, logo } = members;
  if (typeof id !== "string" || !/^[a-z0-9][a-z0-9-]*$/.test(id)) {
    throw definitionFault(id, "id", `found "${id}", wanted lower case letters, digits and hyphens`);
  }
  for (const [key, value] of Object.entries({ name, version, description })) {
    if (typeof value !== "string" || value.trim() === "")
      throw definitionFault(id, key, "found nothing, wanted text");
  }
  if (color !== undefined && !/^#[0-9A-Fa-f]{6}$/.test(color)) {
    throw definitionFault(id, "color", `found "${color}", wanted #RRGGBB`);
  }
  if (logo !== undefined && !["file:", "https:"].includes(logo.protocol)) {
    throw definitionFault(id, "logo", `found "${logo.protocol}", wanted a file: or https: URL`);
  }
}
