// Control characters, and characters that reorder or hide others. They are shown as code points, so that a name cannot
// imitate another.
const deceptive = /(?![\n\r\t])\p{Cc}|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * Makes text safe to display: characters that reorder or hide text are replaced with their code points, line ends with
 * a visible character, and text longer than the limit ends with an ellipsis.
 */
export function visibleText(text: string, limit = 2_000): string {
  const shown = text.length > limit ? `${text.slice(0, limit)}…` : text;
  return shown.replace(deceptive, (character) => `‹${hex(character)}›`).replace(/\r\n|\n|\r/g, "⏎ ");
}

function hex(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}
