/**
 * Returns the text of a member of a JSON object exactly as it was received. A signature is computed over it, and writing
 * the parsed value again may result in another text.
 *
 * @param json - A valid JSON object
 * @param name - Name of the member
 * @returns Its text; of several members with the same name, that of the last one, as `JSON.parse` does. `undefined` when
 * there is none
 */
export function memberText(json: string, name: string): string | undefined {
  let found: string | undefined;
  let depth = 0;
  let start = 0;
  let key: string | undefined;
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;
  for (let match = token.exec(json); match !== null; match = token.exec(json)) {
    const [text] = match;
    if (text === "{" || text === "[") depth += 1;
    else if (text === ":" && depth === 1) start = token.lastIndex;
    else if (text.startsWith('"')) {
      if (depth === 1 && key === undefined) key = String(JSON.parse(text));
    } else if (text !== ":") {
      const isEnd = depth === 1;
      if (isEnd && key === name) found = json.slice(start, match.index).trim();
      if (isEnd) key = undefined;
      if (text !== ",") depth -= 1;
    }
  }
  return found;
}
