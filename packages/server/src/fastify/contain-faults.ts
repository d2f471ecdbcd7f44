import { currentRequest } from "../deadline/current-request.js";
import { describeCause } from "../logs/describe-cause.js";
import type { ServiceLog } from "../logs/service-log.js";

/** Options of {@link containFaults}. */
export interface ContainFaultsOptions {
  readonly log: ServiceLog;
  /** Stops the service. */
  readonly stop: () => Promise<void>;
}

/** The running services of this process. They all share one pair of listeners. */
const services = new Set<ContainFaultsOptions>();

/**
 * Handles what connectors throw where no code can catch it: in a timer, in an event listener, or in a promise that
 * nobody awaits. This aborts only the request on whose behalf the code runs. If that request is not known, the state of
 * the process is not known either: its services stop accepting requests and finish those in progress, and the process
 * exits with code 1. Either way one JSON line in the log reports what was thrown.
 *
 * @param options - Log, and a function that stops the service
 * @returns A function that stops handling errors for this service
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
  const control = currentRequest.getStore();
  if (control !== undefined) {
    control.request?.logUncaught(thrown);
    control.abort(thrown);
    return;
  }
  const record = { cause: describeCause(thrown) };
  for (const { log } of services) {
    log.error(record, "Stopped the service: an error was thrown outside of any request.");
  }
  if (stopping) return;
  stopping = true;
  const stops = Array.from(services, ({ stop }) => stop());
  // oxlint-disable-next-line unicorn/no-process-exit -- the process is in an unknown state
  void Promise.allSettled(stops).then(() => process.exit(1));
}
