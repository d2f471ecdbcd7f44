import type { DateRange } from "@wellhead/sdk";

/** Periods of a record. */
export interface RecordPeriods {
  readonly created: DateRange | undefined;
  readonly modified: DateRange | undefined;
}

/**
 * Returns the formula for records that were created and last modified within periods.
 *
 * @param periods - The periods; their ends are instants formatted by the SDK
 * @returns The formula, or `undefined` when there is no period
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
