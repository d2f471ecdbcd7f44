import { maskSecrets } from "./mask-secrets.js";
import { knownSecrets } from "./secrets.js";

/**
 * Replaces the registered secrets in a text. A connector may repeat what it was sent in the sentences of its errors.
 *
 * @param text - A text of a connector
 */
export function withoutSecrets(text: string): string {
  return maskSecrets(text, knownSecrets());
}

/**
 * Returns the sentence of an error for the page, without secrets.
 *
 * @param error - What was thrown
 * @param otherwise - The sentence when it was no error
 */
export function errorText(error: unknown, otherwise: string): string {
  return withoutSecrets(error instanceof Error ? error.message : otherwise);
}
