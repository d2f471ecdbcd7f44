import type { JSX } from "preact";
import { formatCount } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
import { compareRuns } from "./compare-runs.js";
import { columnsKey, seenColumns } from "./seen-columns.js";

const maxShown = 100;

/** Shows how the columns of a source differ between its latest two whole runs. */
export function DriftNote({ base, source }: { readonly base: string; readonly source: string }): JSX.Element {
  const [latest, before] = seenColumns.value[columnsKey(base, source)] ?? [];
  if (latest === undefined || before === undefined) {
    return <p class="about">Run the source twice to see whether its columns have changed in between.</p>;
  }
  const { added, removed, changed } = compareRuns(before.columns, latest.columns);
  const lines = [
    ...added.map(({ name, type }) => ({ kind: "Added", name, text: type })),
    ...removed.map(({ name, type }) => ({ kind: "Removed", name, text: type })),
    ...changed.map((column) => ({
      kind: "Changed",
      name: column.name,
      text: `${column.before} → ${column.after}`,
    })),
  ];
  const when = new Date(before.at).toLocaleTimeString("en-GB");
  if (lines.length === 0) {
    return (
      <p class="about">
        {formatCount(latest.columns.length)} columns, the same as in the run of {when}.
      </p>
    );
  }
  return (
    <>
      <p class="about">Compared with the run of {when}:</p>
      <table class="drift">
        <thead>
          <tr>
            <th scope="col">Change</th>
            <th scope="col">Column</th>
            <th scope="col">Type</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, maxShown).map(({ kind, name, text }) => (
            <tr key={`${kind} ${name}`} class={kind.toLowerCase()}>
              <td>{kind}</td>
              <th scope="row">
                <bdi>{visibleText(name, 80)}</bdi>
              </th>
              <td>
                <code>{visibleText(text, 120)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > maxShown ? (
        <p class="about">and {formatCount(lines.length - maxShown)} more changes</p>
      ) : null}
    </>
  );
}
