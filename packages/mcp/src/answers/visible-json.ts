// Control characters, and characters that are invisible or change the direction of text. A person who checks what a
// model received must be able to see them. Tags (U+E0000 and following) are copies of ASCII that no font shows.
const invisible = /\p{Cc}|\p{Default_Ignorable_Code_Point}|[\u{E0000}-\u{E007F}]|\p{Cf}|\u2028|\u2029/gu;

/**
 * Writes a JSON value in which every invisible character is an escape. A JSON parser returns the same value.
 *
 * @param value - Any JSON value
 * @returns JSON
 */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(invisible, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
