import { getHeapStatistics } from "node:v8";
import type { ActiveRequests, RetainedMemory } from "./active-requests.js";

/** Memory of the process, in bytes. */
export interface MemoryUse {
  /** Used part of V8's heap, including garbage. */
  readonly heapBytes: number;
  /** Maximum size of V8's heap. The process ends when it is reached. */
  readonly heapLimitBytes: number;
  /** Resident memory of the process. */
  readonly residentBytes: number;
}

/** Report for the operator that memory is short. */
export interface ShortMemory extends MemoryUse, RetainedMemory {
  /** `0` if there is no maximum. */
  readonly maxResidentBytes: number;
}

/** What a {@link MemoryWatch} needs. */
export interface MemoryWatchOptions {
  /** Maximum share of the heap limit that may be used, in percent; `0` for no maximum. */
  readonly maxHeapPercent: number;
  /** Maximum resident memory of the process, in bytes; `0` for no maximum. */
  readonly maxResidentBytes: number;
  readonly requests: ActiveRequests;
  /** Called when memory becomes short, and once a minute while it is. */
  readonly onShort: (memory: ShortMemory) => void;
  /** Returns the time of a monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Measures the memory. Default: that of this process. */
  readonly measure?: () => MemoryUse;
}

/** Milliseconds between two measurements, and between two reports. */
const measureMs = 100;
const reportMs = 60_000;

/**
 * While memory is short, a request may begin only if fewer than this number are in progress. If none could begin,
 * garbage would never be collected, and the service would refuse requests for ever.
 */
const minRequests = 4;

/** Reports when the memory of the process is about to run out, so that new work can be refused before it does. */
export class MemoryWatch {
  readonly #options: MemoryWatchOptions;
  readonly #measure: () => MemoryUse;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #share = 0;
  #residentBytes = 0;

  /** @param options - Limits, and the callback for when they are exceeded */
  constructor(options: MemoryWatchOptions) {
    this.#options = options;
    this.#measure = options.measure ?? (() => this.#measureProcess());
  }

  /** Used share of the maximum heap or resident memory, whichever is larger. Above 1, memory is short. */
  get share(): number {
    return this.#share;
  }

  /** The memory of the process at this moment. */
  get use(): MemoryUse {
    return this.#measure();
  }

  /** Whether a further request is to be refused. */
  get refuses(): boolean {
    return this.#share > 1 && this.#options.requests.count >= minRequests;
  }

  /** Measures the memory if the last measurement is old enough. Must be called several times a second. */
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

  #measureProcess(): MemoryUse {
    const { used_heap_size: heapBytes, heap_size_limit: heapLimitBytes } = getHeapStatistics();
    try {
      this.#residentBytes = process.memoryUsage.rss();
    } catch {
      // The system reads it from a file, which fails while the process cannot open any. The last value counts on.
    }
    return { heapBytes, heapLimitBytes, residentBytes: this.#residentBytes };
  }
}
