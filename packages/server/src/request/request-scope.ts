import {
  currentSpan,
  type Egress,
  type OAuthContext,
  processEgress,
  type RefreshOutcome,
} from "@wellhead/runtime";
import type { Connector, Source } from "@wellhead/sdk";
import { type Caller, callerKey } from "../callers/caller.js";
import { RequestAttempts } from "../callers/throttle/request-attempts.js";
import type { ControlledRequest, ShownRequest } from "../deadline/current-request.js";
import type { RequestControl } from "../deadline/request-control.js";
import { UseCount } from "../deadline/use-count.js";
import type { AuditDetails, AuditEvent } from "../observe/logs/audit-log.js";
import { RequestLog } from "../observe/logs/request-log.js";
import type { RequestIds } from "../wire/wire-request.js";
import { entityTag, type PreparedBody } from "./answer.js";
import { type Logo, loadLogo } from "./logo.js";
import type { Service } from "./service.js";

/** Options of {@link RequestScope}. */
export interface RequestScopeOptions {
  readonly service: Service;
  readonly served: ServedConnector;
  readonly control: RequestControl;
  /** The sender of the request. */
  readonly caller: Caller;
  readonly ids: RequestIds;
  /** Name of the endpoint; `none` when the path matches no endpoint. */
  readonly endpoint: string;
}

/** Everything that the code of one request shares. None of it changes during the request. */
export class RequestScope implements ControlledRequest {
  readonly served: ServedConnector;
  /** What all requests to the service share. */
  readonly service: Service;
  /** Ends the request early, together with the connector's calls. */
  readonly control: RequestControl;
  readonly log: RequestLog;
  readonly ids: RequestIds;
  /** Name of the endpoint; `none` when the path matches no endpoint. */
  readonly endpoint: string;
  /** Network address of the caller; `undefined` when it is not known. */
  readonly address: string | undefined;
  /** The caller's identity, as connectors see it. */
  readonly caller: string;
  /** Slows down a caller who tries invalid accounts. */
  readonly attempts: RequestAttempts;
  readonly #callerName: string | undefined;

  /** @param options - The service, the connector, the caller and what ends the request early */
  constructor({ service, served, control, caller, ids, endpoint }: RequestScopeOptions) {
    const connector = served.connector.id;
    this.served = served;
    this.service = service;
    this.control = control;
    this.ids = ids;
    this.endpoint = endpoint;
    this.log = new RequestLog({
      log: service.log,
      ids,
      connector,
      describeFault: service.describeFault,
    });
    currentSpan()?.scrubWith((text) => this.log.scrub(text));
    this.address = caller.address;
    this.#callerName = caller.name;
    this.caller = callerKey(caller);
    this.attempts = new RequestAttempts({
      throttle: service.failures,
      connector,
      caller: this.caller,
      endpoint,
      throttled: (level) => {
        service.metrics.throttled({ connector, level });
        this.audit("caller_throttled", { code: "rate_limited", reason: `too many failures: ${level}` });
      },
    });
  }

  /** Id of the request. */
  get requestId(): string {
    return this.ids.id;
  }

  /** The connector's id, the deployment's environment and the caller's address, for OAuth flows. */
  get oauth(): OAuthContext {
    const { served, service, address } = this;
    return { connector: served.connector.id, environment: service.accounts.environment, address };
  }

  /** @returns Facts that identify the request for the operator */
  describe(): { connector: string; endpoint: string; requestId: string } {
    return {
      connector: this.served.connector.id,
      endpoint: this.endpoint,
      requestId: this.log.requestId,
    };
  }

  show(): ShownRequest {
    const { shownId, shownSource } = this.log;
    return { id: shownId, source: shownSource, caller: this.#callerName };
  }

  /** @param thrown - What the connector threw where no code could catch it */
  logUncaught(thrown: unknown): void {
    this.log.failed(
      "Could not catch an error of the connector: it was thrown in a timer or a promise.",
      thrown,
      "error",
    );
  }

  /**
   * Writes an event of the request to the audit log.
   *
   * @param event - What happened
   * @param details - Its outcome or its error
   */
  audit(event: AuditEvent, details: Pick<AuditDetails, "code" | "outcome" | "reason">): void {
    const { log, served, address } = this;
    this.service.audit.write(event, {
      requestId: log.requestId,
      connector: served.connector.id,
      address,
      caller: this.#callerName,
      ...details,
    });
  }

  /** @param outcome - The outcome of a refresh, to be counted and audited */
  countRefresh(outcome: RefreshOutcome): void {
    this.service.metrics.refreshed({ connector: this.served.connector.id, outcome });
    this.audit(outcome === "refused" ? "account_revoked" : "account_refreshed", { outcome });
  }
}

/** A prepared body, and the sources it was built from. */
interface Prepared {
  readonly sources: ReadonlyMap<string, Source>;
  readonly body: PreparedBody;
}

const noBodies: ReadonlyMap<string, PreparedBody> = new Map();

/** How a connector reaches the network. */
export interface ServedConnectorOptions {
  /** Private addresses the connector may reach. Default: those the service allows. */
  readonly allow?: string | undefined;
  /** Default: the egress of the process. */
  readonly egress?: Egress | undefined;
}

/** A connector with its cached responses that are the same for every caller. It stores nothing about any account. */
export class ServedConnector {
  readonly connector: Connector;
  /** What is using the connector: requests, and readings that may outlast them. */
  readonly uses = new UseCount();
  readonly #allow: string | undefined;
  readonly #egress: Egress | undefined;
  /** Egress by account kind, with the process egress it was derived from. */
  readonly #egresses = new Map<string | undefined, { readonly base: Egress; readonly egress: Egress }>();
  /** Response bodies by path. */
  readonly #prepared = new Map<string, Prepared>();
  #logo: Promise<Logo> | undefined;
  #hasFixedSources = false;
  #settled: { readonly listed: unknown; readonly sources: ReadonlyMap<string, Source> } | undefined;

  /**
   * @param connector - The connector
   * @param options - How it reaches the network
   * @throws TypeError when the list of addresses cannot be parsed
   */
  constructor(connector: Connector, { allow, egress }: ServedConnectorOptions = {}) {
    this.connector = connector;
    this.#egress = egress;
    this.#allow = allow;
    try {
      this.egressOf(undefined);
    } catch (error) {
      const fault = error instanceof Error ? error.message : "";
      throw new TypeError(fault.replace("WELLHEAD_ALLOW", `the addresses allowed to "${connector.id}"`), {
        cause: error,
      });
    }
  }

  /**
   * Returns the egress of an account kind: what the operator allows the connector, narrowed to what the kind reaches.
   *
   * @param kind - Id of the kind; `undefined` before the account is known
   * @returns The egress; `undefined` when it is the egress of the process
   */
  egressOf(kind: string | undefined): Egress | undefined {
    const reach = kind === undefined ? undefined : this.connector.accounts.get(kind)?.reach;
    if (this.#allow === undefined && reach === undefined) return this.#egress;
    const base = this.#egress ?? processEgress();
    const known = this.#egresses.get(kind);
    if (known?.base === base) return known.egress;
    const allow = this.#allow;
    const egress = base.with({
      ...(allow !== undefined && { allow }),
      ...(reach !== undefined && { reach }),
    });
    this.#egresses.set(kind, { base, egress });
    return egress;
  }

  /**
   * Returns a JSON body that depends only on the connector and its sources. It is built once.
   *
   * @param path - Path of its GET endpoint
   * @param sources - Current sources of the connector; the same map as before means that nothing has changed
   * @param describe - Returns the JSON value of the body
   * @returns The body
   */
  prepare(path: string, sources: ReadonlyMap<string, Source>, describe: () => object): PreparedBody {
    const known = this.#prepared.get(path);
    if (known?.sources === sources) return known.body;
    const bytes = Buffer.from(JSON.stringify(describe()));
    const body = { body: bytes, tag: entityTag(bytes) };
    this.#prepared.set(path, { sources, body });
    return body;
  }

  /** The prepared bodies by path; empty if the sources may change, or until they are known to be fixed. */
  get fixedBodies(): ReadonlyMap<string, PreparedBody> {
    if (!this.#hasFixedSources) return noBodies;
    return new Map([...this.#prepared].map(([path, { body }]) => [path, body]));
  }

  /**
   * Returns the sources without waiting if the connector has returned the same promise before. A connector whose
   * sources never change returns the same promise every time.
   *
   * @param listed - The promise the connector returned for its sources
   * @returns The sources if that promise has already resolved; otherwise `undefined`
   */
  settledSources(listed: unknown): ReadonlyMap<string, Source> | undefined {
    if (this.#settled?.listed !== listed) return undefined;
    this.#hasFixedSources = true;
    return this.#settled?.sources;
  }

  /**
   * @param listed - The promise the connector returned for its sources
   * @param sources - The value it resolved to
   */
  rememberSources(listed: unknown, sources: ReadonlyMap<string, Source>): void {
    this.#settled = { listed, sources };
  }

  /** @returns The logo; a failure to load it is not cached */
  logo(): Promise<Logo> {
    this.#logo ??= loadLogo(this.connector.logo).catch((error: unknown) => {
      this.#logo = undefined;
      throw error;
    });
    return this.#logo;
  }
}
