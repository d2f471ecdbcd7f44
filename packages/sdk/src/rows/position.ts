/**
 * A place between two rows of a reading, after which it can go on later, in another process. JSON that only the reader
 * that made it understands. It is kept by the platform in a sealed form, so it must be small (1 KiB is much) and hold no
 * secret.
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
  /** The items; none where all were filtered out. */
  readonly items: readonly Item[];
  /** The position after the items; `undefined` after the last batch, and where the reader knows none. */
  readonly after: Position | undefined;
}

/** Reads batches from a position; `undefined` means from the start. */
export type ReadFrom<Item> = (position: Position | undefined) => AsyncIterable<PositionedBatch<Item>>;
