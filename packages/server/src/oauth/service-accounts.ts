import {
  type Connector,
  configureStore,
  type OAuthEnvironment,
  oauthEnvironment,
  openRedisStore,
  RedisStore,
  RefreshCoordinator,
  type Store,
} from "@wellhead/sdk";
import type { ServiceLog } from "../logs/service-log.js";
import type { AccountSettings } from "./account-settings.js";
import { announceOAuth, oauth2FlowOf } from "./announce-oauth.js";
import { StoreEvents } from "./store-events.js";
import { StoreMonitor } from "./store-monitor.js";

/** What {@link ServiceAccounts} are made of. */
export interface ServiceAccountsOptions {
  /** Settings, filled in. */
  readonly environment: OAuthEnvironment;
  /** What happens to the store. */
  readonly events: StoreEvents;
  /** Whether a connector has accounts that cannot be refreshed without the store. */
  readonly journalNeeded: boolean;
  /** A store to be closed with the service. */
  readonly opened: RedisStore | undefined;
}

/** What does not work while the store takes no writes. */
export interface StoreFault {
  /** Whether accounts cannot be refreshed. */
  readonly fatal: boolean;
  /** What does not work, in words. */
  readonly text: string;
}

/** What a service needs for accounts that are signed in and refreshed. Nothing of any account is in it. */
export class ServiceAccounts {
  readonly environment: OAuthEnvironment;
  readonly coordinator: RefreshCoordinator;
  /** What happens to the store, for the metrics. */
  readonly events: StoreEvents;
  readonly #monitor: StoreMonitor | undefined;
  readonly #options: ServiceAccountsOptions;

  /** @param options - Settings, filled in, and the store */
  constructor(options: ServiceAccountsOptions) {
    const { environment, events } = options;
    this.#options = options;
    this.environment = environment;
    this.events = events;
    this.coordinator = new RefreshCoordinator(environment);
    // A store in this process is always there.
    if (environment.shared) this.#monitor = new StoreMonitor(this.coordinator);
  }

  /**
   * Checks the store that replicas share.
   *
   * @returns What does not work while it takes no writes; `undefined` when it does, or there is none
   */
  async storeFault(): Promise<StoreFault | undefined> {
    if (this.#monitor === undefined || (await this.#monitor.check())) return undefined;
    return this.#options.journalNeeded
      ? { fatal: true, text: "the store takes no writes: accounts cannot be refreshed" }
      : {
          fatal: false,
          text: "the store takes no writes: each replica counts rate budgets and sign-ins alone",
        };
  }

  /** Ends when every refresh under way has been written down, or a caller would not wait any longer. */
  async close(): Promise<void> {
    await this.coordinator.idle();
    this.#monitor?.stop();
    this.#options.opened?.close();
  }
}

/** What {@link openServiceAccounts} needs besides the settings. */
export interface OpenServiceAccountsOptions {
  readonly settings: AccountSettings;
  /** Connectors of the service. */
  readonly connectors: readonly Connector[];
  readonly log: ServiceLog;
  /** The present instant. */
  readonly now: () => Date;
}

/**
 * Fills in the settings of accounts, opens the store that replicas share, and tells the operator what is missing.
 *
 * @param options - Settings, log and clock
 * @returns What the service needs
 * @throws TypeError or RangeError naming the setting that is wrong
 */
export async function openServiceAccounts(options: OpenServiceAccountsOptions): Promise<ServiceAccounts> {
  const { settings, connectors, log, now } = options;
  const { store: given, ...rest } = settings;
  const variables = settings.variables ?? process.env;
  const store = await storeOf(given ?? variables["WELLHEAD_STORE"], log);
  const events = new StoreEvents(log, () => now().getTime());
  const opened = typeof given === "object" || !(store instanceof RedisStore) ? undefined : store;
  try {
    const environment = oauthEnvironment({
      ...rest,
      ...(store !== undefined && { store }),
      now: () => now().getTime(),
      onEvent: (event) => events.note(event),
    });
    await announceOAuth(connectors, environment, log);
    // Rate budgets are shared through the same server, and never fail with it.
    if (store !== undefined) configureStore(environment.cache);
    const journalNeeded = connectors.some((one) => oauth2FlowOf(one)?.facts.rotation === "single-use");
    const accounts = new ServiceAccounts({ environment, events, journalNeeded, opened });
    await accounts.coordinator.open();
    return accounts;
  } catch (error) {
    // An open connection would keep a process alive that cannot start.
    opened?.close();
    throw error;
  }
}

async function storeOf(given: Store | string | undefined, log: ServiceLog): Promise<Store | undefined> {
  if (typeof given === "object") return given;
  if (given === undefined || given.trim() === "") return undefined;
  return await openRedisStore(given.trim(), {
    onFault: (fault) => log.warn({ fault }, "Reach the store: it cannot be reached, trying again"),
  });
}
