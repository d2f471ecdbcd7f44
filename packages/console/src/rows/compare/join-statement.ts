import { quoteName } from "../data/sql-names.js";

/** A source as a statement names it. */
export interface JoinedSource {
  readonly connector: string;
  readonly source: string;
}

/**
 * Returns the statement that puts the rows of two sources side by side.
 *
 * @param left - The first source
 * @param right - The second source
 * @param key - The columns that pair rows; without any, the statement names no condition and must be completed
 * @returns The statement
 */
export function joinStatement(left: JoinedSource, right: JoinedSource, key: readonly string[]): string {
  const table = ({ connector, source }: JoinedSource): string => `${connector}.${quoteName(source)}`;
  const pairs = key.map((name) => `a.${quoteName(name)} = b.${quoteName(name)}`);
  const condition = pairs.length === 0 ? "on a.… = b.…" : `on ${pairs.join(" and ")}`;
  return `select a.*, b.*\nfrom ${table(left)} a\nfull join ${table(right)} b\n  ${condition}`;
}
