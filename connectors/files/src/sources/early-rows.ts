import type { EncodedBatch } from "@wellhead/sdk";
import { RowPrefix } from "./row-prefix.js";

/** Bytes of early rows after which the stream switches to the full result. */
const maxEarlyBytes = 2 ** 20;

/** Two streams of the same rows. */
export interface EarlyRowsOptions {
  /** The first rows, which arrive early. */
  readonly first: AsyncIterable<EncodedBatch>;
  /** All rows, including the first ones. They arrive later but faster. */
  readonly all: AsyncGenerator<EncodedBatch>;
  /** Separator between the text of two rows. */
  readonly separator: string;
  /** Creates the error for the case that the full result does not begin with the early rows. */
  readonly changed: () => Error;
}

/**
 * Yields the first rows at once, followed by the remaining rows of the full result, which is computed in the meantime.
 *
 * @param options - The streams
 * @returns All rows, each once
 * @throws The error of `changed` when the full result does not begin with the early rows
 */
export async function* earlyRows({
  first,
  all,
  separator,
  changed,
}: EarlyRowsOptions): AsyncGenerator<EncodedBatch> {
  const sent = new RowPrefix(separator);
  const again = new RowPrefix(separator);
  let coming: Promise<IteratorResult<EncodedBatch>> | undefined;
  try {
    for await (const batch of first) {
      // Started only now, so that the first rows do not compete for the machine.
      coming ??= begin(all);
      sent.add(batch);
      yield batch;
      if (sent.size >= maxEarlyBytes) break;
    }
    for (let next = await (coming ?? all.next()); next.done !== true; next = await all.next()) {
      const rest = again.size < sent.size ? again.takeFrom(next.value, sent) : next.value;
      if (again.size >= sent.size && !again.equals(sent)) throw changed();
      if (rest !== undefined) yield rest;
    }
    if (again.size < sent.size) throw changed();
  } finally {
    await all.return(undefined);
  }
}

/** Starts the generator. Its result is awaited later, and a failure is thrown then. */
function begin(all: AsyncGenerator<EncodedBatch>): Promise<IteratorResult<EncodedBatch>> {
  const begun = all.next();
  begun.catch(() => undefined);
  return begun;
}
