/** How one database reads quotes, comments, names and parameters. */
export interface SqlSyntax {
  /**
   * Matches the token at a place of a statement: `quoted` text, `name`, `comment`, `parameter` and `word` are its named groups. What
   * is not closed runs to the end. A statement is read by trying it at every place, so it must be sticky.
   */
  readonly token: RegExp;
  /** Whether comments may stand in comments. Default: `false`. */
  readonly nestedComments?: boolean;
}

/** One piece of a statement; what lies between two pieces is space and operators. */
export interface SqlToken {
  readonly kind: "quoted" | "name" | "comment" | "parameter" | "word" | "placeholder" | "symbol";
  /** Its characters, quotes included. */
  readonly text: string;
  /** Where it begins, in UTF-16 units from zero. */
  readonly start: number;
}

const placeholder = /\{\{[^{}]*\}\}/y;
const space = /\s+/y;
const commentEdge = /\/\*|\*\//g;

/**
 * Cuts a statement into tokens as its database does, `{{placeholders}}` included. A placeholder inside quotes or a
 * comment is part of them. The work grows with the length of the statement, whatever it holds.
 *
 * @param sql - The statement
 * @param syntax - How its database reads it
 * @returns The tokens in order; space is left out
 */
export function* scanSql(sql: string, syntax: SqlSyntax): Generator<SqlToken> {
  let start = 0;
  while (start < sql.length) {
    const blank = matchAt(space, sql, start);
    if (blank !== undefined) {
      start += blank[0].length;
      continue;
    }
    const token = tokenAt(sql, start, syntax);
    yield token;
    start += token.text.length;
  }
}

function tokenAt(sql: string, start: number, { token, nestedComments = false }: SqlSyntax): SqlToken {
  if (nestedComments && sql.startsWith("/*", start))
    return { kind: "comment", text: sql.slice(start, endOfNested(sql, start)), start };
  const hole = matchAt(placeholder, sql, start);
  if (hole !== undefined) return { kind: "placeholder", text: hole[0], start };
  const found = matchAt(token, sql, start);
  const { quoted, name, comment, parameter, word } = found?.groups ?? {};
  if (quoted !== undefined) return { kind: "quoted", text: quoted, start };
  if (name !== undefined) return { kind: "name", text: name, start };
  if (comment !== undefined) return { kind: "comment", text: comment, start };
  if (parameter !== undefined) return { kind: "parameter", text: parameter, start };
  if (word !== undefined) return { kind: "word", text: word, start };
  return { kind: "symbol", text: sql.charAt(start), start };
}

function endOfNested(sql: string, start: number): number {
  let depth = 0;
  commentEdge.lastIndex = start;
  for (let edge = commentEdge.exec(sql); edge !== null; edge = commentEdge.exec(sql)) {
    depth += edge[0] === "/*" ? 1 : -1;
    if (depth === 0) return commentEdge.lastIndex;
  }
  return sql.length;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
