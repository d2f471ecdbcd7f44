import type { ServiceLog } from "@wellhead/server";
import { destination, pino, stdTimeFunctions } from "pino";
import type { LogLevel } from "./wellhead-config.js";

/**
 * Makes the log of the service: JSON lines on standard error, which keeps standard output for what people read.
 *
 * @param level - The least important lines to write
 * @param unlogged - Id of the requests the command makes itself: their answers are not logged, their failures are
 * @returns The log
 */
export function makeLog(level: LogLevel, unlogged: string): ServiceLog {
  const options = {
    base: null,
    level,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const log = pino(options, destination(2));
  return {
    info: (record, message) => {
      if (!("requestId" in record) || record.requestId !== unlogged) log.info(record, message);
    },
    warn: (record, message) => log.warn(record, message),
    error: (record, message) => log.error(record, message),
  };
}
