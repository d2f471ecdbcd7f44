import { setTimeout as sleep } from "node:timers/promises";
import {
  configureStore,
  type OAuthEnvironment,
  type OAuthSettings,
  oauthEnvironment,
  openRedisStore,
  RedisStore,
  RefreshCoordinator,
  type Store,
  type StoreEvent,
} from "@wellhead/runtime";
import type { Connector } from "@wellhead/sdk";
import type { ServiceLog } from "../observe/logs/service-log.js";
import { announceOAuth, oauth2FlowOf } from "./announce-oauth.js";

/** Options of {@link ServiceAccounts}. */
export interface ServiceAccountsOptions {
  /** Settings, with defaults applied. */
  readonly environment: OAuthEnvironment;
  /** Counts and logs the events of the store. */
  readonly events: StoreEvents;
  readonly log: ServiceLog;
  /** A store to close together with the service. */
  readonly opened: RedisStore | undefined;
}

/** What does not work while the store accepts no writes. */
export interface StoreFault {
  /** Whether accounts cannot be refreshed. */
  readonly fatal: boolean;
  /** Description for the operator. */
  readonly text: string;
}

/** What a service needs to sign accounts in and to refresh them. It contains no account data. */
export class ServiceAccounts {
  readonly environment: OAuthEnvironment;
  readonly coordinator: RefreshCoordinator;
  /** Events of the store, for the metrics. */
  readonly events: StoreEvents;
  readonly #monitor: StoreMonitor | undefined;
  readonly #options: ServiceAccountsOptions;
  /** Whether a connector has accounts that cannot be refreshed without the store. */
  #journalNeeded = false;

  /** @param options - Settings with defaults applied, and the store */
  constructor(options: ServiceAccountsOptions) {
    const { environment, events } = options;
    this.#options = options;
    this.environment = environment;
    this.events = events;
    this.coordinator = new RefreshCoordinator(environment);
    // A store in this process's memory is always available, so it needs no monitor.
    if (environment.shared) this.#monitor = new StoreMonitor(this.coordinator);
  }

  /**
   * Sets the connectors whose accounts are used, and logs which settings their sign-ins lack.
   *
   * @param connectors - All connectors of this process
   * @throws TypeError as {@link announceOAuth} does
   */
  async serve(connectors: readonly Connector[]): Promise<void> {
    await announceOAuth(connectors, this.environment, this.#options.log);
    this.#journalNeeded = connectors.some((one) => oauth2FlowOf(one)?.facts.rotation === "single-use");
  }

  /**
   * Checks the store that replicas share.
   *
   * @returns What does not work because the store accepts no writes; `undefined` when it works, or when none is shared
   */
  async storeFault(): Promise<StoreFault | undefined> {
    if (this.#monitor === undefined || (await this.#monitor.check())) return undefined;
    return this.#journalNeeded
      ? { fatal: true, text: "the store accepts no writes: accounts cannot be refreshed" }
      : {
          fatal: false,
          text: "the store accepts no writes: each replica counts rate budgets and sign-ins by itself",
        };
  }

  /** Waits until every running refresh has been written to the journal, or until its callers would have timed out. */
  async close(): Promise<void> {
    await this.coordinator.idle();
    this.#monitor?.stop();
    this.#options.opened?.close();
  }
}

/** Options of {@link openServiceAccounts}. */
export interface OpenServiceAccountsOptions {
  readonly settings: AccountSettings;
  /** Connectors of the service. */
  readonly connectors: readonly Connector[];
  readonly log: ServiceLog;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Applies the defaults of the account settings, opens the store that replicas share, and logs what is missing.
 *
 * @param options - Settings, log and clock
 * @returns The accounts of the service
 * @throws TypeError or RangeError naming the invalid setting
 */
export async function openServiceAccounts(options: OpenServiceAccountsOptions): Promise<ServiceAccounts> {
  const { settings, connectors, log, now } = options;
  const { store: given, ...rest } = settings;
  const variables = settings.variables ?? process.env;
  const store = await storeOf(given ?? variables["WELLHEAD_STORE"], log);
  const events = new StoreEvents(log, now);
  const opened = typeof given === "object" || !(store instanceof RedisStore) ? undefined : store;
  let accounts: ServiceAccounts | undefined;
  try {
    const environment = oauthEnvironment({
      ...rest,
      ...(store !== undefined && { store }),
      now,
      onEvent: (event) => events.note(event),
    });
    accounts = new ServiceAccounts({ environment, events, log, opened });
    await accounts.serve(connectors);
    // Rate budgets are shared through the same server. If it fails, each process counts alone.
    if (store !== undefined) configureStore(environment.cache);
    await accounts.coordinator.open();
    return accounts;
  } catch (error) {
    // An open connection would keep the process alive although it cannot start.
    if (accounts === undefined) opened?.close();
    else await accounts.close();
    throw error;
  }
}

async function storeOf(given: Store | string | undefined, log: ServiceLog): Promise<Store | undefined> {
  if (typeof given === "object") return given;
  if (given === undefined || given.trim() === "") return undefined;
  return await openRedisStore(given.trim(), {
    onFault: (fault) => log.warn({ fault }, "Could not reach the store. The service keeps trying."),
  });
}

/** Milliseconds between two checks of the store. */
const intervalMs = 2000;
/** Timeout of a check in milliseconds. */
const maxCheckMs = 1000;

/**
 * Checks periodically whether the store accepts writes that must not be lost. The service can then report a failure,
 * and data that an emptied store has lost is written to it again at once.
 */
class StoreMonitor {
  readonly #coordinator: RefreshCoordinator;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<boolean> | undefined;

  /** @param coordinator - Checks the store */
  constructor(coordinator: RefreshCoordinator) {
    this.#coordinator = coordinator;
    this.#timer = setInterval(() => void this.check(), intervalMs);
    this.#timer.unref();
  }

  /**
   * Checks the store now.
   *
   * @returns Whether it accepted writes before the timeout
   */
  async check(): Promise<boolean> {
    this.#running ??= this.#coordinator.checkStore().finally(() => {
      this.#running = undefined;
    });
    const stop = new AbortController();
    const late = sleep(maxCheckMs, false, { signal: stop.signal }).catch(() => false);
    const works = await Promise.race([this.#running, late]);
    stop.abort();
    return works;
  }

  /** Stops the checks. */
  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Minimum milliseconds between two log lines about the same event. */
const repeatIntervalMs = 60_000;

const sentences: Readonly<Record<StoreEvent, string>> = {
  shared_failed:
    "Could not use the store for rate budgets and sign-ins: it failed or was too slow. This process counts by itself until the store is back.",
  shared_full:
    "Could not share rate budgets and sign-ins: this process has reached its maximum of writes to the store for this hour.",
  evicted: "Evicted the oldest rate budgets and sign-ins: their maximum size in memory is reached.",
  flow_not_kept:
    "Could not remember a sign-in: its quota for this hour is used up. It can still be finished.",
  journal_evicted: "Evicted the oldest refreshes from the journal: its maximum size in memory is reached.",
  tokens_pending:
    "Could not write refreshed tokens to the store: they are kept in memory and written when it is back.",
  tokens_written: "Wrote refreshed tokens to the store that had been kept in memory.",
};

/** Events of the deployment's store. Each one is counted, and each kind is logged at most once a minute. */
class StoreEvents {
  readonly #log: ServiceLog;
  readonly #now: () => number;
  readonly #logged = new Map<StoreEvent, number>();
  #listener: (event: StoreEvent) => void = () => undefined;

  /**
   * @param log - Log of the service
   * @param now - Clock in milliseconds
   */
  constructor(log: ServiceLog, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** @param listener - Called with every event from now on */
  watch(listener: (event: StoreEvent) => void): void {
    this.#listener = listener;
  }

  /** @param event - Event to count and log */
  note(event: StoreEvent): void {
    this.#listener(event);
    const last = this.#logged.get(event) ?? Number.NEGATIVE_INFINITY;
    if (this.#now() - last < repeatIntervalMs) return;
    this.#logged.set(event, this.#now());
    this.#log.warn({ event }, sentences[event]);
  }
}

/** The operator's settings for accounts. Each has a default in the environment of the process. */
export interface AccountSettings extends Omit<OAuthSettings, "store" | "now"> {
  /** The store that replicas share, or the address of a Redis or Valkey. Default: `WELLHEAD_STORE`, else memory. */
  readonly store?: Store | string;
}
