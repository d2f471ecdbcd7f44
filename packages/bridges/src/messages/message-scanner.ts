import { Buffer, isUtf8 } from "node:buffer";
import { JsonScanner, type Span } from "../json/json-scanner.js";
import type { Line } from "../json/line-splitter.js";

/** Where a protocol puts the parts of a record and the value of a state. */
export type MessageLayout = "airbyte" | "singer";

/** Reports whether a line has a text that only occurs in messages. */
function hasSign(bytes: Buffer): boolean {
  return messageSigns.some((sign) => bytes.includes(sign));
}

/** A line that is not a record. */
export interface Message {
  readonly type: string;
  /** The parsed line. */
  readonly value: Readonly<Record<string, unknown>>;
  /** The state as it was written, digit by digit; `undefined` for other messages. */
  readonly state: string | undefined;
}

/** A line that cannot be read. */
export class BrokenLine extends Error {}

const backslash = 0x5c;
const objectOpening = 0x7b;
const noSpan: Span = { start: 0, end: 0 };
const recordType = Buffer.from('"RECORD"');
/** Texts that only occur in a line that was meant to be a message. */
const messageSigns = ["RECORD", "STATE", "TRACE", "SCHEMA"].map((type) => Buffer.from(`"${type}"`));
/** Maximum characters of a line that is not a message, and of one that is shown in an error. */
const maxTextLength = 2000;
const maxShown = 80;

/** Finds the parts of messages in bytes. The data of a record is checked, but never turned into values. */
export class MessageScanner {
  /** The stream of the last record, in quotes. */
  stream: Span = noSpan;
  /** Its namespace in quotes, `null`, or an empty span. */
  namespace: Span = noSpan;
  /** Its data. */
  data: Span = noSpan;
  /** Its version, or an empty span. */
  version: Span = noSpan;
  readonly #layout: MessageLayout;
  readonly #scanner = new JsonScanner(Buffer.alloc(1));
  #type: Span = noSpan;
  #state: Span = noSpan;

  /** @param layout - The protocol */
  constructor(layout: MessageLayout) {
    this.#layout = layout;
  }

  /** Spans of words in the last line that JSON does not have, such as `NaN`. */
  get foreign(): readonly Span[] {
    return this.#scanner.foreign;
  }

  /**
   * Reads a line.
   *
   * @param line - The line
   * @param isText - Whether it is known to be UTF-8
   * @returns `undefined` for a record, whose parts the members of this object then are; the message when it is another
   * one; text when it is none
   * @throws BrokenLine when it was meant to be a message and is not one
   */
  read(line: Line, isText: boolean): Message | string | undefined {
    const { source, start: begin, end } = line;
    const scanner = this.#scanner;
    scanner.source = source;
    const start = scanner.skipSpace(begin);
    if (source[start] !== objectOpening) return this.#readText(line);
    if (!isText && !isUtf8(source.subarray(begin, end))) throw new BrokenLine("it is not UTF-8");
    scanner.reset();
    this.version = noSpan;
    this.#type = noSpan;
    this.#state = noSpan;
    this.#forgetRecord();
    const stop = scanner.readObject(start, this.#readMember);
    if (stop < 0 || scanner.skipSpace(stop) !== end) throw new BrokenLine("it is not valid JSON");
    if (this.isTextAt(this.#type, recordType)) return this.#checkRecord();
    const value: unknown = JSON.parse(this.textOf({ start, end: stop }));
    // The line begins with a brace, so it is an object.
    const members = value as Readonly<Record<string, unknown>>;
    const type = members["type"];
    if (typeof type !== "string" && hasSign(source.subarray(start, end)))
      throw new BrokenLine("it is a message without a type");
    if (typeof type !== "string") return this.textOf({ start, end: Math.min(stop, start + maxTextLength) });
    if (type === "RECORD") return this.#checkRecord();
    const state = type === "STATE" && this.#state.end > 0 ? this.textOf(this.#state) : undefined;
    return { type, value: members, state };
  }

  /**
   * Returns bytes of the last line as text of JSON. Words that JSON does not have become `null`.
   *
   * @param span - Where they are
   */
  textOf(span: Span): string {
    const { source, foreign } = this.#scanner;
    let text = "";
    let at = span.start;
    for (const word of foreign) {
      if (word.start < at || word.end > span.end) continue;
      text += `${source.toString("utf8", at, word.start)}null`;
      at = word.end;
    }
    return text + source.toString("utf8", at, span.end);
  }

  /** Reports whether a text of the last line is the one whose JSON is given. */
  isTextAt({ start, end }: Span, json: Buffer): boolean {
    const { source } = this.#scanner;
    if (end - start === json.length && source[start] === json[0] && isAt(source, start, json)) return true;
    // Other escapes may stand for the same characters.
    return (
      hasEscape(source, start, end) &&
      JSON.stringify(JSON.parse(source.toString("utf8", start, end))) === json.toString()
    );
  }

  #forgetRecord(): void {
    this.data = noSpan;
    this.stream = noSpan;
    this.namespace = noSpan;
  }

  #checkRecord(): undefined {
    if (this.data.end === 0) throw new BrokenLine("it is a record without data");
    if (this.#scanner.source[this.data.start] !== objectOpening)
      throw new BrokenLine("the data of the record is not an object");
    if (this.stream.end === 0) throw new BrokenLine("it is a record without a stream");
    return undefined;
  }

  #readText({ source, start, end }: Line): string {
    const text = source.toString("utf8", start, Math.min(end, start + maxTextLength)).trim();
    const bytes = source.subarray(start, end);
    // Two threads of a program may write into one line, or a library before a message.
    if (!hasSign(bytes)) return text;
    throw new BrokenLine(`other text comes before the message: "${text.slice(0, maxShown)}"`);
  }

  readonly #readMember = (nameStart: number, nameEnd: number, start: number): number => {
    const name = this.#nameAt(nameStart, nameEnd);
    if (this.#layout === "airbyte" && name === "record" && this.#scanner.source[start] === objectOpening) {
      this.#forgetRecord();
      return this.#scanner.readObject(start, this.#readRecordMember);
    }
    const end = this.#scanner.endOfValue(start);
    if (name === "type") this.#type = { start, end };
    else if (this.#layout === "airbyte") {
      if (name === "state") this.#state = { start, end };
    } else if (name === "stream") this.stream = { start, end };
    else if (name === "record") this.data = { start, end };
    else if (name === "version") this.version = { start, end };
    else if (name === "value") this.#state = { start, end };
    return end;
  };

  readonly #readRecordMember = (nameStart: number, nameEnd: number, start: number): number => {
    const name = this.#nameAt(nameStart, nameEnd);
    const end = this.#scanner.endOfValue(start);
    if (name === "data") this.data = { start, end };
    else if (name === "stream") this.stream = { start, end };
    else if (name === "namespace") this.namespace = { start, end };
    return end;
  };

  /** Returns the name of a member, or "" for a name that no message has. */
  #nameAt(start: number, end: number): string {
    const { source } = this.#scanner;
    const length = end - start;
    const first = source[start] ?? 0;
    // A text for each name of each record would cost more than the rest of the line.
    for (const { name, bytes } of knownNames)
      if (bytes.length === length && bytes[0] === first && isAt(source, start, bytes)) return name;
    if (length > maxNameLength || !hasEscape(source, start, end)) return "";
    return String(JSON.parse(`"${source.toString("utf8", start, end)}"`));
  }
}

/** Names of the members that are read. */
const knownNames = ["type", "record", "stream", "data", "namespace", "state", "value", "version"].map(
  (name) => ({ name, bytes: Buffer.from(name) }),
);

function hasEscape(source: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (source[at] === backslash) return true;
  return false;
}

function isAt(source: Buffer, start: number, bytes: Buffer): boolean {
  for (let index = 1; index < bytes.length; index += 1)
    if (source[start + index] !== bytes[index]) return false;
  return true;
}

/** No name of a member of a message is longer, even if each of its characters is an escape. */
const maxNameLength = 64;
