/** JSON that is sent verbatim, such as a number with more digits than a JavaScript number can represent. */
export class RawJson {
  /** The JSON. */
  readonly text: string;

  /**
   * Stores the JSON.
   *
   * @param text - The JSON
   */
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Writes the body of a request.
 *
 * @param value - Any JSON value; each {@link RawJson} in it is written verbatim
 * @returns The body
 */
export function writeBody(value: unknown): string {
  const pieces: string[] = [];
  const text = JSON.stringify(value, (_, member: unknown) =>
    member instanceof RawJson ? `\u0001raw${pieces.push(member.text) - 1}` : member,
  );
  return text.replace(/"\\u0001raw(\d+)"/g, (_, index: string) => pieces[Number(index)] ?? "");
}
