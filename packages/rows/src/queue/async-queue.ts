/** Options of {@link AsyncQueue}. */
export interface AsyncQueueOptions<Item> {
  /** Size at which the producer is told to wait. Default: no maximum. */
  readonly maxSize?: number;
  /** Returns the size of an item. Default: 1 for each item. */
  readonly sizeOf?: (item: Item) => number;
  /** Called when the maximum is reached. Default: not called. */
  readonly onFull?: () => void;
  /** Called when a full queue has drained to half of the maximum. Default: not called. */
  readonly onRoom?: () => void;
}

/**
 * A queue between a producer, which adds items at any time, and a consumer, which waits for them.
 *
 * A full queue does not reject items, so items that are already on their way are not lost. It makes the producer wait
 * with {@link AsyncQueueOptions.onFull} or {@link AsyncQueue.room}.
 */
export class AsyncQueue<Item> {
  readonly #options: AsyncQueueOptions<Item>;
  #items: Item[] = [];
  #size = 0;
  #isFull = false;
  #outcome: { readonly error?: unknown } | undefined;
  #wakeTaker: (() => void) | undefined;
  #wakeFiller: (() => void) | undefined;

  /**
   * Creates an empty queue.
   *
   * @param options - Maximum and callbacks. Default: no maximum
   */
  constructor(options: AsyncQueueOptions<Item> = {}) {
    this.#options = options;
  }

  /** Whether the consumer is waiting for an item. */
  get isAwaited(): boolean {
    return this.#wakeTaker !== undefined;
  }

  /** Whether the producer has been told to wait. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Whether the producer has ended the queue. */
  get isEnded(): boolean {
    return this.#outcome !== undefined;
  }

  /**
   * Adds an item. After the end it is dropped.
   *
   * @param item - The item; not `undefined`, with which {@link AsyncQueue.take} reports the end
   */
  put(item: Item): void {
    if (this.#outcome !== undefined) return;
    const { maxSize = Number.POSITIVE_INFINITY, sizeOf, onFull } = this.#options;
    this.#items.push(item);
    this.#size += sizeOf?.(item) ?? 1;
    if (this.#size >= maxSize && !this.#isFull) {
      this.#isFull = true;
      onFull?.();
    }
    this.#callTaker();
  }

  /**
   * Ends the queue. Only the first call has an effect.
   *
   * @param outcome - The error, when the queue ended prematurely. Default: no error
   */
  end(outcome: { readonly error?: unknown } = {}): void {
    this.#outcome ??= outcome;
    this.#callTaker();
    this.#callFiller();
  }

  /**
   * Waits for the next item and removes it. Only one consumer may wait at a time.
   *
   * @returns The item; `undefined` after the last one
   * @throws The error the queue ended with, after all items were taken
   */
  async take(): Promise<Item | undefined> {
    while (this.#items.length === 0 && this.#outcome === undefined) {
      await new Promise<void>((resolve) => {
        this.#wakeTaker = resolve;
      });
    }
    const item = this.#items.shift();
    if (item === undefined) {
      if (this.#outcome !== undefined && "error" in this.#outcome) throw this.#outcome.error;
      return undefined;
    }
    this.#size -= this.#options.sizeOf?.(item) ?? 1;
    this.#makeRoom();
    return item;
  }

  /**
   * Removes and returns all items, without waiting.
   *
   * @returns The items in order
   */
  takeAll(): readonly Item[] {
    const items = this.#items;
    this.#items = [];
    this.#size = 0;
    this.#makeRoom();
    return items;
  }

  /**
   * Waits until the queue has room, for a producer that adds items in a loop.
   *
   * @returns A promise that resolves at once unless the queue is full, otherwise once it has room or has ended
   */
  async room(): Promise<void> {
    if (!this.#isFull || this.#outcome !== undefined) return;
    await new Promise<void>((resolve) => {
      this.#wakeFiller = resolve;
    });
  }

  #makeRoom(): void {
    const { maxSize = Number.POSITIVE_INFINITY, onRoom } = this.#options;
    if (!this.#isFull || this.#size > maxSize / 2) return;
    this.#isFull = false;
    onRoom?.();
    this.#callFiller();
  }

  #callTaker(): void {
    const wake = this.#wakeTaker;
    this.#wakeTaker = undefined;
    wake?.();
  }

  #callFiller(): void {
    const wake = this.#wakeFiller;
    this.#wakeFiller = undefined;
    wake?.();
  }
}
