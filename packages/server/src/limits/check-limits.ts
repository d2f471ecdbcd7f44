import { defaultLimits, type Limits } from "./limits.js";
import { type ConnectorLimits, connectorLimitNames } from "./quota-limits.js";

/**
 * Fills in the limits that are not set, and checks those that are.
 *
 * @param given - Limits to set
 * @returns All limits
 * @throws TypeError when a name is not that of a limit
 * @throws RangeError when a value is not a whole number from 0
 */
export function checkLimits(given: Partial<Limits> = {}): Limits {
  check(given, { names: Object.keys(defaultLimits), owner: "" });
  return { ...defaultLimits, ...given };
}

/**
 * Checks the limits that a connector has for itself.
 *
 * @param connector - Id of the connector
 * @param given - Its limits
 * @returns The limits that are set
 * @throws TypeError when a name is not that of such a limit
 * @throws RangeError when a value is not a whole number from 0
 */
export function checkConnectorLimits(
  connector: string,
  given: Partial<ConnectorLimits> = {},
): Partial<ConnectorLimits> {
  check(given, { names: connectorLimitNames, owner: ` of the connector "${connector}"` });
  return given;
}

/**
 * Checks that all connectors with limits exist.
 *
 * @param limited - Ids of the connectors that have limits
 * @param served - Ids of the connectors that are served
 * @throws TypeError when one is not served
 */
export function checkLimitedIds(limited: readonly string[], served: readonly string[]): void {
  const unknown = limited.find((id) => !served.includes(id));
  if (unknown !== undefined)
    throw new TypeError(
      `Could not set the limits of "${unknown}": expected one of the connectors ${served.join(", ")}.`,
    );
}

function check(
  given: Readonly<Record<string, number>>,
  { names, owner }: { readonly names: readonly string[]; readonly owner: string },
): void {
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name))
      throw new TypeError(
        `Could not set the limits${owner}: expected one of ${names.join(", ")}, got "${name}".`,
      );
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(
        `Could not set the limit "${name}"${owner}: expected a whole number from 0, got ${String(value)}.`,
      );
  }
}
