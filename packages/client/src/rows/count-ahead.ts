/** Maximum number of bytes of the batches that are counted while further ones are read. */
const maxPendingBytes = 2 ** 22;

interface Pending<Counted> {
  readonly bytes: number;
  readonly counted: Promise<Counted>;
  isSettled: boolean;
}

/**
 * Starts to count each batch when it arrives, and yields the results in the order of the batches. Reading waits when too
 * many bytes are being counted.
 *
 * @param batches - The batches
 * @param count - Counts a batch, at once or as a promise
 * @returns The results; after those of the batches before it, the error of reading or counting a batch
 */
export async function* countAhead<Counted>(
  batches: AsyncIterable<Uint8Array>,
  count: (batch: Uint8Array) => Counted | Promise<Counted>,
): AsyncGenerator<Counted> {
  const pending = new PendingCounts<Counted>();
  let fault: { readonly error: unknown } | undefined;
  const iterator = batches[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await iterator.next().catch((error: unknown) => {
        fault = { error };
      });
      if (next === undefined || next.done === true) break;
      const counted = count(next.value);
      if (counted instanceof Promise) pending.add(counted, next.value.length);
      else {
        while (pending.first !== undefined) yield await pending.take(pending.first);
        yield counted;
      }
      while (pending.first !== undefined && (pending.first.isSettled || pending.bytes > maxPendingBytes))
        yield await pending.take(pending.first);
    }
    while (pending.first !== undefined) yield await pending.take(pending.first);
    if (fault !== undefined) throw fault.error;
  } finally {
    await iterator.return?.();
  }
}

/** Batches that are being counted, in their order. */
class PendingCounts<Counted> {
  readonly #pending: Pending<Counted>[] = [];
  #bytes = 0;

  /** Number of bytes of the batches. */
  get bytes(): number {
    return this.#bytes;
  }

  get first(): Pending<Counted> | undefined {
    return this.#pending[0];
  }

  add(counted: Promise<Counted>, bytes: number): void {
    const pending = { bytes, counted, isSettled: false };
    const settle = (): void => {
      pending.isSettled = true;
    };
    counted.then(settle, settle);
    this.#pending.push(pending);
    this.#bytes += bytes;
  }

  /** Removes the first batch and returns its result. */
  take(first: Pending<Counted>): Promise<Counted> {
    this.#pending.shift();
    this.#bytes -= first.bytes;
    return first.counted;
  }
}
