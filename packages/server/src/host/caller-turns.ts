import { type Link, LinkedList } from "../list/linked-list.js";

/** A value that waits, and its positions among all values and among those of its caller. */
interface Place<Value> extends Link<Value> {
  readonly line: Line<Value>;
  /** `undefined` once it is removed. */
  links: { readonly inAll: Link<Place<Value>>; readonly inLine: Link<Place<Value>> } | undefined;
}

/** The values of one caller, the oldest first. */
interface Line<Value> {
  readonly caller: string;
  readonly places: LinkedList<Place<Value>>;
  /** The position of the caller among those that take turns. */
  turn: Link<Line<Value>> | undefined;
}

/** Values that wait. Their callers take turns, so that a caller with many values does not delay those of the others. */
export class CallerTurns<Value extends { readonly caller: string }> {
  readonly #all = new LinkedList<Place<Value>>();
  readonly #lines = new Map<string, Line<Value>>();
  /** The callers of the values that wait, the one whose turn it is first. */
  readonly #turns = new LinkedList<Line<Value>>();

  /** Number of values. */
  get size(): number {
    return this.#all.size;
  }

  /** The value that has waited the longest; `undefined` when none waits. */
  get oldest(): Link<Value> | undefined {
    return this.#all.first?.value;
  }

  /** @returns The values, the oldest first */
  values(): Value[] {
    return this.#all.values().map(({ value }) => value);
  }

  /** The newest value of the caller with the most values; `undefined` when none waits. */
  get spare(): Link<Value> | undefined {
    // When every caller has one value, the newest of all is meant.
    return this.#all.size === this.#lines.size ? this.#all.last?.value : this.#longest?.places.last?.value;
  }

  /**
   * Returns which value to remove for one of a caller with fewer values.
   *
   * @param caller - The caller of the further value
   * @returns The newest value of the caller with the most values; `undefined` if that has not at least two more
   */
  spareFor(caller: string): Link<Value> | undefined {
    const count = this.#lines.get(caller)?.places.size ?? 0;
    const longest = this.#all.size === this.#lines.size ? undefined : this.#longest;
    return longest !== undefined && longest.places.size >= count + 2 ? longest.places.last?.value : undefined;
  }

  /**
   * @param value - Value to add
   * @returns Its position, to remove it
   */
  append(value: Value): Link<Value> {
    const line = this.#lines.get(value.caller) ?? this.#begin(value.caller);
    const place: Place<Value> = { value, line, links: undefined };
    place.links = { inAll: this.#all.append(place), inLine: line.places.append(place) };
    return place;
  }

  /**
   * Removes the oldest value of the caller whose turn it is, and gives the turn to the next caller.
   *
   * @returns The value; `undefined` when none waits
   */
  take(): Value | undefined {
    const line = this.#turns.first?.value;
    const place = line?.places.first?.value;
    if (line === undefined || place === undefined) return undefined;
    this.remove(place);
    if (line.turn !== undefined) {
      this.#turns.remove(line.turn);
      line.turn = this.#turns.append(line);
    }
    return place.value;
  }

  /** @param link - A value of these; ignored if it was already removed */
  remove(link: Link<Value>): void {
    // Only `append` creates links, and each of them is a place.
    const place = link as Place<Value>;
    const { line, links } = place;
    if (links === undefined) return;
    place.links = undefined;
    this.#all.remove(links.inAll);
    line.places.remove(links.inLine);
    if (line.places.size > 0 || line.turn === undefined) return;
    this.#turns.remove(line.turn);
    line.turn = undefined;
    this.#lines.delete(line.caller);
  }

  get #longest(): Line<Value> | undefined {
    let longest: Line<Value> | undefined;
    for (const line of this.#lines.values())
      if (longest === undefined || line.places.size > longest.places.size) longest = line;
    return longest;
  }

  #begin(caller: string): Line<Value> {
    const line: Line<Value> = { caller, places: new LinkedList(), turn: undefined };
    line.turn = this.#turns.append(line);
    this.#lines.set(caller, line);
    return line;
  }
}
