import { visibleText } from "./visible-text.js";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Escapes text for HTML and XML, in elements and in quoted attributes. Characters that XML forbids are made visible.
 *
 * @param text - Untrusted text
 * @returns Markup that only displays the text
 */
export function escapeMarkup(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
