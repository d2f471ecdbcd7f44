/** The text that replaces a secret. */
export const mask = "••••••";

/**
 * Replaces every secret in a text with a mask of fixed length, including secrets encoded in JSON strings or addresses.
 *
 * @param text - Headers, a body or an address
 * @param secrets - The unencoded values
 */
export function maskSecrets(text: string, secrets: Iterable<string>): string {
  const forms = [...secrets].flatMap(formsOf).toSorted((left, right) => right.length - left.length);
  let masked = text;
  for (const form of forms) masked = masked.replaceAll(form, mask);
  return masked;
}

function formsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const address = encodeURIComponent(secret);
  return [...new Set([secret, json, address, address.replaceAll("%20", "+")])];
}
