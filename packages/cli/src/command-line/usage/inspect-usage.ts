import type { CommandUsage } from "../command.js";
import { callerOptions } from "./caller-options.js";

/** The command line of `wellhead inspect`. */
export const inspectUsage: CommandUsage = {
  name: "inspect",
  summary: "Show what a connector offers",
  operands: "<url>",
  operandCount: [1, 1],
  description: [
    "Works on every connector of the contract, in any language. It sends one request without an account to each\nendpoint that the description announces, and lists the endpoints that respond.",
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
      line: "wellhead inspect http://127.0.0.1:8642 --json | jq '.application.sources[].id'",
      does: "For programs",
    },
  ],
};
