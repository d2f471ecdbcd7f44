import { parentPort, workerData } from "node:worker_threads";
import { RowScanner, type RowScannerOptions } from "./row-scanner.js";
import type { ScanAnswer, ScanRequest } from "./scan-thread.js";

// The program of a thread that scans the lines of a buffer, one request after another. Buffers are moved, not copied.

// Only `ScanThread` starts this program, with these options.
const options = workerData as RowScannerOptions;
const scanner = new RowScanner(options);

parentPort?.on("message", ({ buffer, lengths }: ScanRequest) => {
  let start = 0;
  const found = lengths.map((length) => {
    const scanned = scanner.scan(new Uint8Array(buffer, start, length));
    start += length;
    if (scanned === undefined) return undefined;
    const { lines, ...facts } = scanned;
    return { ...facts, kept: options.names === undefined ? undefined : lines };
  });
  const answer: ScanAnswer = { buffer, found };
  parentPort?.postMessage(answer, [buffer]);
});
