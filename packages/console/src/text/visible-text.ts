// Characters that reorder or hide their neighbours, and controls: shown by number, so that a name cannot pose as another.
const deceptive = /(?![\n\r\t])\p{Cc}|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * Makes text safe to read: what reorders or hides text is written by its number, line ends become one visible
 * sign, and what is longer than the limit is cut with an ellipsis.
 */
export function visibleText(text: string, limit = 2_000): string {
  const shown = text.length > limit ? `${text.slice(0, limit)}…` : text;
  return shown.replace(deceptive, (character) => `‹${hex(character)}›`).replace(/\r\n|\n|\r/g, "⏎ ");
}

function hex(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}
