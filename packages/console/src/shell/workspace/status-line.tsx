import type { JSX } from "preact";
import type { SourceInfo } from "../../connect/connectors/application.js";
import { lazyComponent } from "../../controls/lazy-component.js";
import { Popover } from "../../controls/popover.js";
import { editedFields } from "../../filter/sent-filter.js";
import type { RowStream, StreamProgress, StreamState } from "../../rows/data/row-stream.js";
import { sqlStream, stream } from "../../rows/data/stream-state.js";
import { formatBytes, formatCount, formatDuration } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";
import { changeView, view } from "../../workbench/view/view.js";

/** Props of `StatusLine`: the source that is shown. */
export interface StatusLineProps {
  readonly base: string;
  readonly source: SourceInfo;
}

const ReadReport = lazyComponent(
  async () => (await import("./read-report.js")).ReadReport,
  () => <div class="read-report skeleton" />,
);

/** The last line of the page: how the rows ended, their number and their rate. */
export function StatusLine({ base, source }: StatusLineProps): JSX.Element {
  const isStatement = view.value.tab === "sql";
  const state = isStatement ? sqlStream.state.value : stream.value;
  const { progress, ending } = state;
  const isEdited = !isStatement && editedFields(base, source.id, source.filter).length > 0;
  if (state.run === 0 || (!isStatement && (state.base !== base || state.source !== source.id)))
    return <footer class="status">Not run yet</footer>;
  return (
    <footer class="status" data-run={state.run}>
      <span role="status">
        {ending === "open" ? (
          <span class="ending ending-open">
            <span class="spinner" aria-hidden="true" />{" "}
            {progress.firstByte === undefined ? "Waiting" : "Reading"}
          </span>
        ) : (
          <span class={`ending ending-${ending}`} data-testid="ending">
            {ending === "refused" && (state.status ?? 0) >= 500 ? endingName.failed : endingName[ending]}
          </span>
        )}
      </span>
      <Popover name="How these rows were read" buttonClass="link" button="How they were read">
        {(close) => <ReadReport state={state} source={isStatement ? undefined : source} close={close} />}
      </Popover>
      {isEdited ? <span class="ending-edited">without your edits of the filter</span> : null}
      {ending === "open" && progress.firstByte === undefined ? null : <Counters progress={progress} />}
    </footer>
  );
}

function Counters({ progress }: { readonly progress: StreamProgress }): JSX.Element {
  const seconds = progress.elapsed / 1_000;
  const rate = seconds > 0 ? Math.round(progress.rows / seconds) : 0;
  return (
    <span class="counters">
      <Counter name={progress.rows === 1 ? "row" : "rows"} value={formatCount(progress.rows)} />
      <Counter name="received" value={formatBytes(progress.bytes)} />
      <Counter name="rows/s" value={formatCount(rate)} />
      <Counter
        name="to the first byte"
        value={progress.firstByte === undefined ? "–" : formatDuration(progress.firstByte)}
      />
      <Counter name="in all" value={formatDuration(progress.elapsed)} />
    </span>
  );
}

function Counter({ name, value }: { readonly name: string; readonly value: string }): JSX.Element {
  return (
    <span class="counter">
      <b>{value}</b> {name}
    </span>
  );
}

/** Props of `StreamNotice`: rows, and how they are requested again. */
export interface StreamNoticeProps {
  readonly stream: RowStream;
  readonly again: () => void;
  /** The accounts of the connector, shown where it no longer accepts the current one. */
  readonly accounts?: JSX.Element;
}

/** Shows why the rows ended early, or that they are no longer kept. */
export function StreamNotice({ stream: shown, again, accounts }: StreamNoticeProps): JSX.Element | null {
  const { ending, note, isGone, status } = shown.state.value;
  if (isGone) {
    return (
      <div class="notice" role="alert">
        <strong>The rows are no longer kept</strong>
        <p>The service of this console keeps the latest four runs of all its pages.</p>
        <button type="button" class="primary small" onClick={again}>
          Run again
        </button>
      </div>
    );
  }
  if (ending === "cancelled")
    return (
      <p class="notice" role="status">
        <strong>Cancelled.</strong> Only the rows that arrived before are part of the table and of every
        figure.
      </p>
    );
  if (ending === "marked") {
    return (
      <Notice title="The connector failed in the middle">
        {`It marked the end of the rows with: “${visibleText(note, 400)}”. The rows before the mark are shown.`}
      </Notice>
    );
  }
  if (ending === "cut" || ending === "failed" || ending === "refused") {
    return (
      <>
        <Notice title={noticeTitle(shown.state.value)}>{visibleText(note, 600)}</Notice>
        {status === 401 && accounts !== undefined ? (
          <section class="start" aria-label="Connect again">
            {accounts}
          </section>
        ) : null}
      </>
    );
  }
  return null;
}

/** How rows ended. */
export const endingName: Readonly<Record<Exclude<StreamState["ending"], "open">, string>> = {
  whole: "Complete",
  marked: "Stopped by the connector",
  cut: "Cut off",
  cancelled: "Cancelled",
  refused: "Refused",
  failed: "Failed",
};

const faultTitles = {
  unreachable: "The connector could not be reached",
  invalid: "The response of the connector is not valid",
  statement: "SQL error",
  console: "The service of this console stopped",
} as const;

/** Names what failed, with the status of a refusal. */
function noticeTitle({ ending, status, fault }: StreamState): string {
  if (ending === "cut") return "The rows were cut off";
  if (ending === "failed") return fault === undefined ? "The rows could not be loaded" : faultTitles[fault];
  if (status === undefined) return "The connector refused";
  return `The connector ${status < 500 ? "refused" : "failed"} (${status})`;
}

function Notice({ title, children }: { readonly title: string; readonly children: string }): JSX.Element {
  return (
    <div class="notice" role="alert">
      <strong>{title}</strong>
      <p>{children}</p>
      {view.value.tab === "requests" ? null : (
        <button type="button" class="quiet" onClick={() => changeView({ tab: "requests" })}>
          Show the requests
        </button>
      )}
    </div>
  );
}
