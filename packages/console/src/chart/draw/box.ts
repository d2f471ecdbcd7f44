import type { BoxGroup, ChartAnswer } from "@wellhead/workbench/protocol";
import { CustomChart } from "echarts/charts";
import { visibleText } from "../../text/visible-text.js";
import type { PlotSpec } from "../../workbench/view/plot-spec.js";
import { use } from "./echarts.js";
import { fiveNumbers } from "./five-numbers.js";
import type { MarkNote } from "./mark-note.js";
import { rowsOfMark } from "./mark-rows.js";
import { filledCategories } from "./plot-categories.js";
import type { PlotDrawing } from "./plot-drawing.js";
import { axisLook, drawnNumber, type PlotLook, sharedOption } from "./plot-look.js";

// The library's own box plots would make the code of every kind larger by 2 kB: they reach its shapes by name.
use([CustomChart]);

/** Draws the five numbers of each group, and the extremes beyond its whiskers. */
export function draw(spec: PlotSpec, answer: ChartAnswer, look: PlotLook): PlotDrawing {
  if (answer.kind !== "boxes")
    throw new TypeError(`Could not draw boxes: expected boxes, got ${answer.kind}`);
  const { boxes, unit } = answer;
  const categories = filledCategories({ groups: boxes, ...(unit !== undefined && { unit }) });
  const byX = new Map(boxes.map((box) => [box.x, box]));
  const drawn = categories.map(({ x, name }) => ({ name, box: x === undefined ? undefined : byX.get(x) }));
  const extremes = drawn.flatMap(({ name, box }, index) =>
    (box === undefined ? [] : extremesOf(box)).flatMap((figure) => {
      const value = drawnNumber(figure, spec.log);
      return value === null ? [] : [{ value: [index, value], note: { group: name, figure } }];
    }),
  );
  return {
    colors: look.colors.marks,
    hasLegend: false,
    option: {
      ...sharedOption(look),
      xAxis: { ...axisLook(look), type: "category", data: drawn.map(({ name }) => name) },
      yAxis: { ...axisLook(look), type: spec.log === true ? "log" : "value", scale: true },
      series: [
        {
          ...customSeries(look, boxShape),
          name: visibleText(spec.y ?? spec.x, 60),
          encode: { x: 0, y: [1, 2, 3, 4, 5] },
          data: drawn.flatMap(({ name, box }, index) => {
            const numbers = fiveNumbers(box, spec.log);
            if (box === undefined || numbers === undefined) return [];
            return [{ value: [index, ...numbers], note: boxNote(spec, name, box) }];
          }),
        },
        { ...customSeries(look, extremeShape), name: "Extremes", data: extremes },
      ],
    },
  };
}

/** What the library offers to a function that draws a mark, as far as it is used. */
interface MarkSpace {
  readonly value: (dimension: number) => number;
  readonly coord: (position: readonly [x: number, y: number]) => readonly [left: number, top: number];
  readonly size: (range: readonly [x: number, y: number]) => readonly [width: number, height: number];
  readonly visual: (name: "color") => string;
}

/** A shape, as the library takes it. */
type Shape = Readonly<Record<string, unknown>>;

function customSeries({ colors }: PlotLook, shapeOf: (space: MarkSpace) => Shape) {
  return {
    type: "custom",
    clip: true,
    itemStyle: { color: colors.marks[0] },
    renderItem: (_: unknown, space: MarkSpace) => shapeOf(space),
  };
}

const maxBoxWidth = 50;

/** A box from quartile to quartile with a line at the median, and whiskers on both sides. */
function boxShape(space: MarkSpace): Shape {
  const width = Math.max(7, Math.min(space.size([1, 0])[0] * 0.8 - 2, maxBoxWidth));
  const [middle] = space.coord([space.value(0), space.value(1)]);
  const [left, center, right] = [sharp(middle - width / 2), sharp(middle), sharp(middle + width / 2)];
  const [low, q1, median, q3, high] = [1, 2, 3, 4, 5].map((dimension) =>
    sharp(space.coord([space.value(0), space.value(dimension)])[1]),
  );
  const across = (top: number | undefined): string => `M${left} ${top}H${right}`;
  const color = space.visual("color");
  return {
    type: "path",
    shape: {
      pathData: `${across(q1)}V${q3}H${left}Z${across(median)}${across(low)}${across(high)}M${center} ${low}V${q1}M${center} ${q3}V${high}`,
    },
    style: { fill: `${color}33`, stroke: color, lineWidth: 1 },
    emphasis: { style: { lineWidth: 2 } },
  };
}

/** Moves a position to the middle of a pixel, where a thin line is sharp. */
function sharp(at: number): number {
  return Math.floor(at) + 0.5;
}

function extremeShape(space: MarkSpace): Shape {
  const [cx, cy] = space.coord([space.value(0), space.value(1)]);
  return {
    type: "circle",
    shape: { cx, cy, r: 2.5 },
    style: { fill: space.visual("color"), opacity: 0.8 },
    emphasis: { style: { opacity: 1 } },
  };
}

function boxNote(spec: PlotSpec, group: string, box: BoxGroup): MarkNote {
  return {
    group,
    figure: `${box.lowWhisker} · ${box.q1} · ${box.median} · ${box.q3} · ${box.highWhisker}`,
    rows: box.rows,
    where: rowsOfMark(spec, box),
  };
}

function extremesOf({ min, max, lowWhisker, highWhisker }: BoxGroup): readonly string[] {
  return [...(min === lowWhisker ? [] : [min]), ...(max === highWhisker ? [] : [max])];
}
