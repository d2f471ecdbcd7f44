import { isDateRangeError } from "@wellhead/contract/dates";
import type { Arguments } from "../command-line/arguments.js";
import { CommandError, usageError } from "../command-line/command-error.js";
import type { ExitName } from "../command-line/exit-codes.js";
import { dateDialects } from "../command-line/usage/dates-usage.js";
import { answerBatch } from "../read/dates/answer-batch.js";
import type { DateDefaults } from "../read/dates/answer-line.js";
import { answerDateQuestion } from "../read/dates/date-question.js";
import { explainDateError } from "../read/dates/explain-date-error.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/**
 * Runs `wellhead dates`: reads date range expressions as the platform does.
 *
 * @param commandLine - The command line
 * @param terminal - Provides streams, environment and folder
 * @returns The name of the exit code
 */
export async function runDates(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const defaults: DateDefaults = {
    now: commandLine.value("now"),
    zone: commandLine.value("zone"),
    dialect: commandLine.choice("dialect", dateDialects),
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
