import type { ChartAxis, SummaryMeasure, TableColumn } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { Choice } from "../controls/choice.js";
import { Icon } from "../controls/icon.js";
import { ColumnChoice } from "../rows/columns/column-choice.js";
import { timeUnits } from "../workbench/view/plot-spec.js";
import { maxGroupColumns, type SummarySpec, summaryFunctions } from "../workbench/view/summary-spec.js";

/** Props of `SummaryControls`. */
export interface SummaryControlsProps {
  readonly spec: SummarySpec;
  readonly columns: readonly TableColumn[];
  readonly change: (spec: SummarySpec) => void;
}

/** Chooses the columns that form groups, and the measures. */
export function SummaryControls({ spec, columns, change }: SummaryControlsProps): JSX.Element {
  const { by, measures } = spec;
  const setBy = (at: number, axis: ChartAxis | undefined): void =>
    change({ ...spec, by: replaced(by, at, axis) });
  const setMeasure = (at: number, measure: SummaryMeasure | undefined): void => {
    const next = replaced(measures, at, measure);
    if (next.length > 0) change({ ...spec, measures: next });
  };
  return (
    <div class="summary-controls">
      <fieldset>
        <legend>Group by</legend>
        {by.map((axis, at) => (
          <AxisControl key={at} axis={axis} at={at} columns={columns} set={(next) => setBy(at, next)} />
        ))}
        {by.length < maxGroupColumns ? (
          <ColumnChoice
            label="Add a column"
            value={undefined}
            columns={columns}
            choose={(column) => setBy(by.length, { column })}
          />
        ) : null}
      </fieldset>
      <fieldset>
        <legend>Measure</legend>
        {measures.map((measure, at) => (
          <MeasureControl
            key={at}
            measure={measure}
            at={at}
            columns={columns}
            set={(next) => setMeasure(at, next)}
            isOnly={measures.length === 1}
          />
        ))}
        <button
          type="button"
          class="quiet"
          onClick={() => setMeasure(measures.length, { function: "share" })}
        >
          <Icon name="plus" /> Measure
        </button>
      </fieldset>
    </div>
  );
}

function replaced<Item>(list: readonly Item[], at: number, item: Item | undefined): readonly Item[] {
  return [...list.slice(0, at), ...(item === undefined ? [] : [item]), ...list.slice(at + 1)];
}

interface AxisControlProps {
  readonly axis: ChartAxis;
  readonly at: number;
  readonly columns: readonly TableColumn[];
  readonly set: (axis: ChartAxis | undefined) => void;
}

function AxisControl({ axis, at, columns, set }: AxisControlProps): JSX.Element {
  const kind = columns.find(({ name }) => name === axis.column)?.kind;
  const isTime = kind === "date" || kind === "time" || kind === "instant";
  return (
    <span class="summary-part">
      <ColumnChoice
        label={`Column ${at + 1}`}
        value={axis.column}
        columns={columns}
        choose={(column) => set({ column })}
      />
      {isTime ? (
        <Choice
          label={`Unit of column ${at + 1}`}
          value={axis.unit}
          values={timeUnits}
          placeholder="automatic"
          clear={() => set({ column: axis.column })}
          choose={(unit) => set({ column: axis.column, unit })}
        />
      ) : null}
      <RemoveButton name={`column ${at + 1}`} act={() => set(undefined)} />
    </span>
  );
}

interface MeasureControlProps {
  readonly measure: SummaryMeasure;
  readonly at: number;
  readonly columns: readonly TableColumn[];
  readonly set: (measure: SummaryMeasure | undefined) => void;
  readonly isOnly: boolean;
}

function MeasureControl({ measure, at, columns, set, isOnly }: MeasureControlProps): JSX.Element {
  const column = "column" in measure ? measure.column : undefined;
  const name = measure.function === "share" && column !== undefined ? "share of sum" : measure.function;
  const fitting = measure.function === "distinct" ? columns : columns.filter(({ kind }) => kind === "number");
  const choose = (chosen: (typeof summaryFunctions)[number]): void => {
    const usable = chosen === "distinct" ? columns : columns.filter(({ kind }) => kind === "number");
    const known = usable.find((one) => one.name === column) ?? usable[0];
    if (chosen === "count" || chosen === "share") set({ function: chosen });
    else if (known === undefined) set({ function: "count" });
    else set({ function: chosen === "share of sum" ? "share" : chosen, column: known.name });
  };
  return (
    <span class="summary-part">
      <Choice
        label={`Measure ${at + 1}`}
        value={name}
        values={summaryFunctions}
        noun="measures"
        nameOf={(one) => (one === "share" ? "share of rows" : one)}
        choose={choose}
      />
      {column === undefined ? null : (
        <ColumnChoice
          label={`Column of measure ${at + 1}`}
          value={column}
          columns={fitting}
          choose={(chosen) => {
            if (measure.function !== "count") set({ ...measure, column: chosen });
          }}
        />
      )}
      {isOnly ? null : <RemoveButton name={`measure ${at + 1}`} act={() => set(undefined)} />}
    </span>
  );
}

function RemoveButton({ name, act }: { readonly name: string; readonly act: () => void }): JSX.Element {
  return (
    <button type="button" class="icon-button" aria-label={`Remove ${name}`} onClick={act}>
      <Icon name="close" />
    </button>
  );
}
