import type { BoxGroup } from "@wellhead/workbench/protocol";
import { drawnNumber } from "./plot-look.js";

/** Returns the numbers of a box; `undefined` unless all of them have a position on the axis. */
export function fiveNumbers(box: BoxGroup | undefined, isLog = false): readonly number[] | undefined {
  if (box === undefined) return undefined;
  const numbers = [box.lowWhisker, box.q1, box.median, box.q3, box.highWhisker].flatMap(
    (text) => drawnNumber(text, isLog) ?? [],
  );
  return numbers.length === 5 ? numbers : undefined;
}
