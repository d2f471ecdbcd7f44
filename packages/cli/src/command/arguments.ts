import { usageError } from "../command-error.js";

/** A command line that has been read: operands, and options by name. */
export class Arguments {
  /** What is not an option, in order. */
  readonly operands: readonly string[];
  readonly #options: ReadonlyMap<string, readonly string[]>;

  /**
   * @param operands - What is not an option
   * @param options - Values by option; a switch that was given has an empty list
   */
  constructor(operands: readonly string[], options: ReadonlyMap<string, readonly string[]>) {
    this.operands = operands;
    this.#options = options;
  }

  /** Whether a switch was given. */
  has(name: string): boolean {
    return this.#options.has(name);
  }

  /** The value of an option, or nothing when it was not given. */
  value(name: string): string | undefined {
    return this.#options.get(name)?.at(-1);
  }

  /** All values of an option, in order. */
  values(name: string): readonly string[] {
    return this.#options.get(name) ?? [];
  }

  /**
   * The value of an option as a whole number.
   *
   * @param name - Name of the option
   * @param most - The largest number allowed
   * @returns The number, or nothing when the option was not given
   * @throws CommandError when the value is no whole number from 0 to `most`
   */
  count(name: string, most: number = Number.MAX_SAFE_INTEGER): number | undefined {
    const text = this.value(name);
    return text === undefined ? undefined : readCount(text, `--${name}`, most);
  }
}

/**
 * Reads a whole number.
 *
 * @param text - What was typed
 * @param place - Where it was typed, for the error
 * @param most - The largest number allowed
 * @returns The number
 * @throws CommandError when it is no whole number from 0 to `most`
 */
export function readCount(text: string, place: string, most: number): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= most) return value;
  const wanted =
    most === Number.MAX_SAFE_INTEGER ? "a whole number from 0" : `a whole number from 0 to ${most}`;
  throw usageError(`Read ${place}: found "${text}", wanted ${wanted}`);
}
