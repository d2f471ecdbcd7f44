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
 * Values in the order in which they were added, for what comes and goes with every request.
 *
 * A `Map` or a `Set` would do the same, but each time it shrinks, it leaves its old table to the garbage collector, which keeps
 * all requests of that table, and the next table, alive until its next full run: requests then cost several times the memory.
 */
export class LinkedList<Value> {
  #first: Node<Value> | undefined;
  #last: Node<Value> | undefined;
  #size = 0;

  /** How many values there are. */
  get size(): number {
    return this.#size;
  }

  /** The value that was added before all others; `undefined` when there is none. */
  get first(): Link<Value> | undefined {
    return this.#first;
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
   * @param link - Position of a value of this list; nothing happens when it was removed before
   */
  remove(link: Link<Value>): void {
    // Only `append` makes links.
    const node = link as Node<Value>;
    if (!node.isLinked) return;
    const { previous, next } = node;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    // A node without a value's neighbours keeps none of them alive.
    node.previous = undefined;
    node.next = undefined;
    node.isLinked = false;
    this.#size -= 1;
  }

  /** @returns The values, in order; those that are added or removed meanwhile do not change them */
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
