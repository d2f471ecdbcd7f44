import type { Option } from "./catalogue.js";

/** What stands where a value would, in the entry that says there are more: an empty text is a value of its own. */
const more = "…";

/**
 * Makes options of the values of a column, as many as a list may have.
 *
 * @param values - The values, one more than the list may have when there are more
 * @param most - How many the list may have
 * @returns The options; the last one says when there are more
 */
export function boundedOptions(values: readonly string[], most: number): readonly Option[] {
  const shown = values.slice(0, most).map((value) => ({ title: value === "" ? "(empty)" : value, value }));
  if (values.length <= most) return shown;
  return [...shown, { title: `First ${most} values shown: type any other`, value: more }];
}
