import type { Account, EntitySchema, Synchronizer } from "@wellhead/client";
import type { SyncStore } from "./sync-store.js";

/** What a synchronization tells while it runs. */
export interface SyncReport {
  /** Called after each page, with the rows of the run so far. */
  readonly page: (type: string, rows: number) => void;
  /** Called with a sentence for a person. */
  readonly note: (text: string) => void;
}

/** The world around a synchronization, which tests replace. */
export interface SyncWorld {
  /** Current time in milliseconds since 1970. */
  readonly now: () => number;
  /** Time of the connector by its last response; `undefined` when it does not say. */
  readonly serverTime: () => number | undefined;
  /** Waits. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Makes the id of a run. */
  readonly makeId: () => string;
}

/** Options of a synchronization. */
export interface SynchronizeOptions extends SyncReport, SyncWorld {
  readonly synchronizer: Synchronizer;
  readonly store: SyncStore;
  /** Ids of the types; all when omitted. */
  readonly types?: readonly string[];
  readonly filter: Readonly<Record<string, unknown>>;
  /** Returns the account, validated; `isStale` asks to validate it again. */
  readonly account: (isStale: boolean) => Promise<Account>;
  /** Milliseconds that a request for changes goes back before the last run. */
  readonly lookbackMs: number;
  /** Whether everything is read, also where changes could be asked for. */
  readonly isFull: boolean;
  /** Whether any number of rows may be deleted. */
  readonly allowsDeletions: boolean;
  readonly signal: AbortSignal;
}

/** What a connector offers, and what of it is chosen. */
export interface SyncPlan {
  readonly types: readonly string[];
  readonly schema: EntitySchema;
  readonly version: string;
}
