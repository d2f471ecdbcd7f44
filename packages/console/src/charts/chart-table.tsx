import type { JSX } from "preact";
import { formatCount } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
import type { ChartData } from "./chart-data.js";
import type { ChartSpec } from "./chart-spec.js";

const mostLines = 400;

/** Shows the numbers of a chart as a table, for users who cannot see the chart or need exact values. */
export function ChartTable({
  data,
  spec,
}: {
  readonly data: ChartData;
  readonly spec: ChartSpec;
}): JSX.Element {
  return (
    <details class="chart-numbers">
      <summary>The numbers of this chart</summary>
      <table class="columns">
        <thead>
          <tr>
            <th scope="col">{visibleText(spec.x, 60)}</th>
            <th scope="col">
              {spec.y === undefined ? "Rows" : `${spec.aggregate} of ${visibleText(spec.y, 60)}`}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.bars.slice(0, mostLines).map(({ label, value }, index) => (
            <tr key={index}>
              <th scope="row">{visibleText(label, 60)}</th>
              <td class="amount">
                {Number.isInteger(value) ? formatCount(value) : String(Number(value.toPrecision(8)))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
