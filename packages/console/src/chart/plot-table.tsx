import { useSignal } from "@preact/signals";
import type { RowCondition } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { visibleText } from "../text/visible-text.js";
import { measureName } from "../workbench/view/plot-spec.js";
import { rowsOfMark } from "./draw/mark-rows.js";
import { othersNamed } from "./draw/plot-categories.js";
import { groupName, nameSeries, seriesKey } from "./draw/plot-names.js";
import type { PlotFigures } from "./use-plot.js";

const maxLines = 400;

/** Props of `PlotTable`: the figures, and a function that shows only the rows of a line. */
export interface PlotTableProps {
  readonly figures: PlotFigures;
  readonly drill: (where: readonly RowCondition[]) => void;
}

/** Shows the exact figures of a chart as a table, also for those who cannot see the chart. */
export function PlotTable(props: PlotTableProps): JSX.Element {
  // A closed table is not built: its cells would take longer than the chart.
  const isOpen = useSignal(false);
  return (
    <details
      class="plot-numbers"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>The figures of this chart</summary>
      {isOpen.value ? <Numbers {...props} /> : null}
    </details>
  );
}

function Numbers({ figures, drill }: PlotTableProps): JSX.Element {
  const { head, lines } = tableOf(figures);
  return (
    <>
      <table class="columns">
        <thead>
          <tr>
            {head.map((title, index) => (
              <th key={index} scope="col">
                {visibleText(title, 80)}
              </th>
            ))}
            <th scope="col">
              <span class="visually-hidden">Rows of the line</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, maxLines).map((line, index) => (
            <tr key={index}>
              {line.cells.map((text, at) => (
                <td key={at} class={at === 0 ? "" : "amount"}>
                  {visibleText(text, 80)}
                </td>
              ))}
              <td>
                <DrillButton line={line} drill={drill} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > maxLines ? <p class="about">The first {maxLines} lines are shown.</p> : null}
    </>
  );
}

function DrillButton({ line, drill }: Pick<PlotTableProps, "drill"> & { readonly line: FigureLine }) {
  const { cells, where } = line;
  if (where === undefined) return null;
  return (
    <button
      type="button"
      class="link"
      aria-label={`Show the rows of ${visibleText(cells[0] ?? "", 80)}`}
      onClick={() => drill(where)}
    >
      Show the rows
    </button>
  );
}

/** A line of the table, and the conditions of its rows. */
interface FigureLine {
  readonly cells: readonly string[];
  readonly where: readonly RowCondition[] | undefined;
}

function tableOf({ spec, answer }: PlotFigures): {
  readonly head: readonly string[];
  readonly lines: readonly FigureLine[];
} {
  if (answer.kind === "points") {
    return {
      head: [spec.x, spec.y ?? "", "Rows"],
      lines: answer.points.map(({ x, y, rows }) => ({ cells: [x, y, String(rows)], where: undefined })),
    };
  }
  if (answer.kind === "boxes") {
    return {
      head: [spec.x, "Rows", "Min", "First quartile", "Median", "Third quartile", "Max"],
      lines: answer.boxes.map((box) => {
        const { x, rows, min, q1, median, q3, max } = box;
        const cells = [groupName(x, answer.unit), String(rows), min, q1, median, q3, max];
        return { cells, where: rowsOfMark(spec, box) };
      }),
    };
  }
  const names = new Map(nameSeries(answer.series, answer.groups).map(({ key, name }) => [key, name]));
  const hasSeries = names.size > 0;
  const { others } = answer;
  const line = (x: string, series: string, values: readonly (string | null)[]): readonly string[] => [
    x,
    ...(hasSeries ? [series] : []),
    ...values.map((value) => value ?? "none"),
  ];
  return {
    head: [
      spec.x,
      ...(hasSeries ? [spec.series ?? spec.y ?? ""] : []),
      ...spec.measures.map((one) => measureName(one)),
    ],
    lines: [
      ...answer.groups.map((group) => ({
        cells: line(
          groupName(group.x, answer.unit, answer.binWidth),
          names.get(seriesKey(group)) ?? "",
          group.values,
        ),
        where: rowsOfMark(spec, group),
      })),
      ...(others === undefined
        ? []
        : [{ cells: line(othersNamed(others.groups), "", others.values), where: undefined }]),
    ],
  };
}
