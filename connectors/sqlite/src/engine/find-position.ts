import type { DatabaseHandle } from "./database-handle.js";

const named =
  /^near "(?<near>[\s\S]*)": syntax error$|^no such (?:column|table|function): (?<name>[\s\S]*)$|^unrecognized token: "(?<token>[\s\S]*)"$/;

/**
 * Finds the place in a statement that the engine's message is about. The engine names a word only; where the
 * word comes more than once, the statement is compiled up to each place in turn.
 *
 * @param handle - An open database
 * @param sql - The statement
 * @param message - What the engine said
 * @returns Characters from the beginning, counted from one; `undefined` when it is not known
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

/** Places where the word stands by itself. */
function placesOf(sql: string, word: string): readonly number[] {
  const isName = /^\w+$/.test(word);
  const found: number[] = [];
  for (let at = sql.indexOf(word); at >= 0 && found.length < 100; at = sql.indexOf(word, at + 1)) {
    const inside = isName && (/\w$/.test(sql.slice(0, at)) || /^\w/.test(sql.slice(at + word.length)));
    if (!inside) found.push(at);
  }
  return found;
}

/** Whether the statement, cut off behind a word, already fails at that word. */
function fails(handle: DatabaseHandle, beginning: string, word: string): boolean {
  try {
    handle.prepare(`explain ${beginning}`);
    return false;
  } catch (error) {
    return error instanceof Error && error.message === `near "${word}": syntax error`;
  }
}
