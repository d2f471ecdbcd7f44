import { parentPort, workerData } from "node:worker_threads";
import { RowScanner, type RowScannerOptions } from "./row-scanner.js";
import type { ScanAnswer, ScanRequest } from "./scan-threads.js";

// The program of a thread that scans the lines of a shared buffer, one request after another.

// Only `ScanThreads` starts this program, with these options.
const options = workerData as RowScannerOptions;
const scanner = new RowScanner(options);

parentPort?.on("message", ({ buffer, lengths }: ScanRequest) => {
  let start = 0;
  const answer: ScanAnswer = lengths.map((length) => {
    const found = scanner.scan(new Uint8Array(buffer, start, length));
    start += length;
    if (found === undefined) return undefined;
    const { lines, ...facts } = found;
    return { ...facts, kept: options.names === undefined ? undefined : lines };
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answer);
});
