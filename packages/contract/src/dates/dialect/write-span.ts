import type { DateSpan } from "../calendar/date-span.js";
import { writeV1Date, writeV2Date } from "../calendar/write-date.js";
import type { DateDialect } from "./date-dialect.js";

/**
 * Writes whole days as absolute dates of a dialect. The v1 dialect has no open ends. A span without an end is written
 * as one that ends today, and a span without a beginning as its last day.
 */
export function writeSpan({ first, last }: DateSpan, dialect: DateDialect): string {
  if (dialect === "v1") {
    return writeV1Span({ first, last });
  }
  if (first === null) {
    return last === null ? "" : `TO ${writeV2Date(last)}`;
  }
  if (last === null) {
    return `FROM ${writeV2Date(first)}`;
  }
  return first.equals(last) ? writeV2Date(first) : `FROM ${writeV2Date(first)} TO ${writeV2Date(last)}`;
}

function writeV1Span({ first, last }: DateSpan): string {
  if (first === null) {
    return last === null ? "" : writeV1Date(last);
  }
  if (last === null) {
    return `since ${writeV1Date(first)}`;
  }
  return first.equals(last) ? writeV1Date(first) : `between ${writeV1Date(first)} and ${writeV1Date(last)}`;
}
