import type { Temporal } from "temporal-polyfill";
import { DateRangeFault } from "./date-range-fault.js";
import { writeV2Date } from "./write-date.js";

/** Creates the fault for a range that starts after its end. Its position is that of the end. */
export function orderFault(
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  position: number,
): DateRangeFault {
  return new DateRangeFault(
    "order",
    `it starts on ${writeV2Date(first)}, after its end on ${writeV2Date(last)}`,
    position,
  );
}
