import { getHeapStatistics } from "node:v8";
import type { ActiveRequests, HeldMemory } from "./active-requests.js";

/** Memory of the process, in bytes. */
export interface MemoryUse {
  /** What the objects of JavaScript take, garbage included. */
  readonly heapBytes: number;
  /** What they may take: at this limit the process ends. */
  readonly heapLimitBytes: number;
  /** What the operating system has given the process. */
  readonly residentBytes: number;
}

/** Says for the operator that memory is short. */
export interface ShortMemory extends MemoryUse, HeldMemory {
  /** 0 when there is no maximum. */
  readonly maxResidentBytes: number;
}

/** What a {@link MemoryWatch} needs. */
export interface MemoryWatchOptions {
  /** How much of the heap limit may be used, in percent; `0` for all of it. */
  readonly maxHeapPercent: number;
  /** How much resident memory the process may use, in bytes; `0` for any. */
  readonly maxResidentBytes: number;
  readonly requests: ActiveRequests;
  /** Called when memory becomes short, and once a minute while it is. */
  readonly onShort: (memory: ShortMemory) => void;
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number;
  /** Measures the memory. Default: that of this process. */
  readonly measure?: () => MemoryUse;
}

/** Milliseconds between two measurements, and between two reports. */
const measureMs = 100;
const reportMs = 60_000;

/**
 * While memory is short, a request begins only when fewer are in progress. Without any, garbage would not be collected, and the
 * service would refuse for ever.
 */
const minRequests = 4;

/** Reports when the memory of the process is about to run out, so that new work can be refused before it does. */
export class MemoryWatch {
  readonly #options: MemoryWatchOptions;
  readonly #measure: () => MemoryUse;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #share = 0;

  /** @param options - Limits, and what is called when they are exceeded */
  constructor(options: MemoryWatchOptions) {
    this.#options = options;
    this.#measure = options.measure ?? measureProcess;
  }

  /** How much is used of what may be used: of the heap or of the resident memory, whichever is more; above 1 it is short. */
  get share(): number {
    return this.#share;
  }

  /** Whether a further request is to be refused. */
  get refuses(): boolean {
    return this.#share > 1 && this.#options.requests.count >= minRequests;
  }

  /** Measures the memory if it is time to; to be called several times a second. */
  beat(): void {
    const { now, maxHeapPercent, maxResidentBytes, requests, onShort } = this.#options;
    const time = now();
    if (time - this.#measuredAt < measureMs || (maxHeapPercent === 0 && maxResidentBytes === 0)) return;
    this.#measuredAt = time;
    const use = this.#measure();
    const heapShare =
      maxHeapPercent === 0 ? 0 : use.heapBytes / ((use.heapLimitBytes * maxHeapPercent) / 100);
    const residentShare = maxResidentBytes === 0 ? 0 : use.residentBytes / maxResidentBytes;
    this.#share = Math.max(heapShare, residentShare);
    if (this.#share <= 1 || time - this.#reportedAt < reportMs) return;
    this.#reportedAt = time;
    onShort({ ...use, maxResidentBytes, ...requests.heldMemory() });
  }
}

function measureProcess(): MemoryUse {
  const { used_heap_size: heapBytes, heap_size_limit: heapLimitBytes } = getHeapStatistics();
  return { heapBytes, heapLimitBytes, residentBytes: process.memoryUsage.rss() };
}
