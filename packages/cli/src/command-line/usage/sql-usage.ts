import type { CommandUsage } from "../command.js";

/** Formats of a result on standard output. */
export const answerFormats = ["table", "csv", "json", "ndjson"] as const;

/** The command line of `wellhead sql`. */
export const sqlUsage: CommandUsage = {
  name: "sql",
  summary: "Query the rows of any connectors with SQL",
  needs: ["@wellhead/results"],
  operands: "<statement>",
  operandCount: [1, 1],
  description: [
    'A source is a table: connector."source". Only the sources that the statement names are read, only with the\ncolumns it names, and with fewer rows where WHERE or LIMIT allow it. --explain prints the requests instead.',
    "The statement is one SELECT of DuckDB. It cannot read or write files. It is exact to every digit. When rows of a\nsource are missing, there is no result unless --allow-partial is given; the exit code (4 or 5) reports it.",
  ],
  options: {
    connect: {
      value: "name=url",
      short: "c",
      several: true,
      description:
        "A connector, and its name in the statement; also name=path, for what wellhead serve takes. Default: the connectors of wellhead.config.ts",
    },
    config: {
      value: "file",
      description: "Configuration with the connectors, instead of wellhead.config.ts",
    },
    output: {
      value: "file",
      short: "o",
      description: "Write a file: .csv, .json, .ndjson, .jsonl or .parquet; default: standard output",
    },
    force: { description: "Replace an existing file" },
    format: {
      value: "format",
      values: answerFormats,
      description: "Format of standard output; default: table on a screen, else ndjson",
    },
    wide: { description: "Print all columns of a table, although they do not fit the screen" },
    explain: { description: "Print the requests that would be made, without reading rows" },
    "allow-partial": { description: "Return a result even when rows of a source are missing" },
    filter: {
      value: "filter",
      short: "f",
      several: true,
      description:
        "A filter of a source: connector.source.field=value, as in pull; with one table, the field is enough",
    },
    type: {
      value: "column=type",
      several: true,
      description:
        "Type of a column: connector.source.column=type, with one table only column=type; * names all others. Types: text, number, integer, decimal(12,2), double, bool, date, day, time, json",
    },
    unfit: {
      value: "what",
      values: ["refuse", "null"],
      description:
        "What happens to a value that does not fit the type of its column: refuse ends the statement, null reads it as NULL and counts it; default: refuse",
    },
    "max-requests": {
      value: "count",
      description: "Maximum requests for one source whose required filter a join fills; default: 100",
    },
    account: {
      value: "name=account",
      several: true,
      description:
        "Account of a connector: its name in wellhead login, a JSON file where refreshed tokens are written back, or env:VARIABLE",
    },
    "no-validate": { description: "Use accounts as they are, without calling POST /validate first" },
    "token-file": {
      value: "name=file",
      several: true,
      description: "File with the bearer token of the caller, for a connector that requires one",
    },
    header: {
      value: "name=header",
      several: true,
      description: 'Header to send to a connector with every request: "tea=X-Key: value"',
    },
    memory: { value: "MiB", description: "Maximum memory of the engine; default: 1024" },
    "time-limit": {
      value: "seconds",
      description: "Maximum time of the query, without the reading of rows; default: 600",
    },
  },
  examples: [
    {
      line: `wellhead sql 'select channel, count(*), sum(amount) from tea."tea-orders" group by channel' -c tea=http://127.0.0.1:8642`,
      does: "Aggregate a source",
    },
    {
      line: `wellhead sql 'select a.name, sum(o.amount) from tea."tea-orders" o join crm.accounts a on a.country = o.country group by 1' -c tea=http://127.0.0.1:8642 -c crm=https://crm.example --account crm=crm.json -o totals.parquet`,
      does: "Join two connectors into a file",
    },
  ],
};
