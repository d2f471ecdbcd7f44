/** Member name that marks the last record of a stream that could not be completed. */
export const streamErrorKey = "__streamError";
