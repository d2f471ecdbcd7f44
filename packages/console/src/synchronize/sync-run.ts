import { signal } from "@preact/signals";
import type { EntitySchema, EntityType, Synchronizer, SynchronizerConfig } from "@wellhead/client";
import { type Account, flatAccount } from "../connect/account/account.js";
import { validAccount } from "../connect/account/accounts.js";
import type { JsonRecord } from "../text/record.js";
import { errorText } from "../workbench/exchanges/error-text.js";
import { connectorAt } from "../workbench/http/page-connector.js";
import { type EntityChange, type EntityChanges, HeldEntities } from "./held-entities.js";

/** Progress of one type in the latest run. */
export interface TypeProgress extends EntityType, EntityChanges {
  readonly status: "waiting" | "reading" | "done" | "failed";
  readonly pages: number;
  /** Rows that arrived in this run. */
  readonly rows: number;
  /** Entities that the page holds. */
  readonly held: number;
  /** Whether the run sends changes only; `undefined` until the first page has arrived. */
  readonly isDelta: boolean | undefined;
}

/** The state of the synchronization that this page plays. */
export interface SyncState {
  /** Base address of the connector; empty before the first one. */
  readonly base: string;
  readonly status: "none" | "describing" | "described" | "running" | "ended" | "cancelled" | "failed";
  readonly types: readonly TypeProgress[];
  readonly schema: EntitySchema | undefined;
  /** Number of runs that were read to their end. */
  readonly runs: number;
  /** The first changes of the latest run. */
  readonly changes: readonly EntityChange[];
  /** Why it failed; empty when it did not. */
  readonly problem: string;
}

/** Maximum number of entities that the page holds, and of changes that it lists. */
const maxEntities = 200_000;
const maxChanges = 200;

const noSync: SyncState = {
  base: "",
  status: "none",
  types: [],
  schema: undefined,
  runs: 0,
  changes: [],
  problem: "",
};

/** The synchronization of the connector that was synchronized last. */
export const syncState = signal<SyncState>(noSync);

/** What the page holds of the connector: entities by type, and when the last complete run of a type began. */
interface Held {
  readonly entities: Map<string, HeldEntities>;
  readonly since: Map<string, string>;
  readonly config: SynchronizerConfig;
  readonly schema: EntitySchema;
  /** The filter of the entities as JSON: another one begins anew. */
  filter: string;
}

/** What a synchronization needs. */
export interface SyncTarget {
  readonly base: string;
  readonly account: Account | undefined;
  readonly filter: JsonRecord;
}

let held: Held | undefined;
let stop = new AbortController();

/** Asks a connector for its types and their fields, and forgets what the page held of another one. */
export async function describeTypes(target: SyncTarget): Promise<void> {
  const { show, signal: stopped } = beginStep();
  held = undefined;
  syncState.value = { ...noSync, base: target.base, status: "describing" };
  await showingProblems(show, async () => {
    const synchronizer = connectorAt(target.base).synchronizer;
    const call = { ...(await callOf(target)), signal: stopped };
    const config = await synchronizer.config(call);
    const ids = config.types.map(({ id }) => id);
    const schema = await synchronizer.schema({ ...call, types: ids, filter: target.filter });
    if (stopped.aborted) return;
    held = { entities: new Map(), since: new Map(), config, schema, filter: JSON.stringify(target.filter) };
    show({ status: "described", schema, types: config.types.map(waiting) });
  });
}

/** Reads every type: all entities the first time, later only changes if the connector reports them. */
export async function startSync(target: SyncTarget): Promise<void> {
  const { show, signal: stopped } = beginStep();
  const own = held;
  if (own === undefined) return;
  const filter = JSON.stringify(target.filter);
  if (own.filter !== filter) {
    own.filter = filter;
    own.entities.clear();
    own.since.clear();
    show({ runs: 0 });
  }
  const types = own.config.types.map(waiting);
  show({ status: "running", types, changes: [], problem: "" });
  await showingProblems(show, async () => {
    const synchronizer = connectorAt(target.base).synchronizer;
    for (const [index, type] of own.config.types.entries()) {
      const showType = (change: Partial<TypeProgress>): void => {
        const progress = types[index];
        if (progress === undefined) return;
        types[index] = { ...progress, ...change };
        show({ types: [...types] });
      };
      const call = { ...(await callOf(target)), filter: target.filter, signal: stopped };
      try {
        await readType(synchronizer, { held: own, type, call, showType, show });
      } catch (error) {
        showType({ status: "failed" });
        throw error;
      }
    }
    show({ status: "ended", runs: syncState.peek().runs + 1 });
  });
}

/** Ends the run. What has arrived is kept; the next run reads the type again from its beginning. */
export function cancelSync(): void {
  stop.abort();
  syncState.value = { ...syncState.peek(), status: "cancelled" };
}

type Show<State> = (change: Partial<State>) => void;

interface ReadTypeOptions {
  readonly held: Held;
  readonly type: EntityType;
  readonly call: Omit<Parameters<Synchronizer["pages"]>[0], "type">;
  readonly showType: Show<TypeProgress>;
  readonly show: Show<SyncState>;
}

async function readType(
  synchronizer: Synchronizer,
  { held: own, type, call, showType, show }: ReadTypeOptions,
): Promise<void> {
  const entities = own.entities.get(type.id) ?? new HeldEntities(type.id);
  own.entities.set(type.id, entities);
  entities.begin();
  const began = new Date().toISOString();
  const progress = { pages: 0, rows: 0, added: 0, changed: 0, removed: 0, isDelta: false };
  const count = (changes: readonly EntityChange[]): void => {
    for (const { kind } of changes) progress[kind] += 1;
    const known = syncState.peek().changes;
    if (changes.length > 0 && known.length < maxChanges)
      show({ changes: [...known, ...changes].slice(0, maxChanges) });
  };
  showType({ status: "reading" });
  const { config, schema } = own;
  const options = {
    ...call,
    type: type.id,
    types: config.types.map(({ id }) => id),
    schema,
    lastSynchronizedAt: own.since.get(type.id),
    version: config.version === "" ? undefined : config.version,
  };
  for await (const { rows, isDelta } of synchronizer.pages(options)) {
    count(entities.apply(rows));
    progress.pages += 1;
    progress.rows += rows.length;
    progress.isDelta = isDelta;
    checkSpace(own);
    showType({ ...progress, held: entities.size });
  }
  if (!progress.isDelta) count(entities.removeUnseen());
  own.since.set(type.id, began);
  showType({ ...progress, held: entities.size, status: "done" });
}

function checkSpace({ entities }: Held): void {
  let size = 0;
  for (const one of entities.values()) size += one.size;
  if (size > maxEntities) {
    throw new Error(
      `Could not hold more than ${maxEntities.toLocaleString("en")} entities in this page. Use \`wellhead pull --sync\` for more.`,
    );
  }
}

function waiting(type: EntityType): TypeProgress {
  const counts = { pages: 0, rows: 0, added: 0, changed: 0, removed: 0 };
  return {
    ...type,
    ...counts,
    status: "waiting",
    held: held?.entities.get(type.id)?.size ?? 0,
    isDelta: undefined,
  };
}

/** Ends the step before; what it still shows is dropped. */
function beginStep(): { readonly show: Show<SyncState>; readonly signal: AbortSignal } {
  stop.abort();
  stop = new AbortController();
  const { signal: stopped } = stop;
  const show = (change: Partial<SyncState>): void => {
    if (!stopped.aborted) syncState.value = { ...syncState.peek(), ...change };
  };
  return { show, signal: stopped };
}

async function showingProblems(show: Show<SyncState>, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    show({ status: "failed", problem: errorText(error, "The connector failed.") });
  }
}

/** The account is validated before each use, and was just now. */
async function callOf({ account }: SyncTarget): Promise<{ account?: JsonRecord; validate: false }> {
  if (account === undefined) return { validate: false };
  return { account: flatAccount(await validAccount(account)), validate: false };
}
