import type { Egress } from "../egress/egress.js";
import { processEgress } from "../egress/process-egress.js";
import { type CacheEvent, CacheStore } from "../store/cache-store.js";
import { MemoryStore } from "../store/memory-store.js";
import type { Store } from "../store/store.js";
import { parseCallbacks } from "./check-callback.js";
import { DeploymentSecret } from "./deployment-secret.js";

/** What the operator decides about accounts; each has a default in the environment of the process. */
export interface OAuthSettings {
  /** Secret all replicas share, at least 32 characters. Default: `WELLHEAD_SECRET`, else one is made up. */
  readonly secret?: string;
  /** Secrets that `secret` replaced; what they protect is still read. Default: `WELLHEAD_SECRET_PREVIOUS`, joined by commas. */
  readonly previousSecrets?: readonly string[];
  /** What replicas share. Default: memory, which other replicas do not see. */
  readonly store?: Store;
  /** How many replicas serve the same connectors. Default: `WELLHEAD_REPLICAS`, else 1. */
  readonly replicas?: number;
  /** Callbacks a sign-in may lead back to; empty allows every well-formed one. Default: `WELLHEAD_CALLBACKS`. */
  readonly callbacks?: readonly string[];
  /** Seconds before its expiry from which an access token is refreshed. Default: `WELLHEAD_REFRESH_MARGIN`, else 300. */
  readonly margin?: number;
  /** Hours for which an account that was refreshed since may still be presented. Default: `WELLHEAD_JOURNAL_HOURS`, else 24. */
  readonly journalHours?: number;
  /** Variables that hold client ids and secrets. Default: the environment of the process. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** Way out. Default: the one of the process. */
  readonly egress?: Egress;
  /** Clock in milliseconds. Default: the system's. */
  readonly now?: () => number;
  /** Milliseconds a caller waits for a token endpoint. Default: 10,000. */
  readonly callTimeout?: number;
  /** Milliseconds for which the answer to a refresh is listened for, whoever still waits for it. Default: 120,000. */
  readonly listenTimeout?: number;
  /** Called when something was lost or could not be shared. Default: nobody is called. */
  readonly onEvent?: (event: StoreEvent) => void;
}

/** What may happen to what a deployment stores, for its log and metrics. */
export type StoreEvent =
  | CacheEvent
  /** A sign-in is not remembered, because a quota is used up. */
  | "flow_not_kept"
  /** The journal in the memory of this process is full; its oldest entries were evicted. */
  | "journal_evicted"
  /** Tokens could not be written down yet; they are kept in memory and written when the store is back. */
  | "tokens_pending"
  /** Tokens that had been kept in memory were written down. */
  | "tokens_written";

/** The settings with their defaults filled in, as the account kinds use them. */
export interface OAuthEnvironment {
  readonly secret: DeploymentSecret;
  /** What must not be lost: the refresh journal and its locks. It may fail. */
  readonly store: Store;
  /** What may be lost: sign-ins under way, rate budgets. It never fails, and shares no quota with `store`. */
  readonly cache: CacheStore;
  /** Whether `store` is seen by other replicas. */
  readonly shared: boolean;
  readonly replicas: number;
  readonly callbacks: readonly string[];
  /** Milliseconds. */
  readonly margin: number;
  /** Milliseconds. */
  readonly journalLifetime: number;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly egress: () => Egress;
  readonly now: () => number;
  readonly callTimeout: number;
  readonly listenTimeout: number;
  readonly onEvent: (event: StoreEvent) => void;
}

/** Maximum bytes of a journal in memory. */
const maxJournalBytes = 128 * 1024 * 1024;

const hour = 3_600_000;

/**
 * Fills in the settings of accounts.
 *
 * @param settings - What the operator decides
 * @returns All settings
 * @throws TypeError when the secret is too short or a callback is none
 * @throws RangeError when a number is out of range
 */
export function oauthEnvironment(settings: OAuthSettings = {}): OAuthEnvironment {
  const { variables = process.env, store, egress, now = Date.now, onEvent = () => undefined } = settings;
  const { callTimeout = 10_000, listenTimeout = Math.max(callTimeout, 120_000) } = settings;
  const previous = settings.previousSecrets ?? listOf(variables["WELLHEAD_SECRET_PREVIOUS"]);
  const number = (name: string, given: number | undefined, range: Range): number =>
    inRange(name, given ?? numberOf(name, variables[name]), range);
  return {
    secret: new DeploymentSecret(settings.secret ?? variables["WELLHEAD_SECRET"], previous),
    store:
      store ?? new MemoryStore(now, { maxBytes: maxJournalBytes, onEvict: () => onEvent("journal_evicted") }),
    cache: new CacheStore({ shared: store, now, onEvent }),
    shared: store !== undefined && !(store instanceof MemoryStore),
    replicas: number("WELLHEAD_REPLICAS", settings.replicas, { usual: 1, least: 1, most: 10_000 }),
    callbacks: settings.callbacks ?? parseCallbacks(variables["WELLHEAD_CALLBACKS"] ?? ""),
    margin: 1000 * number("WELLHEAD_REFRESH_MARGIN", settings.margin, { usual: 300, least: 0, most: 86_400 }),
    journalLifetime:
      hour * number("WELLHEAD_JOURNAL_HOURS", settings.journalHours, { usual: 24, least: 1, most: 168 }),
    variables,
    egress: egress === undefined ? processEgress : () => egress,
    now,
    callTimeout,
    listenTimeout,
    onEvent,
  };
}

function listOf(text = ""): readonly string[] {
  return text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** A number's usual value and its bounds. */
interface Range {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text.trim())) return Number(text);
  throw new RangeError(`Could not read ${name}: expected a number, got "${text.slice(0, 40)}".`);
}

function inRange(name: string, value: number | undefined, { usual, least, most }: Range): number {
  if (value === undefined) return usual;
  if (value >= least && value <= most) return value;
  throw new RangeError(`Read ${name}: found ${value}, wanted a number from ${least} to ${most}`);
}
