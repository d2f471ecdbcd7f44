/** Maximum number of bytes of a body that are kept for display. */
export const keptBodyBytes = 64 * 1_024;
