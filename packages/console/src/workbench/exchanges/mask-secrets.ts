import type { Exchange, HeaderList } from "./exchange.js";

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

/** A text whose secrets are replaced by names, for editing. */
export interface ConcealedText {
  readonly text: string;
  /** Puts the secrets back into an edited text. */
  readonly reveal: (edited: string) => string;
}

/**
 * Replaces every secret in a text with a name such as `‹secret 1›`.
 *
 * @param text - A body or an address
 * @param secrets - The unencoded values
 */
export function concealSecrets(text: string, secrets: Iterable<string>): ConcealedText {
  const forms = [...secrets].flatMap(formsOf).toSorted((left, right) => right.length - left.length);
  const names = new Map<string, string>();
  let concealed = text;
  for (const form of forms) {
    if (!concealed.includes(form)) continue;
    const name = `‹secret ${names.size + 1}›`;
    names.set(name, form);
    concealed = concealed.replaceAll(form, name);
  }
  return {
    text: concealed,
    reveal: (edited) =>
      [...names].reduce((whole, [name, form]) => whole.replaceAll(name, () => form), edited),
  };
}

/**
 * Replaces every secret in an exchange. Mask before a text is quoted for a shell or a language, because a quoted secret
 * may not be recognized.
 *
 * @param exchange - The exchange
 * @param secrets - The unencoded values
 */
export function maskExchange(exchange: Exchange, secrets: ReadonlySet<string>): Exchange {
  const safe = (text: string): string => maskSecrets(text, secrets);
  const headers = (list: HeaderList): HeaderList => list.map(([name, value]) => [name, safe(value)]);
  return {
    ...exchange,
    path: safe(exchange.path),
    requestHeaders: headers(exchange.requestHeaders),
    requestBody: safe(exchange.requestBody),
    responseHeaders: headers(exchange.responseHeaders),
    responseBody: safe(exchange.responseBody),
    note: safe(exchange.note),
  };
}

function formsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const address = encodeURIComponent(secret);
  return [...new Set([secret, json, address, address.replaceAll("%20", "+")])];
}
