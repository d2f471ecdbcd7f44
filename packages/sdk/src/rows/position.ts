/**
 * A position between two rows of a reading, from which another process can continue later. It is JSON that only the
 * reader that created it understands. The platform stores it in a sealed form, so it must be small (1 KiB is large) and
 * must not contain a secret.
 */
export type Position =
  | string
  | number
  | boolean
  | null
  | readonly Position[]
  | { readonly [member: string]: Position };

/** A batch of items and the position after it. */
export interface PositionedBatch<Item> {
  /** The items; empty if all were filtered out. */
  readonly items: readonly Item[];
  /** The position after the items; `undefined` after the last batch, or if the reader does not know it. */
  readonly after: Position | undefined;
}

/** Reads batches from a position; `undefined` means from the start. */
export type ReadFrom<Item> = (position: Position | undefined) => AsyncIterable<PositionedBatch<Item>>;
