import type { DatabaseHandle } from "./database-handle.js";

const named =
  /^near "(?<near>[\s\S]*)": syntax error$|^no such (?:column|table|function): (?<name>[\s\S]*)$|^unrecognized token: "(?<token>[\s\S]*)"$/;

/**
 * Locates the position in a statement that the engine's message refers to. The engine reports only a word. If the word
 * occurs more than once, the statement is compiled up to each occurrence in turn.
 *
 * @param handle - An open database
 * @param sql - The statement
 * @param message - The engine's message
 * @returns The position in characters, counted from one, or `undefined` when it is unknown
 */
export function findPosition(handle: DatabaseHandle, sql: string, message: string): number | undefined {
  if (message === "incomplete input") return Array.from(sql).length + 1;
  const groups = named.exec(message)?.groups;
  const word = groups?.["near"] ?? groups?.["token"] ?? groups?.["name"]?.split(".").at(-1);
  if (word === undefined || word === "") return undefined;
  const places = placesOf(sql, word);
  const isSyntax = groups?.["near"] !== undefined;
  const index =
    isSyntax && places.length > 1
      ? places.find((end) => fails(handle, sql.slice(0, end + word.length), word))
      : places[0];
  return index === undefined ? undefined : Array.from(sql.slice(0, index)).length + 1;
}

/** Returns the indexes where the word occurs as a whole word. */
function placesOf(sql: string, word: string): readonly number[] {
  const isName = /^\w+$/.test(word);
  const found: number[] = [];
  for (let at = sql.indexOf(word); at >= 0 && found.length < 100; at = sql.indexOf(word, at + 1)) {
    const inside = isName && (/\w$/.test(sql.slice(0, at)) || /^\w/.test(sql.slice(at + word.length)));
    if (!inside) found.push(at);
  }
  return found;
}

/** Returns whether the statement, truncated after a word, already fails at that word. */
function fails(handle: DatabaseHandle, beginning: string, word: string): boolean {
  try {
    handle.prepare(`explain ${beginning}`);
    return false;
  } catch (error) {
    return error instanceof Error && error.message === `near "${word}": syntax error`;
  }
}
