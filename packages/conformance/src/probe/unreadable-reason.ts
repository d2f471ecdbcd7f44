import type { Exchange } from "../exchange/exchange.js";

/** A text, number, word or mark of JSON, or else (the group) what JSON does not allow. */
const tokens =
  /"(?:[^"\\]|\\[\s\S])*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b|[[\]{},:\s]|("|[^\s,:[\]{}"]+)/g;

/**
 * Explains why a complete response has no rows that can be read.
 *
 * @param exchange - The response
 * @returns A sentence with the part of the body that shows the reason
 */
export function unreadableReason({ text, ending }: Pick<Exchange, "text" | "ending">): string {
  const body = text.trim();
  if (body === "") return "POST / returned an empty body";
  if (ending === "whole" && body.startsWith("[")) {
    if (!body.endsWith("]"))
      return `POST / returned a JSON array that is not closed: its ${text.length} characters end with "${body.slice(-40)}"`;
    const word = invalidToken(body);
    if (word !== undefined) return `POST / returned "${word.slice(0, 40)}", which is not a value in JSON`;
  }
  return `POST / returned text that is not rows: got "${body.slice(0, 60)}"`;
}

function invalidToken(body: string): string | undefined {
  for (const [, word] of body.matchAll(tokens)) if (word !== undefined) return word;
  return undefined;
}
