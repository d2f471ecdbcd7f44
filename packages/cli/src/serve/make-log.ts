import type { ServiceLog } from "@wellhead/server";
import { destination, pino, stdTimeFunctions } from "pino";
import type { LogLevel } from "./wellhead-config.js";

/**
 * Makes the log of the service: JSON lines on standard error, which keeps standard output for what people read.
 *
 * @param level - The least important lines to write
 * @returns The log
 */
export function makeLog(level: LogLevel): ServiceLog {
  const options = {
    base: null,
    level,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pino(options, destination(2));
}
