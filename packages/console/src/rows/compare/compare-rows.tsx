import type { Cell, CompareAnswer, ComparedRow, RowChange } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { formatCount } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";

/** The differing rows that are listed: all of them, those of one kind, or those with another value in a column. */
export interface ShownRows {
  readonly show?: RowChange;
  readonly column?: string;
}

/** Props of `CompareRows`. */
export interface CompareRowsProps {
  readonly answer: CompareAnswer;
  readonly keyColumns: readonly string[];
  /** Whether one of the runs lacks rows. */
  readonly isPartial: boolean;
  readonly shown: ShownRows;
  readonly show: (rows: ShownRows) => void;
}

const changes: readonly RowChange[] = ["added", "removed", "changed"];

/** Shows how many rows were added, removed and changed, in which columns, and the first of these rows. */
export function CompareRows(props: CompareRowsProps): JSX.Element {
  const { answer, isPartial } = props;
  const { repeated, addedColumns, removedColumns } = answer;
  return (
    <>
      {isPartial ? (
        <p class="notice" role="status">
          One of the runs does not have all rows, so rows may be missing in it that the source has.
        </p>
      ) : null}
      <Counts {...props} />
      <ChangedColumns {...props} />
      {repeated === 0 ? null : (
        <p class="about rows-note">
          {formatCount(repeated)} {repeated === 1 ? "row has" : "rows have"} the key of an earlier row of the
          same run. They belong together in the order in which they arrived.
        </p>
      )}
      {addedColumns.length + removedColumns.length === 0 ? null : (
        <p class="about rows-note">
          {[
            ...addedColumns.map((name) => `+ column ${visibleText(name, 60)}`),
            ...removedColumns.map((name) => `− column ${visibleText(name, 60)}`),
          ].join(", ")}
        </p>
      )}
      <div class="scroll" tabIndex={0} role="region" aria-label="Differing rows">
        {answer.rows.length === 0 ? <p class="empty">No row differs.</p> : <RowTable {...props} />}
      </div>
    </>
  );
}

function Counts({ answer, shown, show }: CompareRowsProps): JSX.Element {
  const { before, after, same } = answer;
  return (
    <div class="summary-head" role="status">
      {changes.map((change) => (
        <button
          key={change}
          type="button"
          class={`quiet change-${change}`}
          aria-pressed={shown.show === change}
          onClick={() => show(shown.show === change ? {} : { show: change })}
        >
          {formatCount(answer[change])} {change}
        </button>
      ))}
      <span class="about">
        {formatCount(same)} the same, {formatCount(before)} rows before, {formatCount(after)} after
      </span>
    </div>
  );
}

function ChangedColumns({ answer, shown, show }: CompareRowsProps): JSX.Element | null {
  const changed = answer.columns
    .filter((column) => column.changed > 0)
    .toSorted((left, right) => right.changed - left.changed);
  if (changed.length === 0) return null;
  return (
    <ul class="compare-columns" aria-label="Columns that changed">
      {changed.map(({ column, changed: count }) => (
        <li key={column}>
          <button
            type="button"
            class="quiet"
            aria-pressed={shown.column === column}
            onClick={() => show(shown.column === column ? {} : { column })}
          >
            <bdi>{visibleText(column, 60)}</bdi> {formatCount(count)}
          </button>
        </li>
      ))}
    </ul>
  );
}

function RowTable({ answer, keyColumns }: CompareRowsProps): JSX.Element {
  const { rows, matching } = answer;
  const heads = keyColumns.length === 0 ? ["Row"] : keyColumns;
  return (
    <table class="columns">
      <caption class="about">
        {rows.length < matching ? `The first ${formatCount(rows.length)} of ` : ""}
        {formatCount(matching)} {matching === 1 ? "row" : "rows"}
      </caption>
      <thead>
        <tr>
          <th scope="col">Change</th>
          {heads.map((name) => (
            <th key={name} scope="col">
              {visibleText(name, 60)}
            </th>
          ))}
          <th scope="col">Column</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <RowLines key={`${row.before} ${row.after}`} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function RowLines({ row }: { readonly row: ComparedRow }): JSX.Element {
  const { change, key } = row;
  const keys = key.length === 0 ? [formatCount((row.after ?? row.before ?? 0) + 1)] : key.map(cellText);
  const cells = change === "changed" ? row.cells : [undefined];
  return (
    <>
      {cells.map((cell, at) => (
        <tr key={cell?.column ?? ""} class={`change-${change}`}>
          <td>{at === 0 ? change : ""}</td>
          {keys.map((text, column) => (
            <th key={column} scope="row">
              <bdi>{text}</bdi>
            </th>
          ))}
          {cell === undefined ? (
            <td colSpan={3}>{wholeRow(row)}</td>
          ) : (
            <>
              <td>{visibleText(cell.column, 60)}</td>
              <td>{cellText(cell.before)}</td>
              <td>{cellText(cell.after)}</td>
            </>
          )}
        </tr>
      ))}
    </>
  );
}

/** The values of a row that only one of the runs has. */
function wholeRow({ change, cells }: ComparedRow): string {
  const parts = cells.flatMap(({ column, before, after }) => {
    const value = change === "added" ? after : before;
    return value === null ? [] : [`${visibleText(column, 40)} ${cellText(value)}`];
  });
  return parts.join(" · ");
}

function cellText(cell: Cell): string {
  if (cell === null) return "–";
  if (cell === "") return "(blank)";
  return typeof cell === "string" ? visibleText(cell, 200) : `${visibleText(cell.start, 200)}…`;
}
