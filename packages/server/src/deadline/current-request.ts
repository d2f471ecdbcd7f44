import { AsyncLocalStorage } from "node:async_hooks";

/** A request as the operator sees it. */
export interface ControlledRequest {
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
