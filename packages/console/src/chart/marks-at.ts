import type { DrawnMark, DrawnSeries, GroupAxis } from "./draw/plot-drawing.js";

/** A mark, and its place in the settings of the chart. */
export interface PlacedMark {
  readonly seriesIndex: number;
  readonly dataIndex: number;
  readonly mark: DrawnMark;
}

/** The marks of all series at one position of the axis. */
export interface MarksAt {
  readonly position: number;
  readonly marks: readonly PlacedMark[];
}

/** Finds the marks that are nearest to a position of the axis of the groups; `undefined` when there are none. */
export function marksAt(
  series: readonly DrawnSeries[],
  { isCategory }: GroupAxis,
  position: number,
): MarksAt | undefined {
  const placed = series.flatMap(({ data }, seriesIndex) =>
    data.flatMap((mark, dataIndex) => {
      const at = isCategory ? dataIndex : positionOf(mark);
      return mark.note === undefined || at === undefined ? [] : [{ at, seriesIndex, dataIndex, mark }];
    }),
  );
  let nearest: number | undefined;
  for (const { at } of placed) {
    if (nearest === undefined || Math.abs(at - position) < Math.abs(nearest - position)) nearest = at;
  }
  if (nearest === undefined) return undefined;
  return { position: nearest, marks: placed.filter(({ at }) => at === nearest) };
}

function positionOf({ value }: DrawnMark): number | undefined {
  const at: unknown = Array.isArray(value) ? value[0] : undefined;
  return typeof at === "number" ? at : undefined;
}
