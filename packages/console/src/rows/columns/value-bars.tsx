import type { JSX } from "preact";
import { formatCount } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";
import type { ColumnFacts } from "./column-facts.js";

/** Shows the distribution of numbers, or the frequency of the most frequent values, as small bars. */
export function ValueBars({ facts }: { readonly facts: ColumnFacts }): JSX.Element {
  const spread = facts.bins.length > 0;
  const width = Math.min(10 / 72, 1 / Math.max(1, facts.top.length));
  const bars = spread
    ? facts.bins
    : facts.top.map(({ count }, index) => ({ start: index * width, width, count }));
  if (bars.length === 0) return <>–</>;
  const highestCount = Math.max(1, ...bars.map(({ count }) => count));
  const frequent = facts.top
    .map(({ text, count }) => `${visibleText(text, 40)}: ${formatCount(count)}`)
    .join(", ");
  const described = spread
    ? `Spread from smallest to largest: ${bars.map(({ count }) => count).join(", ")}`
    : `Most frequent values: ${frequent}`;
  return (
    <svg class={`bars ${spread ? "spread" : ""}`} viewBox="0 0 72 20" role="img" aria-label={described}>
      <title>{described}</title>
      {bars.map((bar, index) => {
        const height = Math.max(1, (bar.count / highestCount) * 20);
        const [x, size] = [bar.start * 72, Math.max(0.4, bar.width * 72 - 1)];
        return (
          <rect key={index} x={x} y={20 - height} width={size} height={height} rx={Math.min(1, size / 2)} />
        );
      })}
    </svg>
  );
}
