/** A line and a column of a text, from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * Finds a member of a definition in the text that defines it.
 *
 * Searches line by line for the name of each part of the path as a key, after the one before it. What the text computes,
 * such as a shared object, is not found; then the last part that was found is returned.
 *
 * @param text - The source text
 * @param path - The member, such as `sources.moons.fields.name`
 * @param start - Line of the call that checks the definition, from 1
 * @returns The position of the innermost part that was found; `undefined` when none was
 */
export function findMember(text: string, path: string, start: number): TextPosition | undefined {
  const lines = text.split("\n");
  let found: TextPosition | undefined;
  for (const part of path.split(".")) {
    const from: TextPosition = found ?? { line: start, column: 0 };
    const next = findKey(lines, part, from);
    if (next === undefined) return found;
    found = next;
  }
  return found;
}

function findKey(lines: readonly string[], name: string, after: TextPosition): TextPosition | undefined {
  const escaped = name.replaceAll(/[^\w]/g, String.raw`\$&`);
  const key = new RegExp(String.raw`(?:^|[\s{,(])(?<key>["']?${escaped}["']?)\s*(?:[:(,}]|$)`, "g");
  for (const [index, text] of lines.entries()) {
    if (index + 1 < after.line) continue;
    key.lastIndex = index + 1 === after.line ? after.column : 0;
    const match = key.exec(text);
    if (match === null) continue;
    const column = match.index + match[0].indexOf(match.groups?.["key"] ?? "") + 1;
    return { line: index + 1, column };
  }
  return undefined;
}
