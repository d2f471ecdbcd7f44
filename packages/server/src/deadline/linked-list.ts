/** The position of a value in a {@link LinkedList}. */
export interface Link<Value> {
  readonly value: Value;
}

interface Node<Value> extends Link<Value> {
  previous: Node<Value> | undefined;
  next: Node<Value> | undefined;
  isLinked: boolean;
}

/**
 * Values in the order in which they were added, for values that are added and removed with every request.
 *
 * A `Map` or a `Set` would do the same. But each time it shrinks, it leaves its old table to the garbage collector.
 * That table keeps all its requests, and the next table, alive until the next full collection. Requests then cost
 * several times the memory.
 */
export class LinkedList<Value> {
  #first: Node<Value> | undefined;
  #last: Node<Value> | undefined;
  #size = 0;

  /** Number of values. */
  get size(): number {
    return this.#size;
  }

  /** The position of the value that was added before all others; `undefined` when the list is empty. */
  get first(): Link<Value> | undefined {
    return this.#first;
  }

  /** The position of the value that was added after all others; `undefined` when the list is empty. */
  get last(): Link<Value> | undefined {
    return this.#last;
  }

  /**
   * @param value - Value to add after all others
   * @returns Its position
   */
  append(value: Value): Link<Value> {
    const node: Node<Value> = { value, previous: this.#last, next: undefined, isLinked: true };
    if (this.#last === undefined) this.#first = node;
    else this.#last.next = node;
    this.#last = node;
    this.#size += 1;
    return node;
  }

  /**
   * @param link - Position of a value of this list; ignored if it was already removed
   */
  remove(link: Link<Value>): void {
    // Only `append` creates links, and each of them is a node.
    const node = link as Node<Value>;
    if (!node.isLinked) return;
    const { previous, next } = node;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    // A removed node must not keep its former neighbours alive.
    node.previous = undefined;
    node.next = undefined;
    node.isLinked = false;
    this.#size -= 1;
  }

  /** @returns A copy of the values, in order */
  values(): Value[] {
    const values: Value[] = [];
    for (let node = this.#first; node !== undefined; node = node.next) values.push(node.value);
    return values;
  }

  /**
   * @param matches - Called with each value, in order, until it returns `true`; must not change the list
   * @returns The position of that value; `undefined` when none matches
   */
  find(matches: (value: Value) => boolean): Link<Value> | undefined {
    let node = this.#first;
    while (node !== undefined && !matches(node.value)) node = node.next;
    return node;
  }
}
