import { type Random, randomOf } from "../hostile/random.js";

/** An item of a list that changes while it is read. */
export interface MovingItem {
  /** Number that identifies it. Later items have greater ones. */
  readonly id: number;
  /** Name, by which some lists are sorted. */
  readonly name: string;
  /** Time of its creation, in milliseconds since 1970, in whole seconds. */
  readonly created: number;
  /** Time of its last change, in the same unit. */
  readonly updated: number;
}

/** What happens to a list at a page border. */
export type Movement = "insert" | "delete" | "update" | "reorder" | "rename" | "replace";

/** All movements. `replace` deletes an item and inserts another, so that the number of items stays the same. */
export const movements: readonly Movement[] = ["insert", "delete", "update", "reorder", "rename", "replace"];

/** Number of items that each movement concerns. */
const affected = 3;
const start = Date.UTC(2026, 0, 1);
/** Time between the creation of two items. */
const intervalMs = 3_600_000;

/** A list that moves at chosen page borders. */
export class MovingItems {
  readonly #random: Random;
  readonly #initial: ReadonlySet<number>;
  #items: MovingItem[];
  #now: number;
  #requests = 0;
  #nextId: number;
  #deletions = 0;
  readonly #movement: Movement;
  readonly #borders: (border: number) => boolean;

  /**
   * @param count - Number of items
   * @param options - What happens, at which borders, counted from 1, and the seed of the random numbers
   */
  constructor(
    count: number,
    options: {
      readonly movement: Movement;
      readonly at: (border: number) => boolean;
      readonly seed: number;
    },
  ) {
    this.#random = randomOf(options.seed);
    this.#movement = options.movement;
    this.#borders = options.at;
    this.#items = Array.from({ length: count }, (_, index) =>
      this.#make(index + 1, start + index * intervalMs),
    );
    this.#initial = new Set(this.#items.map(({ id }) => id));
    this.#nextId = count + 1;
    this.#now = start + count * intervalMs;
  }

  /** The items in the order that users have given them. */
  get items(): readonly MovingItem[] {
    return this.#items;
  }

  /** Ids of the items that have existed from the beginning until now. */
  get survivors(): readonly number[] {
    return this.#items.map(({ id }) => id).filter((id) => this.#initial.has(id));
  }

  /** Number of borders that were passed. */
  get borders(): number {
    return Math.max(0, this.#requests - 1);
  }

  /**
   * Called by the stand-in before it returns a page. Moves items if this is one of the chosen borders.
   *
   * @returns The items
   */
  nextPage(): readonly MovingItem[] {
    if (this.#requests > 0 && this.#borders(this.#requests)) {
      for (let index = 0; index < affected; index += 1) this.#move();
    }
    this.#requests += 1;
    return this.#items;
  }

  #make(id: number, created: number): MovingItem {
    return { id, name: this.#newName(), created, updated: created };
  }

  #newName(): string {
    return `item ${this.#random.below(1_000_000)}`;
  }

  #move(): void {
    this.#now += 60_000;
    const index = this.#random.below(this.#items.length);
    switch (this.#movement) {
      case "insert":
        return this.#insert();
      case "delete":
        return this.#delete(Math.ceil(this.#items.length / 4));
      case "update":
        return this.#change(index, {});
      case "rename":
        return this.#change(index, { name: this.#newName() });
      case "reorder":
        this.#items.splice(0, 0, ...this.#items.splice(-1 - (index % 5), 1));
        return;
      case "replace":
        this.#delete(5);
        return this.#insert();
    }
  }

  #insert(): void {
    const item = this.#make(this.#nextId, this.#now);
    this.#nextId += 1;
    this.#items.splice(this.#random.below(this.#items.length + 1), 0, item);
  }

  /** Deletes an item near the start or near the end. One of them shifts almost all others, in whatever order they are listed. */
  #delete(range: number): void {
    const distance = this.#random.below(range);
    this.#deletions += 1;
    this.#items.splice(this.#deletions % 2 === 0 ? distance : -1 - distance, 1);
  }

  #change(index: number, change: Partial<MovingItem>): void {
    const item = this.#items[index];
    if (item !== undefined) this.#items[index] = { ...item, ...change, updated: this.#now };
  }
}
