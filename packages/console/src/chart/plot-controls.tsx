import type { Measure, TableColumn, TimeUnit } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { Choice, type ChoiceProps } from "../controls/choice.js";
import { Icon } from "../controls/icon.js";
import { ColumnChoice, type ColumnChoiceProps } from "../rows/columns/column-choice.js";
import {
  countRows,
  measureFunctions,
  type PlotKind,
  type PlotSpec,
  plotKinds,
  timeUnits,
} from "../workbench/view/plot-spec.js";

/** Props of `PlotControls`: the settings of a chart. */
export interface PlotControlsProps {
  readonly spec: PlotSpec;
  readonly columns: readonly TableColumn[];
  /** Unit in which the times are grouped at the moment. */
  readonly unit: TimeUnit | undefined;
  readonly change: (spec: PlotSpec) => void;
}

const maxMeasures = 6;

const drawings: Readonly<Record<PlotKind, string>> = {
  line: "M2 12l4-5 3 3 5-7",
  area: "M2 13.5V10l4-4.5 3 3 5-5.5v10.5z",
  bar: "M2.5 13.5v-5h2.5v5zM6.8 13.5v-11h2.5v11zM11 13.5v-8h2.5v8z",
  pie: "M7 9V3a6 6 0 1 0 6 6zM10 6V2a4 4 0 0 1 4 4z",
  scatter: "M2 2v12h12M5.5 10.5h.01M7.5 6.5h.01M9.5 9h.01M11 4.5h.01M12.5 7.5h.01",
  histogram: "M1.5 13.5h13M3 13.5v-3h2.5V7H8V3.5h2.5V9H13v4.5",
  "heat map": "M2.5 2.5h11v11h-11zM2.5 6.2h11M2.5 9.8h11M6.2 2.5v11M9.8 2.5v11",
  box: "M8 2v3M8 11v3M5.5 2h5M5.5 14h5M4.5 5h7v6h-7zM4.5 8.5h7",
};

/** Names of measures that are not those of their functions. */
const measureNames: Readonly<Partial<Record<Measure["function"], string>>> = {
  count: "rows",
  distinct: "distinct values",
};

/** The settings of each kind of chart. */
interface Applicable {
  readonly hasMeasures?: boolean;
  readonly hasY?: boolean;
  readonly hasSeries?: boolean;
  readonly canStack?: boolean;
  readonly canLog?: boolean;
}

const applicable: Readonly<Record<PlotKind, Applicable>> = {
  line: { hasMeasures: true, hasSeries: true, canLog: true },
  area: { hasMeasures: true, hasSeries: true, canStack: true, canLog: true },
  bar: { hasMeasures: true, hasSeries: true, canStack: true, canLog: true },
  pie: { hasMeasures: true },
  scatter: { hasY: true, hasSeries: true, canLog: true },
  histogram: { canLog: true },
  "heat map": { hasMeasures: true, hasY: true },
  box: { hasY: true, canLog: true },
};

/** Shows the settings that apply to the kind of chart. */
export function PlotControls({ spec, columns, unit, change }: PlotControlsProps): JSX.Element {
  const plain = columns.filter((column) => column.kind !== "nested");
  const numbers = columns.filter((column) => column.kind === "number");
  const { kind } = spec;
  const { hasMeasures, hasY, hasSeries, canStack, canLog } = applicable[kind];
  return (
    <div class="plot-controls">
      <Control
        label="Chart"
        value={kind}
        values={plotKinds}
        iconOf={(one) => <PlotKindIcon kind={one} />}
        choose={(next) => change(withKind(spec, next, columns))}
      />
      <ColumnControl
        label={kind === "scatter" || kind === "histogram" ? "Column" : "By"}
        value={spec.x}
        columns={kind === "histogram" ? numbers : plain}
        choose={(x) => change({ ...without(spec, "unit"), x })}
      />
      {unit === undefined ? null : (
        <Control
          label="Unit"
          value={unit}
          values={timeUnits}
          choose={(next) => change({ ...spec, unit: next })}
        />
      )}
      {hasMeasures ? <Measures spec={spec} plain={plain} numbers={numbers} change={change} /> : null}
      {hasY ? (
        <ColumnControl
          label={kind === "heat map" ? "And by" : "Measure"}
          value={spec.y}
          columns={kind === "heat map" ? plain : numbers}
          choose={(y) => change({ ...spec, y })}
        />
      ) : null}
      {hasSeries ? (
        <ColumnControl
          label="Colour"
          value={spec.series}
          columns={plain}
          placeholder="one colour"
          choose={(series) => change({ ...spec, series })}
          clear={() => change(without(spec, "series"))}
        />
      ) : null}
      {canStack ? (
        <Switch label="Stack" on={spec.stack === true} change={(stack) => change({ ...spec, stack })} />
      ) : null}
      {canLog ? (
        <Switch label="Log scale" on={spec.log === true} change={(log) => change({ ...spec, log })} />
      ) : null}
    </div>
  );
}

interface MeasuresProps {
  readonly spec: PlotSpec;
  readonly plain: readonly TableColumn[];
  readonly numbers: readonly TableColumn[];
  readonly change: (spec: PlotSpec) => void;
}

function Measures({ spec, plain, numbers, change }: MeasuresProps): JSX.Element {
  const { measures, kind } = spec;
  const replace = (index: number, measure: Measure | undefined): void => {
    const next = measures.flatMap((one, at) => (at === index ? (measure ?? []) : one));
    change({ ...spec, measures: next.length > 0 ? next : [countRows] });
  };
  const first = numbers[0]?.name ?? "";
  const canAdd =
    (kind === "line" || kind === "area" || kind === "bar") && measures.length < maxMeasures && first !== "";
  return (
    <>
      {measures.map((measure, index) => (
        <span key={index} class="measure" role="group" aria-label={`Measure ${index + 1}`}>
          <Control
            label="Measure"
            value={measure.function}
            values={["count", ...measureFunctions]}
            nameOf={(name) => measureNames[name] ?? name}
            choose={(name) =>
              replace(
                index,
                name === "count" ? countRows : { function: name, column: columnOf(measure) ?? first },
              )
            }
          />
          {measure.function === "count" ? null : (
            <ColumnControl
              label="of"
              value={measure.column}
              columns={measure.function === "distinct" ? plain : numbers}
              choose={(column) => replace(index, { ...measure, column })}
            />
          )}
          {measures.length > 1 ? (
            <button
              type="button"
              class="icon-button"
              aria-label={`Remove measure ${index + 1}`}
              onClick={() => replace(index, undefined)}
            >
              <Icon name="close" />
            </button>
          ) : null}
        </span>
      ))}
      {canAdd ? (
        <button
          type="button"
          class="quiet"
          onClick={() => change({ ...spec, measures: [...measures, { function: "mean", column: first }] })}
        >
          <Icon name="plus" /> Measure
        </button>
      ) : null}
    </>
  );
}

function columnOf(measure: Measure): string | undefined {
  return measure.function === "count" ? undefined : measure.column;
}

/** Changes the kind of a chart and chooses the columns that the new kind needs. */
function withKind(spec: PlotSpec, kind: PlotKind, columns: readonly TableColumn[]): PlotSpec {
  const next = { ...spec, kind };
  const numbers = columns.filter((column) => column.kind === "number").map(({ name }) => name);
  const isNumber = (name: string | undefined): boolean => name !== undefined && numbers.includes(name);
  const [first, second = first] = numbers;
  const [measure] = spec.measures;
  const measured = measure === undefined ? undefined : columnOf(measure);
  if (kind === "histogram" && !isNumber(spec.x))
    return { ...without(next, "unit"), x: measured ?? first ?? spec.x };
  if ((kind === "scatter" || kind === "box") && !isNumber(spec.y))
    return { ...next, y: measured ?? (first === spec.x ? second : first) ?? spec.x };
  if (kind === "heat map" && (spec.y === undefined || spec.y === spec.x)) {
    const other = columns.find((column) => column.kind === "text" && column.name !== spec.x);
    return { ...next, y: spec.series ?? other?.name ?? spec.x };
  }
  return next;
}

function without<Member extends "unit" | "series">(spec: PlotSpec, member: Member): Omit<PlotSpec, Member> {
  const { [member]: _removed, ...others } = spec;
  return others;
}

/** A choice with its name above it. */
function Control<Value extends string>(props: ChoiceProps<Value>): JSX.Element {
  return (
    <span class="control">
      <span aria-hidden="true">{props.label}</span>
      <Choice {...props} />
    </span>
  );
}

/** Shows a kind of chart as a small drawing. It is decoration: the kind is written next to it. */
function PlotKindIcon({ kind }: { readonly kind: PlotKind }): JSX.Element {
  return (
    <svg class="icon kind-icon" viewBox="0 0 16 16" width="13" height="13" aria-hidden="true">
      <path d={drawings[kind]} />
    </svg>
  );
}

/** A column with its name above it. */
function ColumnControl(props: ColumnChoiceProps): JSX.Element {
  return (
    <span class="control">
      <span aria-hidden="true">{props.label}</span>
      <ColumnChoice {...props} />
    </span>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly change: (on: boolean) => void;
}

function Switch({ label, on, change }: SwitchProps): JSX.Element {
  return (
    <label class="control-switch">
      <input type="checkbox" checked={on} onChange={(event) => change(event.currentTarget.checked)} />
      {label}
    </label>
  );
}
