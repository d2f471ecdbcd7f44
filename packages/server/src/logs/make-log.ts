import { pino } from "pino";
import type { ServiceLog } from "./service-log.js";

/** How many bytes of lines are collected before they are written. */
const collected = 8 * 1024;

/** Longest time a line waits to be written, in milliseconds. */
const flushInterval = 200;

/** Bytes of lines that may wait for a reader that does not read; further lines are dropped, requests go on. */
const waiting = 4 * 1024 * 1024;

/**
 * Makes the log a service has by default: JSON lines on standard output, time in ISO 8601, no host name.
 *
 * Lines are written a few at a time, within a fifth of a second; what is left is written when the process exits.
 *
 * @returns The log
 */
export function makeLog(): ServiceLog {
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: collected,
    periodicFlush: flushInterval,
    maxLength: waiting,
  });
  return pino(
    { base: null, timestamp: isoTime, formatters: { level: (label) => ({ level: label }) } },
    destination,
  );
}

let lastInstant = 0;
let lastText = "";

/** The present instant as a member of a line; written once for all lines of a millisecond. */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastInstant) {
    lastInstant = now;
    lastText = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastText;
}
