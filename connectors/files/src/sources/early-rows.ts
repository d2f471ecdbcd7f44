import type { EncodedBatch } from "@wellhead/sdk";
import { Beginning } from "./beginning.js";

/** Bytes of early rows after which all rows take over. */
const enough = 2 ** 20;

/** The same rows twice. */
export interface EarlyRowsOptions {
  /** Rows from the beginning, which come soon. */
  readonly first: AsyncIterable<EncodedBatch>;
  /** All rows, the first ones again; they come later and faster. */
  readonly all: AsyncGenerator<EncodedBatch>;
  /** What the text of two rows is joined by. */
  readonly separator: string;
  /** Makes the error for rows that do not begin with the early ones. */
  readonly changed: () => Error;
}

/**
 * Gives the first rows at once, and behind them what follows in all rows, which are worked out meanwhile.
 *
 * @param options - The rows
 * @returns All rows, each once
 * @throws What `changed` makes, when all rows do not begin with the early ones
 */
export async function* earlyRows({
  first,
  all,
  separator,
  changed,
}: EarlyRowsOptions): AsyncGenerator<EncodedBatch> {
  const sent = new Beginning(separator);
  const again = new Beginning(separator);
  let coming: Promise<IteratorResult<EncodedBatch>> | undefined;
  try {
    for await (const batch of first) {
      // Only now, so that the first rows have the machine for themselves.
      coming ??= begin(all);
      sent.add(batch);
      yield batch;
      if (sent.size >= enough) break;
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

/** Asks for what is awaited later; a failure waits with it. */
function begin(all: AsyncGenerator<EncodedBatch>): Promise<IteratorResult<EncodedBatch>> {
  const begun = all.next();
  begun.catch(() => undefined);
  return begun;
}
