/** Bytes of a body that are kept for reading. */
export const keptBodyBytes = 64 * 1_024;
