import { currentRequest } from "../deadline/request-control.js";
import { describeCause } from "../logs/describe-cause.js";
import type { ServiceLog } from "../logs/service-log.js";

/** What is done about faults that nobody caught. */
export interface ContainFaultsOptions {
  readonly log: ServiceLog;
  /** Stops the service. */
  readonly stop: () => Promise<void>;
}

/**
 * Contains what connectors throw where nobody can catch it: in a timer, in an event listener, in a promise that nobody
 * waits for. It ends the request on whose behalf the code runs, and no other. When that cannot be known, the state of the
 * process cannot be known either: the service stops taking requests, finishes those under way, and the process exits
 * with code 1. Either way one JSON line says what was thrown.
 *
 * @param options - Log, and what stops the service
 * @returns A function that ends it
 */
export function containFaults({ log, stop }: ContainFaultsOptions): () => void {
  let stopping = false;
  const contain = (thrown: unknown): void => {
    const request = currentRequest.getStore();
    if (request !== undefined) {
      request.logUncaught?.(thrown);
      request.abort(thrown);
      return;
    }
    const record = { cause: describeCause(thrown) };
    log.error(record, "Stopped the service: an error was thrown that belongs to no request.");
    if (stopping) return;
    stopping = true;
    // oxlint-disable-next-line unicorn/no-process-exit -- what is left of the process cannot be trusted
    void stop().finally(() => process.exit(1));
  };
  process.on("uncaughtException", contain);
  process.on("unhandledRejection", contain);
  return () => {
    process.off("uncaughtException", contain);
    process.off("unhandledRejection", contain);
  };
}
