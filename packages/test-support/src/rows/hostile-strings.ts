/** Strings that break careless encoders, for tests. */
export const hostileStrings: readonly string[] = [
  "",
  " ",
  '"',
  "\\",
  '\\"',
  "\n",
  "\r\n",
  "\t\b\f",
  "\u0001\u001f",
  "\u007f",
  "\u2028\u2029",
  "é",
  "Zürich",
  "東京都",
  "😀",
  "👩‍👩‍👧",
  "a\u0301",
  "\ufeffbom",
  "\u202eright to left",
  "exactly12byt",
  "exactly13byte",
  "null",
  "true",
  "NaN",
  "-0",
  "1e5",
  "=1+1",
  "@sum",
  "a,b",
  "a;b",
  "'quoted'",
  "</script>",
  "{{x}}",
  "__proto__",
  '{"__streamError":{}}',
  "x".repeat(5000),
  '"'.repeat(300),
  "é\n".repeat(200),
];

/**
 * Returns text as an SQL expression.
 *
 * @param text - Any text without NUL
 * @returns The expression
 */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
