/**
 * Compares rows with those of the oracle, in any order.
 *
 * @param {{ columns: Readonly<Record<string, string>>, key?: readonly string[] }} source Type by column; the key is the columns of type
 * `id` unless there is another one
 * @param {{ expected: readonly object[], got: readonly object[] }} rows
 * @returns {readonly string[]} Some of the differences
 */
export function compareRows({ columns, key = idsOf(columns) }, { expected, got }) {
  const keyOf = (row) => key.map((name) => String(row[name])).join(" ");
  const found = new Map(got.map((row) => [keyOf(row), row]));
  const lines = [];
  if (got.length !== expected.length) lines.push(`expected ${expected.length} rows, got ${got.length}`);
  if (found.size !== got.length) lines.push(`${got.length - found.size} keys are there more than once`);
  for (const row of expected) {
    const other = found.get(keyOf(row));
    if (other === undefined) lines.push(`the row ${keyOf(row)} is missing`);
    else lines.push(...cellDifferences(columns, row, other).map((line) => `row ${keyOf(row)}: ${line}`));
  }
  const known = new Set(expected.map(keyOf));
  lines.push(
    ...[...found.keys()]
      .filter((text) => !known.has(text))
      .map((text) => `the row ${text} should not be there`),
  );
  return lines.length > 4 ? [...lines.slice(0, 4), `and ${lines.length - 4} more`] : lines;
}

function idsOf(columns) {
  return Object.keys(columns).filter((name) => columns[name].startsWith("id"));
}

function cellDifferences(columns, row, other) {
  return Object.keys(columns).flatMap((name) => {
    const [type] = columns[name].split(":");
    const [expected, got] = [plain(type, row[name]), plain(type, other[name])];
    return expected === got ? [] : [`expected ${expected} in ${name}, got ${got}`];
  });
}

/** Two spellings of one instant are the same, and an absent cell is one without a value. */
function plain(type, value) {
  if (value === undefined || value === null) return "null";
  if (type === "date")
    return Number.isNaN(Date.parse(value)) ? JSON.stringify(value) : new Date(value).toISOString();
  if (type === "id") return JSON.stringify(String(value));
  return JSON.stringify(value);
}
