import { visibleText } from "./visible-text.js";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Escapes text for HTML and XML, in elements and in quoted attributes. Characters that XML forbids are made
 * visible.
 *
 * @param text - Text from anywhere
 * @returns Markup that shows it and does nothing else
 */
export function escapeMarkup(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
