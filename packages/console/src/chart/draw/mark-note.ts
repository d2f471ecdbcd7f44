import type { RowCondition } from "@wellhead/workbench/protocol";

/** The content of the tooltip of a mark. */
export interface MarkNote {
  /** Name of the group: a time, a category, a range. */
  readonly group: string;
  /** Exact text of the figure. */
  readonly figure: string;
  /** Number of rows that the mark stands for. */
  readonly rows?: number;
  /** Conditions that exactly these rows meet; absent when there are none. */
  readonly where?: readonly RowCondition[] | undefined;
}

/** Returns the note of a mark. */
export function noteOf(data: unknown): MarkNote | undefined {
  if (typeof data !== "object" || data === null || !("note" in data)) return undefined;
  // Every mark of these charts has a note of this type, or none.
  return data.note as MarkNote | undefined;
}
