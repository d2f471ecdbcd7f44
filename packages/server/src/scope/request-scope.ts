import { currentSpan, type OAuthContext, type RefreshOutcome } from "@wellhead/runtime";
import type { AuditDetails, AuditEvent } from "../audit/audit-log.js";
import { type Caller, callerKey } from "../callers/caller.js";
import type { ControlledRequest, ShownRequest } from "../deadline/current-request.js";
import type { RequestControl } from "../deadline/request-control.js";
import { RequestLog } from "../logs/request-log.js";
import type { RequestIds } from "../request/wire-request.js";
import type { Service } from "../service/service.js";
import { RequestAttempts } from "../throttle/request-attempts.js";
import type { ServedConnector } from "./served-connector.js";

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
    this.log = new RequestLog({ log: service.log, ids, connector });
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
