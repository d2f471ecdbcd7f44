const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{20000}-\u{3FFFD}]/u;
const segmenter = new Intl.Segmenter();

/**
 * Returns how many terminal cells a text takes.
 *
 * @param text - Printable text
 * @returns Number of cells
 */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/**
 * Truncates a text that is too wide.
 *
 * @param text - Printable text
 * @param maxWidth - Maximum number of cells
 * @returns The text; ends with an ellipsis when it was truncated
 */
export function cutText(text: string, maxWidth: number): string {
  if (widthOf(text) <= maxWidth) return text;
  let cut = "";
  let width = 1;
  for (const { segment } of segmenter.segment(text)) {
    width += wide.test(segment) ? 2 : 1;
    if (width > maxWidth) break;
    cut += segment;
  }
  return `${cut}…`;
}
