/** What an {@link AsyncQueue} holds at most, and whom it tells. */
export interface AsyncQueueOptions<Item> {
  /** Size at which those who fill it are told to wait. Default: they never are. */
  readonly maxSize?: number;
  /** Size of an item. Default: 1 for each. */
  readonly sizeOf?: (item: Item) => number;
  /** Called when the maximum is reached. Default: nobody is told. */
  readonly onFull?: () => void;
  /** Called when half of the maximum is left, after it was reached. Default: nobody is told. */
  readonly onRoom?: () => void;
}

/**
 * Items between one who brings them, at any time, and one who takes them, waiting for them.
 *
 * The maximum does not refuse items: what is on its way arrives. It tells the one who brings them to wait, by
 * {@link AsyncQueueOptions.onFull} or by {@link AsyncQueue.room}.
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
   * Makes an empty queue.
   *
   * @param options - Maximum, and whom to tell. Default: no maximum
   */
  constructor(options: AsyncQueueOptions<Item> = {}) {
    this.#options = options;
  }

  /** Whether somebody waits for an item. */
  get isAwaited(): boolean {
    return this.#wakeTaker !== undefined;
  }

  /** Whether those who fill it have been told to wait. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Whether nothing more comes. */
  get isEnded(): boolean {
    return this.#outcome !== undefined;
  }

  /**
   * Adds an item. After the end it is dropped.
   *
   * @param item - The item; it must not be `undefined`, by which {@link AsyncQueue.take} reports the end
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
   * Says that nothing more comes; only the first time counts.
   *
   * @param outcome - The error when it ended too early. Default: it ended as it should
   */
  end(outcome: { readonly error?: unknown } = {}): void {
    this.#outcome ??= outcome;
    this.#callTaker();
    this.#callFiller();
  }

  /**
   * Takes the next item, waiting for it. One taker waits at a time.
   *
   * @returns The item, or `undefined` after the last
   * @throws The error it ended with, after the items that came before
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
   * Takes everything that has come, without waiting.
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
   * Waits until there is room, for one who brings items in a loop.
   *
   * @returns Settles at once unless the queue is full, else when there is room or the queue has ended
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
