/**
 * Encodes a key for the path of a URL.
 *
 * @param key - The key
 * @returns The key with all characters encoded that are not unreserved, except slashes
 */
export function encodeKey(key: string): string {
  return encodeURIComponent(key)
    .replaceAll("%2F", "/")
    .replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
