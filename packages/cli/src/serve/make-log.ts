import { makeLog as makeServiceLog, type ServiceLog } from "@wellhead/server";
import type { LogLevel } from "./wellhead-config.js";

/**
 * Makes the log of the service: JSON lines on standard error, which keeps standard output for what people read.
 *
 * @param level - The least important lines to write
 * @returns The log
 */
export function makeLog(level: LogLevel): ServiceLog {
  return makeServiceLog({ target: process.stderr, level });
}
