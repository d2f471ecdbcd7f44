import { ValueMismatch } from "../exact/value-mismatch.js";

/** Maximum of an offset, which has 32 bits. */
const maxOffset = 2 ** 31 - 1;

/**
 * Checks that values end where an offset can point to.
 *
 * @param end - Number of bytes of all values
 * @throws ValueMismatch when there are too many
 */
export function checkOffset(end: number): void {
  if (end > maxOffset)
    throw new ValueMismatch("at most 2 GiB of values in one record batch", undefined, "more");
}
