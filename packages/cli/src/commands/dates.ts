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
    'Prints {"_min","_max"} as the platform sends it in a filter. Both bounds are inclusive, and null is an open end.\nWords are joined by spaces, so quotes are optional.',
    'With --batch, every line of standard input is a question {"expression","now"?,"zone"?,"dialect"?}. Standard\noutput has one line for each: the range, or {"error","kind","position"?}.',
  ],
  options: {
    now: {
      value: "instant",
      description: "The current time: ISO date or instant, or milliseconds since 1970; default: the clock",
    },
    zone: {
      value: "zone",
      description: "An offset such as +03:00 or a name such as Europe/Berlin; default: UTC",
    },
    dialect: { value: "v1|v2", description: "The grammar of the expression; default: v2" },
    json: { description: "Print only the JSON line, also for an error" },
    batch: { description: "Read questions from standard input, one JSON line each" },
  },
  examples: [
    {
      line: 'wellhead dates "LAST 3 WEEKS" --now 2017-06-13',
      does: "Three ISO weeks, the current one included",
    },
    { line: "wellhead dates in the last month --dialect v1", does: "The grammar of the oldest platforms" },
    { line: "wellhead dates --batch < questions.ndjson", does: "Many expressions" },
  ],
  run,
};

async function run(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const dialect = commandLine.value("dialect");
  if (dialect !== undefined && readDialect(dialect) === undefined) {
    throw usageError(`Could not read --dialect: expected v1 or v2, got "${dialect}".`);
  }
  const defaults: DateDefaults = {
    now: commandLine.value("now"),
    zone: commandLine.value("zone"),
    dialect: readDialect(dialect),
  };
  if (commandLine.has("batch")) {
    if (commandLine.operands.length > 0) {
      throw usageError(
        `Could not read the command line: expected no expression with --batch, got "${commandLine.operands[0]}".`,
      );
    }
    await answerBatch(terminal, defaults);
    return "success";
  }
  if (commandLine.operands.length === 0) {
    throw usageError(
      'Could not read the command line: expected an expression such as "LAST 7 DAYS", or --batch, got neither.',
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
