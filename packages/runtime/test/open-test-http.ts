import { type AccountKinds, type AnyAccount, type Http, type HttpDefinition, none } from "@wellhead/sdk";
import { Agent } from "undici";
import { openHttp } from "../src/client/open-http.js";
import { Egress } from "../src/egress/egress.js";
import { guardedConnector } from "../src/egress/guarded-connector.js";
import { CurrentAccount, type CurrentAccountOptions } from "../src/http/current-account.js";
import { makeHttpEnvironment } from "../src/http/http-environment.js";
import { MemoryStore } from "../src/store/memory-store.js";
import type { Store } from "../src/store/store.js";

/** Options of {@link openTestHttp}. */
export interface OpenTestHttpOptions {
  /** `undefined`: the connector has no HTTP definition. */
  readonly definition: HttpDefinition | undefined;
  /** Default: `none()` only. */
  readonly kinds?: AccountKinds;
  /** Default: of kind `none`. */
  readonly account?: AnyAccount;
  /** Refreshes the account where its kind cannot. Default: nobody does. */
  readonly refresh?: CurrentAccountOptions["refresh"];
  /** Returns the key of the account in the store. Default: a key of this process. */
  readonly keyOf?: () => Promise<string>;
  readonly signal?: AbortSignal;
  readonly interactive?: boolean;
  /** Egress of the environment. Default: an egress that allows all of loopback. */
  readonly egress?: Egress;
  /** Store that replicas share. Default: memory of this client only. */
  readonly store?: Store;
  /** Certificate to trust, as PEM. Default: the usual authorities. */
  readonly ca?: string;
  /** Whether log lines about calls have their query and bodies. Default: `false`. */
  readonly inspects?: boolean;
}

/** A client for a test, and a record of what it did. */
export interface TestHttp {
  readonly http: Http;
  /** Milliseconds of every wait; the waits end at once. */
  readonly waits: readonly number[];
  /** Advances the clock by some milliseconds. */
  readonly pass: (milliseconds: number) => void;
  /** Log lines as JSON. */
  readonly lines: readonly string[];
}

/**
 * Opens a client that may reach loopback and whose waits end at once. For tests.
 *
 * @param options - Definition and account
 * @returns The client and the record of what it did
 */
export function openTestHttp(options: OpenTestHttpOptions): TestHttp {
  const waits: number[] = [];
  const lines: string[] = [];
  const log = (message: string, details: unknown) => lines.push(JSON.stringify([message, details]));
  let now = Date.UTC(2026, 2, 3, 10);
  const egress = options.egress ?? new Egress({ allow: "127.0.0.0/8:*" });
  const { ca } = options;
  const trusting = ca === undefined ? undefined : new Agent({ connect: guardedConnector(egress, { ca }) });
  const environment = makeHttpEnvironment(egress, {
    ...(trusting && { dispatcher: () => trusting }),
    store: options.store ?? new MemoryStore(() => now),
    now: () => now,
    random: () => 0.5,
    inspects: options.inspects ?? false,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    },
  });
  const account = options.account ?? { kind: "none" };
  const kinds: AccountKinds = options.kinds ?? { none: none() };
  const http = openHttp({
    connector: "test",
    definition: options.definition,
    account: new CurrentAccount({
      account,
      kind: kinds[account.kind],
      refresh: options.refresh,
      now: environment.now,
    }),
    keyOf: options.keyOf,
    context: {
      account,
      signal: options.signal ?? new AbortController().signal,
      log: { info: log, warn: log },
      requestId: "test",
      caller: "test",
    },
    interactive: options.interactive ?? false,
    environment,
  });
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { http, waits, lines, pass };
}
