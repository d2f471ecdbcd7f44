/** How one database reads quotes, comments, names and parameters. */
export interface SqlSyntax {
  /**
   * Matches the token at a position of a statement. Its named groups are `quoted`, `name`, `comment`, `parameter` and
   * `word`. An unclosed token extends to the end. It is tried at every position of a statement, so it must be sticky.
   */
  readonly token: RegExp;
  /** Whether comments may be nested. Default: `false`. */
  readonly nestedComments?: boolean;
}

/** One token of a statement. Only whitespace lies between two tokens. */
export interface SqlToken {
  readonly kind: "quoted" | "name" | "comment" | "parameter" | "word" | "placeholder" | "symbol";
  /** Its characters, including quotes. */
  readonly text: string;
  /** Its start, in UTF-16 code units from zero. */
  readonly start: number;
}

const placeholder = /\{\{[^{}]*\}\}/y;
const space = /\s+/y;
const commentEdge = /\/\*|\*\//g;

/**
 * Splits a statement into tokens as its database does, and also recognizes `{{placeholders}}`. A placeholder inside
 * quotes or a comment is part of that token. The run time is linear in the length of the statement.
 *
 * @param sql - The statement
 * @param syntax - How its database reads it
 * @returns The tokens in order, without whitespace
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
