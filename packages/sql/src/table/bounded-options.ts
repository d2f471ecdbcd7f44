import type { Option } from "./catalogue.js";

/** Value of the entry that says there are more. It is not the empty text, which is a valid value of a column. */
const more = "…";

/**
 * Converts the values of a column to options, up to the maximum length of a list.
 *
 * @param values - The values; one more than the maximum means that there are more
 * @param maxOptions - Maximum number of values in the list
 * @returns The options; the last one says so when there are more
 */
export function boundedOptions(values: readonly string[], maxOptions: number): readonly Option[] {
  const shown = values
    .slice(0, maxOptions)
    .map((value) => ({ title: value === "" ? "(empty)" : value, value }));
  if (values.length <= maxOptions) return shown;
  return [...shown, { title: `Only the first ${maxOptions} values are shown. Type any other`, value: more }];
}
