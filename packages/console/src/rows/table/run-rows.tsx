import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { followDownload } from "../../controls/save-file.js";
import { formatDuration } from "../../text/format-amount.js";
import type { RowStream } from "../data/row-stream.js";
import { RowsPanel, type RowsPanelProps } from "./rows-panel.js";

/** Props of `RunRows`: requested rows, a name for their files, and the rows to show. */
export interface RunRowsProps
  extends Pick<RowsPanelProps, "choice" | "choose" | "Chart" | "note" | "askSource"> {
  readonly stream: RowStream;
  readonly name: string;
}

/** Shows the rows of a run: a waiting indicator, the first rows while others arrive, and all rows afterwards. */
export function RunRows(props: RunRowsProps): JSX.Element {
  const { stream, name } = props;
  const { result, early, ending, progress, run, startedAt, isGone } = stream.state.value;
  const hasEarlyRows = early !== undefined && early.rows.length > 0;
  if (result !== undefined || hasEarlyRows) {
    return (
      <RowsPanel
        {...props}
        key={run}
        data={result}
        early={early}
        isGone={isGone}
        save={async (request) => {
          if (result === undefined) return;
          const { href } = await result.exportRows(request);
          // A file must not look complete when rows are missing.
          const completeness = ending === "whole" ? "" : "-partial";
          followDownload(href, `${name}${completeness}.${request.format}`);
        }}
      />
    );
  }
  if (ending === "open") return <Waiting since={startedAt} hasBytes={progress.firstByte !== undefined} />;
  return <p class="empty">{ending === "whole" ? "The source returned no rows." : "No rows arrived."}</p>;
}

interface WaitingProps {
  /** When the run started, in milliseconds of `performance.now()`. */
  readonly since: number;
  readonly hasBytes: boolean;
}

function Waiting({ since, hasBytes }: WaitingProps): JSX.Element {
  const now = useSignal(performance.now());
  useEffect(() => {
    const timer = setInterval(() => (now.value = performance.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now.value - since) / 1_000));
  return (
    <RowSkeleton>
      {hasBytes ? "Reading the first rows" : "Waiting for the first byte"}
      {seconds < 1 ? "" : `, ${formatDuration(seconds * 1_000).replace(".0", "")}`}
    </RowSkeleton>
  );
}

/** Fills the space of the rows, and names what the page waits for. */
export function RowSkeleton({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <div class="waiting" aria-busy="true">
      <p class="waiting-text">{children}</p>
      {Array.from({ length: 12 }, (_, index) => (
        <span key={index} class="skeleton" />
      ))}
    </div>
  );
}
