import type { JSX } from "preact";
import { formatCount } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";
import type { ColumnFacts } from "./column-facts.js";
import type { ComparedColumn } from "./compare-columns.js";

/** Shows one column: its declaration, its actual type, and how much of it is filled. */
export function ColumnRow({
  column,
  rows,
}: {
  readonly column: ComparedColumn;
  readonly rows: number;
}): JSX.Element {
  const { id, declared, facts, inferred, disagreement } = column;
  return (
    <tr class={disagreement === "" ? "" : "disagrees"}>
      <th scope="row">
        <bdi>{visibleText(declared?.name ?? id, 80)}</bdi>
        {declared !== undefined && declared.name !== id ? <code>{visibleText(id, 80)}</code> : null}
        {disagreement === "" ? null : <span class="disagreement">{visibleText(disagreement, 200)}</span>}
      </th>
      <td>{declared?.type ?? "–"}</td>
      <td>{inferred || "–"}</td>
      <td class="amount">{facts === undefined ? "–" : share(facts.nulls, rows)}</td>
      <td class="amount">{facts === undefined ? "–" : formatCount(facts.distinct)}</td>
      <td>{facts?.min === undefined ? "–" : `${shortValue(facts.min)} – ${shortValue(facts.max)}`}</td>
      <td>{facts === undefined ? "–" : <TopValues facts={facts} />}</td>
    </tr>
  );
}

/** Shows the distribution of numbers, or the frequency of the most frequent values, as small bars. */
function TopValues({ facts }: { readonly facts: ColumnFacts }): JSX.Element {
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

function share(nulls: number, rows: number): string {
  if (rows === 0 || nulls === 0) return "0%";
  const percent = (nulls / rows) * 100;
  if (percent < 0.1) return "<0.1%";
  if (nulls < rows && percent > 99) return ">99%";
  return `${percent.toFixed(percent < 9.95 ? 1 : 0)}%`;
}

function shortValue(value: string | undefined): string {
  return (value ?? "").replace("T00:00:00Z", "").slice(0, 40);
}
