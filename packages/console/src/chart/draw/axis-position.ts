import type { Group, GroupAnswer } from "@wellhead/workbench/protocol";
import { parseTime } from "../../text/parse-time.js";

/** Returns whether the horizontal axis shows times or numbers, so that distances on it are meaningful. */
export function isContinuous({ unit, xKind }: GroupAnswer): boolean {
  return unit !== undefined || xKind === "number";
}

/** Returns the position of a group on a continuous axis; `undefined` for no value and for infinite ones. */
export function axisPosition({ x }: Group, { unit }: GroupAnswer): number | undefined {
  if (x === null) return undefined;
  const position = unit === undefined ? Number(x) : parseTime(x);
  return Number.isFinite(position) ? position : undefined;
}
