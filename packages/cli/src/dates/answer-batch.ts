import type { Readable } from "node:stream";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";
import { answerLine, type DateDefaults } from "./answer-line.js";

/** No question is longer; the rest of such a line is skipped so that memory stays flat. */
const longestLine = 1_000_000;

/**
 * Answers every line of standard input with one line of standard output.
 *
 * @param terminal - Where the lines come from and go to
 * @param defaults - For members a line leaves out
 */
export async function answerBatch(
  terminal: Pick<Terminal, "stdin" | "stdout">,
  defaults: DateDefaults,
): Promise<void> {
  for await (const lines of readLines(terminal.stdin)) {
    const answers = lines.map((line) => `${JSON.stringify(answerLine(line, defaults))}\n`);
    await write(terminal.stdout, answers.join(""));
  }
}

/** Reads the lines of a stream, as many at a time as have arrived. */
async function* readLines(input: Readable): AsyncGenerator<string[]> {
  input.setEncoding("utf8");
  let rest = "";
  for await (const chunk of input) {
    const parts = String(chunk).split("\n");
    // A line that is already too long keeps its beginning only: it is answered with an error anyway.
    rest = rest.length > longestLine ? rest : rest + (parts[0] ?? "");
    if (parts.length === 1) continue;
    const lines = [rest, ...parts.slice(1, -1)];
    rest = parts.at(-1) ?? "";
    yield lines;
  }
  if (rest !== "") yield [rest];
}
