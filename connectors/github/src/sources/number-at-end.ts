/**
 * Returns the number of an issue or pull request from the end of its URL.
 *
 * @param address - URL, such as `https://api.github.com/repos/ada/engine/issues/12`
 * @returns The number, or `undefined` when the URL does not end with a number
 */
export function numberAtEnd(address: string | null | undefined): number | undefined {
  const digits = /\/(\d{1,15})$/.exec(address ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}
