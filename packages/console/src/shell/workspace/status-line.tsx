import type { JSX } from "preact";
import type { SourceInfo } from "../../connect/connectors/application.js";
import type { RowStream, StreamProgress, StreamState } from "../../rows/data/row-stream.js";
import { sqlStream, stream } from "../../rows/data/stream-state.js";
import { formatBytes, formatCount, formatDuration } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";
import { changeView, view } from "../../view/view.js";

/** Props of `StatusLine`: the source that is shown. */
export interface StatusLineProps {
  readonly base: string;
  readonly source: SourceInfo;
}

/** The last line of the page: how the rows ended, their number and their rate. */
export function StatusLine({ base, source }: StatusLineProps): JSX.Element {
  const isStatement = view.value.tab === "sql";
  const state = isStatement ? sqlStream.state.value : stream.value;
  const { progress, ending } = state;
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
            {endingName[ending]}
          </span>
        )}
      </span>
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

/** Shows why the rows ended early. */
export function StreamNotice({ stream: shown }: { readonly stream: RowStream }): JSX.Element | null {
  const { ending, note } = shown.state.value;
  if (ending === "marked") {
    return (
      <Notice title="The connector failed in the middle">
        {`It marked the end of the rows with: “${visibleText(note, 400)}”. The rows before the mark are shown.`}
      </Notice>
    );
  }
  if (ending === "cut" || ending === "failed" || ending === "refused") {
    return <Notice title={noticeTitles[ending]}>{visibleText(note, 600)}</Notice>;
  }
  return null;
}

const endingName: Readonly<Record<Exclude<StreamState["ending"], "open">, string>> = {
  whole: "Complete",
  marked: "Stopped by the connector",
  cut: "Cut off",
  cancelled: "Cancelled",
  refused: "Refused",
  failed: "Failed",
};

const noticeTitles = {
  cut: "The rows were cut off",
  failed: "These rows cannot be read",
  refused: "The connector refused",
} as const;

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
