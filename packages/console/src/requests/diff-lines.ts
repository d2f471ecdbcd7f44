/** A line of a comparison. */
export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

// Maximum number of lines compared per text, because the comparison takes the product of both lengths. Further lines
// are ignored.
const maxLines = 1_500;

/** Compares two texts line by line, based on their longest common subsequence of lines. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const left = before.split("\n").slice(0, maxLines);
  const right = after.split("\n").slice(0, maxLines);
  const lengths = commonLengths(left, right);
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < left.length || column < right.length) {
    const [mine, other] = [left[row], right[column]];
    if (mine !== undefined && mine === other) {
      lines.push({ kind: "same", text: mine });
      row += 1;
      column += 1;
    } else if (
      other === undefined ||
      (mine !== undefined && at(lengths, row + 1, column) >= at(lengths, row, column + 1))
    ) {
      lines.push({ kind: "removed", text: mine ?? "" });
      row += 1;
    } else {
      lines.push({ kind: "added", text: other });
      column += 1;
    }
  }
  return lines;
}

function commonLengths(left: readonly string[], right: readonly string[]): readonly Uint16Array[] {
  const table = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const length =
        left[row] === right[column]
          ? at(table, row + 1, column + 1) + 1
          : Math.max(at(table, row + 1, column), at(table, row, column + 1));
      table[row]?.fill(length, column, column + 1);
    }
  }
  return table;
}

function at(table: readonly Uint16Array[], row: number, column: number): number {
  return table[row]?.[column] ?? 0;
}
