import type { CommandUsage } from "../command.js";
import { callerOptions } from "./caller-options.js";
import { syncOptions } from "./sync-options.js";

/** The command line of `wellhead pull`. */
export const pullUsage: CommandUsage = {
  name: "pull",
  summary: "Copy the rows of a source into a file or a pipe, or synchronize types into a database",
  operands: "<url> [source]",
  operandCount: [1, 2],
  description: [
    "Rows go to standard output, one JSON object per line, or into a file whose name ends with the format. Every\ndigit of a number is kept. Works on every connector, including one that sends CSV.",
    'A file gets its name only when every row has arrived. When the stream was marked as failed (exit code 4) or\ncut (5), the rows stay in <file>.partial, and standard output ends with {"__streamError": {"message", "code"}}.',
    "With --sync and without a source, types of entities are brought up to date in a folder of Parquet files, DuckDB,\nSQLite or PostgreSQL: new and changed rows by key, and deletions. What has been read is stored page by page, so a run\nthat was stopped, even killed, goes on when the same command runs again.",
  ],
  options: {
    output: {
      value: "file",
      short: "o",
      description:
        "Write a file: .ndjson, .jsonl, .json, .csv, .parquet, .arrow or .feather; default: standard output",
    },
    force: { description: "Replace an existing file" },
    "keep-partial": {
      description: "Rename the file even when rows are missing; the exit code still reports it",
    },
    filter: {
      value: "name=value",
      short: "f",
      several: true,
      description:
        "A filter; the value is JSON, text or a date such as LAST 3 MONTHS, and a repeated name makes a list",
    },
    account: {
      value: "file",
      description:
        "Name of an account of wellhead login; or a JSON file, where refreshed tokens are written back; or env:VARIABLE",
    },
    "no-validate": { description: "Use the account as it is, without calling POST /validate first" },
    limit: {
      value: "rows",
      description: "Maximum number of rows, even if the connector ignores it; default: all",
    },
    skip: {
      value: "rows",
      description: "Number of rows to skip, even if the connector ignores it; default: 0",
    },
    "allow-close-delimited": {
      description:
        "Take CSV and JSON lines that end with the connection, as in HTTP/1.0, as complete; a cut response looks the same",
    },
    type: {
      value: "column=type",
      several: true,
      description:
        "Type of a column in a .parquet file, instead of the declared one: text, number, integer, decimal(12,2), double, bool, date, day, time or json",
    },
    ...syncOptions,
    ...callerOptions,
  },
  examples: [
    { line: "wellhead pull http://127.0.0.1:8642 tea-orders -o orders.parquet", does: "A whole source" },
    {
      line: 'wellhead pull http://127.0.0.1:8642 tea-orders -f "ordered_at=FROM 1 Aug 2026" -o orders.csv',
      does: "The rows of three months",
    },
    {
      line: "wellhead pull http://127.0.0.1:8642 bike-trips --limit 10 | jq .distance_km",
      does: "Into a pipe",
    },
    {
      line: "wellhead pull https://connector.example --sync tracker.duckdb --account account.json",
      does: "Bring a database up to date; run it again for what changed since",
    },
  ],
};
