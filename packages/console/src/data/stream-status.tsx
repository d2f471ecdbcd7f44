import type { JSX } from "preact";
import { formatBytes, formatCount, formatDuration } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
import { cancelStream, type StreamState, stream } from "./stream-state.js";

/** Shows the counters of the stream, a button to stop it, and how it ended. */
export function StreamStatus(): JSX.Element {
  const state = stream.value;
  const { progress, ending } = state;
  const seconds = progress.elapsed / 1_000;
  const rate = seconds > 0 ? Math.round(progress.rows / seconds) : 0;
  return (
    <div class="status">
      <dl class="counters">
        <Counter name="rows" value={formatCount(progress.rows)} wide />
        <Counter name="received" value={formatBytes(progress.bytes)} />
        <Counter name="rows/s" value={formatCount(rate)} />
        <Counter
          name="first byte"
          value={progress.firstByte === undefined ? "–" : formatDuration(progress.firstByte)}
        />
        <Counter name="elapsed" value={formatDuration(progress.elapsed)} />
      </dl>
      {ending === "open" ? (
        <button type="button" onClick={cancelStream}>
          Cancel
        </button>
      ) : (
        <span class={`ending ending-${ending}`} role="status" data-testid="ending">
          {endingName[ending]}
        </span>
      )}
    </div>
  );
}

/** Shows why the rows ended early. */
export function StreamNotice(): JSX.Element | null {
  const { ending, note, progress } = stream.value;
  if (ending === "marked") {
    return (
      <Notice title="The connector stopped in the middle">
        {`It marked the end of the rows with: “${visibleText(note, 400)}”. The ${formatCount(progress.rows)} rows above the mark are shown.`}
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

interface CounterProps {
  readonly name: string;
  readonly value: string;
  readonly wide?: boolean;
}

function Counter({ name, value, wide = false }: CounterProps): JSX.Element {
  return (
    <div class={wide ? "wide" : ""}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Notice({ title, children }: { readonly title: string; readonly children: string }): JSX.Element {
  return (
    <div class="notice" role="alert">
      <strong>{title}</strong>
      <p>{children}</p>
    </div>
  );
}
