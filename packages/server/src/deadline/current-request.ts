import { AsyncLocalStorage } from "node:async_hooks";

/** Facts about a request that contain no secret. */
export interface ShownRequest {
  /** Id of the request; `undefined` for an id of the caller until the secrets of the account are known. */
  readonly id: string | undefined;
  /** Id of the source; `undefined` until it is known. */
  readonly source: string | undefined;
  /** Name of the caller's credential; `undefined` when none was required. */
  readonly caller: string | undefined;
}

/** A request as the operator sees it. */
export interface ControlledRequest {
  /** @returns Facts for a list of the requests in progress */
  show(): ShownRequest;
  /** @returns Facts that identify the request */
  describe(): { connector: string; endpoint: string; requestId: string };
  /** @param thrown - What a connector threw where no code could catch it; written to the log of the request */
  logUncaught(thrown: unknown): void;
}

/** Collects the time that the code of a connector holds the event loop. */
export interface MeteredWork {
  workMs: number;
}

/** What code that runs on behalf of a request may know of it. */
export interface CurrentRequest {
  /** Its facts; `undefined` until its route is known. */
  readonly request: ControlledRequest | undefined;
  /** Collects the time that its connector holds the event loop, while that is measured. */
  readonly metered: MeteredWork | undefined;
  /** Aborts it. */
  abort(reason: unknown): void;
}

/** The request on whose behalf the code of a connector runs, also in its timers and promises. */
export const currentRequest = new AsyncLocalStorage<CurrentRequest>();
