/**
 * A range of time with both ends included, in milliseconds.
 *
 * @see The connector contract, "Dates in filters"
 */
export interface DateRange {
  /** First instant in the range, in milliseconds since 1970-01-01T00:00Z; `null` when the range has no beginning. */
  readonly min: number | null;
  /** Last instant in the range, in the same unit; `null` when the range has no end. */
  readonly max: number | null;
}
