/** A token of code and its kind. */
export interface CodePiece {
  readonly kind: "plain" | "word" | "text" | "number" | "remark" | "key";
  readonly text: string;
}

const sqlWords =
  "select|from|where|group|by|order|having|limit|offset|join|left|right|full|inner|outer|cross|on|using|as|and|or|not|in|is|null|like|ilike|between|exists|case|when|then|else|end|union|all|distinct|with|recursive|values|cast|asc|desc|true|false|over|partition|interval";
const sql = new RegExp(
  `(?<remark>--[^\\n]*|/\\*[^]*?(?:\\*/|$))|(?<text>'(?:[^']|'')*'?|"(?:[^"]|"")*"?)|(?<number>\\b\\d+(?:\\.\\d+)?\\b)|(?<word>\\b(?:${sqlWords})\\b)`,
  "gi",
);
const json =
  /(?<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<text>"(?:[^"\\\n]|\\.)*"?)|(?<number>-?\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b)|(?<word>\b(?:true|false|null)\b)/gi;

// Highlighting a very long text at every key would be noticeable, so longer text stays plain.
const longest = 50_000;
const kinds = ["remark", "text", "number", "word", "key"] as const;

/** Splits code into highlighted tokens. Their concatenation is exactly the code. */
export function highlightCode(code: string, language: "sql" | "json"): readonly CodePiece[] {
  if (code.length > longest) return [{ kind: "plain", text: code }];
  const pieces: CodePiece[] = [];
  let end = 0;
  for (const match of code.matchAll(language === "sql" ? sql : json)) {
    if (match.index > end) pieces.push({ kind: "plain", text: code.slice(end, match.index) });
    const kind = kinds.find((name) => match.groups?.[name] !== undefined) ?? "plain";
    pieces.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) pieces.push({ kind: "plain", text: code.slice(end) });
  return pieces;
}
