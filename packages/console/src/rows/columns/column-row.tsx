import type { JSX } from "preact";
import { formatCount } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";
import type { ComparedColumn } from "./compare-columns.js";
import { ValueBars } from "./value-bars.js";

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
      <td>{facts === undefined ? "–" : <ValueBars facts={facts} />}</td>
    </tr>
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
