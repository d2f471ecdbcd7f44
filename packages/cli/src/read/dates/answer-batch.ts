import type { Readable } from "node:stream";
import type { Terminal } from "../../terminal/terminal.js";
import { write } from "../../terminal/write.js";
import { answerLine, type DateDefaults } from "./answer-line.js";

/** Maximum length of a line. The rest of a longer line is discarded, which bounds memory use. */
const longestLine = 1_000_000;

/**
 * Responds to every line of standard input with one line on standard output.
 *
 * @param terminal - Provides standard input and output
 * @param defaults - Values of members that a line omits
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

/** Yields the lines of a stream, grouped by the chunk they arrived in. */
async function* readLines(input: Readable): AsyncGenerator<string[]> {
  input.setEncoding("utf8");
  let rest = "";
  for await (const chunk of input) {
    const parts = String(chunk).split("\n");
    // Stop collecting a line that is already too long: the response is an error anyway.
    rest = rest.length > longestLine ? rest : rest + (parts[0] ?? "");
    if (parts.length === 1) continue;
    const lines = [rest, ...parts.slice(1, -1)];
    rest = parts.at(-1) ?? "";
    yield lines;
  }
  if (rest !== "") yield [rest];
}
