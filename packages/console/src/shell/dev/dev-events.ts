import { signal } from "@preact/signals";
import { readEvents } from "../../text/read-events.js";

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
  /** What the last request failed with. */
  readonly thrown?: DevFault;
  readonly typeFaults: readonly DevFault[];
  /** Number of the revision that the types are of; 0 for files that could not be loaded. */
  readonly typesOf?: number;
  readonly unchecked?: string;
  readonly difference?: {
    readonly connector: string;
    readonly source: string;
    /** The difference, or why there is none. */
    readonly rows: DevDifference | string;
  };
  /** Signs that a list was not read to its end, each with the request that shows it. */
  readonly remarks: readonly { readonly request: string; readonly remark: string }[];
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

type DevEvent =
  | { readonly event: "state"; readonly data: DevState }
  | { readonly event: "call"; readonly data: DevCall };

/** Milliseconds until the page connects again, such as after a restart of the command. */
const reconnectMs = 500;

/**
 * Follows what `wellhead dev` reports, and connects again when the connection ends.
 *
 * @param open - Requests the events
 * @param onRevision - Called with the base addresses of the connectors when another revision is served
 */
export async function followDevEvents(
  open: () => Promise<Response>,
  onRevision: (connectors: readonly string[]) => void,
): Promise<never> {
  let shown: string | undefined;
  const show = ({ event, data }: DevEvent): void => {
    if (event === "call") {
      devCalls.value = [...devCalls.value, data].slice(-maxCalls);
      return;
    }
    devState.value = data;
    const { revision, loadedAt, connectors } = data;
    const isNew = revision > 0 && loadedAt !== shown;
    if (isNew) onRevision(connectors);
    if (isNew) shown = loadedAt;
  };
  for (;;) {
    const response = await open().catch(() => undefined);
    if (response?.ok) {
      isDevReachable.value = true;
      devCalls.value = [];
      await readAll(response, show).catch(() => undefined);
    }
    isDevReachable.value = false;
    await new Promise((resolve) => {
      setTimeout(resolve, reconnectMs);
    });
  }
}

async function readAll(response: Response, show: (event: DevEvent) => void): Promise<void> {
  for await (const event of readEvents<DevEvent>(response)) show(event);
}
