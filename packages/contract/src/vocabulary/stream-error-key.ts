/** Member name that marks the last record of a stream which could not be completed. */
export const streamErrorKey = "__streamError";
