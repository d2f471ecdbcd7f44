import type { DateRange } from "@wellhead/sdk";

/**
 * Writes the formula that keeps records created within a range.
 *
 * @param range - The range; its ends are instants the SDK wrote
 * @returns The formula, or `undefined` for no range
 * @see https://support.airtable.com/docs/formula-field-reference
 */
export function createdFormula(range: DateRange | undefined): string | undefined {
  const parts = [
    ...(range?.min === undefined ? [] : [`NOT(IS_BEFORE(CREATED_TIME(), '${range.min}'))`]),
    ...(range?.max === undefined ? [] : [`NOT(IS_AFTER(CREATED_TIME(), '${range.max}'))`]),
  ];
  return parts.length === 0 ? undefined : `AND(${parts.join(", ")})`;
}
