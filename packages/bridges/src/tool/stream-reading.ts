import { isUtf8 } from "node:buffer";
import type { Line } from "../json/line-splitter.js";
import { BrokenLine, type Message, MessageScanner } from "../messages/message-scanner.js";
import type { RowSink } from "../rows/row-sink.js";
import type { ToolConfig } from "../specification/specification.js";
import type { Protocol } from "./tool.js";
import type { ToolRun } from "./tool-run.js";

/** The rows of a reading that are requested. */
export interface RowRange {
  readonly skip: number;
  readonly limit: number | undefined;
}

/** Rows that are still to be skipped and returned. */
interface RowsLeft {
  skip: number;
  rows: number;
}

/** Reads the records of one stream while the program runs. */
export class StreamReading {
  readonly #run: ToolRun;
  readonly #protocol: Protocol;
  readonly #scanner: MessageScanner;

  readonly #onConfig: (config: ToolConfig) => void;

  /**
   * @param run - The program
   * @param means - What the messages of the stream mean, and what is called when the program changes its configuration
   */
  constructor(
    run: ToolRun,
    { protocol, onConfig }: { readonly protocol: Protocol; readonly onConfig: (config: ToolConfig) => void },
  ) {
    this.#run = run;
    this.#protocol = protocol;
    this.#onConfig = onConfig;
    this.#scanner = new MessageScanner(protocol.layout);
  }

  /**
   * Reads the rows, and ends the program.
   *
   * @param sink - Writes the rows
   * @param range - Which rows are returned
   * @returns The rows of each chunk of the output
   * @throws ConnectorError unless the program has ended well, and said so where it says how a stream ended
   */
  async *rows<Batch>(sink: RowSink<Batch>, range: RowRange): AsyncGenerator<Batch> {
    const run = this.#run;
    const left = { skip: range.skip, rows: range.limit ?? Number.POSITIVE_INFINITY };
    try {
      if (left.rows <= 0) return;
      for await (const lines of run.lines()) {
        await this.#readLines(lines, sink, left);
        if (sink.rows > 0) yield sink.take();
        if (left.rows <= 0) return;
      }
      this.#protocol.finish(run, await run.exit());
    } finally {
      await run.close();
    }
  }

  /** Reads lines until no row is left to be returned. Waiting for each of them would cost more than reading it. */
  async #readLines(lines: readonly Line[], sink: RowSink<unknown>, left: RowsLeft): Promise<void> {
    const isText = areText(lines);
    for (const line of lines) {
      try {
        if (!this.#isRow(line, isText)) continue;
        if (left.skip > 0) left.skip -= 1;
        else {
          sink.add(this.#scanner, line.source);
          left.rows -= 1;
        }
      } catch (error) {
        throw await this.#failureOf(error, line);
      }
      if (left.rows <= 0) return;
    }
  }

  /** Reads a line; returns whether it is a record of the stream. */
  #isRow(line: Line, isText: boolean): boolean {
    const found = this.#scanner.read(line, isText);
    if (found === undefined) return this.#protocol.accepts(this.#scanner, this.#run);
    if (typeof found === "string") this.#run.log(found);
    else this.#protocol.take(found, this.#run, this.#onConfig);
    return false;
  }

  async #failureOf(error: unknown, { isCut }: Line): Promise<unknown> {
    if (!(error instanceof BrokenLine)) return error;
    // A program that was killed has not ended its last line. What ended it says more than the line does.
    const code = isCut ? await this.#run.exit() : 0;
    return code === 0 ? brokenLine(this.#run, error) : this.#run.failure(this.#run.exitReason(code));
  }
}

/**
 * Reads all messages of a command that returns no rows.
 *
 * @param run - The program
 * @param protocol - The protocol
 * @returns The messages, and the exit code
 * @throws ConnectorError for a line that cannot be read
 */
export async function readMessages(
  run: ToolRun,
  { layout }: Pick<Protocol, "layout">,
): Promise<{ readonly messages: readonly Message[]; readonly code: number }> {
  const scanner = new MessageScanner(layout);
  const messages: Message[] = [];
  for await (const lines of run.lines()) {
    const isText = areText(lines);
    for (const line of lines) {
      try {
        const found = scanner.read(line, isText);
        if (found === undefined) continue;
        if (typeof found === "string") run.log(found);
        else messages.push(found);
      } catch (error) {
        if (error instanceof BrokenLine) throw brokenLine(run, error);
        throw error;
      }
    }
  }
  return { messages, code: await run.exit() };
}

function brokenLine(run: ToolRun, { message }: BrokenLine): Error {
  return run.failure(`a line of its output is broken: ${message}`);
}

/** Reports whether lines of one chunk are UTF-8. The first of them may be in a buffer of its own. */
function areText(lines: readonly Line[]): boolean {
  const [first, second] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return true;
  if (first.source === last.source) return isUtf8(first.source.subarray(first.start, last.end));
  return (
    isUtf8(first.source.subarray(first.start, first.end)) &&
    second !== undefined &&
    isUtf8(last.source.subarray(second.start, last.end))
  );
}
