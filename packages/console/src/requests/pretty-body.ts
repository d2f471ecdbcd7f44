import { parseJson } from "../text/record.js";

const jsonToken = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

/** Indents JSON for reading. Every number and text stays as it is written. Anything else, such as a truncated body, is returned unchanged. */
export function prettyBody(text: string): string {
  if (parseJson(text) === undefined) return text;
  let [pretty, line] = ["", "\n"];
  const tokens = text.match(jsonToken) ?? [];
  for (const [index, token] of tokens.entries()) {
    const [before, after] = [tokens[index - 1] ?? "", tokens[index + 1] ?? ""];
    if (/[\]}]/.test(token) && token.length === 1) {
      line = line.slice(0, -2);
      pretty += /^[[{]$/.test(before) ? token : line + token;
    } else if (/^[[{]$/.test(token)) {
      line += "  ";
      pretty += token + (/^[\]}]$/.test(after) ? "" : line);
    } else if (token === ",") pretty += `,${line}`;
    else pretty += token === ":" ? ": " : token;
  }
  return pretty;
}
