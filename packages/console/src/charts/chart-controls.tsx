import type { JSX } from "preact";
import type { ColumnFacts } from "../columns/column-facts.js";
import { visibleText } from "../text/visible-text.js";
import { aggregates, type ChartSpec, chartKinds, groupings } from "./chart-spec.js";

/** Props of `ChartControls`: the settings of a chart. */
export interface ChartControlsProps {
  readonly spec: ChartSpec;
  readonly facts: readonly ColumnFacts[];
  readonly change: (spec: ChartSpec) => void;
}

/** Shows the settings that apply to the kind of chart. */
export function ChartControls({ spec, facts, change }: ChartControlsProps): JSX.Element {
  const columns = facts.slice(0, 500).map(({ id }) => id);
  const measures = facts
    .filter(({ types }) => types.some(({ type }) => type === "number"))
    .map(({ id }) => id);
  const isDate = isDateColumn(facts, spec.x);
  const grouped = spec.kind !== "scatter" && spec.kind !== "histogram";
  return (
    <div class="controls">
      <fieldset class="kinds">
        <legend class="visually-hidden">Kind of chart</legend>
        {chartKinds.map((kind) => (
          <label key={kind} class={kind === spec.kind ? "chosen" : ""}>
            <input
              type="radio"
              name="chart-kind"
              checked={kind === spec.kind}
              onChange={() => change({ ...spec, kind })}
            />
            {kind}
          </label>
        ))}
      </fieldset>
      <Choice
        label="Along"
        value={spec.x}
        values={columns}
        change={(x) => change({ ...spec, x, grouping: groupingFor(spec, isDateColumn(facts, x)) })}
      />
      {spec.kind === "histogram" ? null : (
        <Choice
          label="Measure"
          value={spec.y ?? ""}
          values={["", ...measures]}
          empty="Rows"
          change={(y) => change({ ...spec, y: y === "" ? undefined : y, aggregate: aggregateFor(spec, y) })}
        />
      )}
      {grouped && spec.y !== undefined ? (
        <Choice
          label="Combined by"
          value={spec.aggregate}
          values={aggregates}
          change={(aggregate) => change({ ...spec, aggregate })}
        />
      ) : null}
      {grouped && isDate ? (
        <Choice
          label="Dates by"
          value={spec.grouping}
          values={groupings}
          change={(grouping) => change({ ...spec, grouping })}
        />
      ) : null}
    </div>
  );
}

function isDateColumn(facts: readonly ColumnFacts[], column: string): boolean {
  return facts.some(({ id, types }) => id === column && types[0]?.type === "date");
}

function groupingFor(spec: ChartSpec, isDate: boolean): ChartSpec["grouping"] {
  if (!isDate) return "none";
  return spec.grouping === "none" ? "month" : spec.grouping;
}

function aggregateFor(spec: ChartSpec, measure: string): ChartSpec["aggregate"] {
  if (measure === "") return "count";
  return spec.aggregate === "count" ? "sum" : spec.aggregate;
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly values: readonly Value[];
  readonly empty?: string;
  readonly change: (value: Value) => void;
}

function Choice<Value extends string>({
  label,
  value,
  values,
  empty = "",
  change,
}: ChoiceProps<Value>): JSX.Element {
  return (
    <label class="control">
      <span>{label}</span>
      <select
        value={value}
        onChange={(event) => {
          const next = values.find((one) => one === event.currentTarget.value);
          if (next !== undefined) change(next);
        }}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {one === "" ? empty : visibleText(one, 60)}
          </option>
        ))}
      </select>
    </label>
  );
}
