import { isDeepStrictEqual } from "node:util";
import {
  type ListOrder,
  memberAt,
  type PagesOptions,
  upstreamInvalid,
  upstreamUnavailable,
} from "@wellhead/sdk";

/** Maximum number of times that a list that keeps changing is read. */
const maxPasses = 6;

/** A page, and how it continues the items that were read before. */
export interface PlacedItems {
  readonly items: readonly unknown[];
  /** Number of its first items that the page before ends with, unless items have moved. */
  readonly overlap: number;
  /** Whether it must have a known item. If it has none, others may be missing before it. */
  readonly mustJoin: boolean;
}

/** How items are recognised, and what can happen to their order. */
export interface ItemIdentity {
  readonly key: NonNullable<PagesOptions["key"]>;
  readonly order?: ListOrder | undefined;
}

/** Where the reading of a list is, so that another process can continue it. */
export interface ReachedItem {
  /** Key of the last item; `undefined` before the first item of a pass. */
  readonly key?: string;
  /** Number of the pass, from 1. */
  readonly pass: number;
  /** Whether items have moved during the pass. */
  readonly hasMoved: boolean;
  /** Whether pages could not be checked for items that moved over their border. Default: `false`. */
  readonly isUnchecked?: boolean;
}

/**
 * Follows the items of a list by their keys while it is read. Detects that items have moved, drops those that come again,
 * and decides whether the list must be read again.
 */
export class MovingList {
  readonly #name: string;
  readonly #keyOf: (item: unknown) => unknown;
  readonly #order: ListOrder;
  /** The pass in which an item was last seen, by its key. */
  readonly #passes = new Map<string, number>();
  #pass: number;
  /** Keys of the page before, in its order. */
  #before: readonly string[] = [];
  #pages = 0;
  #added = 0;
  #hasMoved = false;
  #isUnchecked = false;
  #total: number | undefined;
  #totalChanged = false;
  /** Whether another process read a part of this pass, so that its items are unknown here. */
  readonly #isResumed: boolean;

  /**
   * @param name - Name of the paging, for errors
   * @param options - Key and order of the items
   * @param reached - Where an earlier reading has ended. Default: the list is read from its start
   */
  constructor(name: string, { key, order = "unknown" }: ItemIdentity, reached?: ReachedItem) {
    this.#name = name;
    this.#order = order;
    this.#keyOf = typeof key === "function" ? key : (item) => memberAt(item, key);
    this.#pass = reached?.pass ?? 1;
    this.#isResumed = reached !== undefined;
    if (reached?.key === undefined) return;
    this.#pages = 1;
    this.#hasMoved = reached.hasMoved;
    this.#isUnchecked = reached.isUnchecked ?? false;
    this.#before = [reached.key];
    this.#passes.set(reached.key, this.#pass);
  }

  /** Where the reading is. */
  get reached(): ReachedItem {
    const key = this.#before.at(-1);
    const pass = { pass: this.#pass, hasMoved: this.#hasMoved, isUnchecked: this.#isUnchecked };
    return { ...(key !== undefined && { key }), ...pass };
  }

  /**
   * Notes a page.
   *
   * @param page - Its items and their place
   * @returns The items that are new; `undefined` if others may be missing between the page and those before it
   */
  note({ items, overlap, mustJoin }: PlacedItems): readonly unknown[] | undefined {
    const keys = items.map((item) => this.#readKey(item));
    this.#checkUnique(keys, items);
    const expected = overlap === 0 ? [] : this.#before.slice(-overlap);
    const found = keys.slice(overlap - expected.length, overlap);
    const isSame = expected.every((key, index) => key === found[index]);
    if (!isSame || keys.slice(overlap).some((key) => this.#isOfPass(key))) this.#hasMoved = true;
    // Where items keep their order, all that are before a known one have been read.
    if (mustJoin && !keys.some((key) => this.#isOfPass(key))) {
      this.#hasMoved = true;
      return undefined;
    }
    const added: unknown[] = [];
    for (const [index, key] of keys.entries()) {
      if (!this.#passes.has(key)) added.push(items[index]);
      this.#passes.set(key, this.#pass);
    }
    // A page of items that have all disappeared says nothing about those before it.
    if (keys.length > 0) this.#before = keys;
    this.#pages += 1;
    this.#added += added.length;
    return added;
  }

  /**
   * Notes the number of items that a page states.
   *
   * @param total - The number; `undefined` if it states none
   */
  noteTotal(total: number | undefined): void {
    if (total !== undefined && this.#total !== undefined && total !== this.#total) {
      this.#hasMoved = true;
      this.#totalChanged = true;
    }
    this.#total = total ?? this.#total;
  }

  /**
   * Notes that the next page does not overlap those before it, so that items may move over the border unnoticed.
   *
   * @param isCounted - Whether the page begins at a number of items. Otherwise it may continue after an item
   */
  noteUnchecked(isCounted: boolean): void {
    if (isCounted || this.#order === "unknown") this.#isUnchecked = true;
  }

  /**
   * Ends a pass.
   *
   * @returns Whether the list must be read again, because items may have been missed
   * @throws ConnectorError `upstream_unavailable` if it has been read too often
   */
  endPass(): boolean {
    const mayMove = this.#order === "changing" || this.#isUnchecked;
    const isWhole = (this.#order === "stable" && !mayMove && !this.#lacksItems()) || this.#pages <= 1;
    const isFirstOfSeveral = mayMove && this.#pass === 1;
    const hasChanged =
      this.#hasMoved || (mayMove && ((this.#added > 0 && !this.#isResumed) || this.#hasMissed()));
    if (isWhole || !(isFirstOfSeveral || hasChanged)) return false;
    if (this.#pass >= maxPasses)
      throw listMoved(this.#name, `its items still moved when it was read for the ${maxPasses}th time`);
    this.#pass += 1;
    [this.#before, this.#pages, this.#added, this.#hasMoved, this.#total] = [[], 0, 0, false, undefined];
    this.#totalChanged = false;
    return true;
  }

  /**
   * Whether items came again in place of others: the total was the same on every page, and not so many different items were
   * read. A cache that answers with the page before looks like this.
   */
  #lacksItems(): boolean {
    if (this.#totalChanged || this.#isResumed || !this.#hasMoved) return false;
    let read = 0;
    for (const pass of this.#passes.values()) if (pass === this.#pass) read += 1;
    return read < (this.#total ?? 0);
  }

  /** Whether an item of the pass before did not come again. What made it disappear may have moved others. */
  #hasMissed(): boolean {
    for (const pass of this.#passes.values()) if (pass === this.#pass - 1) return true;
    return false;
  }

  /** Items with the same key in one page are the same item only if they do not differ. Otherwise all but one would be lost. */
  #checkUnique(keys: readonly string[], items: readonly unknown[]): void {
    const found = new Map<string, unknown>();
    for (const [index, key] of keys.entries()) {
      if (found.has(key) && !isDeepStrictEqual(found.get(key), items[index]))
        throw upstreamInvalid(
          `Could not read a list by ${this.#name}: two different items of one page have the key "${key}", so it does not identify an item. Name a key that does, or none: a column of the type id is one.`,
        );
      found.set(key, items[index]);
    }
  }

  #isOfPass(key: string): boolean {
    return this.#passes.get(key) === this.#pass;
  }

  #readKey(item: unknown): string {
    const key = this.#keyOf(item);
    if (typeof key === "string" || typeof key === "number" || typeof key === "bigint") return String(key);
    throw upstreamInvalid(
      `Could not read a list by ${this.#name}: expected text or a number that identifies every item, and one has none.`,
    );
  }
}

/**
 * Creates the error for a list that moves while it is read, so that items may have been missed.
 *
 * @param name - Name of the paging
 * @param sign - What shows it
 * @returns The error to throw
 */
export function listMoved(name: string, sign: string): Error {
  return upstreamUnavailable(
    `Could not read a list by ${name}: ${sign}, so some may be missing. Read it again.`,
  );
}
