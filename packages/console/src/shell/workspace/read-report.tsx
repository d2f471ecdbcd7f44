import type { SqlReading } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import type { SourceInfo } from "../../connect/connectors/application.js";
import { type ConnectorEntry, connectorEntries } from "../../connect/connectors/connector-entries.js";
import { isEmpty } from "../../controls/form/submit-form.js";
import { describeValue } from "../../filter/describe-value.js";
import { sentFilter } from "../../filter/sent-filter.js";
import type { StreamState } from "../../rows/data/row-stream.js";
import { columnTitle } from "../../rows/table/member-columns.js";
import { formatBytes, formatCount, formatDuration } from "../../text/format-amount.js";
import type { JsonRecord } from "../../text/record.js";
import { visibleText } from "../../text/visible-text.js";
import { describeCondition } from "../../workbench/view/row-conditions.js";
import { changeView, view } from "../../workbench/view/view.js";

/** Props of `ReadReport`. */
export interface ReadReportProps {
  /** The rows on the page. */
  readonly state: StreamState;
  /** Their source; `undefined` for the rows of a statement. */
  readonly source: SourceInfo | undefined;
  readonly close: () => void;
}

type Line = readonly [name: string, text: string];

/** Says in words what was asked of which source, what the service did with the rows itself, and whether all arrived. */
export function ReadReport({ state, source, close }: ReadReportProps): JSX.Element {
  const entries = connectorEntries.value;
  const asked = source === undefined ? statementLines(state, entries) : sourceLines(state, source, entries);
  return (
    <div class="read-report">
      <dl class="figures">
        {[...asked, ...arrivalLines(state)].map(([name, text]) => (
          <>
            <dt>{name}</dt>
            <dd>{visibleText(text, 600)}</dd>
          </>
        ))}
      </dl>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          close();
          changeView({ tab: "requests" });
        }}
      >
        Show the requests
      </button>
    </div>
  );
}

/** What was asked of a source, and what was done with its rows. */
function sourceLines(
  { base, connectors, result }: StreamState,
  source: SourceInfo,
  entries: readonly ConnectorEntry[],
): readonly Line[] {
  const { search, where, sort } = view.value;
  const titleOf = (name: string): string => {
    const column = result?.columns.find((one) => one.name === name);
    return column === undefined ? name : columnTitle(column);
  };
  const conditions = where.map((condition) => `${titleOf(condition.column)} ${describeCondition(condition)}`);
  if (search.trim() !== "") conditions.push(`any column contains ${search.trim()}`);
  const order = sort.map(
    ({ column, isDescending }) => `${titleOf(column)}, ${isDescending === true ? "descending" : "ascending"}`,
  );
  return [
    ["Source", `${source.name} of ${connectorName(base, entries)}`],
    ["Account", connectors[0]?.account ?? "none"],
    ["Filter at the source", describeFilter(source, sentFilter.value)],
    ["Filter in the rows here", conditions.join("; ") || "none"],
    ["Order", order.length === 0 ? "as the source sent them" : `in the rows here: ${order.join("; ")}`],
    ["Limit", "none: every row was asked for"],
  ];
}

/** What a statement asked of each source that it names. */
function statementLines(
  { connectors, readings }: StreamState,
  entries: readonly ConnectorEntry[],
): readonly Line[] {
  const ofReading = ({ connector, source, filter }: SqlReading): readonly Line[] => {
    const asked = connectors.find(({ name }) => name === connector);
    const known = entries
      .find(({ base }) => base === asked?.base)
      ?.application?.sources.find(({ id }) => id === source);
    return [
      ["Source", `${known?.name ?? source} of ${connectorName(asked?.base ?? "", entries)}`],
      ["Account", asked?.account ?? "none"],
      ["Filter at the source", describeFilter(known, filter)],
    ];
  };
  return [
    ...readings.flatMap(ofReading),
    ["In the rows here", "the whole statement; each source is read again for each run"],
  ];
}

/** How the rows arrived, and where they are. */
function arrivalLines(state: StreamState): readonly Line[] {
  const { requests, progress, rowsRead, readings, ending } = state;
  const read = ending === "open" ? progress.rows : rowsRead;
  const count = `${formatCount(read)} ${read === 1 ? "row" : "rows"}`;
  const left = readings.length === 0 ? "" : `, of which the statement made ${formatCount(progress.rows)}`;
  return [
    ["Requests", requests.length === 0 ? "none" : `${formatCount(requests.length)}: ${requests.join(", ")}`],
    ["Received", `${count}, ${formatBytes(progress.bytes)}, in ${formatDuration(progress.elapsed)}${left}`],
    ["Complete", completeness[ending]],
    ["Kept", keptText(state)],
  ];
}

function keptText({ result, isGone, startedAt }: StreamState): string {
  if (result === undefined) return "nothing";
  if (isGone) return "no longer: newer runs took their place";
  const time = new Date(performance.timeOrigin + startedAt).toLocaleTimeString("en-GB");
  return `by the service of this console, as read at ${time}. Searches, orders, figures and files come from there, not from the source.`;
}

/** Whether all rows are there, by how they ended. */
const completeness: Readonly<Record<StreamState["ending"], string>> = {
  open: "not yet: rows are still arriving",
  whole: "yes: the connector ended the rows itself",
  marked: "no: the connector reported a failure after these rows",
  cut: "no: the rows broke off",
  cancelled: "no: the run was cancelled",
  refused: "no: the connector sent an error instead of rows",
  failed: "no: the rows could not be read",
};

function connectorName(base: string, entries: readonly ConnectorEntry[]): string {
  return entries.find((entry) => entry.base === base)?.application?.name ?? base;
}

/** Describes the values that were sent, without those that the form declares as passwords. */
function describeFilter(source: SourceInfo | undefined, filter: JsonRecord): string {
  const sent = Object.entries(filter).filter(([, value]) => !isEmpty(value));
  const texts = sent.map(([id, value]) => {
    const field = source?.filter.find((one) => one.id === id);
    return field === undefined
      ? `${id}: ${JSON.stringify(value)}`
      : `${field.title}: ${describeValue(field, value)}`;
  });
  return texts.join("; ") || "none";
}
