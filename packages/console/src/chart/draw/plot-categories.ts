import type { GroupAnswer, TimeUnit } from "@wellhead/workbench/protocol";
import { formatCount } from "../../text/format-amount.js";
import { parseTime } from "../../text/parse-time.js";
import { visibleText } from "../../text/visible-text.js";
import { groupName } from "./plot-names.js";
import { formatTime, stepTime } from "./time-steps.js";

/** A group of a category axis; `x` identifies its rows in the answer. */
export interface PlotCategory {
  /** `undefined` for a category without rows. */
  readonly x: string | null | undefined;
  readonly name: string;
  /** Figures of the categories beyond the maximum. */
  readonly others?: readonly (string | null)[];
}

/** The part of an answer that determines its categories. */
interface Grouped extends Pick<GroupAnswer, "unit" | "binWidth" | "others"> {
  readonly groups: readonly { readonly x: string | null }[];
}

// With more units than this each is too narrow to be seen, so that a gap becomes a single category.
const maxFilledUnits = 2_000;

/** Returns the categories of an axis. Times and bins without rows are added, so that gaps are visible. */
export function filledCategories(answer: Grouped): readonly PlotCategory[] {
  const { unit, binWidth, others } = answer;
  const values = [...new Set(answer.groups.map(({ x }) => x))];
  const named = values.map((x) => ({ x, name: visibleText(groupName(x, unit, binWidth), 80) }));
  const filled = unit === undefined && binWidth === undefined ? named : fillSteps(named, { unit, binWidth });
  if (others === undefined) return filled;
  return [...filled, { x: undefined, name: othersNamed(others.groups), others: others.values }];
}

/** Names the categories beyond the maximum. */
export function othersNamed(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "other" : "others"}`;
}

interface Steps {
  readonly unit: TimeUnit | undefined;
  readonly binWidth: string | undefined;
}

function fillSteps(named: readonly PlotCategory[], steps: Steps): readonly PlotCategory[] {
  const gaps = named.map((category, index) => missingSteps(named[index - 1], category, steps));
  const missing = gaps.reduce((sum, gap) => sum + gap.length, 0);
  const isLong = missing + named.length > maxFilledUnits;
  return named.flatMap((category, index) => {
    const gap = gaps[index] ?? [];
    const [first, last] = [gap[0], gap.at(-1)];
    if (first === undefined || last === undefined) return [category];
    if (!isLong) return [...gap.map((name) => ({ x: undefined, name })), category];
    return [{ x: undefined, name: gap.length === 1 ? first : `${first} … ${last}` }, category];
  });
}

/** Returns the names of the steps between two categories; none next to a value that is not on the axis. */
function missingSteps(
  before: PlotCategory | undefined,
  category: PlotCategory,
  { unit, binWidth }: Steps,
): readonly string[] {
  const [from, until] = [positionOf(before?.x, unit), positionOf(category.x, unit)];
  const next = (at: number): number => (unit === undefined ? at + Number(binWidth) : stepTime(at, unit));
  const names: string[] = [];
  // A tolerance of half a step absorbs what adding decimal widths loses. Steps beyond the precision of numbers are left out.
  for (let at = next(from); names.length < maxSteps && at + (next(at) - at) / 2 < until; at = next(at))
    names.push(unit === undefined ? groupName(String(at), unit, binWidth) : formatTime(at, unit));
  return names;
}

const maxSteps = 20_000;

/** `NaN`, with which every comparison is false, for a value that is not on the axis. */
function positionOf(x: string | null | undefined, unit: TimeUnit | undefined): number {
  if (x === null || x === undefined) return Number.NaN;
  const position = unit === undefined ? Number(x) : parseTime(x);
  return Number.isFinite(position) ? position : Number.NaN;
}
