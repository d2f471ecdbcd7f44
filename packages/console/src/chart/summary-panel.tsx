import { useSignal } from "@preact/signals";
import type { RowCondition, RowSelection, SummaryAnswer, SummaryGroup } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { CopyButton } from "../controls/copy-button.js";
import type { ResultData } from "../rows/data/result-data.js";
import { formatCount, formatFigure } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
import { countRows, type PlotSpec } from "../workbench/view/plot-spec.js";
import { type SummarySpec, summaryMeasureName, summarySql } from "../workbench/view/summary-spec.js";
import { changeView, view } from "../workbench/view/view.js";
import { rowsOfGroup } from "./draw/mark-rows.js";
import { groupName } from "./draw/plot-names.js";
import { pivot } from "./pivot.js";
import { suggestPlot } from "./suggest-plot.js";
import { SummaryControls } from "./summary-controls.js";

/** Props of `SummaryPanel`. */
export interface SummaryPanelProps {
  readonly data: ResultData;
  readonly selection: RowSelection;
  /** The table in a statement, such as `samples."tea-orders"`. */
  readonly table: string;
  /** Shows only the rows of a group. */
  readonly drill: (where: readonly RowCondition[]) => void;
}

/** Shows measures by up to three columns, computed from all rows that are selected. */
export function SummaryPanel({ data, selection, table, drill }: SummaryPanelProps): JSX.Element {
  const spec = useSummarySpec(data);
  const shown = useSignal<{ readonly spec: SummarySpec; readonly answer: SummaryAnswer } | undefined>(
    undefined,
  );
  const problem = useSignal("");
  useEffect(() => {
    if (spec === undefined) return undefined;
    let isCurrent = true;
    problem.value = "";
    const { by, measures } = spec;
    data.fetchSummary({ by, measures, ...selection }).then(
      (answer) => {
        if (isCurrent) shown.value = { spec, answer };
      },
      (error: unknown) => {
        if (isCurrent)
          problem.value = error instanceof Error ? error.message : "Could not summarize the rows.";
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [data.run, JSON.stringify([spec, selection])]);
  if (spec === undefined) return <p class="skeleton" />;
  return (
    <div class="summary-panel">
      <SummaryControls spec={spec} columns={data.columns} change={choose} />
      {problem.value === "" ? null : (
        <p class="notice" role="alert">
          {visibleText(problem.value, 400)}
        </p>
      )}
      {shown.value === undefined ? null : (
        <>
          <SummaryHead {...shown.value} table={table} change={choose} />
          <div class="scroll" tabIndex={0} role="region" aria-label="Summary">
            {shown.value.spec.isPivot === true && shown.value.spec.by.length > 1 ? (
              <PivotTable {...shown.value} />
            ) : (
              <GroupTable {...shown.value} drill={drill} />
            )}
          </div>
        </>
      )}
    </div>
  );
}

function choose(summary: SummarySpec): void {
  changeView({ summary });
}

/** Returns the settings of the address, or those that the rows suggest. */
function useSummarySpec(data: ResultData): SummarySpec | undefined {
  const suggested = useSignal<SummarySpec | undefined>(undefined);
  const chosen = view.value.summary;
  useEffect(() => {
    if (chosen !== undefined) return;
    const columns = data.columns.map(({ name, kind }) => ({ column: name, kind }));
    const settle = (plot?: PlotSpec): void => {
      const by = plot === undefined ? [] : [{ column: plot.x }];
      suggested.value = { by, measures: plot?.measures ?? [countRows] };
    };
    suggestPlot(columns.slice(0, 40), (names) => data.fetchProfiles(names, false)).then(settle, () =>
      settle(),
    );
  }, [data.run, chosen === undefined]);
  const names = new Set(data.columns.map(({ name }) => name));
  const isKnown = chosen?.by.every(({ column }) => names.has(column)) === true;
  return isKnown ? chosen : suggested.value;
}

interface ShownSummary {
  readonly spec: SummarySpec;
  readonly answer: SummaryAnswer;
}

interface SummaryHeadProps extends ShownSummary {
  readonly table: string;
  readonly change: (spec: SummarySpec) => void;
}

function SummaryHead({ spec, answer, table, change }: SummaryHeadProps): JSX.Element {
  const { groups, groupCount, total, axes } = answer;
  const { by, measures, isPivot = false } = spec;
  const sql = summarySql(
    spec,
    table,
    axes.map(({ unit }) => unit),
  );
  const [x, series] = by;
  const drawn = measures.flatMap((measure) => (measure.function === "share" ? [] : [measure]));
  return (
    <div class="summary-head">
      <span class="about" role="status">
        {groups.length < groupCount ? `The first ${formatCount(groups.length)} of ` : ""}
        {formatCount(groupCount)} {groupCount === 1 ? "group" : "groups"} of {formatCount(total.rows)} rows
      </span>
      <span class="spacer" />
      {by.length > 1 ? (
        <button
          type="button"
          class="quiet"
          aria-pressed={isPivot}
          onClick={() => change({ by, measures, ...(!isPivot && { isPivot: true }) })}
        >
          Pivot
        </button>
      ) : null}
      {x === undefined ? null : (
        <button
          type="button"
          class="quiet"
          onClick={() =>
            changeView({
              tab: "chart",
              chart: {
                kind: "bar",
                x: x.column,
                measures: drawn.length > 0 ? drawn : [countRows],
                ...(x.unit && { unit: x.unit }),
                ...(series && { series: series.column }),
              },
            })
          }
        >
          Draw
        </button>
      )}
      <details class="summary-sql">
        <summary>Show the SQL</summary>
        <pre>{sql}</pre>
        <CopyButton text={() => sql}>Copy</CopyButton>
        <button type="button" class="quiet" onClick={() => changeView({ tab: "sql", sql })}>
          Open in SQL
        </button>
      </details>
    </div>
  );
}

function GroupTable({ spec, answer, drill }: ShownSummary & Pick<SummaryPanelProps, "drill">): JSX.Element {
  const { by, measures } = spec;
  return (
    <table class="columns">
      <thead>
        <tr>
          {by.map(({ column }) => (
            <th key={column} scope="col">
              {visibleText(column, 60)}
            </th>
          ))}
          {measures.map((measure) => (
            <th key={summaryMeasureName(measure)} scope="col" class="amount">
              {visibleText(summaryMeasureName(measure), 60)}
            </th>
          ))}
          <th scope="col">
            <span class="visually-hidden">Rows of the group</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {answer.groups.map((group, index) => (
          <tr key={index}>
            {keyNames(group, answer).map((name, at) => (
              <th key={at} scope="row">
                <bdi>{name}</bdi>
              </th>
            ))}
            <Figures values={group.values} />
            <td>
              <GroupRows spec={spec} group={group} name={keyNames(group, answer).join(", ")} drill={drill} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          {by.length === 0 ? null : (
            <th scope="row" colSpan={by.length}>
              All rows
            </th>
          )}
          <Figures values={answer.total.values} />
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

function Figures({ values }: { readonly values: readonly (string | null)[] }): JSX.Element {
  return (
    <>
      {values.map((value, at) => (
        <td key={at} class="amount">
          {value === null ? "–" : formatFigure(value)}
        </td>
      ))}
    </>
  );
}

interface GroupRowsProps extends Pick<SummaryPanelProps, "drill"> {
  readonly spec: SummarySpec;
  readonly group: SummaryGroup;
  readonly name: string;
}

function GroupRows({ spec, group, name, drill }: GroupRowsProps): JSX.Element | null {
  const where = rowsOfGroup(
    spec.by.map(({ column }) => column),
    group,
  );
  if (where === undefined) return null;
  return (
    <button type="button" class="link" aria-label={`Show the rows of ${name}`} onClick={() => drill(where)}>
      Show the rows
    </button>
  );
}

/** The values of the last column as columns, and the first measure in the cells. */
function PivotTable({ spec, answer }: ShownSummary): JSX.Element {
  const { heads, lines } = pivot(answer);
  const names = spec.by.slice(0, -1).map(({ column }) => visibleText(column, 60));
  const axis = answer.axes.at(-1);
  return (
    <table class="columns pivot">
      <caption>
        {visibleText(spec.measures[0] === undefined ? "" : summaryMeasureName(spec.measures[0]), 80)} by{" "}
        {visibleText(spec.by.at(-1)?.column ?? "", 60)}
      </caption>
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          {heads.map((head) => (
            <th key={String(head)} scope="col" class="amount">
              {visibleText(groupName(head, axis?.unit, axis?.binWidth), 60)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ group, cells }, index) => (
          <tr key={index}>
            {keyNames(group, answer)
              .slice(0, -1)
              .map((name, at) => (
                <th key={at} scope="row">
                  <bdi>{name}</bdi>
                </th>
              ))}
            <Figures values={cells} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function keyNames({ keys }: SummaryGroup, { axes }: SummaryAnswer): readonly string[] {
  return keys.map((key, at) => visibleText(groupName(key, axes[at]?.unit, axes[at]?.binWidth), 80));
}
