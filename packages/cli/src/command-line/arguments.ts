import { usageError } from "./command-error.js";

/** A parsed command line: operands, and options by name. */
export class Arguments {
  /** The words that are not options, in order. */
  readonly operands: readonly string[];
  readonly #options: ReadonlyMap<string, readonly string[]>;

  /**
   * @param operands - The words that are not options
   * @param options - Values by option name; a switch that was given has an empty list
   */
  constructor(operands: readonly string[], options: ReadonlyMap<string, readonly string[]>) {
    this.operands = operands;
    this.#options = options;
  }

  /** Returns the same command line without its first operand. */
  withoutFirst(): Arguments {
    return new Arguments(this.operands.slice(1), this.#options);
  }

  /** Returns whether a switch was given. */
  has(name: string): boolean {
    return this.#options.has(name);
  }

  /** Returns the value of an option, or `undefined` when it was not given. The last value counts. */
  value(name: string): string | undefined {
    return this.#options.get(name)?.at(-1);
  }

  /** Returns all values of an option, in order. */
  values(name: string): readonly string[] {
    return this.#options.get(name) ?? [];
  }

  /**
   * Returns the value of an option that accepts certain values.
   *
   * @param name - Name of the option
   * @param values - The values it accepts, as its usage declares them
   * @returns The value, or `undefined` when the option was not given
   */
  choice<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const typed = this.value(name);
    return values.find((value) => value === typed);
  }

  /**
   * Returns the value of an option as a whole number.
   *
   * @param name - Name of the option
   * @param maximum - Maximum
   * @returns The number, or `undefined` when the option was not given
   * @throws CommandError when the value is not a whole number from 0 to `maximum`
   */
  count(name: string, maximum: number = Number.MAX_SAFE_INTEGER): number | undefined {
    const text = this.value(name);
    return text === undefined ? undefined : readCount(text, `--${name}`, maximum);
  }
}

/**
 * Reads a whole number.
 *
 * @param text - The text as typed
 * @param place - The option or variable that the text comes from, named in the error
 * @param maximum - Maximum
 * @returns The number
 * @throws CommandError when the text is not a whole number from 0 to `maximum`
 */
export function readCount(text: string, place: string, maximum: number): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= maximum) return value;
  const wanted =
    maximum === Number.MAX_SAFE_INTEGER ? "a whole number from 0" : `a whole number from 0 to ${maximum}`;
  throw usageError(`Could not read ${place}: expected ${wanted}, got "${text}".`);
}
