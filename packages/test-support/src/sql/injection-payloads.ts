const openings = [
  "",
  "'",
  '"',
  "''",
  "')",
  '")',
  "`",
  "``",
  "]",
  "$$",
  "\\'",
  "\\",
  "1",
  "{",
  "}",
  "%27",
  "ʼ",
  "＇",
  "\0'",
  "\u00bf'",
];
const middles = [
  "; drop table orders",
  " or 1=1",
  " union select version()",
  "/**/;select pg_sleep(9)",
  "/*!50000;select sleep(9)*/",
  "/*M!100000 or 1=1*/",
  "||(select 1)",
  "::int; commit",
  ",(select pg_read_file('/etc/passwd'))",
  ",(select load_file('/etc/passwd'))",
  " union select readfile('/etc/passwd')",
  "||(select writefile('/tmp/escaped','x'))",
  "/**/;attach '/tmp/escaped' as x",
  ",(select load_extension('x'))",
  " into outfile '/tmp/escaped'",
  "{{from}}",
  "\n;\ndelete from orders",
  " returning *",
  " procedure analyse()",
  "; set global general_log = 0",
];
const closings = ["", "--", "-- ", "/*", ";", "#", "' --", "' -- ", '" --', '" #', "` -- ", "\\"];

/** Every quote that ends a text or a name in one of the databases, as the start of a payload. */
const quotes = ["'", '"', "`", "\\'"];

/** Options of {@link injectionPayloads}. */
export interface InjectionPayloadsOptions {
  /** Number of payloads. */
  readonly count: number;
  /** Index of the field under test; each field gets other payloads. */
  readonly group: number;
}

/**
 * Returns values that would change a statement if they became part of it: first one for each quote, then the next ones
 * in a mixed order.
 *
 * @param options - The number of payloads and the field
 * @returns The distinct values
 */
export function injectionPayloads({ count, group }: InjectionPayloadsOptions): readonly string[] {
  const all = openings.flatMap((opening) =>
    middles.flatMap((middle) => closings.map((closing) => `${opening}${middle}${closing}`)),
  );
  const quoted = quotes.map(
    (quote, index) => `${quote} or 1=1${closings[(group + index) % closings.length] ?? ""}`,
  );
  // A step that is coprime with the number of payloads reaches all of them in a mixed order.
  const mixed = Array.from(
    { length: Math.max(0, count - quoted.length) },
    (_, index) => all[((group * count + index) * 997) % all.length] ?? "",
  );
  return [...quoted, ...mixed].slice(0, count).map((payload, index) => `zq9${index}${payload}`);
}
