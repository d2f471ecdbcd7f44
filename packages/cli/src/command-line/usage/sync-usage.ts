import type { CommandUsage } from "../command.js";
import { callerOptions } from "./caller-options.js";

/** The command line of `wellhead sync`. */
export const syncUsage: CommandUsage = {
  name: "sync",
  summary: "Compare a target that pull --sync has written with its source",
  operands: "verify <url> <target>",
  operandCount: [3, 3],
  description: [
    "Reads types of entities from the source and compares the number of rows, the keys and every value with what people\nread in the target: the tables, or the Parquet files of a folder. Nothing is changed.",
    "Ends with exit code 13 if anything differs. A source that has changed since the last run differs, too.",
  ],
  options: {
    types: { value: "id", several: true, description: "A type to compare; default: all" },
    sample: {
      value: "rows",
      description:
        "Stop after this number of rows of each type, without searching for rows that only the target has; default: all",
    },
    filter: {
      value: "name=value",
      short: "f",
      several: true,
      description: "The filter of the synchronization",
    },
    account: {
      value: "file",
      description:
        "Name of an account of wellhead login; or a JSON file, where refreshed tokens are written back; or env:VARIABLE",
    },
    "no-validate": { description: "Use the account as it is, without calling POST /validate first" },
    ...callerOptions,
  },
  examples: [
    {
      line: "wellhead sync verify https://connector.example tracker.duckdb --account account.json --types issue",
      does: "Compare every row",
    },
    {
      line: "wellhead sync verify https://connector.example tracker.duckdb --account account.json --sample 1000",
      does: "Compare the first thousand rows of each type",
    },
  ],
};
