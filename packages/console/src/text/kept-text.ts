import { signal } from "@preact/signals";

/** How long a text is kept: until the tab is closed, or for all pages of this browser. */
export type Keeper = "tab" | "browser";

/** What the browser refuses to keep, by its key. It lasts until the page is reloaded. */
const unkept = signal<ReadonlyMap<string, string>>(new Map());

/**
 * Returns a text that was kept; empty when there is none.
 *
 * @param keeper - Where it was kept
 * @param key - Its name
 */
export function readKept(keeper: Keeper, key: string): string {
  const text = unkept.peek().get(key);
  if (text !== undefined) return text;
  try {
    return storageOf(keeper).getItem(key) ?? "";
  } catch {
    return "";
  }
}

/**
 * Keeps a text. A browser may be full, or refuse to keep anything; the page then works without it.
 *
 * @param keeper - Where to keep it
 * @param key - Its name
 * @param text - The text
 */
export function keepText(keeper: Keeper, key: string, text: string): void {
  const others = new Map(unkept.peek());
  others.delete(key);
  try {
    storageOf(keeper).setItem(key, text);
  } catch {
    others.set(key, text);
  }
  unkept.value = others;
}

/** Returns whether a text is lost when the page is reloaded, because the browser refused to keep it. */
export function isUnkept(key: string): boolean {
  return unkept.value.has(key);
}

function storageOf(keeper: Keeper): Storage {
  return keeper === "tab" ? sessionStorage : localStorage;
}
