import { aliases } from "@wellhead/contract/vocabulary";
import { inputInvalid } from "../errors/connector-error.js";
import { showValue } from "./show-value.js";

const endNames: readonly string[] = [...aliases.rangeStart.accept, ...aliases.rangeEnd.accept];

/**
 * Checks that a range has no other members than its ends. With `min` in place of `_min` it would be open, and everything
 * would be read.
 *
 * @param raw - The value as received
 * @throws ConnectorError `invalid_field` when it is an object with another member
 */
export function checkRangeEnds(raw: unknown): void {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return;
  const unknown = Object.keys(raw).find((name) => !endNames.includes(name));
  if (unknown !== undefined) throw inputInvalid(`expected {"_min": …, "_max": …}, got ${showValue(unknown)}`);
}
