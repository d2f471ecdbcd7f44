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

/**
 * Returns values that would change a statement if they became part of it.
 *
 * @param count - How many
 * @returns The values, each different, in a mixed order
 */
export function injectionPayloads(count: number): readonly string[] {
  const all = openings.flatMap((opening) =>
    middles.flatMap((middle) => closings.map((closing) => `${opening}${middle}${closing}`)),
  );
  // Steps that share no factor with the number of payloads reach them all in a mixed order.
  return Array.from({ length: count }, (_, index) => `zq9${index}${all[(index * 997) % all.length] ?? ""}`);
}
