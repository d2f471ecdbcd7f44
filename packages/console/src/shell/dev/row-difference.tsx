import type { JSX } from "preact";
import { visibleText } from "../../text/visible-text.js";
import type { DevDifference, DevState } from "./dev-events.js";

/** Maximum number of rows and cells that are listed. */
const maxListed = 50;

type ShownDifference = NonNullable<DevState["difference"]>;

/** Returns the difference in a few words. */
export function summarizeRows({ rows }: ShownDifference): string {
  if (typeof rows === "string") return "Rows could not be compared";
  const { added, removed, changed, addedColumns, removedColumns } = rows;
  const columns = addedColumns.length + removedColumns.length;
  const facts = [
    ...(added.length > 0 ? [`+${added.length}`] : []),
    ...(removed.length > 0 ? [`−${removed.length}`] : []),
    ...(changed.length > 0 ? [`${changed.length} changed`] : []),
    ...(columns > 0 ? [`${columns} ${columns === 1 ? "column" : "columns"}`] : []),
  ];
  return facts.length === 0 ? "Same rows" : `Rows: ${facts.join(", ")}`;
}

/** How the rows of the last request differ from those of the revision before. */
export function RowDifference({ difference }: { readonly difference: ShownDifference }): JSX.Element {
  const { source, rows } = difference;
  return (
    <section class="dev-rows">
      <h2>Rows of {visibleText(source, 100)}</h2>
      {typeof rows === "string" ? <p>{visibleText(rows, 600)}</p> : <Lines rows={rows} />}
    </section>
  );
}

function Lines({ rows }: { readonly rows: DevDifference }): JSX.Element {
  const { before, after, addedColumns, removedColumns, added, removed, changed } = rows;
  const lines = [
    ...addedColumns.map((column) => `+ column ${column}`),
    ...removedColumns.map((column) => `− column ${column}`),
    ...added.map((row) => `+ row ${row}`),
    ...removed.map((row) => `− row ${row}`),
    ...changed.map((cell) => `~ row ${cell.row}: ${cell.column} ${cell.before} → ${cell.after}`),
  ];
  return (
    <>
      <p class="about">
        {before} rows before the save, {after} after it
      </p>
      <ul>
        {lines.slice(0, maxListed).map((line) => (
          <li key={line}>{visibleText(line, 300)}</li>
        ))}
      </ul>
    </>
  );
}
