import { Buffer } from "node:buffer";

/** Where one stands in a number as JSON writes it; each place has a row of 256 in {@link nextPlace}. */
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

/** Ways from one place to the next, by the characters that lead there. */
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

/** Place before the first byte of a number. */
export const startOfNumber: number = place.start;

/** The place that a byte leads to, at `place * 256 + byte`; 0 means that the text is no number. */
export const nextPlace: Buffer = Buffer.alloc(Object.keys(place).length * 256);
for (const [from, characters, to] of ways) {
  for (const byte of Buffer.from(characters)) nextPlace[(place[from] << 8) | byte] = place[to];
}

/**
 * Tells whether a number may end where one stands.
 *
 * @param at - The place after its last byte
 * @returns `false` where a digit is missing, or where the text is no number
 */
export function mayEndAt(at: number): boolean {
  return at === place.whole || at === place.fraction || at === place.zero || at === place.power;
}
