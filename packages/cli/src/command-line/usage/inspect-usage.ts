import type { CommandUsage } from "../command.js";
import { callerOptions } from "./caller-options.js";

/** The command line of `wellhead inspect`. */
export const inspectUsage: CommandUsage = {
  name: "inspect",
  summary: "Show what a connector offers, or how a CSV file is read",
  operands: "<url>|<file>",
  operandCount: [1, 1],
  description: [
    "Works on every connector of the contract, in any language. It sends one request without an account to each\nendpoint that the description announces, and lists the endpoints that respond.",
    "For a CSV or TSV file, it prints how the file is read, and the content of a file .table.json that states the same.\nChange it, and write it beside the file, where the file is read wrongly or refused.",
  ],
  options: {
    json: { description: "Print one JSON object: address, endpoints, and GET / as received" },
    ...callerOptions,
  },
  examples: [
    {
      line: "wellhead inspect http://127.0.0.1:8642",
      does: "Accounts, sources, filters, columns, endpoints",
    },
    {
      line: "wellhead inspect sales/orders.csv",
      does: "Delimiter, header, skipped lines, encoding, and their settings",
    },
    {
      line: "wellhead inspect http://127.0.0.1:8642 --json | jq '.application.sources[].id'",
      does: "For programs",
    },
  ],
};
