import { didYouMean } from "@wellhead/contract/names";
import type { Terminal } from "../../terminal/terminal.js";
import { otherVariables, settings } from "./settings-table.js";

const known: ReadonlySet<string> = new Set([
  ...Object.keys(otherVariables),
  ...settings.flatMap(({ variable = [] }) => variable),
  ...settings.flatMap(({ variable, isSecret }) => (isSecret === true ? `${variable}_FILE` : [])),
]);

/**
 * Finds variables that look like settings of Wellhead but are none, because a misspelt setting has no effect.
 *
 * @param env - The environment
 * @returns One sentence for each
 */
export function describeUnknownVariables(env: Terminal["env"]): readonly string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith("WELLHEAD_") && !name.startsWith("WELLHEAD_ALLOW_") && !known.has(name))
    .map((name) => `The environment variable ${name} is not known.${didYouMean(name, [...known])}`);
}
