import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { visibleText } from "../text/visible-text.js";
import { measureName } from "../view/plot-spec.js";
import { othersNamed } from "./plot-categories.js";
import { groupName, nameSeries, seriesKey } from "./plot-names.js";
import type { PlotFigures } from "./use-plot.js";

const maxLines = 400;

/** Shows the exact figures of a chart as a table, also for those who cannot see the chart. */
export function PlotTable({ figures }: { readonly figures: PlotFigures }): JSX.Element {
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
      {isOpen.value ? <Numbers figures={figures} /> : null}
    </details>
  );
}

function Numbers({ figures }: { readonly figures: PlotFigures }): JSX.Element {
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
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, maxLines).map((line, index) => (
            <tr key={index}>
              {line.map((text, at) => (
                <td key={at} class={at === 0 ? "" : "amount"}>
                  {visibleText(text, 80)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > maxLines ? <p class="about">The first {maxLines} lines are shown.</p> : null}
    </>
  );
}

function tableOf({ spec, answer }: PlotFigures): {
  readonly head: readonly string[];
  readonly lines: readonly (readonly string[])[];
} {
  if (answer.kind === "points") {
    return {
      head: [spec.x, spec.y ?? "", "Rows"],
      lines: answer.points.map(({ x, y, rows }) => [x, y, String(rows)]),
    };
  }
  if (answer.kind === "boxes") {
    return {
      head: [spec.x, "Rows", "Min", "First quartile", "Median", "Third quartile", "Max"],
      lines: answer.boxes.map(({ x, rows, min, q1, median, q3, max }) => [
        groupName(x, answer.unit),
        String(rows),
        min,
        q1,
        median,
        q3,
        max,
      ]),
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
      ...answer.groups.map((group) =>
        line(
          groupName(group.x, answer.unit, answer.binWidth),
          names.get(seriesKey(group)) ?? "",
          group.values,
        ),
      ),
      ...(others === undefined ? [] : [line(othersNamed(others.groups), "", others.values)]),
    ],
  };
}
