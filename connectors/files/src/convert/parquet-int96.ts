import { instantText, momentText } from "./parquet-moments.js";
import type { Scalar } from "./parquet-scalars.js";

/** The day 1970-01-01 in the count of days of the type. */
const firstDay = 2_440_588;

const microsecondsPerDay = 86_400_000_000n;

/** Returns nanoseconds since 1970. Days that are too large have wrapped around, as those that Spark writes. */
function nanosecondsOf(value: unknown): bigint {
  if (!(value instanceof Uint8Array)) throw new TypeError("Could not read a timestamp: expected bytes");
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  const nanoseconds = view.getBigInt64(0, true);
  const rest = ((nanoseconds % 1000n) + 1000n) % 1000n;
  const days = BigInt(view.getInt32(8, true) - firstDay);
  const microseconds = days * microsecondsPerDay + (nanoseconds - rest) / 1000n;
  return BigInt.asIntN(64, microseconds) * 1000n + rest;
}

/** Nanoseconds since 1970 at the first day of the type, and at the last one whose microseconds the engine counts. */
const [firstRead, lastRead] = [BigInt(-firstDay) * 86_400_000_000_000n, 2n ** 63n * 1000n];

/** Looks at the timestamps of the physical type INT96 in a file. */
export class Int96Look {
  /** Whether the engine reads all of them exactly. It drops three digits, and wraps what is out of range. */
  isExact = true;
  #hasNanoseconds = false;
  #isInRange = true;

  /** @param nanoseconds - A timestamp, in nanoseconds since 1970 */
  add(nanoseconds: bigint): void {
    const isRead = nanoseconds >= firstRead && nanoseconds < lastRead;
    const isWhole = nanoseconds % 1000n === 0n;
    if (!isRead || !isWhole) this.isExact = false;
    if (!isWhole) this.#hasNanoseconds = true;
    if (BigInt.asIntN(64, nanoseconds) !== nanoseconds) this.#isInRange = false;
  }

  /** How all of them are written. */
  get found(): Scalar {
    if (!this.#hasNanoseconds) return { type: "TIMESTAMP", isBare: false, text, jsonText };
    if (!this.#isInRange) return { type: "VARCHAR", isBare: false, text: jsonText };
    return { type: "TIMESTAMP_NS", isBare: false, text, jsonText };
  }
}

function text(value: unknown): string {
  return momentText(nanosecondsOf(value), "NANOS", false);
}

function jsonText(value: unknown): string {
  return instantText(nanosecondsOf(value), "NANOS", false);
}
