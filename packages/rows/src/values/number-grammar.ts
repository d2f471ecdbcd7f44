import { Buffer } from "node:buffer";

/** States of a parser for JSON numbers. Each state has a row of 256 entries in {@link nextState}. */
const place = {
  nowhere: 0,
  start: 1,
  sign: 2,
  zero: 3,
  whole: 4,
  point: 5,
  fraction: 6,
  exponent: 7,
  exponentSign: 8,
  power: 9,
} as const;

const tenDigits = "0123456789";

/** Transitions between states, by the characters that cause them. */
const ways: readonly (readonly [from: keyof typeof place, characters: string, to: keyof typeof place])[] = [
  ["start", "-", "sign"],
  ["start", tenDigits, "whole"],
  ["start", "0", "zero"],
  ["sign", tenDigits, "whole"],
  ["sign", "0", "zero"],
  ["whole", tenDigits, "whole"],
  ["whole", ".", "point"],
  ["whole", "eE", "exponent"],
  ["zero", ".", "point"],
  ["zero", "eE", "exponent"],
  ["point", tenDigits, "fraction"],
  ["fraction", tenDigits, "fraction"],
  ["fraction", "eE", "exponent"],
  ["exponent", "+-", "exponentSign"],
  ["exponent", tenDigits, "power"],
  ["exponentSign", tenDigits, "power"],
  ["power", tenDigits, "power"],
];

/** State before the first byte of a number. */
export const startOfNumber: number = place.start;

/** The next state, at `place * 256 + byte`; 0 means that the text is not a number. */
export const nextState: Buffer = Buffer.alloc(Object.keys(place).length * 256);
for (const [from, characters, to] of ways) {
  for (const byte of Buffer.from(characters)) nextState[(place[from] << 8) | byte] = place[to];
}

/**
 * Reports whether a number may end in a state.
 *
 * @param at - The state after its last byte
 * @returns `false` when a digit is missing or the text is not a number
 */
export function mayEndAt(at: number): boolean {
  return at === place.whole || at === place.fraction || at === place.zero || at === place.power;
}
