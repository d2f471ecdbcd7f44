import { currentRequest } from "../deadline/current-request.js";
import { describeCause } from "../logs/describe-cause.js";
import type { ServiceLog } from "../logs/service-log.js";

/** What is done about faults that nobody caught. */
export interface ContainFaultsOptions {
  readonly log: ServiceLog;
  /** Stops the service. */
  readonly stop: () => Promise<void>;
}

/** Services of this process. They share one pair of listeners, however many there are. */
const services = new Set<ContainFaultsOptions>();

/**
 * Contains what connectors throw where nobody can catch it: in a timer, in an event listener, in a promise that nobody
 * waits for. It ends the request on whose behalf the code runs, and no other. When that cannot be known, the state of the
 * process cannot be known either: its services stop taking requests, finish those under way, and the process exits with
 * code 1. Either way one JSON line says what was thrown.
 *
 * @param options - Log, and what stops the service
 * @returns A function that ends it
 */
export function containFaults(options: ContainFaultsOptions): () => void {
  if (services.size === 0) {
    process.on("uncaughtException", containFault);
    process.on("unhandledRejection", containFault);
  }
  services.add(options);
  return () => {
    services.delete(options);
    if (services.size > 0) return;
    process.off("uncaughtException", containFault);
    process.off("unhandledRejection", containFault);
  };
}

let stopping = false;

function containFault(thrown: unknown): void {
  const request = currentRequest.getStore();
  if (request !== undefined) {
    request.logUncaught?.(thrown);
    request.abort(thrown);
    return;
  }
  const record = { cause: describeCause(thrown) };
  for (const { log } of services) {
    log.error(record, "Stopped the service: an error was thrown that belongs to no request.");
  }
  if (stopping) return;
  stopping = true;
  const stops = Array.from(services, ({ stop }) => stop());
  // oxlint-disable-next-line unicorn/no-process-exit -- what is left of the process cannot be trusted
  void Promise.allSettled(stops).then(() => process.exit(1));
}
