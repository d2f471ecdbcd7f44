import { makeLog as makeServiceLog, type ServiceLog } from "@wellhead/server";
import type { LogLevel } from "./wellhead-config.js";

/**
 * Creates the log of the service: JSON lines on standard error. Standard output is reserved for text that people read.
 *
 * @param level - Minimum level of the lines to write
 * @returns The log
 */
export function makeLog(level: LogLevel): ServiceLog {
  return makeServiceLog({ target: process.stderr, level });
}
