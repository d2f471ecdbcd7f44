import { type Egress, processEgress } from "../egress/egress.js";
import { type CacheEvent, CacheStore } from "../store/cache-store.js";
import { MemoryStore } from "../store/memory-store.js";
import type { Store } from "../store/store.js";
import { parseCallbacks } from "./check-callback.js";
import { DeploymentSecret } from "./deployment-secret.js";

/** The operator's settings for accounts. Many of them default to an environment variable. */
export interface OAuthSettings {
  /** Secret that all replicas share, at least 32 characters. Default: `WELLHEAD_SECRET`, else a random secret. */
  readonly secret?: string;
  /**
   * Secrets that `secret` replaced, latest first; values that they protect can still be read. Default: the
   * comma-separated list in `WELLHEAD_SECRET_PREVIOUS`.
   */
  readonly previousSecrets?: readonly string[];
  /** Store that the replicas share. Default: memory of this process, which other replicas do not see. */
  readonly store?: Store;
  /** How many replicas serve the same connectors. Default: `WELLHEAD_REPLICAS`, else 1. */
  readonly replicas?: number;
  /** Callbacks that a sign-in may use; an empty list allows all well-formed ones. Default: `WELLHEAD_CALLBACKS`. */
  readonly callbacks?: readonly string[];
  /**
   * Whether every sign-in must begin with a `state` and end with the same one. Default: `WELLHEAD_STATE_REQUIRED`, else
   * `false`.
   */
  readonly stateRequired?: boolean;
  /** Seconds before its expiry at which an access token is refreshed. Default: `WELLHEAD_REFRESH_MARGIN`, else 300. */
  readonly margin?: number;
  /**
   * Hours after a refresh for which the account may still be presented with its old tokens. Default:
   * `WELLHEAD_JOURNAL_HOURS`, else 24.
   */
  readonly journalHours?: number;
  /** Variables that hold client ids and secrets. Default: the environment of the process. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** Egress guard. Default: the guard of the process. */
  readonly egress?: Egress;
  /** Clock in milliseconds. Default: the system's. */
  readonly now?: () => number;
  /** Milliseconds that a caller waits for a token endpoint. Default: 10,000. */
  readonly callTimeout?: number;
  /**
   * Milliseconds that a refresh waits for its response, even if no caller is waiting. Default: 120,000, or
   * `callTimeout` if that is longer.
   */
  readonly listenTimeout?: number;
  /** Called when data was lost or could not be shared. Default: no callback. */
  readonly onEvent?: (event: StoreEvent) => void;
}

/** Events in the storage of a deployment, for its log and metrics. */
export type StoreEvent =
  | CacheEvent
  /** A sign-in or a code is not remembered, because a quota is used up. */
  | "flow_not_kept"
  /** The journal in the memory of this process is full; its oldest entries were evicted. */
  | "journal_evicted"
  /** Tokens could not be stored yet; they are kept in memory and written when the store is available again. */
  | "tokens_pending"
  /** Tokens that had been kept in memory were written to the store. */
  | "tokens_written";

/** The settings with all defaults filled in, as the account kinds use them. */
export interface OAuthEnvironment {
  readonly secret: DeploymentSecret;
  /** Store for data that must not be lost: the refresh journal and its locks. Its calls may fail. */
  readonly store: Store;
  /**
   * Store for data that may be lost: sign-ins in progress, rate budgets. It never fails, and shares no quota with
   * `store`.
   */
  readonly cache: CacheStore;
  /** Whether other replicas see the contents of `store`. */
  readonly shared: boolean;
  readonly replicas: number;
  readonly callbacks: readonly string[];
  /** Whether every sign-in must begin with a `state` and end with the same one. */
  readonly stateRequired: boolean;
  /** Milliseconds before its expiry at which an access token is refreshed. */
  readonly margin: number;
  /** Milliseconds for which the journal keeps new tokens. */
  readonly journalLifetime: number;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Returns the egress guard, which may be that of the process. */
  readonly egress: () => Egress;
  /** Returns the current time in milliseconds. */
  readonly now: () => number;
  readonly callTimeout: number;
  readonly listenTimeout: number;
  /** Called when data was lost or could not be shared. */
  readonly onEvent: (event: StoreEvent) => void;
}

/** Maximum size of a journal in memory, in bytes. */
const maxJournalBytes = 128 * 1024 * 1024;

const hour = 3_600_000;

/**
 * Fills in the defaults of the account settings.
 *
 * @param settings - The operator's settings
 * @returns All settings
 * @throws TypeError when a secret is too short, a callback in `WELLHEAD_CALLBACKS` is not well-formed, a switch is
 *   neither on nor off, or the store lacks a method
 * @throws RangeError when a number is out of range
 */
export function oauthEnvironment(settings: OAuthSettings = {}): OAuthEnvironment {
  const { variables = process.env, store, egress, now = Date.now, onEvent = () => undefined } = settings;
  if (store !== undefined) checkStore(store);
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
    replicas: number("WELLHEAD_REPLICAS", settings.replicas, {
      defaultValue: 1,
      minimum: 1,
      maximum: 10_000,
    }),
    callbacks: settings.callbacks ?? parseCallbacks(variables["WELLHEAD_CALLBACKS"] ?? ""),
    stateRequired:
      settings.stateRequired ?? switchOf("WELLHEAD_STATE_REQUIRED", variables["WELLHEAD_STATE_REQUIRED"]),
    margin:
      1000 *
      number("WELLHEAD_REFRESH_MARGIN", settings.margin, { defaultValue: 300, minimum: 0, maximum: 86_400 }),
    journalLifetime:
      hour *
      number("WELLHEAD_JOURNAL_HOURS", settings.journalHours, { defaultValue: 24, minimum: 1, maximum: 168 }),
    variables,
    egress: egress === undefined ? processEgress : () => egress,
    now,
    callTimeout,
    listenTimeout,
    onEvent,
  };
}

const storeMethods: readonly (keyof Store)[] = [
  "get",
  "set",
  "setIfAbsent",
  "setIfEqual",
  "deleteIfEqual",
  "increment",
];

/** Refuses a store that lacks a method, such as one for an earlier version. A refresh would fail when it calls the method. */
function checkStore(store: Store): void {
  const lacking = storeMethods.filter((name) => typeof store[name] !== "function");
  if (lacking.length > 0)
    throw new TypeError(
      `Could not use the store: it has no method "${lacking.join('", "')}". Implement all methods of the interface Store.`,
    );
}

function listOf(text = ""): readonly string[] {
  return text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

function switchOf(name: string, text = ""): boolean {
  const word = text.trim().toLowerCase();
  if (["1", "true", "yes"].includes(word)) return true;
  if (["", "0", "false", "no"].includes(word)) return false;
  throw new TypeError(`Could not read ${name}: expected 1 or 0, got "${text.slice(0, 40)}".`);
}

/** The default of a number and its bounds. */
interface Range {
  readonly defaultValue: number;
  readonly minimum: number;
  readonly maximum: number;
}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text.trim())) return Number(text);
  throw new RangeError(`Could not read ${name}: expected a number, got "${text.slice(0, 40)}".`);
}

function inRange(name: string, value: number | undefined, { defaultValue, minimum, maximum }: Range): number {
  if (value === undefined) return defaultValue;
  if (value >= minimum && value <= maximum) return value;
  throw new RangeError(
    `Could not read ${name}: expected a number from ${minimum} to ${maximum}, got ${value}.`,
  );
}

/** The connector and the deployment that serve a sign-in. */
export interface OAuthContext {
  /** Id of the connector. */
  readonly connector: string;
  readonly environment: OAuthEnvironment;
  /** Network address of the caller, for the quota of sign-ins. Default: callers without one share a quota. */
  readonly address?: string | undefined;
}

/** Members of an account as the platform stores them. */
export type AccountMembers = Readonly<Record<string, unknown>>;

/** Parameters for starting an OAuth 2 sign-in. */
export interface OAuth2Start {
  readonly callback: string;
  /** State of the platform, which is added to the address unchanged. */
  readonly state: string | undefined;
}

/** Values that the platform received on the redirect back. */
export interface OAuth2Finish extends OAuth2Start {
  readonly code: string;
  /** Every argument of the redirect, and every member that the platform sent next to the callback. */
  readonly redirect: AccountMembers;
}
