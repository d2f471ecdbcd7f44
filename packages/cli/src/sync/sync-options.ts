import type { Account, EntitySchema, Synchronizer, SynchronizerConfig } from "@wellhead/client";
import type { SyncStore } from "./sync-store.js";

/** How far the run of a type is. */
export interface PageReport {
  readonly type: string;
  /** Rows of the run so far. */
  readonly rows: number;
  /** Rows of the last complete run that read everything, if this one reads everything too. */
  readonly expectedRows: number | undefined;
}

/** Receives the progress of a synchronization. */
export interface SyncReport {
  /** Called when reading of a type begins, with the rows of an earlier run that it continues. */
  readonly begin: (type: string, rows: number) => void;
  /** Called after each page. */
  readonly page: (page: PageReport) => void;
  /** Called with a message for the user. */
  readonly note: (text: string) => void;
}

/** The clocks and the ids of a synchronization, which tests replace. */
export interface SyncWorld {
  /** Current time in milliseconds since 1970. */
  readonly now: () => number;
  /** Time of the connector according to its last response; `undefined` if the response has none. */
  readonly serverTime: () => number | undefined;
  /** Waits. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Creates the id of a run. */
  readonly makeId: () => string;
}

/** Options of a synchronization. */
export interface SynchronizeOptions extends SyncReport, SyncWorld {
  readonly synchronizer: Synchronizer;
  readonly store: SyncStore;
  /** Ids of the types. Default: all. */
  readonly types?: readonly string[];
  readonly filter: Readonly<Record<string, unknown>>;
  /** Types of the connector, if they have been requested already. */
  readonly config?: SynchronizerConfig | undefined;
  /** Returns the account, validated; `isStale` asks to validate it again. */
  readonly account: (isStale: boolean) => Promise<Account>;
  /** Milliseconds before the last run at which a request for changes starts. */
  readonly lookbackMs: number;
  /** Whether columns and rows of the source are requested, if the connector can send them. Default: `true`. */
  readonly isExact?: boolean;
  /** Whether everything is read, even if the changes alone could be requested. */
  readonly isFull: boolean;
  /** Whether any number of rows may be deleted. */
  readonly allowsDeletions: boolean;
  readonly signal: AbortSignal;
}

/** The types of a connector, and those that are selected. */
export interface SyncPlan {
  readonly types: readonly string[];
  readonly schema: EntitySchema;
  readonly version: string;
}
