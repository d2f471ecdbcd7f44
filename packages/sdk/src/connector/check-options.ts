import { didYouMean } from "@wellhead/contract/names";

/** Options of {@link checkOptions}. */
export interface CheckOptionsOptions<Options> {
  /** What the options are for, as named in the error, such as `postgres` or `the pinned database`. */
  readonly of: string;
  /** The names of all options. The compiler reports a name that is missing here. */
  readonly known: { readonly [Name in keyof Options]-?: true };
}

/**
 * Checks that an operator's options have known names. The compiler checks those of a TypeScript file only, and an option
 * that nothing reads would be ignored silently.
 *
 * @param options - The options as the operator wrote them
 * @param checked - What they are for, and their names
 * @throws TypeError that names the first unknown option and suggests another one; it aborts the start
 * @example
 * ```ts snippet=examples/sdk/operator-options.ts#check-options
 * interface MoonsOptions {
 *   readonly planet?: string;
 * }
 *
 * function moons(options: MoonsOptions = {}): Connector {
 *   checkOptions(options, { of: "moons", known: { planet: true } });
 *   return defineMoons(options.planet);
 * }
 * ```
 */
export function checkOptions<Options extends object>(
  options: Options,
  { of, known }: CheckOptionsOptions<Options>,
): void {
  const names = Object.keys(known);
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue;
    const hint = didYouMean(name, names) || ` Choose one of ${names.join(", ")}.`;
    throw new TypeError(`Could not read the options of ${of}: there is no "${name}".${hint}`);
  }
}
