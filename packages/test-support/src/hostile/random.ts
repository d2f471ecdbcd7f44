/** A source of reproducible random numbers. */
export interface Random {
  /** @returns An integer from 0 up to, but not including, the bound */
  below(bound: number): number;
  /** @returns One of the choices */
  of<Choice>(choices: readonly Choice[]): Choice;
}

/**
 * Creates a source that returns the same numbers for the same seed.
 *
 * @param seed - Any integer
 * @returns The source
 */
export function randomOf(seed: number): Random {
  let state = (seed | 0) + 0x9e3779b9;
  const next = (): number => {
    state = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    state = Math.imul(state ^ (state >>> 15), 0x735a2d97);
    state = (state ^ (state >>> 15)) + 0x9e3779b9;
    return (state >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    of: (choices) => {
      const choice = choices[below(choices.length)];
      if (choice === undefined && choices.length === 0)
        throw new RangeError("Could not choose: there are no choices");
      // The index is less than the length, so the element is one of the choices.
      return choice as (typeof choices)[number];
    },
  };
}
