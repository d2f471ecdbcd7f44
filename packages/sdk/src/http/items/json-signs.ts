/** `"` as a byte. */
export const quote = 34;
/** `,` as a byte. */
export const comma = 44;
/** `[` as a byte. */
export const bracketOpen = 91;
/** `\` as a byte. */
export const backslash = 92;
/** `{` as a byte. */
export const braceOpen = 123;

/**
 * Tells whether a byte opens an array or an object.
 *
 * @param code - The byte
 * @returns Whether it does
 */
export function isOpening(code: number): boolean {
  return code === bracketOpen || code === braceOpen;
}

/**
 * Tells whether a byte closes an array or an object.
 *
 * @param code - The byte
 * @returns Whether it does
 */
export function isClosing(code: number): boolean {
  return code === 93 || code === 125;
}
