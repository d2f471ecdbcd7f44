import { setTimeout as sleep } from "node:timers/promises";
import {
  configureStore,
  type OAuthEnvironment,
  oauthEnvironment,
  openRedisStore,
  RedisStore,
  RefreshCoordinator,
  type Store,
} from "@wellhead/runtime";
import type { Connector } from "@wellhead/sdk";
import type { ServiceLog } from "../logs/service-log.js";
import type { AccountSettings } from "./account-settings.js";
import { announceOAuth, oauth2FlowOf } from "./announce-oauth.js";
import { StoreEvents } from "./store-events.js";

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
