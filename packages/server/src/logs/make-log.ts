import { pino, stdTimeFunctions } from "pino";
import type { ServiceLog } from "./service-log.js";

/**
 * Makes the log a service has by default: JSON lines on standard output, time in ISO 8601, no host name.
 *
 * @returns The log
 */
export function makeLog(): ServiceLog {
  return pino({
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}
