/** A measure in SQL: aggregates that return texts, and the function that computes the measure's text from them. */
export interface MeasureSql {
  readonly aggregates: readonly string[];
  readonly read: (texts: readonly (string | null)[]) => string | null;
  /** An aggregate for ordering groups by this measure. */
  readonly order: string;
}

/**
 * Reads the texts of measures.
 *
 * @param measures - The measures
 * @param texts - The texts of their aggregates, in the same order
 * @returns The text of each measure
 */
export function readMeasures(
  measures: readonly MeasureSql[],
  texts: readonly (string | null)[],
): readonly (string | null)[] {
  let start = 0;
  return measures.map(({ aggregates, read }) => {
    const own = texts.slice(start, start + aggregates.length);
    start += aggregates.length;
    return read(own);
  });
}
