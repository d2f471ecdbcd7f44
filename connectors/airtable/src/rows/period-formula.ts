import type { DateRange } from "@wellhead/sdk";

/** Periods of a record. */
export interface RecordPeriods {
  readonly created: DateRange | undefined;
  readonly modified: DateRange | undefined;
}

/**
 * Writes the formula that keeps records created and last modified within periods.
 *
 * @param periods - The periods; their ends are instants the SDK wrote
 * @returns The formula, or `undefined` for no period
 * @see https://support.airtable.com/docs/formula-field-reference
 */
export function periodFormula({ created, modified }: RecordPeriods): string | undefined {
  const parts = [...partsOf("CREATED_TIME()", created), ...partsOf("LAST_MODIFIED_TIME()", modified)];
  return parts.length === 0 ? undefined : `AND(${parts.join(", ")})`;
}

function partsOf(time: string, range: DateRange | undefined): readonly string[] {
  return [
    ...(range?.min === undefined ? [] : [`NOT(IS_BEFORE(${time}, '${range.min}'))`]),
    ...(range?.max === undefined ? [] : [`NOT(IS_AFTER(${time}, '${range.max}'))`]),
  ];
}
