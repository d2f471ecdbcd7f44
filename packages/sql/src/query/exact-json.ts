import { exactNumbers } from "@wellhead/sdk";

/** A number with more digits than a JavaScript number can hold. */
export class ExactNumber {
  /** The number as JSON writes it. */
  readonly text: string;

  /**
   * Keeps the number as text.
   *
   * @param text - The number
   */
  constructor(text: string) {
    this.text = text;
  }
}

/** Prefix of strings that stand for a number. JSON that people write is not expected to contain it. */
const mark = "\u0000number ";
const markedNumber = /^\0number (-?\d[\d.eE+-]*)$/;
const writtenNumber = /"\\u0000number (-?\d[\d.eE+-]*)"/g;
const maxDepth = 1000;

/**
 * Parses JSON and keeps every digit of its numbers.
 *
 * @param text - JSON
 * @returns The value, in which a number that JavaScript would round is an {@link ExactNumber}
 * @throws SyntaxError when the text is not JSON
 */
export function readExactJson(text: string): unknown {
  const marked = exactNumbers(text, maxDepth, (number) => JSON.stringify(mark + number));
  const value: unknown = JSON.parse(marked, (_, member: unknown) => {
    const number = typeof member === "string" ? markedNumber.exec(member)?.[1] : undefined;
    return number === undefined ? member : new ExactNumber(number);
  });
  return value;
}

/**
 * Writes JSON with every digit of its numbers.
 *
 * @param value - A value as returned by `readExactJson`
 * @returns JSON
 */
export function writeExactJson(value: unknown): string {
  const marked = JSON.stringify(value, (_, member: unknown) =>
    member instanceof ExactNumber ? mark + member.text : member,
  );
  return marked.replace(writtenNumber, "$1");
}
