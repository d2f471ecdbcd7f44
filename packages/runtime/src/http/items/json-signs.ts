/** Code of `"`. */
export const quote = 34;
/** Code of `,`. */
export const comma = 44;
/** Code of `[`. */
export const bracketOpen = 91;
/** Code of `\`. */
export const backslash = 92;
/** Code of `{`. */
export const braceOpen = 123;

/**
 * Reports whether a byte opens an array or an object.
 *
 * @param code - The byte
 * @returns Whether it does
 */
export function isOpening(code: number): boolean {
  return code === bracketOpen || code === braceOpen;
}

/**
 * Reports whether a byte closes an array or an object.
 *
 * @param code - The byte
 * @returns Whether it does
 */
export function isClosing(code: number): boolean {
  return code === 93 || code === 125;
}
