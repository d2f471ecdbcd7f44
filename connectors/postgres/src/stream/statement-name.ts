/** Name of the prepared statement of a stream, so that questions to the catalogue do not replace it. */
export const statementName = "rows";
