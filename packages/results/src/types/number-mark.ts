import { randomBytes } from "node:crypto";

/**
 * Text before a marked number. A `d` follows when a double represents the number exactly, otherwise an `x`. It is random,
 * so that text of a connector cannot imitate it. Each thread has its own, so only one thread marks numbers.
 */
export const numberMark = `number ${randomBytes(12).toString("hex")} `;

/** Start of the JSON text of a number with a mark. */
export const markStart: string = `"${numberMark}`;
