import type { SummaryAnswer, SummaryGroup } from "@wellhead/workbench/protocol";

/** A summary whose last column has become columns. */
export interface Pivot {
  /** The values of the last column, in the order of the first groups that have them. */
  readonly heads: readonly (string | null)[];
  readonly lines: readonly PivotLine[];
}

/** The groups that differ in the last column only. */
export interface PivotLine {
  /** The first of them, which has the keys of the line. */
  readonly group: SummaryGroup;
  /** The first measure of each head; `null` where there are no rows, or no value. */
  readonly cells: readonly (string | null)[];
}

/** Turns the values of the last column into columns. Figures are those of the summary, none is computed here. */
export function pivot({ groups }: SummaryAnswer): Pivot {
  const heads = [...new Set(groups.map(({ keys }) => keys.at(-1) ?? null))];
  const sorted = heads.every((head, at) => at === 0 || isBefore(heads[at - 1] ?? null, head))
    ? heads
    : heads.toSorted((left, right) => (isBefore(left, right) ? -1 : 1));
  const lines = new Map<string, SummaryGroup[]>();
  for (const group of groups) {
    const key = JSON.stringify(group.keys.slice(0, -1));
    lines.set(key, [...(lines.get(key) ?? []), group]);
  }
  return {
    heads: sorted,
    lines: [...lines.values()].flatMap((own) => {
      const [group] = own;
      if (group === undefined) return [];
      const byHead = new Map(own.map(({ keys, values }) => [keys.at(-1) ?? null, values[0] ?? null]));
      return [{ group, cells: sorted.map((head) => byHead.get(head) ?? null) }];
    }),
  };
}

/** Compares two values: numbers by their size, others by their text, missing ones last. */
function isBefore(left: string | null, right: string | null): boolean {
  if (left === null || right === null) return right === null;
  const [first, second] = [Number(left), Number(right)];
  return Number.isNaN(first - second) ? left < right : first < second;
}
