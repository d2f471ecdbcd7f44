import { signal } from "@preact/signals";

/** A fault in a file of the author. */
export interface DevFault {
  readonly message: string;
  /** File, line and column; empty when the place is not known. */
  readonly place: string;
  /** The lines around it. */
  readonly code: readonly string[];
}

/** How the rows of the last request differ between two revisions. */
export interface DevDifference {
  readonly before: number;
  readonly after: number;
  readonly addedColumns: readonly string[];
  readonly removedColumns: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly {
    readonly row: string;
    readonly column: string;
    readonly before: string;
    readonly after: string;
  }[];
}

/** What `wellhead dev` reports about the author's files. */
export interface DevState {
  /** Number of the revision that is served; 0 when none has been loaded. */
  readonly revision: number;
  readonly loadedAt: string;
  readonly ms: number;
  /** Base addresses of the connectors. */
  readonly connectors: readonly string[];
  readonly fault?: DevFault;
  readonly typeFaults: readonly DevFault[];
  readonly unchecked?: string;
  readonly difference?: {
    readonly connector: string;
    readonly source: string;
    /** The difference, or why there is none. */
    readonly rows: DevDifference | string;
  };
}

/** A call of the connector to its upstream. */
export interface DevCall {
  readonly requestId: string;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query?: string;
  readonly sent?: string;
  readonly status?: number;
  readonly received?: string;
  readonly attempt: number;
  readonly waitMs?: number;
  readonly ms: number;
  readonly error?: string;
}

/** The state of the revisions; `undefined` when this page is not served by `wellhead dev`. */
export const devState = signal<DevState | undefined>(undefined);

/** The last calls to upstreams, oldest first. */
export const devCalls = signal<readonly DevCall[]>([]);

/** Whether the command is reachable. */
export const isDevReachable = signal(true);

/** Maximum number of calls that are kept. */
const maxCalls = 200;

/**
 * Follows what `wellhead dev` reports. The browser connects again by itself when the command was restarted.
 *
 * @param onRevision - Called with the base addresses of the connectors when another revision is served
 */
export function followDevEvents(onRevision: (connectors: readonly string[]) => void): void {
  const source = new EventSource("events");
  let shown: string | undefined;
  source.addEventListener("open", () => {
    isDevReachable.value = true;
    devCalls.value = [];
  });
  source.addEventListener("error", () => (isDevReachable.value = false));
  source.addEventListener("state", ({ data }: MessageEvent<string>) => {
    // The service of this page sends it.
    const state = JSON.parse(data) as DevState;
    devState.value = state;
    const { revision, loadedAt, connectors } = state;
    const isNew = revision > 0 && loadedAt !== shown;
    if (isNew) onRevision(connectors);
    if (isNew) shown = loadedAt;
  });
  source.addEventListener("call", ({ data }: MessageEvent<string>) => {
    // The service of this page sends it.
    const call = JSON.parse(data) as DevCall;
    devCalls.value = [...devCalls.value, call].slice(-maxCalls);
  });
}
