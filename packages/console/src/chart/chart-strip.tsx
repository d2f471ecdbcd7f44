import type { JSX } from "preact";
import { lazyComponent } from "../controls/lazy-component.js";
import type { ChartProps } from "../rows/table/rows-panel.js";

const PlotStrip = lazyComponent(
  async () => (await import("./plot-panel.js")).PlotStrip,
  () => <StripSpace />,
);

/** Shows the chart above a table of rows. Its code is loaded when all rows have arrived. */
export function ChartStrip({ data, ...props }: ChartProps): JSX.Element {
  return data === undefined ? <StripSpace /> : <PlotStrip data={data} {...props} />;
}

// The space is reserved from the first row, so that the table does not move when the chart is drawn.
function StripSpace(): JSX.Element {
  return (
    <div class="plot-strip" aria-hidden="true">
      <span class="skeleton" />
    </div>
  );
}
