import { membersOf } from "../json/json-members.js";

/**
 * Makes the content of a file of states from the member `state` of a message. Its digits stay as they are.
 *
 * States of a stream and global ones are a list of messages; a legacy one is its data alone.
 *
 * @param json - The member, as it was written
 * @returns The content; `undefined` when the state has no content
 */
export function stateFileOf(json: string): string | undefined {
  const members = membersOf(json);
  const type = members.get("type") ?? "null";
  if (type === '"STREAM"' || type === '"GLOBAL"') return `[${json}]`;
  return members.get("data");
}
