/** A piece of JSON that is sent as it is written, such as a number with more digits than JavaScript can hold. */
export class RawJson {
  /** The JSON. */
  readonly text: string;

  /**
   * Keeps the JSON as it is.
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
 * @param value - Any JSON value; a {@link RawJson} in it is written as it is
 * @returns The body
 */
export function writeBody(value: unknown): string {
  const pieces: string[] = [];
  const text = JSON.stringify(value, (_, member: unknown) =>
    member instanceof RawJson ? `\u0001raw${pieces.push(member.text) - 1}` : member,
  );
  return text.replace(/"\\u0001raw(\d+)"/g, (_, index: string) => pieces[Number(index)] ?? "");
}
