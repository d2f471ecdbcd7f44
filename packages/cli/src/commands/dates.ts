import { isDateRangeError } from "@wellhead/contract/dates";
import type { Arguments } from "../command/arguments.js";
import type { Command } from "../command/command.js";
import { CommandError, usageError } from "../command/command-error.js";
import type { ExitName } from "../command/exit-codes.js";
import { answerBatch } from "../dates/answer-batch.js";
import type { DateDefaults } from "../dates/answer-line.js";
import { answerDateQuestion, readDialect } from "../dates/date-question.js";
import { explainDateError } from "../dates/explain-date-error.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/** `wellhead dates`: reads date range expressions as the platform does. */
export const dates: Command = {
  name: "dates",
  summary: "Read a date range expression",
  operands: "[expression …]",
  operandCount: [0, Number.POSITIVE_INFINITY],
  description: [
    'Prints {"_min","_max"} as the platform sends it in a filter: both ends included, null for an open end.\nWords are joined by spaces, so quotes are optional.',
    'With --batch every line of standard input is a question {"expression","now"?,"zone"?,"dialect"?}, and\nstandard output has one line for each: the range, or {"error","kind","position"?}.',
  ],
  options: {
    now: {
      value: "instant",
      description: "The present: ISO date or instant, or milliseconds since 1970; default: the clock",
    },
    zone: {
      value: "zone",
      description: "An offset such as +03:00 or a name such as Europe/Berlin; default: UTC",
    },
    dialect: { value: "v1|v2", description: "The language of the expression; default: v2" },
    json: { description: "Print the JSON line and nothing else, errors included" },
    batch: { description: "Answer questions from standard input, one JSON line each" },
  },
  examples: [
    {
      line: 'wellhead dates "LAST 3 WEEKS" --now 2017-06-13',
      does: "Three ISO weeks, the current one included",
    },
    { line: "wellhead dates in the last month --dialect v1", does: "The words of the oldest platforms" },
    { line: "wellhead dates --batch < questions.ndjson", does: "Many at once" },
  ],
  run,
};

async function run(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const dialect = commandLine.value("dialect");
  if (dialect !== undefined && readDialect(dialect) === undefined) {
    throw usageError(`Read --dialect: found "${dialect}", wanted v1 or v2`);
  }
  const defaults: DateDefaults = {
    now: commandLine.value("now"),
    zone: commandLine.value("zone"),
    dialect: readDialect(dialect),
  };
  if (commandLine.has("batch")) {
    if (commandLine.operands.length > 0) {
      throw usageError(
        `Read the command line: found "${commandLine.operands[0]}", wanted no expression with --batch`,
      );
    }
    await answerBatch(terminal, defaults);
    return "success";
  }
  if (commandLine.operands.length === 0) {
    throw usageError(
      'Read the command line: found no expression, wanted one such as "LAST 7 DAYS", or --batch',
    );
  }
  return answerOne(commandLine.operands.join(" "), defaults, { json: commandLine.has("json"), terminal });
}

async function answerOne(
  expression: string,
  defaults: DateDefaults,
  { json, terminal }: { readonly json: boolean; readonly terminal: Terminal },
): Promise<ExitName> {
  try {
    const range = answerDateQuestion({ expression, ...defaults });
    await write(terminal.stdout, `${JSON.stringify(range)}\n`);
    return "success";
  } catch (error) {
    if (isDateRangeError(error)) {
      if (json) {
        const { message, kind, position } = error;
        await write(terminal.stdout, `${JSON.stringify({ error: message, kind, position })}\n`);
        return "unreadableDate";
      }
      throw new CommandError("unreadableDate", error.message, {
        cause: error,
        details: explainDateError(expression, error),
      });
    }
    if (error instanceof RangeError) throw usageError(error.message, { cause: error });
    throw error;
  }
}
