import { compareFormats, streamLimits } from "../measure/formats.mjs";
import { all } from "./place.mjs";

/**
 * Compares the three formats and psql with the bare wire protocol.
 *
 * @param {object} place The result of `makePlace`.
 * @returns {Promise<import("../measure/figure.mjs").Figure[]>} The figures.
 */
export function speed({ floor, read, copy, ours }) {
  return compareFormats({
    database: "PostgreSQL",
    against: "a C program that reads and discards them",
    service: ours,
    read: (options) => read(ours, all, options),
    floor: () => floor(all),
    others: { copy: { what: "psql \\copy to /dev/null", way: { run: copy } } },
    limits: streamLimits,
  });
}
