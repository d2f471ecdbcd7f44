// Control characters, and characters that change the text direction or are invisible: a terminal would interpret them.
const unprintable = /[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|\p{Cs}/gu;

/**
 * Replaces characters that a terminal would interpret with their escapes, such as `\u001b`.
 *
 * @param text - Untrusted text
 * @returns Text on one line
 */
export function printableText(text: string): string {
  return text.replaceAll(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * Applies {@link printableText} to every text in a value, such as the description of a connector, whose names could
 * otherwise forge lines.
 *
 * @param value - Untrusted data
 * @returns The same data with printable texts
 */
export function printableTexts<Value>(value: Value): Value {
  const texts: unknown = replaceTexts(value);
  // Only texts are replaced, so the value has the shape that it had.
  return texts as Value;
}

function replaceTexts(value: unknown): unknown {
  if (typeof value === "string") return printableText(value);
  if (Array.isArray(value)) return value.map((item: unknown) => replaceTexts(item));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [printableText(name), replaceTexts(member)]),
  );
}
