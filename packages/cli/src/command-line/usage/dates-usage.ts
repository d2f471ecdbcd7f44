import type { CommandUsage } from "../command.js";

/** Grammars of date range expressions. */
export const dateDialects = ["v1", "v2"] as const;

/** The command line of `wellhead dates`. */
export const datesUsage: CommandUsage = {
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
    dialect: {
      value: "dialect",
      values: dateDialects,
      description: "The grammar of the expression; default: v2",
    },
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
};
