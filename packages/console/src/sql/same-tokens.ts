// In the order in which the engine reads them: what is quoted and what is commented out first, because there space counts.
const patterns = [
  /[eE]'(?:[^'\\]|\\[^]|'')*'/,
  /(?:[bnxBNX]|[uU]&)?'(?:[^']|'')*'/,
  /(?:[uU]&)?"(?:[^"]|"")*"/,
  /\$(?<tag>[\p{L}_][\p{L}\d_]*)?\$[^]*?\$\k<tag>\$/u,
  /--[^\r\n]*/,
  /\/\*[^]*?\*\//,
  /(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][-+]?\d+)?/,
  /[\p{L}\p{M}\d_$]+/u,
  /[-+*/<>=~!@#%^&|`?:]+/,
  /\s+/,
  /[^]/u,
];
const token = new RegExp(patterns.map(({ source }) => source).join("|"), "gu");

/** What makes an operator keep a sign at its end: `@-` is one operator, `=-` is an operator and a sign. */
const keepsSign = /[~!@#%^&|`?]/;

/**
 * Returns whether two statements are the same but for the space between their words. An operator that a space divides, a
 * sign that becomes a comment, and the space inside a string are differences. So is a line break between two strings,
 * which makes them one.
 */
export function sameTokens(one: string, other: string): boolean {
  const [first, second] = [tokensOf(one), tokensOf(other)];
  return (
    first !== undefined &&
    second !== undefined &&
    first.length === second.length &&
    first.every((text, index) => text === second[index])
  );
}

/** Returns the words of a statement; `undefined` when this simple reading of it may be wrong. */
function tokensOf(statement: string): readonly string[] | undefined {
  const words: string[] = [];
  for (const [text] of statement.matchAll(token)) {
    if (text.trim() === "") continue;
    const isComment = text.startsWith("/*");
    if (isComment && text.includes("/*", 2)) return undefined;
    if (/^[a-z&]{0,2}'/i.test(text) && (words.at(-1) ?? "").endsWith("'")) return undefined;
    if (/^[-+*/<>=:]{2}/.test(text) && !isComment && !text.startsWith("--")) words.push(...operators(text));
    else words.push(text.startsWith("--") ? text.trimEnd() : text);
  }
  return words;
}

/** Divides a run of signs as the engine does. */
function operators(run: string): readonly string[] {
  if (keepsSign.test(run)) return [run];
  const name = run.replace(/[-+]+$/, "");
  return [name, ...run.slice(name.length).split("")].filter(Boolean);
}
