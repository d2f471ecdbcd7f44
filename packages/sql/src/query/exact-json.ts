import { exactNumbers } from "@wellhead/sdk";

/** A number with more digits than JavaScript keeps. */
export class ExactNumber {
  /** The number as JSON writes it. */
  readonly text: string;

  /**
   * Keeps the number as it is.
   *
   * @param text - The number
   */
  constructor(text: string) {
    this.text = text;
  }
}

/** Stands in strings that take the place of a number; JSON of people has no reason to hold it. */
const mark = "\u0000number ";
const markedNumber = /^\0number (-?\d[\d.eE+-]*)$/;
const writtenNumber = /"\\u0000number (-?\d[\d.eE+-]*)"/g;
const maxDepth = 1000;

/**
 * Reads JSON and keeps every digit of its numbers.
 *
 * @param text - JSON
 * @returns The value; a number that JavaScript would round is an {@link ExactNumber}
 * @throws SyntaxError when it is not JSON
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
 * @param value - A value as {@link readExactJson} returns it
 * @returns JSON
 */
export function writeExactJson(value: unknown): string {
  const marked = JSON.stringify(value, (_, member: unknown) =>
    member instanceof ExactNumber ? mark + member.text : member,
  );
  return marked.replace(writtenNumber, "$1");
}
