import { upstreamInvalid } from "@wellhead/sdk";
import { LineScanner } from "./line-scanner.js";

/** Maximum characters of a line. */
const longestLine = 16 * 1024 * 1024;

/** Number of pieces of a line after which they are joined. */
const maxPieces = 1024;

/** Lines of a file, without their ends. */
export interface LineBatch {
  readonly lines: readonly string[];
  /** Whether the last of them has a line end. Only the last line of a file may have none. */
  readonly isEnded: boolean;
}

/**
 * Splits the text of a CSV file into lines as it arrives. A line feed inside a quoted cell is not a line end.
 *
 * @param pieces - The text as it arrives, without a byte order mark
 * @returns Batches of lines; empty lines are skipped
 * @throws ConnectorError `upstream_invalid` when a line is longer than 16 MiB, or a quoted cell is never closed
 */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<LineBatch> {
  const splitter = new LineSplitter();
  for await (const piece of pieces) {
    const lines = splitter.push(piece);
    if (lines.length > 0) yield { lines, isEnded: true };
  }
  yield* splitter.end();
}

/**
 * Splits a whole text into lines, as {@link splitLines} does.
 *
 * @param text - The text, without a byte order mark
 * @returns Batches of lines
 * @throws ConnectorError `upstream_invalid` when a line is longer than 16 MiB, or a quoted cell is never closed
 */
export function splitText(text: string): readonly LineBatch[] {
  const splitter = new LineSplitter();
  const lines = splitter.push(text);
  return [...(lines.length > 0 ? [{ lines, isEnded: true }] : []), ...splitter.end()];
}

/** Splits text into lines as it arrives. */
class LineSplitter {
  readonly #scanner = new LineScanner();
  readonly #started = new StartedLine();

  push(text: string): readonly string[] {
    const lines = cut(text, this.#started, this.#scanner);
    if (this.#started.length > longestLine) {
      throw upstreamInvalid(`Could not read a line: it has more than ${longestLine} characters.`);
    }
    return lines;
  }

  /** Returns the last line if it has no end. */
  end(): readonly LineBatch[] {
    if (this.#scanner.isQuoted) {
      throw upstreamInvalid(
        "Could not read a line: the quotes of a cell are never closed, so the response may be cut short.",
      );
    }
    const last = withoutReturn(this.#started.take());
    return last.trim() === "" ? [] : [{ lines: [last], isEnded: false }];
  }
}

/**
 * The line that has not ended yet. Its pieces are joined now and then, because each takes memory of its own: a line in
 * pieces of one character would take many times its length.
 */
class StartedLine {
  #text = "";
  #pieces: string[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: string): void {
    this.#length += piece.length;
    this.#pieces.push(piece);
    if (this.#pieces.length === maxPieces) this.#join();
  }

  /** Returns the line and empties it. */
  take(): string {
    this.#join();
    const line = this.#text;
    this.#text = "";
    this.#length = 0;
    return line;
  }

  #join(): void {
    this.#text += this.#pieces.join("");
    this.#pieces = [];
  }
}

/** Returns the lines that end in a text, and adds what follows them to the started line. */
function cut(text: string, started: StartedLine, scanner: LineScanner): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (!scanner.take(text.charCodeAt(index))) continue;
    started.add(text.slice(start, index));
    const line = withoutReturn(started.take());
    if (line.trim() !== "") lines.push(line);
    start = index + 1;
  }
  started.add(text.slice(start));
  return lines;
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
