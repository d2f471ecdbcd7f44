import type { Exchange, HeaderList } from "./exchange.js";
import { formsOf } from "./secret-forms.js";

/** The text that replaces a secret. */
export const mask = "••••••";

/**
 * Replaces every secret in a text with a mask of fixed length, in whatever encoding it is written. In JSON and in the query
 * of an address, names stay: a secret that equals the name of a member is masked only where it is a value.
 *
 * @param text - Headers, a body or an address
 * @param secrets - The unencoded values
 */
export function maskSecrets(text: string, secrets: Iterable<string>): string {
  const forms = allForms(secrets);
  if (forms.length === 0) return text;
  const replaceAll = (part: string): string => replaceForms(part, forms, () => mask);
  const masked = mapValues(text, (value) => {
    const replaced = replaceAll(value);
    return hasOddSpelling(replaced, forms) ? `"${mask}"` : replaced;
  });
  return maskCutEnd(masked, forms);
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
  const names = new Map<string, string>();
  const nameOf = (form: string): string => {
    const known = names.get(form) ?? `‹secret ${names.size + 1}›`;
    names.set(form, known);
    return known;
  };
  const forms = allForms(secrets);
  return {
    text: mapValues(text, (value) => replaceForms(value, forms, nameOf)),
    reveal: (edited) =>
      [...names].reduce((whole, [form, name]) => whole.replaceAll(name, () => form), edited),
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

function allForms(secrets: Iterable<string>): readonly string[] {
  const forms = new Set([...secrets].flatMap((secret) => formsOf(secret)));
  return [...forms].toSorted((left, right) => right.length - left.length);
}

function replaceForms(text: string, forms: readonly string[], replacement: (form: string) => string): string {
  let replaced = text;
  for (const form of forms)
    if (replaced.includes(form))
      replaced = replaced.replaceAll(form, (_match, at: number, whole: string) =>
        isQueryName(whole, at, form) ? form : replacement(form),
      );
  return replaced;
}

/** Whether a text is the name of an argument in a query, such as `code` in `?code=1`. */
function isQueryName(whole: string, at: number, form: string): boolean {
  return whole[at + form.length] === "=" && /[?&]/.test(whole[at - 1] ?? "");
}

/** A string of JSON, followed by a colon if it is a name. The last one may be cut. */
const jsonString = /"(?:[^"\\]|\\.)*(?:"(\s*:)?|\\?$)/gs;
/** Applies a function to every value in a text, but not to the names of JSON members. */
function mapValues(text: string, change: (value: string) => string): string {
  if (!/^\s*[[{"]/.test(text)) return change(text);
  let mapped = "";
  let end = 0;
  for (const match of text.matchAll(jsonString)) {
    mapped += change(text.slice(end, match.index));
    mapped += match[1] === undefined ? change(match[0]) : match[0];
    end = match.index + match[0].length;
  }
  return mapped + change(text.slice(end));
}

/** Whether a string of JSON is a secret in a spelling that is not one of the forms, such as with needless escapes. */
function hasOddSpelling(text: string, forms: readonly string[]): boolean {
  if (!text.startsWith('"') || !text.includes("\\")) return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" && forms.some((form) => value.includes(form));
  } catch {
    return false;
  }
}

/** Minimum length of the beginning of a secret at the end of a text that was cut. */
const shortestBeginning = 6;

/** A body that is kept in part may end in the middle of a secret. */
function maskCutEnd(text: string, forms: readonly string[]): string {
  for (const form of forms) {
    if (!text.slice(-form.length).includes(form.slice(0, shortestBeginning))) continue;
    for (let length = form.length - 1; length >= shortestBeginning; length -= 1)
      if (text.endsWith(form.slice(0, length))) return text.slice(0, -length) + mask;
  }
  return text;
}
